/** How a replay plays by itself: action by action or turn by turn, and how fast. Pure functions. */
import { nextTurn } from './turns';

export interface Pace {
  by: 'action' | 'turn';
  /** How many times as fast as usual. */
  times: number;
}

export const PACES: readonly Pace[] = [
  { by: 'action', times: 0.5 },
  { by: 'action', times: 1 },
  { by: 'action', times: 2 },
  { by: 'action', times: 4 },
  { by: 'turn', times: 1 },
  { by: 'turn', times: 2 },
];
export const USUAL_PACE = 1;

const STEP_TIME = { action: 900, turn: 2600 };

/** Milliseconds from one step to the next. */
export function stepTime({ by, times }: Pace): number {
  return STEP_TIME[by] / times;
}

/** Where the next step leads. */
export function nextPlace({ by }: Pace, starts: readonly number[], place: number): number {
  return by === 'turn' ? nextTurn(starts, place) : place + 1;
}
