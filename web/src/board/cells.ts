/** The lands of a board without a map: around each of its places what is nearest to it, within reach. */
import type { Point } from './geometry';

const CORNERS = 20;

/** What is left of a convex polygon on this side of the line halfway between two points. */
function halved(polygon: readonly Point[], own: Point, other: Point): Point[] {
  const side = ([x, y]: Point): number =>
    (x - (own[0] + other[0]) / 2) * (other[0] - own[0]) + (y - (own[1] + other[1]) / 2) * (other[1] - own[1]);
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length] ?? p;
    const [a, b] = [side(p), side(q)];
    const kept: Point[] = a <= 0 ? [p] : [];
    if (a * b < 0) kept.push([p[0] + ((q[0] - p[0]) * a) / (a - b), p[1] + ((q[1] - p[1]) * a) / (a - b)]);
    return kept;
  });
}

/** The cell of a point among others: a many-sided round, cut where another point is nearer. */
export function cellOf(own: Point, others: readonly Point[], reach: number): Point[] {
  let cell = Array.from({ length: CORNERS }, (_, i): Point => {
    const angle = (2 * Math.PI * i) / CORNERS;
    return [own[0] + reach * Math.cos(angle), own[1] + reach * Math.sin(angle)];
  });
  for (const other of others) if (other !== own) cell = halved(cell, own, other);
  return cell;
}

/** The path of a land: the cells of its points among all points. */
export function landPath(own: readonly Point[], all: readonly Point[], reach: number): string {
  const cells = own.map((point) => cellOf(point, all, reach)).filter((cell) => cell.length > 2);
  return cells.map((cell) => `M${cell.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}Z`).join('');
}
