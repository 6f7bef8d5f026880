/** What the points of a result came from: lines of the same kind taken together, for the chart. */
import type { Result, Said } from '../protocol/wire';

export interface Shares {
  /** One kind of points for each sort of line, in the order of their rules. */
  kinds: { rule: string; label: Said }[];
  /** By seat, then by kind. */
  points: number[][];
  /** By seat: the sum of what is positive, the length of its bar. */
  totals: number[];
}

export function shares(result: Result): Shares {
  const kinds: Shares['kinds'] = [];
  for (const line of result.lines.flat())
    if (!kinds.some((kind) => kind.label.key === line.label.key)) kinds.push({ rule: line.rule, label: line.label });
  kinds.sort((a, b) => a.rule.localeCompare(b.rule, 'en', { numeric: true }));
  const points = result.lines.map((lines) =>
    kinds.map((kind) => lines.filter((line) => line.label.key === kind.label.key).reduce((sum, line) => sum + line.points, 0)),
  );
  return { kinds, points, totals: points.map((list) => list.reduce((sum, value) => sum + Math.max(0, value), 0)) };
}
