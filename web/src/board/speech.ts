/** The boards' own words: loaded with the boards, not with the first page. */
import { Words } from '../words/words';
import en from './words.en.json';
import fr from './words.fr.json';

const known = { en: new Words('en', en), fr: new Words('fr', fr) };

/** A sentence of the boards in the language of these words. */
export function say(words: Words, key: string, args: Record<string, unknown> = {}): string {
  const own = known[words.language] ?? known.en;
  return own.atTable(words.names).text(`web.board.${key}`, args);
}
