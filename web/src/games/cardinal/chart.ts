/** The board as it is drawn: ours on its map, or a player's own board file on plain parchment. */
import { landPath } from '../../board/cells';
import { pointsOf, type Point } from '../../board/geometry';
import ours from './map/map.json';

export interface BoardFile {
  map: { width: number; height: number };
  countries: { id: string; name?: string; name_fr?: string; seal?: { x: number; y: number } }[];
  sites: {
    id: string;
    country: string;
    name?: string;
    name_fr?: string;
    x?: number;
    y?: number;
    lat?: number;
    lon?: number;
  }[];
  roads: string[][];
  alliances: { number: number; a: string; b: string; sea?: boolean; marker?: { x: number; y: number } }[];
  cards: { id: string; countries: string[]; colour?: string }[];
}

export interface Chart {
  width: number;
  height: number;
  /** Whether it is drawn on our map. */
  mapped: boolean;
  sites: { id: string; country: string; at: Point }[];
  lands: Record<string, string>;
  seals: Record<string, Point>;
  roads: [string, string][];
  alliances: { number: number; a: string; b: string; at: Point }[];
  /** Colour of a country's cards: red, green, orange, yellow, violet. */
  colours: Record<string, string>;
  kinds: Record<string, string[]>;
  at: Record<string, Point>;
  file: BoardFile;
}

const WIDTH = 1600;
const REACH = 110; // how far a land without a map goes beyond its places
const COLOURS = ['red', 'green', 'orange', 'yellow', 'violet'];

/** The chart of a board file; without one, ours. */
export function chartOf(file: BoardFile | null): Chart {
  const known = new Map(ours.board.sites.map((site) => [site.id, site]));
  const isOurs =
    file === null || file.sites.every((site) => known.get(site.id)?.x === site.x && known.get(site.id)?.y === site.y);
  return isOurs ? onOurMap(file ?? ours.board) : onParchment(file);
}

function onOurMap(file: BoardFile): Chart {
  const [places, seals, markers] = [pointsOf(ours.places), pointsOf(ours.seals), pointsOf(ours.markers)];
  return {
    ...facts(file),
    width: ours.width,
    height: ours.height,
    mapped: true,
    sites: file.sites.map(({ id, country }) => ({ id, country, at: places[id] ?? [0, 0] })),
    lands: ours.lands,
    seals,
    alliances: file.alliances.map(({ number, a, b }) => ({
      number,
      a,
      b,
      at: isSame(number, a, b) ? (markers[number] ?? [0, 0]) : halfway(seals[a] ?? [0, 0], seals[b] ?? [0, 0]),
    })),
    at: places,
  };
}

const isSame = (number: number, a: string, b: string): boolean =>
  ours.board.alliances.some((one) => one.number === number && one.a === a && one.b === b);

const halfway = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

function onParchment(file: BoardFile): Chart {
  const scale = WIDTH / file.map.width;
  const place = (spot: { x?: number; y?: number; lat?: number; lon?: number }): Point =>
    spot.x !== undefined && spot.y !== undefined
      ? [spot.x * scale, spot.y * scale]
      : fromWorld(file, spot.lon ?? 0, spot.lat ?? 0, file.map.height * scale);
  const sites = file.sites.map((site) => ({ id: site.id, country: site.country, at: place(site) }));
  const of = (country: string): Point[] => sites.filter((site) => site.country === country).map((site) => site.at);
  const countries = file.countries.map(({ id, seal }) => ({ id, seal: seal ? place(seal) : middle(of(id)) }));
  const seals = Object.fromEntries(countries.map(({ id, seal }) => [id, seal]));
  const all = [...sites.map((site) => site.at), ...countries.map(({ seal }) => seal)];
  return {
    ...facts(file),
    width: WIDTH,
    height: file.map.height * scale,
    mapped: false,
    sites,
    lands: Object.fromEntries(countries.map(({ id, seal }) => [id, landPath([...of(id), seal], all, REACH)])),
    seals,
    alliances: file.alliances.map(({ number, a, b, marker }) => ({
      number,
      a,
      b,
      at: marker ? place(marker) : halfway(seals[a] ?? [0, 0], seals[b] ?? [0, 0]),
    })),
    at: Object.fromEntries(sites.map(({ id, at }) => [id, at])),
  };
}

const middle = (points: Point[]): Point => [
  points.reduce((sum, p) => sum + p[0], 0) / Math.max(1, points.length),
  points.reduce((sum, p) => sum + p[1], 0) / Math.max(1, points.length),
];

/** A plain projection for a file that gives only longitude and latitude. */
function fromWorld(file: BoardFile, lon: number, lat: number, height: number): Point {
  const lons = file.sites.map((site) => site.lon ?? lon);
  const lats = file.sites.map((site) => site.lat ?? lat);
  const along = (value: number, low: number, high: number, room: number) =>
    90 + ((value - low) / (high - low || 1)) * (room - 180);
  return [
    along(lon, Math.min(...lons), Math.max(...lons), WIDTH),
    height - along(lat, Math.min(...lats), Math.max(...lats), height),
  ];
}

function facts(file: BoardFile): Pick<Chart, 'roads' | 'colours' | 'kinds' | 'file'> {
  const colours: Record<string, string> = {};
  const kinds: Record<string, string[]> = {};
  file.cards.forEach(({ id, countries, colour }, i) => {
    kinds[id] = countries;
    for (const country of countries) colours[country] = colour ?? COLOURS[i % COLOURS.length] ?? 'red';
  });
  return { roads: file.roads.map(([a = '', b = '']) => [a, b]), colours, kinds, file };
}

/** The kind of card that pays for a country; null for a country that this board does not know. */
export function kindOf(chart: Chart, country: string): string | null {
  return Object.keys(chart.kinds).find((kind) => chart.kinds[kind]?.includes(country)) ?? null;
}
