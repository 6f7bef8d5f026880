/** Which roads join abbeys of one player, and the chains that would score now. */
import type { Point } from '../../board/geometry';
import { textsOf } from '../fields';
import type { ScoreLine } from '../types';
import type { Chart } from './chart';
import type { CardinalPublic } from './observation';
import type { Owner } from './owner';

export interface Band {
  owner: Owner;
  a: Point;
  b: Point;
  key: string;
}

/** Roads both ends of which bear abbeys of the same owner. */
export function bandsOf(chart: Chart, sites: CardinalPublic['sites']): Band[] {
  return chart.roads.flatMap(([a, b]) => {
    const owner = sites[a];
    const [p, q] = [chart.at[a], chart.at[b]];
    return owner !== undefined && owner === sites[b] && p && q ? [{ owner, a: p, b: q, key: `${a}|${b}` }] : [];
  });
}

export interface Chain {
  seat: number;
  sites: string[];
  path: string;
}

/** The chains of a score sheet, as paths along their sites. */
export function chainsOf(chart: Chart, sheets: readonly (readonly ScoreLine[])[]): Chain[] {
  return sheets.flatMap((lines, seat) =>
    lines
      .filter((line) => line.label.key === 'cardinal.score.chain')
      .map((line) => {
        const sites = textsOf(line.label.args['sites']);
        return { seat, sites, path: `M${sites.map((site) => (chart.at[site] ?? [0, 0]).join(' ')).join('L')}` };
      }),
  );
}

/** The seats that would score each alliance now, by its number. */
export function alliancesOf(sheets: readonly (readonly ScoreLine[])[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  sheets.forEach((lines, seat) => {
    for (const line of lines) {
      if (line.label.key !== 'cardinal.score.alliance') continue;
      const number = Number(line.label.args['number']);
      found.set(number, [...(found.get(number) ?? []), seat]);
    }
  });
  return found;
}

/** The soft way of an alliance from seal to seal through its number. */
export function allianceway(a: Point, at: Point, b: Point): string {
  const bend = (p: Point, q: Point): Point => [
    (p[0] + q[0]) / 2 + (q[1] - p[1]) * 0.08,
    (p[1] + q[1]) / 2 - (q[0] - p[0]) * 0.08,
  ];
  const [c, d] = [bend(a, at), bend(at, b)];
  return `M${a.join(' ')}Q${c.join(' ')} ${at.join(' ')}Q${d.join(' ')} ${b.join(' ')}`;
}
