/** What a table is played with: the title's board, its actions in words, and a board file of the players' own. */
import { loadGame } from '../games';
import type { GameModule, Message } from '../games/types';
import { api } from '../protocol/api';
import type { Actions } from '../protocol/rest';

export interface Assets {
  /** The board; null where the title has none or it could not be fetched: then it is played as text. */
  game: GameModule | null;
  labels: ReadonlyMap<string, Message>;
  /** The names on a board of the players' own, by language. */
  names: Record<string, Record<string, string>>;
  components: Record<string, unknown> | null;
}

export const NO_ASSETS: Assets = { game: null, labels: new Map(), names: {}, components: null };
const NO_ACTIONS: Actions = { texts: [], words: [], names: {} };

/** Fetch all of it; what cannot be fetched is left out, and the table stays playable. */
export async function loadAssets(table: string, title: string, hasOwnComponents: boolean): Promise<Assets> {
  const [game, actions, components] = await Promise.all([
    loadGame(title).catch(() => null),
    (hasOwnComponents ? api.tableActions(table) : api.actions(title)).catch(() => NO_ACTIONS),
    hasOwnComponents ? api.tableComponents(table).catch(() => null) : null,
  ]);
  const labels = new Map(actions.texts.map((text, index) => [text, actions.words[index] ?? { key: text, args: {} }]));
  return { game, labels, names: actions.names, components };
}
