/** The boards' own words: loaded with the boards, not with the first page. */
import { Words, type Entries, type Language } from '../words/words';
import en from './words.en.json';
import fr from './words.fr.json';

export type Say = (words: Words, key: string, args?: Record<string, unknown>) => string;

/** How a board speaks: its sentences in the language of the words it was given. */
export function speaker(room: string, entries: Record<Language, Entries>): Say {
  const known = { en: new Words('en', entries.en), fr: new Words('fr', entries.fr) };
  return (words, key, args = {}) => {
    const own = known[words.language] ?? known.en;
    return own.atTable(words.names).text(`${room}.${key}`, args);
  };
}

/** A sentence of all boards. */
export const say = speaker('web.board', { en, fr });
