/** Sizes of what is drawn at a zoom, and where the names stand. Pure functions. */
import type { Box, Point, Spot } from '../../board/geometry';
import { placeLabels, type Placed } from '../../board/labels';
import type { Chart } from './chart';

export interface Sizes {
  site: number;
  /** An abbey: twice as large as a monastery where nobody has built. */
  piece: number;
  seal: number;
  marker: number;
  /** Letters of the monasteries and of the countries. */
  name: number;
  country: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Sizes in units of the sheet when a unit has k pixels: never too small to see, never clumsy. */
export function sizesAt(k: number): Sizes {
  const site = clamp(19.5, 5.5 / k, 19 / k);
  return {
    site,
    piece: site * 1.22,
    seal: clamp(32, 9 / k, 30 / k),
    marker: clamp(14, 5.5 / k, 13 / k),
    name: clamp(23.5, 9.2 / k, 13.5 / k),
    country: clamp(24, 9.2 / k, 15 / k),
  };
}

export const around = ([x, y]: Point, rx: number, ry = rx): Box => ({
  left: x - rx,
  top: y - ry,
  right: x + rx,
  bottom: y + ry,
});

/** The row of advisors above a seal. */
export function rowOf(at: Point, groups: number, sizes: Sizes): Box {
  const half = (groups * sizes.site * 1.25) / 2;
  return {
    left: at[0] - half,
    right: at[0] + half,
    top: at[1] - sizes.seal * 0.95 - sizes.site * 1.5,
    bottom: at[1] - sizes.seal * 0.8,
  };
}

/** A box with air to its left and right. */
const wider = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top,
  bottom,
});

export interface Names {
  /** The plates with the names of the countries, beside their seals. */
  plates: Placed[];
  sites: Placed[];
}

/** The names where they have room: those of the countries, then the monasteries, `urgent` ones first. */
export function namesAt(
  chart: Chart,
  k: number,
  siteNames: Record<string, string>,
  countryNames: Record<string, string>,
  advisors: Record<string, number>,
  urgent: (site: string) => number,
): Names {
  const sizes = sizesAt(k);
  const within = { left: 34, top: 34, right: chart.width - 34, bottom: chart.height - 34 };
  const roads = chart.roads.flatMap(([a, b]) => {
    const [p, q] = [chart.at[a], chart.at[b]];
    return p && q ? [{ a: p, b: q }] : [];
  });
  const blocked = blockedBy(chart, sizes, advisors);
  const countries = Object.entries(chart.seals).map(([id, at]) => ({
    id,
    text: countryNames[id] ?? id,
    at,
    r: sizes.seal * 0.88,
    weight: 1,
  }));
  const monasteries = chart.sites.map(({ id, at }) => ({
    id,
    text: siteNames[id] ?? id,
    at,
    r: sizes.site,
    weight: urgent(id),
  }));
  const layPlates = (beside: Placed[]): Placed[] =>
    placeLabels(countries, {
      size: sizes.country,
      blocked: [...blocked, ...beside.map((one) => one.box)],
      avoided: roads,
      within,
      pad: 0.45,
    });
  const laySites = (beside: Placed[]): Placed[] =>
    placeLabels(monasteries, {
      size: sizes.name,
      blocked: [...blocked, ...beside.map((one) => one.box)],
      avoided: roads,
      within,
    });
  const plates = layPlates([]);
  const first = { plates, sites: laySites(plates) };
  if (first.plates.length + first.sites.length === countries.length + monasteries.length) return first;
  // Where not all have room, the other order may let more of them in.
  const sites = laySites([]);
  const second = { plates: layPlates(sites), sites };
  return second.plates.length + second.sites.length > first.plates.length + first.sites.length ? second : first;
}

/** What names must keep clear of. */
export function blockedBy(chart: Chart, sizes: Sizes, advisors: Record<string, number>): Box[] {
  return [
    ...chart.sites.map(({ at }) => around(at, sizes.site * 1.1)),
    ...Object.entries(chart.seals).flatMap(([country, at]) => [
      around(at, sizes.seal * 0.8, sizes.seal * 0.9),
      ...(advisors[country] ? [wider(rowOf(at, advisors[country], sizes), sizes.site * 0.3)] : []),
    ]),
    ...chart.alliances.map(({ at }) => around(at, sizes.marker * 1.1)),
  ];
}

/** What can be hit: monasteries and seals. Lands are hit as shapes. */
export function spotsOf(chart: Chart, k: number, open: ReadonlySet<string>): Spot[] {
  const sizes = sizesAt(k);
  return [
    ...chart.sites.map(({ id, at }): Spot => ({ target: `site:${id}`, x: at[0], y: at[1], r: sizes.site * 1.1 })),
    ...Object.entries(chart.seals).map(([country, at]): Spot => {
      const target =
        open.has(`seal:${country}`) || !open.has(`country:${country}`) ? `seal:${country}` : `country:${country}`;
      return { target, x: at[0], y: at[1], r: sizes.seal };
    }),
  ];
}
