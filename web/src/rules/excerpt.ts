/** The props of a board for a moment of a worked example: it is only looked at. */
import type { BoardProps, Happening, SeatLook, Target } from '../games/types';
import type { ExampleBoard } from '../protocol/rest';
import { prefersStill } from '../session.svelte';
import type { Words } from '../words/words';

const NOTHING: readonly never[] = [];
const NOWHERE: ReadonlySet<Target> = new Set();
const nothing = (): undefined => undefined;

export interface Shown {
  board: ExampleBoard;
  /** The moment that is shown, and the one that was shown before. */
  at: number;
  before: number | null;
  seats: readonly SeatLook[];
  words: Words;
  pointed: ReadonlySet<Target>;
}

/** What happened on the way to this moment; at the beginning, what is about to happen: where everybody goes. */
function happeningsAt({ board, at }: Shown): Happening[] {
  const events = board.moments[Math.max(at, 1)]?.events ?? [];
  return events.length > 0 ? [{ number: at, seat: -1, text: null, events, turn: at }] : [];
}

export function excerptOf(shown: Shown): BoardProps | null {
  const { board, at, before } = shown;
  const moment = board.moments[at];
  if (!moment) return null;
  return {
    observation: moment.observation,
    previous: before === at - 1 ? (board.moments[before]?.observation ?? null) : null,
    happenings: happeningsAt(shown),
    viewer: board.viewer,
    seats: shown.seats,
    toAct: moment.to_act,
    asked: null,
    legal: NOTHING,
    chosen: NOTHING,
    left: NOTHING,
    open: NOWHERE,
    draft: null,
    pointed: shown.pointed,
    words: shown.words,
    still: prefersStill(),
    choose: nothing,
    back: nothing,
    preview: nothing,
  };
}
