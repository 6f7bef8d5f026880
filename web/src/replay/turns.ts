/** Where turns begin in a replay, whose places are numbers of actions. Pure functions. */
import type { Happening } from '../games/types';

/** The places where a turn begins, with the beginning and the end of the match. `log[i]` is the action after place i. */
export function turnStarts(log: readonly Pick<Happening, 'turn'>[]): number[] {
  const starts = [0];
  log.forEach(({ turn }, place) => {
    if (place > 0 && turn !== log[place - 1]?.turn) starts.push(place);
  });
  if (log.length > 0) starts.push(log.length);
  return starts;
}

/** Where the next turn begins. */
export function nextTurn(starts: readonly number[], place: number): number {
  return starts.find((start) => start > place) ?? place;
}

/** Where this turn began, or from its beginning the one before. */
export function previousTurn(starts: readonly number[], place: number): number {
  return starts.findLast((start) => start < place) ?? 0;
}
