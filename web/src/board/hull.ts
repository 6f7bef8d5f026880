/** The shape around a handful of points, for boards without a map. */
import type { Point } from './geometry';

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** The convex hull, counter-clockwise. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2) as Point, chain.at(-1) as Point, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** The hull blown up by so much, with round corners made of short lines. */
export function hullPath(points: readonly Point[], by: number): string {
  const round = points.flatMap(([x, y]) =>
    Array.from({ length: 12 }, (_, i): Point => {
      const a = (i * Math.PI) / 6;
      return [Math.round(x + by * Math.cos(a)), Math.round(y + by * Math.sin(a))];
    }),
  );
  return `M${hull(round).map((p) => p.join(' ')).join('L')}Z`;
}
