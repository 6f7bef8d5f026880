/** What a table is played with: the title's board, its actions in words, and a board file that is not the usual one. */
import { loadGame } from '../games';
import type { GameModule, Message } from '../games/types';
import { api } from '../protocol/api';
import type { Actions } from '../protocol/rest';
import type { TableInfo } from '../protocol/wire';

export interface Assets {
  /** The board; null where the title has none or it could not be fetched: then it is played as text. */
  game: GameModule | null;
  labels: ReadonlyMap<string, Message>;
  /** The names on a board that is not the usual one, by language. */
  names: Record<string, Record<string, string>>;
  components: Record<string, unknown> | null;
}

export const NO_ASSETS: Assets = { game: null, labels: new Map(), names: {}, components: null };
const NO_ACTIONS: Actions = { texts: [], words: [], names: {} };

type Played = Pick<TableInfo, 'title' | 'version' | 'own_components'>;

/** Whether a table is played by the version of its title that new tables get. */
async function isNewest({ title, version }: Played): Promise<boolean> {
  const known = await api.titles().catch(() => null);
  return known?.titles.find(({ name }) => name === title)?.version === version;
}

/** Fetch all of it; what cannot be fetched is left out, and the table stays playable. */
export async function loadAssets(table: string, played: Played): Promise<Assets> {
  const { title } = played;
  const isUsual = !played.own_components && (await isNewest(played));
  const [game, actions, components] = await Promise.all([
    loadGame(title).catch(() => null),
    (isUsual ? api.actions(title) : api.tableActions(table)).catch(() => NO_ACTIONS),
    isUsual ? null : api.tableComponents(table).catch(() => null),
  ]);
  const labels = new Map(actions.texts.map((text, index) => [text, actions.words[index] ?? { key: text, args: {} }]));
  return { game, labels, names: actions.names, components };
}
