/** What this browser remembers: language, look, preferences, the player's name, and the seats it holds. */
import { preferred } from './words/languages';
import type { Language } from './words/words';
import type { HeldSeat, SeatToken } from './protocol/rest';

export type Theme = 'auto' | 'light' | 'dark';
/** `turn`: a whole turn is drafted, then confirmed. `once`: every choice is played at once (undo takes it back). */
export type Confirming = 'turn' | 'once';
export type Pace = 'calm' | 'brisk' | 'instant';

export interface Preferences {
  language: Language;
  theme: Theme;
  confirming: Confirming;
  pace: Pace;
  sound: boolean;
  /** The text view instead of the board. */
  text: boolean;
  name: string;
  level: string;
  /** How many actions were chosen here: at first the table says how to. */
  lessons: number;
  /** The titles whose primer was read and put away. */
  primed: string[];
  /** The titles of which a game was played to its end here: others begin with what suits a first game. */
  played: string[];
}

/** What this browser holds at one table. */
export interface Held {
  tokens: SeatToken[];
  host: string | null;
  at: number;
  /** The seats are those after the draw. */
  drawn?: boolean;
  /** Left out of the list of one's tables. */
  hidden?: boolean;
}

const PREFERENCES = 'abbatia.habits'; // the key of the first versions, so that saved preferences stay valid
const TABLES = 'abbatia.tables';
const MOST_TABLES = 60;

function read<T>(key: string, otherwise: T): T {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? otherwise : { ...otherwise, ...(JSON.parse(kept) as T) };
  } catch {
    return otherwise; // private browsing, or a foreign value: begin anew
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // without storage the page works until it is closed
  }
}

function browserLanguage(): Language {
  return typeof navigator === 'undefined' ? 'en' : preferred(navigator.languages);
}

class Session {
  preferences = $state<Preferences>(
    read<Preferences>(PREFERENCES, {
      language: browserLanguage(),
      theme: 'auto',
      confirming: 'turn',
      pace: 'calm',
      sound: false,
      text: false,
      name: '',
      level: '',
      lessons: 0,
      primed: [],
      played: [],
    }),
  );
  private tables: Record<string, Held> = read<Record<string, Held>>(TABLES, {});

  change(preferences: Partial<Preferences>): void {
    Object.assign(this.preferences, preferences);
    keep(PREFERENCES, this.preferences);
  }

  /** A game of this title was played to its end. */
  played(title: string): void {
    const { played } = this.preferences;
    if (!played.includes(title)) this.change({ played: [...played, title] });
  }

  held(table: string): Held {
    return this.tables[table] ?? { tokens: [], host: null, at: 0 };
  }

  /** The tables where this browser holds a seat, the newest first. */
  heldTables(): string[] {
    return Object.entries(this.tables)
      .sort(([, a], [, b]) => b.at - a.at)
      .map(([id]) => id);
  }

  /** Those of them that have not been removed from the list. */
  listedTables(): string[] {
    return this.heldTables().filter((table) => !this.held(table).hidden);
  }

  /** All seats that this browser holds, those of the newest table first. */
  heldSeats(): HeldSeat[] {
    return this.heldTables().flatMap((table) => this.held(table).tokens.map(({ token }) => ({ table, token })));
  }

  /** Keep what we were given at a table; `drawn` is its order of seats, once that has been drawn. */
  hold(table: string, tokens: SeatToken[], host: string | null, drawn: readonly number[] = []): void {
    this.settle(table, drawn);
    const before = this.held(table);
    const others = before.tokens.filter((old) => !tokens.some((token) => token.seat === old.seat));
    this.tables[table] = {
      tokens: [...others, ...tokens],
      host: host ?? before.host,
      at: Date.now(),
      drawn: drawn.length > 0,
    };
    const newest = this.heldTables().slice(0, MOST_TABLES);
    this.tables = Object.fromEntries(newest.map((id) => [id, this.held(id)]));
    keep(TABLES, this.tables);
  }

  /** The seats were drawn: what we took before is somewhere else now. */
  settle(table: string, drawn: readonly number[]): void {
    const before = this.tables[table];
    if (!before || before.drawn || drawn.length === 0) return;
    const tokens = before.tokens.map(({ seat, token }) => ({ seat: drawn.indexOf(seat), token }));
    this.tables[table] = { ...before, tokens, drawn: true };
    keep(TABLES, this.tables);
  }

  /** Give the seats up; the host's say stays. */
  letGo(table: string): void {
    const { host } = this.held(table);
    if (host === null) this.forget(table);
    else this.tables[table] = { tokens: [], host, at: Date.now() };
    keep(TABLES, this.tables);
  }

  /** Leave a table out of the list; what is held there is kept. */
  hide(table: string): void {
    if (!(table in this.tables)) return;
    this.tables[table] = { ...this.held(table), hidden: true };
    keep(TABLES, this.tables);
  }

  forget(table: string): void {
    this.tables = Object.fromEntries(Object.entries(this.tables).filter(([id]) => id !== table));
    keep(TABLES, this.tables);
  }
}

export const session = new Session();

/** The theme that is shown, `auto` resolved by the system. */
export function shownTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
