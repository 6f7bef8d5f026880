/** The props of a board at a recorded moment, as the table would give them. */
import { vi } from 'vitest';
import { momentOf } from '../src/games/moments';
import type { BoardProps, Choice, GameModule, Observation } from '../src/games/types';
import { left, openTargets } from '../src/table/choose';
import { seatLook } from '../src/table/seats';
import { Words } from '../src/words/words';
import { catalogue } from './recorded';

export const NAMES = ['Ada', 'Bernard', 'Clara', 'Denis', 'Élise'];
const ENGLISH = new Words('en', catalogue('en'), NAMES);

export function propsAt<O extends Observation, File>(
  name: string,
  game: GameModule<O, File>,
  more: Partial<BoardProps<O, File>> = {},
): BoardProps<O, File> {
  const moment = momentOf<O>(name);
  const legal: Choice[] = moment.legal.map((choice) => ({ ...choice, targets: game.targets(choice.text) }));
  const chosen = more.chosen ?? [];
  return {
    observation: moment.observation,
    previous: moment.previous,
    happenings: [],
    viewer: moment.viewer,
    seats: Array.from({ length: moment.observation.seats }, (_, seat) =>
      seatLook(seat, NAMES[seat] ?? '', 'human', seat === 0),
    ),
    toAct: moment.toAct,
    asked: moment.asked,
    legal,
    chosen,
    left: left(legal, chosen),
    open: openTargets(left(legal, chosen), chosen),
    draft: null,
    pointed: new Set(),
    words: ENGLISH,
    still: true,
    choose: vi.fn(),
    back: vi.fn(),
    preview: vi.fn(),
    ...more,
  };
}

/** What stands for a target there. */
export function on(root: ParentNode, target: string): Element {
  const found = root.querySelector(`[data-target="${target}"]`);
  if (!found) throw new Error(`${target} is not on the board`);
  return found;
}
