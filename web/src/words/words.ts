/**
 * The catalogue of one language: messages (a key and arguments) become sentences, exactly as in core/words.py.
 *
 *     {n}                 the argument itself
 *     {country:country}   the argument looked up as `<room>.country.<argument>`, else as `<room>.country`
 *     {good:amount n}     the same; the entry that is found may use the argument `n` of the message as `{n}`
 *     {n:abbey|abbeys}    the first form for one, the second for many
 *     {x:seat}            the name of the player on that seat
 *
 * An entry that is looked up may be a template, too: its `{id}` is the argument. A list is joined as in speech.
 */
import type { Message } from '../games/types';

/** The code of a language, such as `en`; languages.ts knows which there are. */
export type Language = string;
export type Entries = Readonly<Record<string, string>>;

type Args = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(\w+)(?::([^{}]*))?\}/g;
/** What a template says before a placeholder and shortens before a vowel, by language. */
const ELIDABLE: Readonly<Record<Language, RegExp>> = { fr: /\b[Dd]e $/ };
/** How a name begins that elides. An h is mute in most French names (Hélène, Hugues), but not before an a. */
const VOWEL = /^(?:[aeiouœæ]|y[^aeiou]|h[^a])/i;

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
    return this.fill(message.key.split('.', 1)[0] ?? '', template, message.args);
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

  private fill(room: string, template: string, args: Args): string {
    let [said, end] = ['', 0];
    for (const found of template.matchAll(PLACEHOLDER)) {
      const [whole, name = '', how] = found;
      const shown = name in args ? this.show(room, args, args[name], how) : whole;
      said = this.elided(said + template.slice(end, found.index), shown) + shown;
      end = found.index + whole.length;
    }
    return said + template.slice(end);
  }

  /** `de ` becomes `d’` before a vowel, with or without an accent. */
  private elided(said: string, following: string): string {
    const elides = ELIDABLE[this.language]?.test(said) && VOWEL.test(following.normalize('NFD'));
    return elides ? `${said.slice(0, -2)}’` : said;
  }

  private show(room: string, args: Args, value: unknown, how: string | undefined): string {
    if (Array.isArray(value)) return this.joined(value.map((item) => this.show(room, args, item, how)));
    if (isMessage(value)) return this.say({ key: value.key, args: value.args ?? {} });
    if (how === undefined) return String(value);
    if (how === 'seat') return this.seat(Number(value));
    const bar = how.indexOf('|');
    if (bar >= 0) return this.isOne(Number(value)) ? how.slice(0, bar) : how.slice(bar + 1);
    return this.lookedUp(room, args, value, how);
  }

  private joined(items: readonly string[]): string {
    if (items.length < 2 || !this.has('core.list')) return items.join(', ');
    return this.text('core.list', { items: items.slice(0, -1).join(', '), last: items.at(-1) });
  }

  private lookedUp(room: string, args: Args, value: unknown, how: string): string {
    const [kind = '', counted = ''] = how.split(' ');
    const entry = this.entries[`${room}.${kind}.${String(value)}`] ?? this.entries[`${room}.${kind}`];
    if (entry === undefined) return String(value);
    if ('id' in args) return entry; // inside such an entry already: a name on a player's own board is no template
    return this.fill(room, entry, counted in args ? { id: value, n: args[counted] } : { id: value });
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
