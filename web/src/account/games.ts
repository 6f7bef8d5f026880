/** What an account's lists are made of. Pure functions. */
import type { TableInfo } from '../protocol/wire';
import type { MySeat } from '../protocol/rest';

/** The place of a seat by its score; seats with the same score share a place. A solo game has none: 0. */
export function rankOf(scores: readonly number[], seat: number): number {
  if (scores.length === 1) return 0;
  return 1 + scores.filter((score) => score > (scores[seat] ?? 0)).length;
}

/** Each table once, with all the seats one has there, in the order in which they came. */
export function tablesOf(seats: readonly MySeat[]): { table: TableInfo; mine: number[] }[] {
  const found = new Map<string, { table: TableInfo; mine: number[] }>();
  for (const { table, seat } of seats) {
    const known = found.get(table.id);
    if (known) known.mine.push(seat);
    else found.set(table.id, { table, mine: [seat] });
  }
  return [...found.values()];
}
