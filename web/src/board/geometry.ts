/** Points, boxes and views of a sheet; no game in here. */

export type Point = readonly [number, number];

/** A point of a map file. */
export const pointOf = ([x = 0, y = 0]: readonly number[]): Point => [x, y];

/** The points of a map file, by what lies there. */
export const pointsOf = (file: Record<string, readonly number[]>): Record<string, Point> =>
  Object.fromEntries(Object.entries(file).map(([id, point]) => [id, pointOf(point)]));

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How a sheet lies in its window: a point of the sheet stands at `x + k * px`, `y + k * py` on the screen. */
export interface View {
  x: number;
  y: number;
  k: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How far a sheet can be zoomed in beyond showing it whole. */
export const CLOSEST = 7;
export const TAP = 40;

export function boxAround(points: readonly Point[], room = 0): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return {
    left: Math.min(...xs) - room,
    top: Math.min(...ys) - room,
    right: Math.max(...xs) + room,
    bottom: Math.max(...ys) + room,
  };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The whole sheet in the middle of its window. */
export function fitted(sheet: Size, window: Size): View {
  const k = Math.min(window.width / sheet.width, window.height / sheet.height) || 0.1;
  return { k, x: (window.width - sheet.width * k) / 2, y: (window.height - sheet.height * k) / 2 };
}

/** The view kept within bounds: never smaller than whole, never off its window. */
export function held(view: View, sheet: Size, window: Size): View {
  const least = fitted(sheet, window);
  const k = Math.min(Math.max(view.k, least.k), least.k * CLOSEST);
  const along = (at: number, length: number, room: number): number => {
    const size = length * k;
    if (size <= room) return (room - size) / 2;
    return Math.min(0, Math.max(room - size, at));
  };
  return { k, x: along(view.x, sheet.width, window.width), y: along(view.y, sheet.height, window.height) };
}

/** Zoomed by a factor around a point of the screen, which stays where it is. */
export function zoomed(view: View, factor: number, at: Point, sheet: Size, window: Size): View {
  const least = fitted(sheet, window).k;
  const k = Math.min(Math.max(view.k * factor, least), least * CLOSEST);
  const by = k / view.k;
  return held({ k, x: at[0] - (at[0] - view.x) * by, y: at[1] - (at[1] - view.y) * by }, sheet, window);
}

/** The view that shows this box as large as it can be, but not larger than `most`. */
export function shown(box: Box, sheet: Size, window: Size, most = Infinity): View {
  const k = Math.min(window.width / (box.right - box.left), window.height / (box.bottom - box.top), most);
  const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const whole = fitted(sheet, window).k;
  const held_k = Math.min(Math.max(k, whole), whole * CLOSEST);
  return held(
    { k: held_k, x: window.width / 2 - middle[0] * held_k, y: window.height / 2 - middle[1] * held_k },
    sheet,
    window,
  );
}

const MARGIN = 56; // pixels at the edge of a window, where its tools are and a place is cut off

/** The largest part of a window beside what lies over it. */
export function beside(cover: Box, window: Size): Box {
  const all = { left: 0, top: 0, right: window.width, bottom: window.height };
  const parts: Box[] = [
    { ...all, right: Math.max(0, cover.left) },
    { ...all, left: Math.min(all.right, cover.right) },
    { ...all, bottom: Math.max(0, cover.top) },
    { ...all, top: Math.min(all.bottom, cover.bottom) },
  ];
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top);
  return parts.reduce((a, b) => (area(b) > area(a) ? b : a));
}

/** The view at the same zoom that has this point of the sheet within a part of its window: as it is if it has it already. */
export function brought(view: View, [x, y]: Point, part: Box, sheet: Size, window: Size): View {
  const at: Point = [view.x + x * view.k, view.y + y * view.k];
  const along = (to: number, low: number, high: number): number => {
    const margin = Math.min(MARGIN, (high - low) / 2);
    return to < low + margin || to > high - margin ? (low + high) / 2 - to : 0;
  };
  const by: Point = [along(at[0], part.left, part.right), along(at[1], part.top, part.bottom)];
  return held({ k: view.k, x: view.x + by[0], y: view.y + by[1] }, sheet, window);
}

const GRAIN = 1.04;
/** A zoom rounded down to one of a few: what is sized for it is never too small, and stays as it is for a while. */
export const coarse = (k: number): number => GRAIN ** Math.floor(Math.log(k) / Math.log(GRAIN) + 1e-9);

export const between = (a: View, b: View, t: number): View => ({
  k: a.k * Math.pow(b.k / a.k, t),
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

/** Something that can be hit: a target, where it stands on the sheet and how large it is there. */
export interface Spot {
  target: string;
  x: number;
  y: number;
  r: number;
}

/** The spot that a finger means: the nearest one in reach, open ones first. */
export function hit(spots: readonly Spot[], at: Point, reach: number, open: ReadonlySet<string>): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const gap = Math.hypot(spot.x - at[0], spot.y - at[1]);
    const isOpen = open.has(spot.target);
    if (gap > Math.max(spot.r, isOpen ? reach : 0)) continue;
    const rank = isOpen ? gap : gap + reach;
    if (rank < least) {
      least = rank;
      best = spot;
    }
  }
  return best;
}

export type Direction = 'left' | 'right' | 'up' | 'down';
const STEPS: Record<Direction, Point> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The next spot in a direction, for the arrow keys: near and straight ahead counts most. */
export function neighbour(spots: readonly Spot[], from: Spot, direction: Direction): Spot | null {
  const [ux, uy] = STEPS[direction];
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const dx = spot.x - from.x;
    const dy = spot.y - from.y;
    const ahead = dx * ux + dy * uy;
    if (ahead <= 0.5) continue;
    const aside = Math.abs(dx * uy - dy * ux);
    const cost = ahead + aside * 2.2;
    if (cost < least) {
      least = cost;
      best = spot;
    }
  }
  return best;
}

/** The least distance between any two of these points. */
export function closest(points: readonly Point[]): number {
  let least = Infinity;
  points.forEach((a, i) => {
    for (const b of points.slice(0, i)) least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1]));
  });
  return least;
}

/** The middle of an SVG path made of M, L and Z, by the box of its largest ring. */
export function ringsOf(path: string): Point[][] {
  return path
    .split('Z')
    .filter((part) => part.length > 1)
    .map((part) =>
      part
        .slice(1)
        .split('L')
        .map((pair) => {
          const [x, y] = pair.trim().split(/[ ,]+/).map(Number);
          return [x ?? 0, y ?? 0] as const;
        }),
    );
}
