/** L'Abbaye du Roi: what the table page loads. */
import { say } from '../../board/speech';
import type { GameModule } from '../types';
import { forced } from './agreement';
import Board from './Board.svelte';
import type { ComponentFile } from './cards';
import { isLight, mentioned, targets, intendedAction } from './choosing';
import Excerpt from './Excerpt.svelte';
import { FIELDS } from './fields';
import { meant, nameOf } from './naming';
import type { KingsAbbeyObservation } from './observation';
import Own from './Own.svelte';
import Panel from './Panel.svelte';

const kingsAbbey: GameModule<KingsAbbeyObservation, ComponentFile> = {
  Board,
  isPage: true,
  Own,
  Panel,
  Excerpt,
  targets,
  intendedAction,
  name: nameOf,
  meant,
  mentioned,
  sounds: [
    [/\.(round|vikings|rerolled|pool|placed|taken_back(_turned)?)$/, 'dice'],
    [/\.(built|wall|altar|start_building|arrived|crusader|helper|sent|moved|bathed|baptised)$/, 'place'],
    [/\.(bought|income|traded(_change)?|swapped|paid|lot_won)$/, 'coins'],
    [/\.(event|market|crusade_drawn|saint_received|relic_won|token)$/, 'card'],
  ],
  primer: (words) => say(words, 'primer.kings_abbey'),
  isLight,
  isUnfinished: ({ public: { questions } }, viewer) => (questions[viewer] ?? null) !== null,
  forced,
  chapters: ['kings_abbey.event.round', 'kings_abbey.event.over'],
  fields: FIELDS,
};

export default kingsAbbey;
