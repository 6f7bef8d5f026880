/** Creating and joining tables: what the buttons of the lobby do. */
import { api } from '../protocol/api';
import type { NewTable, SeatWish, TitleInfo } from '../protocol/rest';
import { place } from '../route.svelte';
import { session } from '../session.svelte';
import { optionsOf, type Preset } from './presets';
import { changed } from './tableForm';

/** The number of seats of a quick game: three where possible. */
export function usualSeats(title: TitleInfo): number {
  return title.seats.includes(3) ? 3 : (title.seats.find((count) => count >= 2) ?? title.seats[0] ?? 2);
}

/** The level of the bots that a newcomer meets: the second of the ladder, or what was chosen last. */
export function usualLevel(levels: readonly string[]): string {
  const chosen = session.preferences.level;
  return levels.includes(chosen) ? chosen : (levels[1] ?? levels[0] ?? '');
}

/** Create a table, keep its tokens, and go there. */
export async function createTable(table: NewTable): Promise<void> {
  const seated = await api.create(table);
  session.hold(seated.table.id, seated.tokens, seated.host, seated.table.drawn);
  const isFull = seated.table.seats.every((seat) => seat.kind !== 'open');
  if (seated.table.state === 'gathering' && isFull && seated.host) await api.start(seated.table.id, seated.host);
  place.go(`/t/${seated.table.id}`);
}

/** What one click plays: a first game until one of this title was played to its end here, then the standard game. */
export function presetNow(title: string): Preset {
  return session.preferences.played.includes(title) ? 'standard' : 'first';
}

/** One click: a table with me and bots, running. */
export async function playNow(title: TitleInfo, level: string, name: string): Promise<void> {
  const seats = usualSeats(title);
  const bots: SeatWish[] = Array.from({ length: seats - 1 }, () => ({ kind: 'bot', bot: level }));
  const options = changed(title, optionsOf(presetNow(title.name), title, seats));
  await createTable({ title: title.name, seats: [{ kind: 'me', name }, ...bots], options });
}

/** Take an open seat and go there. */
export async function joinTable(table: string, name: string, seat: number | null = null): Promise<void> {
  const seated = await api.join(table, { name, seat });
  session.hold(table, seated.tokens, seated.host, seated.table.drawn);
}
