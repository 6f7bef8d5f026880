/** The games that tests/web/record.py recorded: what a server sent to a client, move by move. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Choice, Happening, Message, Observation } from '../src/games/types';
import type { Result } from '../src/protocol/wire';
import { wordTargets } from '../src/table/choose';

export interface Recorded {
  title: string;
  seats: number;
  viewer: number;
  log: Happening[];
  views: { at: number; observation: Observation; legal: string[]; asked: Message }[];
  last: Observation;
  result: Result;
  vocabulary: Record<string, Message>;
}

export const TITLES = ['cardinal', 'kings_abbey', 'pelegrinus'];

export function recorded(title: string): Recorded {
  const file = resolve(import.meta.dirname, 'recorded', `${title}.json`);
  if (!existsSync(file)) throw new Error('Record the games first: .venv/bin/python tests/web/record.py');
  return JSON.parse(readFileSync(file, 'utf-8')) as Recorded;
}

export function choices(game: Recorded, texts: readonly string[], targets = wordTargets): Choice[] {
  return texts.map((text) => ({
    text,
    label: game.vocabulary[text] ?? { key: text, args: {} },
    targets: targets(text),
  }));
}

/** The engine's own word files of a language, as the server would merge them, with the client's. */
export function catalogue(language: string): Record<string, string> {
  const root = resolve(import.meta.dirname, '../..');
  const games = ['cardinal', 'kings_abbey', 'kings_abbey/cards', 'pelegrinus'].map(
    (name) => `src/abbatia/games/${name}`,
  );
  const rooms = ['src/abbatia/core', ...games, 'web/src'];
  const names = rooms.map((room) => resolve(root, room, `words.${language}.json`)).filter((name) => existsSync(name));
  const files = names.map((name) => JSON.parse(readFileSync(name, 'utf-8')) as Record<string, string>);
  return Object.assign({}, ...files) as Record<string, string>;
}
