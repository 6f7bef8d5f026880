import { describe, expect, it } from 'vitest';
import {
  beside,
  brought,
  CLOSEST,
  closest,
  coarse,
  fitted,
  held,
  hit,
  neighbour,
  shown,
  zoomed,
  type Spot,
} from './geometry';
import { cellOf, landPath } from './cells';

const sheet = { width: 1600, height: 1200 };
const laptop = { width: 1000, height: 640 };

describe('views', () => {
  it('shows the whole sheet in the middle', () => {
    const view = fitted(sheet, laptop);
    expect(view.k).toBeCloseTo(640 / 1200);
    expect(view.y).toBeCloseTo(0);
    expect(view.x).toBeCloseTo((1000 - 1600 * view.k) / 2);
  });

  it('keeps the point under the finger where it is while zooming', () => {
    const view = shown({ left: 300, top: 300, right: 700, bottom: 600 }, sheet, laptop);
    const next = zoomed(view, 1.3, [500, 320], sheet, laptop);
    const before = [(500 - view.x) / view.k, (320 - view.y) / view.k];
    const after = [(500 - next.x) / next.k, (320 - next.y) / next.k];
    expect(after[0]).toBeCloseTo(before[0] as number);
    expect(after[1]).toBeCloseTo(before[1] as number);
  });

  it('brings a point into sight beside what lies over the window, and moves for nothing else', () => {
    const cover = { left: 8, top: 300, right: 992, bottom: 632 };
    const part = beside(cover, laptop);
    expect(part).toEqual({ left: 0, top: 0, right: 1000, bottom: 300 });
    const view = zoomed(fitted(sheet, laptop), 3, [500, 320], sheet, laptop);
    const after = brought(view, [500, 800], part, sheet, laptop);
    expect(after.k).toBe(view.k);
    expect(after.x + 500 * after.k).toBeCloseTo(500);
    expect(after.y + 800 * after.k).toBeCloseTo(150);
    expect(brought(after, [520, 810], part, sheet, laptop)).toEqual(after);
    const corner = brought(view, [0, 0], part, sheet, laptop);
    expect([corner.x, corner.y]).toEqual([0, 0]); // never off its window
  });

  it('never zooms out beyond the whole, nor in beyond the closest', () => {
    const whole = fitted(sheet, laptop).k;
    expect(zoomed(fitted(sheet, laptop), 0.1, [0, 0], sheet, laptop).k).toBeCloseTo(whole);
    expect(zoomed(fitted(sheet, laptop), 1000, [0, 0], sheet, laptop).k).toBeCloseTo(whole * CLOSEST);
  });

  it('sizes things for a zoom that stays the same for a few pixels, and is never beyond the real one', () => {
    const steps = new Set<number>();
    for (let height = 600; height < 660; height++) {
      const { k } = fitted(sheet, { width: 1000, height });
      expect(coarse(k)).toBeLessThanOrEqual(k);
      expect(coarse(k)).toBeGreaterThan(k * 0.95);
      expect(coarse(coarse(k))).toBe(coarse(k));
      steps.add(coarse(k));
    }
    expect(steps.size).toBeLessThan(5);
  });

  it('never moves the sheet off its window', () => {
    const view = held({ k: 1, x: 900, y: -5000 }, sheet, laptop);
    expect(view.x).toBe(0);
    expect(view.y).toBe(640 - 1200);
  });
});

describe('hitting', () => {
  const spots: Spot[] = [
    { target: 'a', x: 100, y: 100, r: 20 },
    { target: 'b', x: 150, y: 100, r: 20 },
    { target: 'c', x: 100, y: 300, r: 20 },
  ];

  it('takes the nearest open spot within reach of a finger', () => {
    expect(hit(spots, [128, 100], 45, new Set(['a', 'b']))?.target).toBe('b');
    expect(hit(spots, [128, 100], 45, new Set(['a']))?.target).toBe('a');
  });

  it('still finds a closed spot right under the finger, so that it can say why not', () => {
    expect(hit(spots, [102, 302], 45, new Set(['a']))?.target).toBe('c');
  });

  it('finds nothing far from every spot', () => {
    expect(hit(spots, [400, 400], 45, new Set(['a']))).toBeNull();
  });

  it('walks with the arrow keys', () => {
    expect(neighbour(spots, spots[0] as Spot, 'right')?.target).toBe('b');
    expect(neighbour(spots, spots[0] as Spot, 'down')?.target).toBe('c');
    expect(neighbour(spots, spots[0] as Spot, 'up')).toBeNull();
  });

  it('measures how tight spots stand', () => {
    expect(closest(spots.map(({ x, y }) => [x, y] as const))).toBe(50);
  });
});

describe('lands without a map', () => {
  it('end halfway to the next place', () => {
    const cell = cellOf(
      [100, 100],
      [
        [100, 100],
        [160, 100],
      ],
      80,
    );
    expect(Math.max(...cell.map(([x]) => x))).toBeCloseTo(130);
    expect(Math.min(...cell.map(([x]) => x))).toBeCloseTo(20);
  });

  it('are paths, one ring a place', () => {
    expect(
      landPath(
        [
          [100, 100],
          [300, 100],
        ],
        [
          [100, 100],
          [300, 100],
          [500, 500],
        ],
        60,
      ).match(/M/g),
    ).toHaveLength(2);
  });
});
