/** Pelegrinus: what the table page loads. */
import { say } from '../../board/speech';
import type { GameModule } from '../types';
import Board from './Board.svelte';
import { isLight, mentioned, targets, intendedAction } from './choosing';
import { nameOf } from './naming';
import type { PelegrinusSeen } from './observation';
import Own from './Own.svelte';
import Panel from './Panel.svelte';

const pelegrinus: GameModule<PelegrinusSeen> = {
  Board,
  hasOwnHeight: true,
  Own,
  standsBeside: true,
  Panel,
  targets,
  intendedAction,
  name: (target, words) => nameOf(target, words),
  mentioned,
  primer: (words) => say(words, 'primer.pelegrinus'),
  isLight,
  // The engine counts the whole sheet at any moment: it is the score if the game ended now.
  scores: (seen) => ({
    now: seen.players.map((player) => player.score),
    lines: seen.players.map((player) => player.lines),
  }),
  chapters: ['pelegrinus.event.turn_began', 'pelegrinus.event.game_over'],
};

export default pelegrinus as unknown as GameModule;
