/** The titles that have a board of their own; the others are played in the text view. Boards load lazily. */
import type { BoardFile as CardinalFile } from './cardinal/chart';
import type { CardinalObservation } from './cardinal/observation';
import type { ComponentFile as KingsAbbeyFile } from './kings_abbey/cards';
import type { KingsAbbeyObservation } from './kings_abbey/observation';
import type { BoardFile as PelegrinusFile } from './pelegrinus/chart';
import type { PelegrinusObservation } from './pelegrinus/observation';
import type { GameModule } from './types';

/** The module of each title, with the observation and the component file that it reads. */
interface Modules {
  cardinal: GameModule<CardinalObservation, CardinalFile>;
  kings_abbey: GameModule<KingsAbbeyObservation, KingsAbbeyFile>;
  pelegrinus: GameModule<PelegrinusObservation, PelegrinusFile>;
}

const LOADERS: { [Title in keyof Modules]: () => Promise<{ default: Modules[Title] }> } = {
  cardinal: () => import('./cardinal'),
  kings_abbey: () => import('./kings_abbey'),
  pelegrinus: () => import('./pelegrinus'),
};

const hasBoard = (title: string): title is keyof Modules => Object.hasOwn(LOADERS, title);

export async function loadGame(title: string): Promise<GameModule | null> {
  return hasBoard(title) ? (await LOADERS[title]()).default : null;
}
