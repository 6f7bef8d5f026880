/** The recorded moments of `web/fixtures`, for the tests of the boards. */
import { readFileSync } from 'node:fs';
import type { BoardProps, Choice, Observation } from './types';

export const MOMENTS = [
  'cardinal-turn',
  'cardinal-place',
  'cardinal-draw',
  'cardinal-interim',
  'cardinal-over',
  'cardinal-duel',
  'pelegrinus-first',
  'pelegrinus-order',
  'pelegrinus-resolved',
  'pelegrinus-over',
];

type Shown<O extends Observation> = Pick<BoardProps<O>, 'observation' | 'previous' | 'happenings' | 'toAct' | 'asked'>;

export interface Moment<O extends Observation = Observation> extends Shown<O> {
  title: string;
  viewer: number;
  legal: Omit<Choice, 'targets'>[];
}

export const momentOf = <O extends Observation = Observation>(name: string): Moment<O> =>
  JSON.parse(readFileSync(`fixtures/${name}.json`, 'utf8')) as Moment<O>;
