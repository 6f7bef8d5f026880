/** The routes that join cities of one player, and the sites that the engine counts as linked. */
import { textsOf } from '../fields';
import type { ScoreLine } from '../types';
import type { Chart, Route } from './chart';
import type { PelegrinusPublic } from './observation';

/** Routes between two cities in both of which this seat has a commandery. */
export function linksOf(chart: Chart, position: PelegrinusPublic, seat: number): Route[] {
  const own = new Set(position.cities.filter((city) => (city.commanderies[seat] ?? 0) > 0).map((city) => city.id));
  return chart.routes.filter(({ a, b }) => own.has(a) && own.has(b));
}

/** The sites in the networks that score on a sheet. */
export function linkedSites(sheet: readonly ScoreLine[]): Set<string> {
  return new Set(
    sheet
      .filter(({ label }) => label.key === 'pelegrinus.score.network')
      .flatMap(({ label }) => textsOf(label.args['sites'])),
  );
}
