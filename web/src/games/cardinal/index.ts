/** Le Roi et le Cardinal: what the table page loads. */
import { say } from '../../board/speech';
import type { GameModule } from '../types';
import Board from './Board.svelte';
import type { BoardFile } from './chart';
import Excerpt from './Excerpt.svelte';
import { FIELDS } from './fields';
import { implied, mentioned, placed, targets, intendedAction } from './choosing';
import { meant, nameOf } from './naming';
import type { CardinalObservation } from './observation';
import Own from './Own.svelte';
import Panel from './Panel.svelte';

const cardinal: GameModule<CardinalObservation, BoardFile> = {
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
  meant,
  mentioned,
  placed,
  implied,
  isAmid: ({ phase }) => phase !== 'turn' && phase !== 'over',
  goesWithoutSaying: (text) => text === 'stop',
  sounds: [
    [/\.(king_)?(built|advised)$/, 'place'],
    [/\.(drew|took|kept|exchanged|(king_)?paid(_pair)?|swapped|crowned|influence)/, 'card'],
  ],
  primer: (words) => say(words, 'primer.cardinal'),
  chapters: ['interim', 'ended_last_round', 'ended_stuck'].map((name) => `cardinal.event.${name}`),
};

export default cardinal;
