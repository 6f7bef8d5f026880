/** L'Abbaye du Roi: what the table page loads. */
import { say } from '../../board/speech';
import type { GameModule } from '../types';
import Board from './Board.svelte';
import { isLight, mentioned, targets, intendedAction } from './choosing';
import { meant, nameOf } from './naming';
import type { AbbeySeen } from './observation';
import Own from './Own.svelte';
import Panel from './Panel.svelte';

const kingsAbbey: GameModule<AbbeySeen> = {
  Board,
  isPage: true,
  Own,
  Panel,
  targets,
  intendedAction,
  name: nameOf,
  meant,
  mentioned,
  primer: (words) => say(words, 'primer.kings_abbey'),
  isLight,
  chapters: ['kings_abbey.event.round', 'kings_abbey.event.over'],
  scores: (seen) => ({
    now: seen.players.map((player) => player.prestige),
    projected: seen.players.map((player) => player.projection),
    lines: seen.players.map((player) => player.sheet),
  }),
};

export default kingsAbbey as unknown as GameModule;
