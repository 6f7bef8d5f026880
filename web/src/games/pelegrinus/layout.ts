/** Sizes of what is drawn at a zoom, and where the names stand. Pure functions. */
import type { Box, Point, Spot } from '../../board/geometry';
import { placeLabels, type Placed } from '../../board/labels';
import type { Chart } from './chart';

export interface Sizes {
  /** A slot for a commandery; everything else follows it. */
  slot: number;
  site: number;
  court: number;
  token: number;
  name: number;
  region: number;
}

const BOLD = 1.12; // the names are upright and bold here
const BOLDER = 1.22; // those of the regions even more so

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

export function sizesAt(k: number): Sizes {
  return {
    slot: clamp(18, 5 / k, 17 / k),
    site: clamp(21, 7 / k, 19 / k),
    court: clamp(44, 15 / k, 34 / k),
    token: clamp(19, 7.5 / k, 17 / k),
    name: clamp(24, 9.5 / k, 13.5 / k),
    region: clamp(24, 9.5 / k, 14 / k),
  };
}

const around = ([x, y]: Point, rx: number, ry: number): Box => ({
  left: x - rx,
  top: y - ry,
  right: x + rx,
  bottom: y + ry,
});

/** Half of the width and height of a city with this number of slots. */
export function halfOf(limit: number, sizes: Sizes): Point {
  return [Math.max((limit * sizes.slot * 1.06 + sizes.slot * 0.4) / 2, sizes.slot * 1.05), sizes.slot * 1.12];
}

/** Where the characters stand above their city. */
export function tokensAt([x, y]: Point, count: number, sizes: Sizes): Box {
  return around([x, y - sizes.slot * 1.9], (0.95 * count + 0.05) * sizes.token, sizes.token);
}

/** What lies under the round buttons of the window, when the whole map is seen in it. */
export function cornersOf(chart: Chart, k: number): Box[] {
  const size = 50 / k;
  return [
    { left: 0, top: 0, right: 2 * size, bottom: size },
    { left: chart.width - size, top: 0, right: chart.width, bottom: size },
    { left: 0, top: chart.height - size, right: size, bottom: chart.height },
  ];
}

export interface Names {
  cities: Placed[];
  sites: Placed[];
  regions: Placed[];
}

/**
 * The names where they have room: cities, then sites, then the regions that wait for their turn or are closed; none
 * stands where something else covers the map.
 */
export function namesAt(
  chart: Chart,
  k: number,
  limits: Record<string, number>,
  names: {
    cities: Record<string, string>;
    sites: Record<string, string>;
    regions: Record<string, string>;
    court: string;
  },
  urgent: (city: string) => number,
  covered: readonly Box[] = [],
): Names {
  const sizes = sizesAt(k);
  const within = { left: 36, top: 36, right: chart.width - 36, bottom: chart.height - 36 };
  const at = (id: string): Point => chart.at[id] ?? [0, 0];
  const half = (id: string): Point => halfOf(limits[id] ?? 2, sizes);
  const avoided = chart.routes.flatMap(({ points }) => points.slice(1).map((b, i) => ({ a: points[i] ?? b, b })));
  const blocked = [
    ...chart.cities.map(({ id }) => around(at(id), half(id)[0], half(id)[1])),
    ...chart.sites.map(({ id }) => around(at(id), sizes.site, sizes.site)),
    around(chart.court, sizes.court * 1.1, sizes.court * 1.5),
    ...covered,
  ];
  const cities = placeLabels(
    chart.cities.map(({ id }) => ({
      id,
      text: names.cities[id] ?? id,
      at: at(id),
      r: 0,
      half: half(id),
      weight: urgent(id),
    })),
    { size: sizes.name, blocked, avoided, within, stretch: BOLD },
  );
  const taken = [...blocked, ...cities.map((one) => one.box)];
  const sites = placeLabels(
    chart.sites.map(({ id }) => ({ id, text: names.sites[id] ?? id, at: at(id), r: sizes.site, weight: 1 })),
    { size: sizes.name * 0.94, blocked: taken, avoided, within, stretch: BOLD },
  );
  const regions: Placed[] = [];
  for (const [id, text] of Object.entries(names.regions)) {
    const clear = [...taken, ...sites.map((one) => one.box), ...regions.map((one) => one.box)];
    const layout = { size: sizes.region, blocked: clear, avoided, within, pad: 0.45, stretch: BOLDER };
    for (const spot of anchorsOf(chart, id)) {
      const [placed] = placeLabels([{ id, text, at: spot, r: 0, weight: 1 }], layout);
      if (placed) {
        regions.push(placed);
        break;
      }
    }
  }
  return { cities, sites, regions };
}

/** Where the name of a region may stand: in its middle, else halfway between two of its cities. */
function anchorsOf(chart: Chart, region: string): Point[] {
  const own = chart.cities
    .filter((city) => city.region === region)
    .map((city) => chart.at[city.id] ?? ([0, 0] as const));
  const pairs = own.flatMap((a, i) => own.slice(0, i).map((b): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]));
  const middle = chart.regions.find((one) => one.id === region)?.middle;
  return middle ? [middle, ...pairs] : pairs;
}

/** What can be hit: cities, sites and the papal court. */
export function spotsOf(chart: Chart, limits: Record<string, number>): Spot[] {
  const sizes = sizesAt(0.5);
  const spot = (target: string, [x, y]: Point, r: number): Spot => ({ target, x, y, r });
  return [
    ...chart.cities.map(({ id }) => spot(`city:${id}`, chart.at[id] ?? [0, 0], halfOf(limits[id] ?? 2, sizes)[0])),
    ...chart.sites.map(({ id }) => spot(`site:${id}`, chart.at[id] ?? [0, 0], sizes.site)),
    spot('place:court', chart.court, sizes.court * 1.2),
  ];
}
