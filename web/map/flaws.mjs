// What would be wrong with a sheet: places off their land, roads that cross or run through a place.
import { inside } from './lands.mjs';
import { crosses, nearest } from './roads.mjs';

export function flawsOf(sheet, { plane, provinces }) {
  const at = (id) => plane.positions.get(id);
  const flaws = [];
  for (const place of [...(sheet.board.cities ?? []), ...sheet.board.sites]) {
    const land = place.country ?? place.region;
    if (land && !inside(at(place.id), provinces.rings.get(land))) flaws.push(`${place.id} is not inside ${land}`);
  }
  const bends = sheet.bends?.(plane) ?? {};
  const ends = sheet.board.roads ?? sheet.board.routes.map(({ a, b }) => [a, b]);
  const roads = ends.map(([a, b]) => {
    const points = [at(a), ...(bends[`${a}|${b}`] ?? []), at(b)];
    return { name: `${a}–${b}`, ends: [a, b], parts: points.slice(1).map((p, i) => [points[i], p]) };
  });
  roads.forEach((one, i) =>
    roads.slice(0, i).forEach((other) => {
      if (one.parts.some((p) => other.parts.some((q) => crosses(p, q))))
        flaws.push(`${one.name} crosses ${other.name}`);
    }),
  );
  for (const road of roads) {
    for (const [id, p] of plane.positions) {
      const own =
        road.ends.includes(id) || road.parts.some((part) => part.some((q) => Math.hypot(q[0] - p[0], q[1] - p[1]) < 3));
      const gap = Math.min(
        ...road.parts.map((part) => {
          const q = nearest(p, part);
          return Math.hypot(q[0] - p[0], q[1] - p[1]);
        }),
      );
      if (!own && gap < 30) flaws.push(`${road.name} runs through ${id} (${gap.toFixed(0)})`);
    }
  }
  return flaws;
}
