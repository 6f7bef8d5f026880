/** The boards' own words: loaded with the boards, not with the first page. */
import { byLanguage } from '../words/languages';
import { Words, type Entries } from '../words/words';

export type Say = (words: Words, key: string, args?: Record<string, unknown>) => string;

/** How a board speaks: its sentences in the language of the words it was given. */
export function speaker(room: string, files: Record<string, Entries>): Say {
  const known = byLanguage(files);
  return (words, key, args = {}) => {
    const own = new Words(words.language, known[words.language] ?? known['en'] ?? {}, words.names);
    return own.text(`${room}.${key}`, args);
  };
}

/** A sentence of all boards. */
export const say = speaker(
  'web.board',
  import.meta.glob<Entries>('./words.*.json', { eager: true, import: 'default' }),
);

/** A thing in a board file, with its names. */
export interface Named {
  id: string;
  name?: string;
  [inLanguage: `name_${string}`]: string | undefined;
}

/** The name of a thing in a board file of one's own: that of the language where it is given, else `name`. */
export function nameIn(list: readonly Named[], id: string, words: Words): string | undefined {
  const found = list.find((one) => one.id === id);
  return found?.[`name_${words.language}`] ?? found?.name;
}
