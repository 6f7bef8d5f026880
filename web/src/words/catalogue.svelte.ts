/** The words of the chosen language: the client's own and, from the server, those of all titles. */
import { api } from '../protocol/api';
import { session } from '../session.svelte';
import { Words, type Entries, type Language } from './words';

type Files = Record<string, () => Promise<{ default: Entries }>>;

/** The word files of this client: its own, the board widget's, and what a title's board says by itself. */
const own: Record<Language, Files> = {
  en: import.meta.glob<{ default: Entries }>('../**/words.en.json'),
  fr: import.meta.glob<{ default: Entries }>('../**/words.fr.json'),
};

async function ownWords(language: Language): Promise<Entries> {
  const files = await Promise.all(Object.values(own[language]).map((load) => load()));
  return Object.assign({}, ...files.map((file) => file.default)) as Entries;
}

class Catalogue {
  words = $state.raw(new Words('en', {}));
  ready = $state(false);
  /** The server did not answer: the page says so and tries again. */
  failed = $state(false);

  async load(language: Language): Promise<void> {
    const [mine, theirs] = await Promise.all([
      ownWords(language),
      api.words(language).catch(() => null),
    ]);
    this.failed = theirs === null;
    this.words = new Words(language, { ...theirs, ...mine });
    this.ready = true;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    session.change({ language });
    await this.load(language);
  }
}

export const catalogue = new Catalogue();

/** A sentence of the client in the chosen language. */
export function t(key: string, args: Record<string, unknown> = {}): string {
  return catalogue.words.text(key, args);
}
