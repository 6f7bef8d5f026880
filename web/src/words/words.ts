/**
 * The catalogue of one language: messages (a key and arguments) become sentences, exactly as in core/words.py.
 *
 *     {n}                 the argument itself
 *     {country:country}   the argument looked up as `<room>.country.<argument>`
 *     {n:abbey|abbeys}    the first form for one, the second for many
 *     {x:seat}            the name of the player on that seat
 */
import type { Message } from '../games/types';

/** The code of a language, such as `en`; languages.ts knows which there are. */
export type Language = string;
export type Entries = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;

export class Words {
  constructor(
    readonly language: Language,
    readonly entries: Entries,
    readonly names: readonly string[] = [],
  ) {}

  /** The same words with the players' own names for `{x:seat}`. */
  atTable(names: readonly string[]): Words {
    return new Words(this.language, this.entries, names);
  }

  /** The same words and some more, such as the names on a board of the players' own. */
  with(more: Entries): Words {
    return new Words(this.language, { ...this.entries, ...more }, this.names);
  }

  has(key: string): boolean {
    return key in this.entries;
  }

  /** The sentence for this message; a key that is missing is shown as it is. */
  say(message: Message): string {
    const template = this.entries[message.key];
    if (template === undefined) return message.key;
    const room = message.key.split('.', 1)[0] ?? '';
    return template.replace(PLACEHOLDER, (whole, name: string, how: string | undefined) =>
      name in message.args ? this.show(room, message.args[name], how) : whole,
    );
  }

  text(key: string, args: Record<string, unknown> = {}): string {
    return this.say({ key, args });
  }

  /** The name of an id of a title: `name('cardinal', 'country', 'france')`; the id itself when there is none. */
  name(room: string, kind: string, id: string): string {
    return this.entries[`${room}.${kind}.${id}`] ?? id.replaceAll('_', ' ');
  }

  seat(seat: number): string {
    return this.names[seat] ?? this.text('core.seat', { n: seat + 1 });
  }

  private show(room: string, value: unknown, how: string | undefined): string {
    if (Array.isArray(value)) return value.map((item) => this.show(room, item, how)).join(', ');
    if (isMessage(value)) return this.say({ key: value.key, args: value.args ?? {} });
    if (how === undefined) return String(value);
    if (how === 'seat') return this.seat(Number(value));
    const bar = how.indexOf('|');
    if (bar >= 0) return this.isOne(Number(value)) ? how.slice(0, bar) : how.slice(bar + 1);
    return this.entries[`${room}.${how}.${String(value)}`] ?? String(value);
  }

  /** One is singular; so is zero in some languages, such as French. */
  private isOne(value: number): boolean {
    const number = Math.abs(Math.trunc(value));
    return new Intl.PluralRules(this.language).select(number) === 'one';
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'key' in value;
}
