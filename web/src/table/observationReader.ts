/** How the text view reads any observation: names for ids, words for keys, seats for seat numbers. */
import type { Message } from '../games/types';
import type { Words } from '../words/words';

/** Parts of a title's catalogue that are sentences, not names of things. */
const SENTENCES = new Set([
  'option',
  'action',
  'event',
  'score',
  'asked',
  'refusal',
  'why',
  'figure',
  'the_card',
  'the_character',
  'from_place',
  'to_place',
  'some',
  'about',
  'name',
  'log',
]);
/** Keys under which a list has one entry for each seat. */
const PER_SEAT = new Set([
  'scores',
  'hands',
  'reserves',
  'sheets',
  'commanderies',
  'abbeys',
  'advisors',
  'kept',
  'privileges',
  'boards',
  'stocks',
]);
/** Keys whose number is a seat. */
const SEAT = new Set([
  'seat',
  'abbey',
  'viewer',
  'first_seat',
  'owner',
  'keeper_held_by',
  'first_player',
  'by',
  'ally',
  'holder',
]);
/** Titles that call the seat whose turn it is `turn`; elsewhere that is the number of the turn. */
const TURN_IS_SEAT = new Set(['kings_abbey']);
const SEATS = new Set(['waiting_for', 'actors', 'to_act', 'pope_order', 'order', 'done']);
/** Keys of objects whose values are seats: who holds what. */
const OF_SEATS = new Set(['sites', 'influence']);
/** Keys of cards, where a card has the id of a place: its name is the card's. */
const OF_CARDS = new Set(['hand', 'known', 'open', 'discard', 'unseen', 'card']);
/** Keys that say nothing to a player. */
const SILENT = new Set(['title', 'seats', 'options', 'viewer']);

export class ObservationReader {
  private readonly names = new Map<string, string>();

  constructor(
    readonly title: string,
    readonly seats: number,
    readonly words: Words,
  ) {
    for (const [key, text] of Object.entries(words.entries)) {
      const [room, kind, id, more] = key.split('.');
      if (room === title && kind && id && more === undefined && !SENTENCES.has(kind) && !this.names.has(id))
        this.names.set(id, text);
    }
  }

  isSilent(key: string): boolean {
    return SILENT.has(key);
  }

  /** The word for a key: the client's, the title's name for an id, else the key itself, readable. */
  key(key: string, within = ''): string {
    const own = this.words.entries[`web.seen.${key}`];
    return own ?? this.name(key, within) ?? capital(key.replaceAll('_', ' '));
  }

  private name(id: string, key: string): string | undefined {
    const card = OF_CARDS.has(key) ? this.words.entries[`${this.title}.card.${id}`] : undefined;
    return card ?? this.names.get(id);
  }

  isPerSeat(key: string, value: readonly unknown[]): boolean {
    return PER_SEAT.has(key) && value.length === this.seats;
  }

  /** A value that fits on a line, else null; `within` is the key of the object it stands in. */
  line(key: string, value: unknown, within = ''): string | null {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'boolean') return this.words.text(value ? 'web.yes' : 'web.no');
    if (typeof value === 'number') return this.isSeat(key, within) ? this.words.seat(value) : String(value);
    if (typeof value === 'string') return this.name(value, key) ?? value.replaceAll('_', ' ');
    if (Array.isArray(value)) return this.list(key, value);
    if (isMessage(value)) return this.words.say(value);
    const entries = Object.entries(value);
    if (entries.length === 0) return '–';
    return null;
  }

  private list(key: string, value: readonly unknown[]): string | null {
    if (value.length === 0) return '–';
    if (value.some((item) => typeof item === 'object' && item !== null && !isMessage(item))) return null;
    if (this.isPerSeat(key, value)) return null;
    const asSeats = SEATS.has(key) && value.every((item) => typeof item === 'number');
    return value.map((item) => (asSeats ? this.words.seat(item as number) : this.line(key, item))).join(', ');
  }

  private isSeat(key: string, within: string): boolean {
    if (key === 'turn') return TURN_IS_SEAT.has(this.title);
    return SEAT.has(key) || OF_SEATS.has(within);
  }

  /** The columns of a list of objects: keys whose values all fit into a cell. */
  columns(rows: readonly Record<string, unknown>[]): string[] {
    const keys = new Set(rows.flatMap((row) => Object.keys(row)));
    return [...keys].filter((key) => rows.every((row) => this.cell(key, row[key]) !== null));
  }

  /** What the columns of a row leave out. */
  rest(row: Record<string, unknown>, columns: readonly string[]): Record<string, unknown> | null {
    const left = Object.entries(row).filter(([key]) => !columns.includes(key));
    return left.length > 0 ? Object.fromEntries(left) : null;
  }

  /** What a row is called: its player, its name. */
  rowName(row: Record<string, unknown>): string {
    const key = ['seat', 'id', 'name', 'card', 'place'].find((one) => row[one] !== undefined);
    return key === undefined ? '' : (this.line(key, row[key]) ?? '');
  }

  /** A cell of a table: a line, short counts ("2 · 0 · 1"), or a few named numbers; else null. */
  cell(key: string, value: unknown): string | null {
    const line = this.line(key, value);
    if (line !== null) return line;
    if (isCounts(value)) return value.join(' · ');
    if (!isRecord(value)) return null;
    const parts = Object.entries(value).map(([name, item]) => [this.key(name), this.line(name, item)] as const);
    return parts.some(([, item]) => item === null) ? null : parts.map(([name, item]) => `${name} ${item}`).join(', ');
  }
}

function isCounts(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number' || typeof item === 'string');
}

export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'key' in value && 'args' in value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMessage(value);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
