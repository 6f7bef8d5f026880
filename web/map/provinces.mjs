// Countries and regions as unions of noisy Voronoi cells around their places, clipped to the land.
import { Delaunay } from 'd3-delaunay';
import clipping from 'polygon-clipping';
import { area } from './lands.mjs';

const FRAME = 37; // the decorated frame, which no land covers
const ROUND = 0.28; // how far a border wanders from the straight line, as a share of its length

/** `seeds`: {at: [x, y], land: id or null}. Returns rings of each land and the borders between lands. */
export function provincesOf(seeds, land, { width, height }) {
  const box = [-150, -150, width + 150, height + 150];
  const voronoi = Delaunay.from(seeds.map((seed) => seed.at)).voronoi(box);
  const wander = wanderer();
  const edges = new Map();
  seeds.forEach((_, i) => {
    const cell = voronoi.cellPolygon(i);
    for (let k = 0; cell && k < cell.length - 1; k++) {
      const key = [cell[k], cell[k + 1]]
        .map((p) => p.map((v) => v.toFixed(1)).join())
        .sort()
        .join('|');
      const edge = edges.get(key) ?? { a: cell[k], b: cell[k + 1], cells: [] };
      edge.cells.push(i);
      edges.set(key, edge);
    }
  });
  const lands = [...new Set(seeds.map((seed) => seed.land))].filter((id) => id !== null);
  const frame = [
    [
      [FRAME, FRAME],
      [width - FRAME, FRAME],
      [width - FRAME, height - FRAME],
      [FRAME, height - FRAME],
    ],
  ];
  const ground = clipping.intersection(shapes(land), frame);
  const rings = new Map();
  for (const id of lands) {
    const own = seeds.flatMap((seed, i) => (seed.land === id ? [cellOf(voronoi, i, wander)] : []));
    const whole = clipping.intersection(clipping.union(...own.map((ring) => [ring])), ground);
    rings.set(
      id,
      whole.flatMap((polygon) => polygon).filter((ring) => Math.abs(area(ring)) > 60),
    );
  }
  const border = (test) =>
    [...edges.values()]
      .filter((e) => e.cells.length === 2 && test(...e.cells.map((i) => seeds[i].land)))
      .map((e) => wander(e.a, e.b));
  return {
    rings,
    borders: border((a, b) => a !== b && (a !== null || b !== null)),
    outer: border((a, b) => a === null && b === null),
  };
}

/** Outer rings with their holes; Natural Earth's few holes (lakes) are left out. */
function shapes(land) {
  return clipping.union(
    ...land.filter((ring) => ring.length > 3).map((ring) => [ring.map(([x, y]) => [round(x), round(y)])]),
  );
}

const round = (v) => Math.round(v * 10) / 10;

function cellOf(voronoi, i, wander) {
  const cell = voronoi.cellPolygon(i);
  const ring = [];
  for (let k = 0; k < cell.length - 1; k++) ring.push(...wander(cell[k], cell[k + 1]).slice(0, -1));
  return ring.map(([x, y]) => [round(x), round(y)]);
}

/** A wandering line between two points, the same from both sides. */
function wanderer() {
  const known = new Map();
  return (a, b) => {
    const forward = a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
    const [u, v] = forward ? [a, b] : [b, a];
    const key = [u, v].map((p) => p.map((x) => x.toFixed(1)).join()).join('|');
    if (!known.has(key)) known.set(key, [...split(u, v, 6), v]);
    return forward ? known.get(key) : [...known.get(key)].reverse();
  };
}

function split(p, q, depth) {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  if (depth === 0 || length < 7) return [p];
  const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const k = hash(middle[0], middle[1]) * ROUND;
  const bent = [middle[0] - (q[1] - p[1]) * k, middle[1] + (q[0] - p[0]) * k];
  return [...split(p, bent, depth - 1), ...split(bent, q, depth - 1)];
}

function hash(a, b) {
  let h = Math.imul(Math.round(a * 7.3) + 1013, 2654435761) ^ Math.imul(Math.round(b * 11.9) + 77, 40503);
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  h ^= h >>> 13;
  return (h >>> 0) / 2 ** 32 - 0.5;
}
