/** Pelegrinus: what the table page loads. */
import { say } from '../../board/speech';
import type { GameModule } from '../types';
import Board from './Board.svelte';
import type { BoardFile } from './chart';
import Excerpt from './Excerpt.svelte';
import { FIELDS } from './fields';
import { isLight, mentioned, placed, targets, intendedAction } from './choosing';
import { nameOf } from './naming';
import type { PelegrinusObservation } from './observation';
import Own from './Own.svelte';
import Panel from './Panel.svelte';

const pelegrinus: GameModule<PelegrinusObservation, BoardFile> = {
  Board,
  hasOwnHeight: true,
  Own,
  standsBeside: true,
  Panel,
  Excerpt,
  fields: FIELDS,
  targets,
  intendedAction,
  name: (target, words) => nameOf(target, words),
  mentioned,
  placed,
  playsAtOnce: true,
  sounds: [
    [/\.(commandery|abbey)_built$/, 'place'],
    [/\.(sealed|revealed)$/, 'card'],
    [/\.pope_elected$/, 'points'],
  ],
  primer: (words) => say(words, 'primer.pelegrinus'),
  isLight,
  chapters: ['pelegrinus.event.turn_began', 'pelegrinus.event.game_over'],
};

export default pelegrinus;
