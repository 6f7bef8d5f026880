/** Ways out of a game before its end, and out of one's list of tables; by this browser's tokens or the account. */
import { account } from '../account/account.svelte';
import { api } from '../protocol/api';
import type { TableInfo } from '../protocol/wire';
import { session } from '../session.svelte';

/** What proves that a seat is ours: its token; null where the account is enough. */
export function proofs(table: string): (string | null)[] {
  const tokens = session.held(table).tokens.map(({ token }) => token);
  return tokens.length > 0 ? tokens : [null];
}

/** The seats of people who have not resigned. */
export function people(table: TableInfo): number[] {
  return table.seats.flatMap((seat, index) => (seat.kind === 'person' && !seat.resigned ? [index] : []));
}

/** Whether these seats are the only people at a table: with them the game ends. */
export function isAlone(table: TableInfo, mine: readonly number[]): boolean {
  return people(table).every((seat) => mine.includes(seat));
}

/** Whether somebody of ours still plays there. */
export function isPlaying(table: TableInfo, mine: readonly number[]): boolean {
  return table.state === 'playing' && mine.some((seat) => table.seats[seat]?.resigned === false);
}

export async function resign(table: string): Promise<void> {
  for (const proof of proofs(table)) {
    const info = await api.resign(table, proof);
    if (info.state === 'over') return; // with the last of our seats, or with the first if nobody else plays
  }
}

/** Agree to abandon the game, or say no. */
export async function abandon(table: string, yes: boolean): Promise<void> {
  for (const proof of yes ? proofs(table) : proofs(table).slice(0, 1)) {
    const info = await api.abandon(table, proof, yes);
    if (info.state === 'over') return;
  }
}

/** Remove a table from the player's list: resign or leave where that is still open, then hide it; tokens are kept. */
export async function remove(table: TableInfo, mine: readonly number[]): Promise<void> {
  if (isPlaying(table, mine)) await resign(table.id);
  else if (table.state === 'gathering' && mine.length > 0) {
    for (const proof of proofs(table.id)) await api.leave(table.id, proof);
    session.letGo(table.id);
  }
  session.hide(table.id);
  if (account.name !== null) await api.hide(table.id, true);
}
