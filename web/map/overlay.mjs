// What the browser lays over the background: positions, lands as shapes, and what the sheet adds.
const round = ([x, y]) => [Math.round(x), Math.round(y)];

/** Fewer points for shapes that are only lit up (Ramer, Douglas, Peucker). */
export function thinned(ring, slack) {
  const keep = new Uint8Array(ring.length);
  const stack = [[0, ring.length - 1]];
  keep[0] = keep[ring.length - 1] = 1;
  while (stack.length) {
    const [a, b] = stack.pop();
    let far = 0,
      at = -1;
    for (let i = a + 1; i < b; i++) {
      const gap = distance(ring[i], ring[a], ring[b]);
      if (gap > far) {
        far = gap;
        at = i;
      }
    }
    if (far > slack) {
      keep[at] = 1;
      stack.push([a, at], [at, b]);
    }
  }
  return ring.filter((_, i) => keep[i]);
}

function distance([x, y], [a, b], [c, d]) {
  const length = Math.hypot(c - a, d - b);
  if (length < 0.01) return Math.hypot(x - a, y - b);
  return Math.abs((c - a) * (b - y) - (a - x) * (d - b)) / length;
}

const path = (rings) =>
  rings
    .map(
      (ring) =>
        'M' +
        thinned(ring, 1.4)
          .map((p) => round(p).join(' '))
          .join('L') +
        'Z',
    )
    .join('');

export function overlayOf(sheet, { plane, provinces }, furniture) {
  const lands = Object.fromEntries([...provinces.rings].map(([id, rings]) => [id, path(rings)]));
  const object = (map) => Object.fromEntries([...(map ?? [])].map(([id, at]) => [id, round(at)]));
  return {
    width: sheet.width,
    height: sheet.height,
    places: object(plane.positions),
    lands,
    board: sheet.facts(),
    ...(furniture.seals ? { seals: object(furniture.seals), markers: object(furniture.markers) } : {}),
    ...(sheet.bends ? { bends: sheet.bends(plane) } : {}),
  };
}
