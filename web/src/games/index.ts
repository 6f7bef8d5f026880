/** The titles that have a board of their own; the others are played in the text view. Boards load lazily. */
import type { GameModule } from './types';

const boards = import.meta.glob<{ default: GameModule }>('./*/index.ts');

export async function loadGame(title: string): Promise<GameModule | null> {
  const load = boards[`./${title}/index.ts`];
  return load ? (await load()).default : null;
}
