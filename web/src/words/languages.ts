/** The languages: those that have a word file in the client. `core/words.py` names the same ones. */
import type { Entries, Language } from './words';

type Files<T> = Record<string, T>;

const own = import.meta.glob<Entries>('../words.*.json', { import: 'default' });

/** What stands in files such as `words.fr.json`, by language. */
export function byLanguage<T>(files: Files<T>): Record<Language, T> {
  return Object.fromEntries(Object.entries(files).map(([file, found]) => [file.split('.').at(-2) ?? '', found]));
}

/** The client's own words, loaded when a language is chosen. */
export const loaders = byLanguage(own);

export const LANGUAGES: readonly Language[] = Object.keys(loaders).sort();

/** A language by its own name: `Français`. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The first of the browser's languages that there is; else English. */
export function preferred(wanted: readonly string[]): Language {
  const short = wanted.map((one) => one.toLowerCase().split('-', 1)[0] ?? '');
  return short.find((one) => LANGUAGES.includes(one)) ?? 'en';
}
