// Where seals and numbers stand: clear of monasteries, of roads and of each other.

/** The nearest point of a segment. */
export function nearest([x, y], [a, b]) {
  const dx = b[0] - a[0], dy = b[1] - a[1];
  const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy)));
  return [a[0] + t * dx, a[1] + t * dy];
}

export function clearOfRoads(points, seals, sites, roads, radius, { width, height }) {
  const start = points.map((p) => [...p]);
  const now = points.map((p) => [...p]);
  const size = (i) => (i < seals ? radius.seal : radius.marker);
  const away = (i, from, need, share = 1) => {
    const dx = now[i][0] - from[0], dy = now[i][1] - from[1], gap = Math.hypot(dx, dy) || 0.1;
    if (gap < need) { now[i][0] += (dx / gap) * (need - gap) * share; now[i][1] += (dy / gap) * (need - gap) * share; }
  };
  for (let round = 0; round < 900; round++) {
    const pull = round < 800 ? 0.015 : 0;
    now.forEach((p, i) => {
      p[0] += (start[i][0] - p[0]) * pull; p[1] += (start[i][1] - p[1]) * pull;
      roads.forEach((road) => away(i, nearest(p, road), size(i) - 4, 0.25));
      sites.forEach((site) => away(i, site, size(i) + radius.site * 0.62 + 2, 0.6));
      now.forEach((other, j) => j !== i && away(i, other, size(i) + size(j), i < seals ? 0.2 : 0.5));
      p[0] = Math.min(width - 80, Math.max(80, p[0])); p[1] = Math.min(height - 84, Math.max(84, p[1]));
    });
  }
  return now;
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

export function crosses([a, b], [c, d]) {
  if ([a, b].some((p) => [c, d].some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.5))) return false;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}
