/** The recorded moments of `web/fixtures`, for the tests of the boards. */
import { readFileSync } from 'node:fs';
import type { BoardProps, Choice } from './types';

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

export interface Moment extends Pick<BoardProps, 'observation' | 'previous' | 'happenings' | 'toAct' | 'asked'> {
  title: string;
  viewer: number;
  legal: Omit<Choice, 'targets'>[];
}

export const momentOf = (name: string): Moment => JSON.parse(readFileSync(`fixtures/${name}.json`, 'utf8')) as Moment;
