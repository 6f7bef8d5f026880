/** What a city or a site is joined with and what is new there, in words: for the tip and for the screen reader. */
import { say } from '../../board/speech';
import type { Words } from '../../words/words';
import type { Target } from '../types';
import type { Chart } from './chart';
import { cityName, regionName, siteName } from './naming';
import { linkedSites } from './networks';
import type { PelegrinusObservation } from './observation';

/** Null where there is nothing to tell. */
export function aboutOf(
  target: Target,
  words: Words,
  chart: Chart,
  observation: PelegrinusObservation,
  recent: ReadonlySet<Target> = new Set(),
): string | null {
  const [kind, id = ''] = target.split(':');
  if (kind === 'city') return aboutCity(id, words, chart, observation, recent);
  return kind === 'site' ? aboutSite(id, words, chart, observation) : null;
}

/** Its region, its neighbours by road and by sea with the sites on the way, and what was built last. */
function aboutCity(
  id: string,
  words: Words,
  chart: Chart,
  { public: position }: PelegrinusObservation,
  recent: ReadonlySet<Target>,
): string {
  const region = chart.cities.find((city) => city.id === id)?.region;
  const sentences =
    region === undefined ? [] : [say(words, 'in_region', { region: regionName(region, words, chart.file) })];
  for (const [key, isSea] of [
    ['by_road', false],
    ['by_sea', true],
  ] as const) {
    const cities = chart.routes
      .filter(({ a, b, kind }) => (kind === 'sea') === isSea && (a === id || b === id))
      .map(({ a, b }) => {
        const city = cityName(a === id ? b : a, words, chart.file);
        const site = position.sites.find(({ active, cities: ends }) => active && ends.includes(a) && ends.includes(b));
        return site ? say(words, 'city_past', { city, site: siteName(site.id, words, chart.file) }) : city;
      });
    if (cities.length > 0) sentences.push(say(words, key, { cities }));
  }
  const owners = position.players
    .filter(({ seat }) => recent.has(`commandery:${id}:${seat}`))
    .map(({ seat }) => words.seat(seat));
  if (owners.length > 0) sentences.push(say(words, 'new_commanderies', { owners }));
  const abbey = position.cities.find((city) => city.id === id)?.abbey ?? null;
  if (abbey !== null && recent.has(`abbey:${id}`))
    sentences.push(say(words, 'new_abbey', { owner: words.seat(abbey) }));
  return sentences.join(' ');
}

/** The cities it lies between, and whose networks it belongs to. */
function aboutSite(id: string, words: Words, chart: Chart, { sheets }: PelegrinusObservation): string | null {
  const [a, b] = chart.sites.find((site) => site.id === id)?.route ?? [];
  if (a === undefined || b === undefined) return null;
  const name = (city: string): string => cityName(city, words, chart.file);
  const between = say(words, 'site_between', { a: name(a), b: name(b) });
  const owners = sheets.flatMap((sheet, seat) => (linkedSites(sheet).has(id) ? [words.seat(seat)] : []));
  return owners.length > 0 ? `${between} ${say(words, 'site_linked', { owners })}` : between;
}
