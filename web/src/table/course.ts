/** How a match went: the points of each seat over its turns as lines of a graph, and the moments that decided it. Pure functions. */
import type { CoursePoint } from '../protocol/rest';

export interface Graph {
  /** The least and the most points that occur; nothing is always between them. */
  low: number;
  high: number;
  /** By seat: its places from left to right, both from 0 to 1, with y downwards. */
  lines: [number, number][][];
}

/** The points as lines, each beginning with nothing. */
export function graphOf(points: readonly CoursePoint[], seats: number): Graph {
  const all = points.flatMap(({ scores }) => scores);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const length = Math.max(1, points.at(-1)?.at ?? 1);
  const y = (value: number): number => (high - value) / (high - low);
  const lines = Array.from({ length: seats }, (_, seat) => [
    [0, y(0)] as [number, number],
    ...points.map(({ at, scores }): [number, number] => [at / length, y(scores[seat] ?? 0)]),
  ]);
  return { low, high, lines };
}

/** A turn that decided something. */
export interface KeyMoment {
  /** After this many actions. */
  at: number;
  /** Where the turn began. */
  from: number;
  /** Who took the lead, or gained on the others. */
  seat: number;
  kind: 'lead' | 'gain';
  /** The points that were gained in this turn. */
  by: number;
}

const MOST_GAINS = 3;

/** The one that is ahead of all others; null where nobody is. */
function leader(scores: readonly number[]): number | null {
  const most = Math.max(...scores);
  const first = scores.indexOf(most);
  return scores.lastIndexOf(most) === first ? first : null;
}

/**
 * The greatest gains on the others, and the turn in which who leads at the end took the lead for good; in their order.
 * A turn of chance before anybody has acted is none.
 */
export function keyMoments(points: readonly CoursePoint[]): KeyMoment[] {
  const found: (KeyMoment & { size: number })[] = [];
  points.forEach(({ at, scores, seat: first }, index) => {
    const before = points[index - 1];
    if (!before || first < 0 || scores.length < 2) return;
    const gains = scores.map((score, seat) => score - (before.scores[seat] ?? 0));
    gains.forEach((by, seat) => {
      const others = gains.filter((_, other) => other !== seat);
      const size = by - others.reduce((sum, one) => sum + one, 0) / others.length;
      if (by > 0 && size > 0) found.push({ at, from: before.at, seat, kind: 'gain', by, size });
    });
  });
  const gains = found.sort((a, b) => b.size - a.size).slice(0, MOST_GAINS);
  const lead = lastLead(points);
  const moments: KeyMoment[] = [...gains.filter((one) => one.at !== lead?.at || one.seat !== lead.seat), lead]
    .filter((one) => one !== null)
    .map(({ at, from, seat, kind, by }) => ({ at, from, seat, kind, by }));
  return moments.sort((a, b) => a.at - b.at);
}

/** When the leader at the end took the lead for good; null where nobody leads or nobody else ever did. */
function lastLead(points: readonly CoursePoint[]): KeyMoment | null {
  const winner = leader(points.at(-1)?.scores ?? []);
  const lost = points.findLastIndex(({ scores }) => leader(scores) !== winner);
  const [before, now] = [points[lost], points[lost + 1]];
  if (winner === null || !before || !now || before.scores.every((score) => score === 0)) return null;
  const by = (now.scores[winner] ?? 0) - (before.scores[winner] ?? 0);
  return { at: now.at, from: before.at, seat: winner, kind: 'lead', by };
}
