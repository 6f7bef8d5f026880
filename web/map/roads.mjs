// Where seals and numbers stand: clear of monasteries, of roads and of each other.

/** The nearest point of a segment. */
export function nearest([x, y], [a, b]) {
  const dx = b[0] - a[0],
    dy = b[1] - a[1];
  const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
  return [a[0] + t * dx, a[1] + t * dy];
}

// What a seal takes up, as circles around its middle: the shield, the row of advisors, the plate with the name.
const SEAL = [
  [0, 0, 33],
  [0, -38, 20],
  [-54, 41, 17],
  [-27, 42, 17],
  [0, 42, 18],
  [27, 42, 17],
  [54, 41, 17],
];
const MARKER = [[0, 0, 17]];
const SITE = 22;
const ROAD = 3;

/** Moves seals (the first so many points) and numbers a little until they cover no monastery, no road and no other. */
export function clearOfRoads(points, seals, sites, roads, { width, height }) {
  const start = points.map((p) => [...p]);
  const now = points.map((p) => [...p]);
  const body = (i) => (i < seals ? SEAL : MARKER);
  const away = (i, [ox, oy, r], from, need, share) => {
    const dx = now[i][0] + ox - from[0],
      dy = now[i][1] + oy - from[1],
      gap = Math.hypot(dx, dy) || 0.1;
    if (gap < r + need) {
      now[i][0] += (dx / gap) * (r + need - gap) * share;
      now[i][1] += (dy / gap) * (r + need - gap) * share;
    }
  };
  for (let round = 0; round < 2400; round++) {
    const pull = round < 2000 ? 0.01 : 0;
    now.forEach((p, i) => {
      p[0] += (start[i][0] - p[0]) * pull;
      p[1] += (start[i][1] - p[1]) * pull;
      for (const part of body(i)) {
        roads.forEach((road) => away(i, part, nearest([p[0] + part[0], p[1] + part[1]], road), ROAD, 0.16));
        sites.forEach((site) => away(i, part, site, SITE, 0.4));
        now.forEach(
          (other, j) =>
            j !== i &&
            body(j).forEach(([ox, oy, r]) => away(i, part, [other[0] + ox, other[1] + oy], r, i < seals ? 0.12 : 0.4)),
        );
      }
      p[0] = Math.min(width - 100, Math.max(100, p[0]));
      p[1] = Math.min(height - 104, Math.max(96, p[1]));
    });
  }
  return now;
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

export function crosses([a, b], [c, d]) {
  if ([a, b].some((p) => [c, d].some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.5))) return false;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}
