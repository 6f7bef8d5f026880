// Outlines of Natural Earth (public domain, npm world-atlas) in the plane of one sheet.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { geoConicConformal, geoPath } from 'd3-geo';
import * as topojson from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import { warpOf } from './warp.mjs';

const require = createRequire(import.meta.url);
const DETAIL = 0.00006;

/** Rings of points instead of path text, so that the warp can move every point. */
class Rings {
  rings = [];
  moveTo(x, y) {
    this.rings.push([[x, y]]);
  }
  lineTo(x, y) {
    this.rings.at(-1).push([x, y]);
  }
  closePath() {}
  arc() {}
}

/** A plane for a sheet: `place(lon, lat)` with the projection, the affine fit and the warp onto `pins`. */
export function planeOf({ width, height, margin, parallels, centre, points, fit, relax }) {
  const conic = geoConicConformal().parallels(parallels).rotate([-centre, 0]).precision(0.15);
  const ids = Object.keys(points);
  conic.fitExtent(margin(width, height), { type: 'MultiPoint', coordinates: Object.values(points) });
  conic.clipExtent([
    [-400, -400],
    [width + 400, height + 400],
  ]);
  const raw = ids.map((id) => conic(points[id]));
  const wanted = relax(fit ? fit(ids) : raw.map((p) => [...p]), ids);
  const warp = warpOf(raw, wanted);
  const place = (lon, lat) => warp(conic([lon, lat]));
  return { width, height, conic, warp, place, positions: new Map(ids.map((id, i) => [id, wanted[i]])) };
}

/** Land as rings, borders of today left out; fine outlines, points moved by the warp. */
export function landOf(plane) {
  const file = require.resolve('world-atlas/countries-10m.json');
  const topology = simplify(presimplify(JSON.parse(fs.readFileSync(file, 'utf8'))), DETAIL);
  const land = topojson.merge(topology, topology.objects.countries.geometries);
  return ringsOf(plane, land).filter((ring) => ring.length > 3 && Math.abs(area(ring)) > 14);
}

function ringsOf(plane, shape) {
  const context = new Rings();
  geoPath(plane.conic, context)(shape);
  return context.rings.map((ring) => dense(ring).map(plane.warp));
}

/** Long straight runs (frame of the clip) get points between, so that the warp bends them smoothly. */
function dense(ring, step = 12) {
  return ring.flatMap((p, i) => {
    const q = ring[(i + 1) % ring.length];
    const n = Math.max(1, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) / step));
    return Array.from({ length: n }, (_, k) => [p[0] + ((q[0] - p[0]) * k) / n, p[1] + ((q[1] - p[1]) * k) / n]);
  });
}

export function area(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    sum += ring[j][0] * ring[i][1] - ring[i][0] * ring[j][1];
  return sum / 2;
}

export function inside([x, y], rings) {
  let is = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = ring[i],
        [c, d] = ring[j];
      if (b > y !== d > y && x < ((c - a) * (y - b)) / (d - b) + a) is = !is;
    }
  }
  return is;
}
