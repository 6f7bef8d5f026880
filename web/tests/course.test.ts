import { describe, expect, it } from 'vitest';
import { graphOf, keyMoments } from '../src/table/course';

const point = (at: number, scores: number[], seat = 0) => ({ at, turn: at, seat, scores });

describe('the graph of a match', () => {
  it('reaches from the least to the most points, with nothing between them', () => {
    const { low, high, lines } = graphOf([point(5, [2, -4]), point(10, [6, 1])], 2);
    expect([low, high]).toEqual([-4, 6]);
    expect(lines[0]).toEqual([
      [0, 0.6],
      [0.5, 0.4],
      [1, 0],
    ]);
    expect(lines[1]?.[1]).toEqual([0.5, 1]);
  });
  it('is a level line where nobody has scored', () => {
    expect(graphOf([point(5, [0, 0])], 2).lines[0]).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

describe('key moments', () => {
  it('are when the lead was taken for good, and the greatest gains on the others', () => {
    const points = [
      point(3, [1, 0]),
      point(6, [1, 9]),
      point(9, [2, 9]),
      point(12, [14, 9]),
      point(15, [15, 12]),
      point(18, [15, 13]),
    ];
    expect(keyMoments(points)).toEqual([
      { at: 6, from: 3, seat: 1, kind: 'gain', by: 9 },
      { at: 12, from: 9, seat: 0, kind: 'lead', by: 12 },
      { at: 15, from: 12, seat: 1, kind: 'gain', by: 3 },
    ]);
  });
  it('are none where only one plays, and no lead is told where nobody was ever ahead of the winner', () => {
    expect(keyMoments([point(3, [4]), point(6, [9])])).toEqual([]);
    expect(keyMoments([point(3, [1, 0]), point(6, [5, 0])]).map(({ kind }) => kind)).toEqual(['gain']);
  });
  it('do not count what chance dealt', () => {
    expect(keyMoments([point(3, [1, 0]), point(6, [5, 0], -1)])).toEqual([]);
  });
});
