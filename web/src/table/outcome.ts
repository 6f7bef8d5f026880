/** What the points of a result came from: lines of the same kind taken together, for the chart. */
import type { Result, Said } from '../protocol/wire';

export interface Shares {
  /** One kind of points for each sort of line, in the order of their rules. */
  kinds: { rule: string; label: Said }[];
  /** By seat, then by kind. */
  points: number[][];
}

/** One stretch of a bar, in hundredths of its width. */
export interface Part {
  kind: number;
  points: number;
  from: number;
  to: number;
}

export interface Bars {
  /** Where nothing is: what was gained stands to its right, what was lost to its left. */
  zero: number;
  /** By seat: its stretches, and where its score is. */
  seats: { parts: Part[]; total: number }[];
}

export function shares(result: Result): Shares {
  const kinds: Shares['kinds'] = [];
  for (const line of result.lines.flat())
    if (!kinds.some((kind) => kind.label.key === line.label.key)) kinds.push({ rule: line.rule, label: line.label });
  kinds.sort((a, b) => a.rule.localeCompare(b.rule, 'en', { numeric: true }));
  const points = result.lines.map((lines) =>
    kinds.map((kind) =>
      lines.filter((line) => line.label.key === kind.label.key).reduce((sum, line) => sum + line.points, 0),
    ),
  );
  return { kinds, points };
}

const sum = (points: readonly number[]): number => points.reduce((all, one) => all + one, 0);

/** The bars of all seats in one measure, which reaches from the deepest loss to the highest gain. */
export function bars({ points }: Shares): Bars {
  const gained = points.map((list) => sum(list.filter((one) => one > 0)));
  const lost = points.map((list) => -sum(list.filter((one) => one < 0)));
  const least = Math.max(0, ...lost);
  const measure = 100 / Math.max(1, least + Math.max(0, ...gained));
  const place = (value: number) => (least + value) * measure;
  return {
    zero: place(0),
    seats: points.map((list) => {
      let [high, low] = [0, 0];
      const parts: Part[] = [];
      list.forEach((one, kind) => {
        if (one > 0) parts.push({ kind, points: one, from: place(high), to: place((high += one)) });
        else if (one < 0) parts.push({ kind, points: one, to: place(low), from: place((low += one)) });
      });
      return { parts, total: place(sum(list)) };
    }),
  };
}
