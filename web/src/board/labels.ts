/** Where names stand: beside their places, never over each other, over a place or over a seal. Pure functions. */
import { overlap, type Box, type Point } from './geometry';

/** A name that wants to stand beside a place. */
export interface Wanted {
  id: string;
  text: string;
  at: Point;
  /** The radius of what is drawn at the place. */
  r: number;
  /** Half of its width and height, where it is not round. */
  half?: Point;
  /** Greater first. A name without room is left out. */
  weight: number;
}

export interface Placed {
  id: string;
  /** One or two lines. */
  lines: string[];
  x: number;
  /** The baseline of the first line. */
  y: number;
  anchor: 'start' | 'middle' | 'end';
  box: Box;
  /** The line from the place to a name that found room only at a distance. */
  leader?: Line;
}

export interface Line {
  a: Point;
  b: Point;
}

export interface Layout {
  /** Size of the letters in units of the sheet. */
  size: number;
  /** Things no name may cover. */
  blocked: readonly Box[];
  /** Lines that a name should rather not cover. */
  avoided: readonly Line[];
  /** The sheet; names stay inside. */
  within: Box;
  /** Room to the left and right of a name, in sizes of its letters; for names on a plate. */
  pad?: number;
  /** How much wider than the slim italic the letters are. */
  stretch?: number;
}

const LINE = 1.02; // height of a line
const GAP = 0.17; // air around a name
/** How far off a name may stand, in sizes of its letters, when it has no room beside its place. */
const DISTANCES = [0.8, 1.4, 2, 2.8, 3.6, 4.6, 6];
const ANGLES = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12);
/** How often a layout that leaves out names is tried in another order. */
const TRIES = 3;
/** Widths of letters of the italic in parts of its size; measured once, a little generous. */
const NARROW = new Set("ijlt.,’'’-fI ");
const WIDE = new Set('mwMWÆŒ');

export function widthOf(text: string, size: number): number {
  let sum = 0;
  for (const letter of text) {
    if (NARROW.has(letter)) sum += 0.285;
    else if (WIDE.has(letter)) sum += 0.8;
    else if (letter >= 'A' && letter <= 'Z') sum += 0.64;
    else sum += 0.46;
  }
  return sum * size;
}

const longest = (lines: readonly string[]): number => Math.max(...lines.map((line) => line.length));

/** All ways to break a text into two lines, at a space or after a hyphen. */
function cuts(text: string): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 1; i < text.length - 1; i++) {
    if (text[i] === ' ') found.push([text.slice(0, i), text.slice(i + 1)]);
    else if (text[i] === '-') found.push([text.slice(0, i + 1), text.slice(i + 1)]);
  }
  return found;
}

const best = (ways: readonly string[][]): string[] | undefined => [...ways].sort((a, b) => longest(a) - longest(b))[0];

/** The ways to break a name: whole, in two lines of about equal length, a long one in three. */
export function broken(text: string): string[][] {
  const pairs = cuts(text);
  const two = text.length > 8 ? best(pairs) : undefined;
  const three =
    text.length > 16 ? best(pairs.flatMap(([first, rest]) => cuts(rest).map((more) => [first, ...more]))) : undefined;
  return [[text], ...(two ? [two] : []), ...(three ? [three] : [])];
}

/** A name whose long words may be parted in a narrow column, with a hyphen, between a vowel and the next syllable. */
export const hyphenated = (name: string): string =>
  name.replace(/\p{L}{11,}/gu, (word) =>
    word.replace(/([aeiouyéèêâôû])(?=[bcdfghjklmnpqrstvwxz][aeiouyéèêâôû])/g, '$1\u00ad'),
  );

const SIDES: readonly (readonly [number, number, Placed['anchor'], number])[] = [
  [0, 1, 'middle', 0],
  [1, 0, 'start', 0.6],
  [-1, 0, 'end', 0.7],
  [0, -1, 'middle', 0.5],
  [0.74, 0.74, 'start', 1],
  [-0.74, 0.74, 'end', 1],
  [0.74, -0.74, 'start', 1.1],
  [-0.74, -0.74, 'end', 1.1],
  [0.4, 1, 'middle', 1.2],
  [-0.4, 1, 'middle', 1.2],
  [0.4, -1, 'middle', 1.3],
  [-0.4, -1, 'middle', 1.3],
  [0.95, 0.4, 'start', 1.2],
  [-0.95, 0.4, 'end', 1.2],
  [0.95, -0.4, 'start', 1.3],
  [-0.95, -0.4, 'end', 1.3],
  [0.75, 1, 'middle', 1.5],
  [-0.75, 1, 'middle', 1.5],
];

function candidate(
  wanted: Wanted,
  lines: string[],
  side: (typeof SIDES)[number],
  { size, pad = 0, stretch = 1 }: Layout,
): Placed {
  const [sx, sy, anchor] = side;
  const width = Math.max(...lines.map((line) => widthOf(line, size))) * stretch + 2 * pad * size;
  const height = lines.length * size * (LINE + pad * 0.4);
  const [rx, ry] = wanted.half ?? [wanted.r, wanted.r];
  const x = wanted.at[0] + sx * (rx + size * 0.12) + (anchor === 'middle' ? sx * width * 0.35 : 0);
  const middle = wanted.at[1] + sy * (ry + size * 0.12 + height / 2);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  const top = middle - height / 2;
  return {
    id: wanted.id,
    lines,
    x,
    y: top + size * (0.8 + pad * 0.2),
    anchor,
    box: { left, top, right: left + width, bottom: top + height },
  };
}

/** Whether a line passes through a box (by its clipped length, in parts of the box). */
export function covered({ a, b }: Line, box: Box): number {
  let from = 0;
  let to = 1;
  const d = [b[0] - a[0], b[1] - a[1]] as const;
  const clip = (p: number, q: number): boolean => {
    if (p === 0) return q >= 0;
    const t = q / p;
    if (p < 0) from = Math.max(from, t);
    else to = Math.min(to, t);
    return from <= to;
  };
  const meets =
    clip(-d[0], a[0] - box.left) &&
    clip(d[0], box.right - a[0]) &&
    clip(-d[1], a[1] - box.top) &&
    clip(d[1], box.bottom - a[1]);
  return meets ? ((to - from) * Math.hypot(d[0], d[1])) / (box.right - box.left) : 0;
}

const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by * 0.4,
  right: box.right + by,
  bottom: box.bottom + by * 0.4,
});

const isWithin = (box: Box, outer: Box): boolean =>
  box.left >= outer.left && box.right <= outer.right && box.top >= outer.top && box.bottom <= outer.bottom;

interface Option {
  placed: Placed;
  cost: number;
  room: Box;
}

/**
 * Places as many names as there is room for: the heavy first. Where some are left out, they come first among their
 * equals and all is tried again; the best of a few tries counts.
 */
export function placeLabels(wanted: readonly Wanted[], layout: Layout): Placed[] {
  const options = new Map(wanted.map((one) => [one.id, optionsOf(one, layout)]));
  const misses = new Map<string, number>();
  let best: Placed[] = [];
  for (let round = 0; round < TRIES; round++) {
    const order = [...wanted].sort(
      (a, b) => b.weight - a.weight || (misses.get(b.id) ?? 0) - (misses.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1),
    );
    const placed = placeInOrder(order, options, layout);
    if (round === 0 || placed.length > best.length) best = placed;
    if (placed.length === wanted.length) break;
    const found = new Set(placed.map((one) => one.id));
    for (const { id } of wanted) if (!found.has(id)) misses.set(id, (misses.get(id) ?? 0) + 1);
  }
  return best;
}

/**
 * Places names one after the other; then names are moved aside to let in those that found no room; the last ones stand
 * some way off, with a line to their place.
 */
function placeInOrder(order: readonly Wanted[], options: Map<string, Option[]>, layout: Layout): Placed[] {
  const taken = new Map<string, Option>();
  for (const one of order) {
    const others = [...taken.values()];
    const near = options.get(one.id) ?? [];
    const free = near.find((option) => others.every((other) => !overlap(other.room, option.room)));
    const found = free ?? (near.length === 0 ? atDistance(one, layout, others) : null);
    if (found) taken.set(one.id, found);
  }
  for (const { id } of order) if (!taken.has(id)) squeeze(id, 3, options, taken, new Set());
  for (const one of order) {
    const far = taken.has(one.id) ? null : atDistance(one, layout, [...taken.values()]);
    if (far) taken.set(one.id, far);
  }
  return order.flatMap((one) => taken.get(one.id)?.placed ?? []);
}

/** Lets a name in where one other stands in its way and that one can go elsewhere, if need be by the same means. */
function squeeze(
  id: string,
  depth: number,
  options: Map<string, Option[]>,
  taken: Map<string, Option>,
  moved: Set<string>,
): boolean {
  const own = options.get(id) ?? [];
  const inTheWay = (option: Option): string[] =>
    [...taken].filter(([, other]) => overlap(other.room, option.room)).map(([other]) => other);
  const free = own.find((option) => inTheWay(option).length === 0);
  if (free) {
    taken.set(id, free);
    return true;
  }
  if (depth === 0) return false;
  for (const option of own) {
    const [other, ...more] = inTheWay(option);
    if (other === undefined || more.length > 0 || moved.has(other)) continue;
    const before = taken.get(other);
    if (!before) continue;
    taken.delete(other);
    taken.set(id, option);
    if (squeeze(other, depth - 1, options, taken, new Set([...moved, id, other]))) return true;
    taken.set(other, before);
    taken.delete(id);
  }
  return false;
}

/** Room for a name some way off its place, with a line to it that crosses no other name and nothing blocked. */
function atDistance(wanted: Wanted, layout: Layout, others: readonly Option[]): Option | null {
  const blocked = [...layout.blocked, ...others.map((other) => other.placed.box)];
  const [x, y] = wanted.at;
  const inTheWay = blocked.filter((box) => !overlap(box, { left: x, top: y, right: x, bottom: y })); // not its own
  for (const distance of DISTANCES) {
    for (const lines of broken(wanted.text)) {
      for (const angle of ANGLES) {
        const placed = farCandidate(wanted, lines, distance * layout.size, angle, layout);
        const room = grown(placed.box, layout.size * GAP);
        if (!isWithin(room, layout.within) || blocked.some((box) => overlap(box, placed.box))) continue;
        if (others.some((other) => overlap(other.room, room))) continue;
        const leader = { a: wanted.at, b: nearest(placed.box, wanted.at) };
        if (inTheWay.every((box) => covered(leader, box) === 0))
          return { placed: { ...placed, leader }, cost: distance, room };
      }
    }
  }
  return null;
}

/** A name in this direction, its nearest edge about this far from its place. */
function farCandidate(
  wanted: Wanted,
  lines: string[],
  distance: number,
  angle: number,
  { size, stretch = 1 }: Layout,
): Placed {
  const width = Math.max(...lines.map((line) => widthOf(line, size))) * stretch;
  const height = lines.length * size * LINE;
  const [rx, ry] = wanted.half ?? [wanted.r, wanted.r];
  const x = wanted.at[0] + Math.cos(angle) * (rx + distance + width / 2);
  const y = wanted.at[1] + Math.sin(angle) * (ry + distance + height / 2);
  const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  return { id: wanted.id, lines, x, y: box.top + size * 0.8, anchor: 'middle', box };
}

/** The point of a box nearest to another point. */
const nearest = ({ left, top, right, bottom }: Box, [x, y]: Point): Point => [
  Math.min(Math.max(x, left), right),
  Math.min(Math.max(y, top), bottom),
];

function optionsOf(wanted: Wanted, layout: Layout): Option[] {
  const found: Option[] = [];
  for (const lines of broken(wanted.text)) {
    for (const side of SIDES) {
      const placed = candidate(wanted, lines, side, layout);
      const room = grown(placed.box, layout.size * GAP);
      if (!isWithin(room, layout.within) || layout.blocked.some((box) => overlap(box, placed.box))) continue;
      let cost = side[3] + (lines.length - 1) * 0.8;
      for (const line of layout.avoided) cost += covered(line, placed.box) * 2.4;
      found.push({ placed, cost, room });
    }
  }
  return found.sort((a, b) => a.cost - b.cost);
}

/** A function that remembers its last answer: names are laid out anew only when something they depend on changes. */
export function remembered<A extends unknown[], R>(make: (...args: A) => R): (key: string, ...args: A) => R {
  let last: { key: string; answer: R } | null = null;
  return (key, ...args) => {
    if (last?.key !== key) last = { key, answer: make(...args) };
    return last.answer;
  };
}
