/** The names of what stands on the board, in the player's language, also for a player's own board file. */
import { nameIn, say } from '../../board/speech';
import type { Words } from '../../words/words';
import type { Target } from '../types';
import { chartOf, type BoardFile, type Chart } from './chart';
import type { PelegrinusPublic } from './observation';

const ours = chartOf(null);

export const cityName = (id: string, words: Words, file: BoardFile = ours.file): string =>
  (file === ours.file ? undefined : nameIn(file.cities, id, words)) ?? words.name('pelegrinus', 'place', id);
export const siteName = (id: string, words: Words, file: BoardFile = ours.file): string =>
  (file === ours.file ? undefined : nameIn(file.sites, id, words)) ?? words.name('pelegrinus', 'site', id);
export const regionName = (id: string, words: Words, file: BoardFile = ours.file): string =>
  (file === ours.file ? undefined : nameIn(file.regions, id, words)) ?? words.name('pelegrinus', 'region', id);
export const characterName = (id: string, words: Words): string => words.name('pelegrinus', 'character', id);

export function placeName(place: string, words: Words, file: BoardFile = ours.file): string {
  if (place === 'court' || place === 'home') return say(words, place);
  return cityName(place, words, file);
}

/** What a target is called: for tooltips, the screen reader and the draft. */
export function nameOf(target: Target, words: Words, chart: Chart = ours, position?: PelegrinusPublic): string {
  const [kind, id = ''] = target.split(':');
  switch (kind) {
    case 'city':
      return citySentence(id, words, chart, position);
    case 'place':
      return placeName(id, words, chart.file);
    case 'character':
      return characterName(id, words);
    case 'site': {
      const found = position?.sites.find((one) => one.id === id);
      return say(words, found?.active === false ? 'site_inactive' : 'site_active', {
        site: siteName(id, words, chart.file),
      });
    }
    case 'region':
      return regionSentence(id, words, chart, position);
    case 'seal':
      return say(words, 'seal_programme');
    default:
      return id;
  }
}

function citySentence(id: string, words: Words, chart: Chart, position?: PelegrinusPublic): string {
  const city = cityName(id, words, chart.file);
  const found = position?.cities.find((one) => one.id === id);
  if (!found) return city;
  const owners = found.commanderies.flatMap((n, seat) => (n > 0 ? [`${words.seat(seat)} ${n}`] : []));
  if (found.abbey !== null) owners.push(say(words, 'abbey_of', { owner: words.seat(found.abbey) }));
  const args = { city, used: found.limit - found.room, limit: found.limit, owners };
  return say(words, owners.length > 0 ? 'city_of' : 'city', args);
}

function regionSentence(id: string, words: Words, chart: Chart, position?: PelegrinusPublic): string {
  const name = regionName(id, words, chart.file);
  const found = position?.regions.find((one) => one.id === id);
  if (!found || (found.open && !found.complete)) return name;
  const state = found.closed
    ? say(words, 'closed')
    : found.open
      ? say(words, 'complete')
      : say(words, 'opens', { n: found.opens });
  return `${name}: ${state}`;
}
