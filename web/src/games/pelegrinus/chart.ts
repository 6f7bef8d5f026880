/** The board as it is drawn: ours on its map, or a player's own board file on plain parchment. */
import { landPath } from '../../board/cells';
import { pointOf, pointsOf, type Point } from '../../board/geometry';
import ours from './map/map.json';

type Placed = { id: string; name?: string; name_en?: string; x?: number; y?: number; lat?: number; lon?: number };

export interface BoardFile {
  map?: { width: number; height: number };
  regions: { id: string; name?: string; name_en?: string; color?: string; opens: number }[];
  cities: (Placed & { region: string })[];
  routes: { a: string; b: string; kind: string; via?: number[][] }[];
  sites: (Placed & { route: string[] })[];
}

export interface Route {
  key: string;
  a: string;
  b: string;
  kind: string;
  points: Point[];
  path: string;
}

export interface Chart {
  width: number;
  height: number;
  mapped: boolean;
  at: Record<string, Point>;
  regions: { id: string; colour: string; land: string; middle: Point }[];
  cities: { id: string; region: string }[];
  sites: { id: string; route: string[] }[];
  routes: Route[];
  court: Point;
  file: BoardFile;
}

const WIDTH = 1600;
const REACH = 150; // how far a region without a map goes beyond its cities
const ORIGIN: Point = [0, 0];
const COURT: Point = [1376, 300];
const COLOURS = ['#2f6b3a', '#8fbf5a', '#e3c23c', '#e08a2e', '#b8372f', '#7a4a94'];

export function chartOf(file: BoardFile | null): Chart {
  const known = new Map([...ours.board.cities, ...ours.board.sites].map((place) => [place.id, place]));
  const isOurs =
    file === null ||
    [...file.cities, ...file.sites].every(
      (place) => known.get(place.id)?.x === place.x && known.get(place.id)?.y === place.y,
    );
  return isOurs ? onOurMap(file ?? ours.board) : onParchment(file);
}

function onOurMap(file: BoardFile): Chart {
  const at = pointsOf(ours.places);
  const bends: Record<string, number[][]> = ours.bends;
  const lands: Record<string, string> = ours.lands;
  return {
    ...common(file, at, (region) => lands[region] ?? ''),
    width: ours.width,
    height: ours.height,
    mapped: true,
    routes: file.routes.map((route) =>
      routeOf(route, at, bends[`${route.a}|${route.b}`]?.map(pointOf) ?? throughSite(file, route, at)),
    ),
    court: COURT,
  };
}

function onParchment(file: BoardFile): Chart {
  const map = file.map ?? { width: 1000, height: 700 };
  const scale = WIDTH / map.width;
  const height = map.height * scale;
  const places: Placed[] = [...file.cities, ...file.sites];
  const at = Object.fromEntries(places.map((place) => [place.id, positionOf(place, places, scale, height)]));
  const cities = file.cities.map(({ id, region }) => ({ region, at: at[id] ?? ORIGIN }));
  const land = (region: string): string =>
    landPath(
      cities.filter((city) => city.region === region).map((city) => city.at),
      cities.map((city) => city.at),
      REACH,
    );
  return {
    ...common(file, at, land),
    width: WIDTH,
    height,
    mapped: false,
    routes: file.routes.map((route) => {
      const via = (route.via ?? []).map(([x = 0, y = 0]): Point => [x * scale, y * scale]);
      return routeOf(route, at, via.length > 0 ? via : throughSite(file, route, at));
    }),
    court: [WIDTH - 160, 130],
  };
}

function positionOf(place: Placed, places: Placed[], scale: number, height: number): Point {
  if (place.x !== undefined && place.y !== undefined) return [place.x * scale, place.y * scale];
  const along = (value: number, all: number[], room: number) => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return 110 + ((value - low) / (high - low || 1)) * (room - 220);
  };
  const { lon = 0, lat = 0 } = place;
  return [
    along(
      lon,
      places.map((one) => one.lon ?? lon),
      WIDTH,
    ),
    height -
      along(
        lat,
        places.map((one) => one.lat ?? lat),
        height,
      ),
  ];
}

function throughSite(file: BoardFile, { a, b }: { a: string; b: string }, at: Record<string, Point>): Point[] {
  const site = file.sites.find(({ route }) => route.includes(a) && route.includes(b));
  const point = site && at[site.id];
  return point ? [point] : [];
}

function routeOf(
  { a, b, kind }: { a: string; b: string; kind: string },
  at: Record<string, Point>,
  via: Point[],
): Route {
  const points = [at[a] ?? ORIGIN, ...via, at[b] ?? ORIGIN];
  return { key: `${a}|${b}`, a, b, kind, points, path: soft(points) };
}

/** A soft line through points (Catmull-Rom). */
export function soft(points: readonly Point[]): string {
  let path = `M${(points[0] ?? ORIGIN).join(' ')}`;
  for (let i = 0; i < points.length - 1; i++) {
    const p = (n: number): Point => points[Math.max(0, Math.min(points.length - 1, n))] ?? ORIGIN;
    const [a, b, c, d] = [p(i - 1), p(i), p(i + 1), p(i + 2)];
    const curve = [
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
      c[0],
      c[1],
    ];
    path += `C${curve.map((v) => Math.round(v)).join(' ')}`;
  }
  return path;
}

function common(
  file: BoardFile,
  at: Record<string, Point>,
  land: (region: string) => string,
): Pick<Chart, 'at' | 'regions' | 'cities' | 'sites' | 'file'> {
  return {
    at,
    regions: file.regions.map(({ id, color }, i) => {
      const own = file.cities.filter((city) => city.region === id).map((city) => at[city.id] ?? ORIGIN);
      const mean = (axis: 0 | 1): number => own.reduce((sum, p) => sum + p[axis], 0) / Math.max(1, own.length);
      return {
        id,
        colour: color ?? COLOURS[i % COLOURS.length] ?? '#888',
        land: land(id),
        middle: [mean(0), mean(1)] as const,
      };
    }),
    cities: file.cities.map(({ id, region }) => ({ id, region })),
    sites: file.sites.map(({ id, route }) => ({ id, route })),
    file,
  };
}
