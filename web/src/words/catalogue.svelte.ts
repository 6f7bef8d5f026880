/** The words of the chosen language: the client's own and, from the server, those of all titles. */
import { api } from '../protocol/api';
import { session } from '../session.svelte';
import { loaders } from './languages';
import { Words, type Entries, type Language } from './words';

/** The client's own words; what a board says by itself comes with the board (board/speech.ts). */
const own = (language: Language): Promise<Entries> => loaders[language]?.() ?? Promise.resolve({});

class Catalogue {
  words = $state.raw(new Words('en', {}));
  ready = $state(false);
  /** The server did not answer: the page says so and tries again. */
  failed = $state(false);

  async load(language: Language): Promise<void> {
    const [mine, theirs] = await Promise.all([own(language), api.words(language).catch(() => null)]);
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

/** A level of the bots by its name and its place on the ladder. */
export function levelName(level: string, ladder: readonly string[]): string {
  return t('web.level', {
    name: catalogue.words.name('bots', 'bot', level),
    n: ladder.indexOf(level) + 1,
    all: ladder.length,
  });
}
