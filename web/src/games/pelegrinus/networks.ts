/** The routes that join cities of one player, and the sites that the engine counts as linked. */
import type { Chart, Route } from './chart';
import type { PelegrinusSeen } from './observation';

/** Routes between two cities in both of which this seat has a commandery. */
export function linksOf(chart: Chart, seen: PelegrinusSeen, seat: number): Route[] {
  const own = new Set(seen.cities.filter((city) => (city.commanderies[seat] ?? 0) > 0).map((city) => city.id));
  return chart.routes.filter(({ a, b }) => own.has(a) && own.has(b));
}

/** The sites in a network of this seat that scores now. */
export function linkedSites(seen: PelegrinusSeen, seat: number): Set<string> {
  const lines = seen.players[seat]?.lines ?? [];
  return new Set(
    lines
      .filter(({ label }) => label.key === 'pelegrinus.score.network')
      .flatMap(({ label }) => (label.args['sites'] as string[]) ?? []),
  );
}
