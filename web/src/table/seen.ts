/** How the text view reads any observation: names for ids, words for keys, seats for seat numbers. */
import type { Message } from '../games/types';
import type { Words } from '../words/words';

/** Parts of a title's catalogue that are sentences, not names of things. */
const SENTENCES = new Set(['option', 'action', 'event', 'score', 'asked', 'refusal', 'why', 'figure', 'about', 'name', 'log']);
/** Keys under which a list has one entry for each seat. */
const PER_SEAT = new Set(['scores', 'hands', 'reserves', 'sheets', 'commanderies', 'abbeys', 'advisors', 'kept', 'privileges', 'boards', 'stocks']);
/** Keys whose number is a seat. */
const SEAT = new Set(['seat', 'abbey', 'viewer', 'first_seat', 'owner', 'keeper_held_by', 'initiative', 'abbot', 'holder']);
const SEATS = new Set(['actors', 'to_act', 'pope_order', 'order', 'done']);
/** Keys of objects whose values are seats: who holds what. */
const OF_SEATS = new Set(['sites', 'influence']);
/** Keys that say nothing to a player. */
const SILENT = new Set(['title', 'seats', 'options', 'viewer']);

export class Reader {
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
  key(key: string): string {
    const own = this.words.entries[`web.seen.${key}`];
    return own ?? this.names.get(key) ?? capital(key.replaceAll('_', ' '));
  }

  isPerSeat(key: string, value: readonly unknown[]): boolean {
    return PER_SEAT.has(key) && value.length === this.seats;
  }

  /** A value that fits on a line, else null; `within` is the key of the object it stands in. */
  line(key: string, value: unknown, within = ''): string | null {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'boolean') return this.words.text(value ? 'web.yes' : 'web.no');
    if (typeof value === 'number') return SEAT.has(key) || OF_SEATS.has(within) ? this.words.seat(value) : String(value);
    if (typeof value === 'string') return this.names.get(value) ?? value.replaceAll('_', ' ');
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

  /** The columns of a list of objects: keys whose values all fit on a line. */
  columns(rows: readonly Record<string, unknown>[]): string[] {
    const keys = new Set(rows.flatMap((row) => Object.keys(row)));
    return [...keys].filter((key) => rows.every((row) => this.line(key, row[key]) !== null || isCounts(row[key])));
  }

  /** A cell of a table: a line, or short counts ("2 · 0 · 1"). */
  cell(key: string, value: unknown): string {
    return this.line(key, value) ?? (isCounts(value) ? value.join(' · ') : '…');
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
