import { expect, it } from 'vitest';
import { nextTurn, previousTurn, turnStarts } from '../src/replay/turns';

const log = [0, 0, 0, 1, 1, 2].map((turn) => ({ turn }));

it('goes through a replay turn by turn', () => {
  const starts = turnStarts(log);
  expect(starts).toEqual([0, 3, 5, 6]);
  expect([0, 2, 3, 4, 5, 6].map((place) => nextTurn(starts, place))).toEqual([3, 3, 5, 5, 6, 6]);
  expect([0, 1, 3, 4, 6].map((place) => previousTurn(starts, place))).toEqual([0, 0, 0, 3, 5]);
});

it('stays where nothing happened', () => {
  expect(turnStarts([])).toEqual([0]);
  expect(nextTurn([0], 0)).toBe(0);
});
