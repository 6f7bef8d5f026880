// The sheet of Pelegrinus: from Bergen to Marrakesh, from Lisbon to Acre.
import { readBoard, readPlaces } from './facts.mjs';
import { relaxed } from './warp.mjs';

const board = readBoard('pelegrinus');
const cities = new Set(board.cities.map((city) => city.id));
const REGION_COLOURS = Object.fromEntries(board.regions.map((region) => [region.id, region.color]));

// Ways that keep clear of a coast the board's own grid does not show.
const OPEN_SEA = { 'genes|palerme': [10.4, 41.0] };

export const sheet = {
  title: 'pelegrinus',
  width: 1600,
  height: 1240,
  glow: 13,
  seedRoom: 18,
  parallels: [33, 56],
  centre: 13,
  points: readPlaces('pelegrinus'),
  margin: (w, h) => [[120, 110], [w - 120, h - 96]],
  fit: null,
  relax: (start, ids) =>
    relaxed(start, (i, j) => (cities.has(ids[i]) ? 54 : 40) + (cities.has(ids[j]) ? 54 : 40), { inside: [[110, 100], [1490, 1140]] }),
  board,
  // What of the board the browser needs, in the form of a board file.
  facts: () => ({
    map: board.map,
    regions: board.regions.map(({ id, color, opens }) => ({ id, color, opens })),
    cities: board.cities.map(({ id, region, x, y }) => ({ id, region, x, y })),
    routes: board.routes.map(({ a, b, kind, via }) => ({ a, b, kind, ...(via ? { via } : {}) })),
    sites: board.sites.map(({ id, route, x, y }) => ({ id, route, x, y })),
  }),
  seeds: {
    proche_orient: [[27.4, 38.6], [28.4, 37.2], [30.6, 39.6], [33.4, 39.6], [35.6, 38.4], [38.0, 37.2], [36.8, 34.4], [36.2, 32.8], [36.0, 30.6], [34.6, 30.2], [27.0, 41.4], [31.6, 41.2], [35.0, 41.2], [33.2, 29.6], [34.4, 31.4], [38.4, 39.4], [38.5, 35.2], [38.0, 32.0]],
    italie: [[10.6, 45.4], [7.6, 44.9], [12.0, 43.6], [11.2, 42.8], [13.4, 42.6], [16.6, 40.9], [16.2, 39.0], [15.0, 37.3], [9.1, 39.9], [9.1, 42.2], [6.8, 43.8], [13.2, 46.2], [23.8, 35.3], [12.48, 41.9], [4.2, 43.7], [26.2, 35.1]],
    afrique_nord: [[31.0, 30.0], [27.0, 31.0], [23.0, 32.4], [20.5, 31.6], [16.0, 31.0], [11.5, 33.6], [9.2, 35.6], [6.6, 35.8], [2.6, 36.2], [0.0, 35.4], [-3.0, 34.6], [-5.4, 33.6], [-9.2, 30.2], [-6.0, 31.2], [31.4, 28.4], [-1.0, 33.6], [3.5, 34.2], [25.0, 30.0]],
    europe_ouest: [[-4.0, 48.3], [0.4, 49.2], [2.6, 50.4], [3.4, 48.0], [1.2, 46.2], [1.4, 43.7], [-3.6, 40.4], [-1.0, 41.6], [-0.6, 39.6], [1.8, 41.7], [-6.0, 37.6], [-3.6, 37.4], [-8.3, 41.2], [-5.6, 36.6], [-6.2, 36.8], [-7.0, 39.6], [-3.0, 43.0], [3.0, 44.6], [5.4, 47.0], [-8.5, 42.9], [5.9, 45.4], [-1.5, 48.6], [4.81, 44.3], [2.6, 39.6]],
    europe_anglo_germanique: [[-3.6, 50.7], [-3.4, 52.4], [-1.4, 53.8], [-3.0, 57.2], [-4.4, 58.0], [4.8, 52.2], [7.6, 53.2], [9.4, 55.8], [9.6, 52.2], [8.0, 48.6], [8.0, 47.0], [10.4, 47.4], [13.0, 47.6], [6.6, 61.4], [8.6, 60.2], [8.4, 58.8], [12.4, 51.2], [6.0, 49.4], [7.4, 58.3], [5.2, 50.6], [10.6, 59.6], [12.4, 53.6], [-2.4, 56.0], [1.0, 52.5]],
    europe_est: [[16.2, 54.2], [17.6, 52.5], [21.4, 52.2], [22.0, 54.2], [16.8, 49.4], [23.6, 50.4], [26.6, 50.6], [28.6, 52.0], [21.4, 47.6], [24.4, 46.4], [19.4, 45.6], [16.4, 45.4], [20.6, 43.8], [24.2, 44.2], [27.0, 47.2], [30.4, 48.4], [32.6, 50.2], [20.2, 41.4], [15.4, 44.8], [33.0, 48.2], [25.2, 42.6], [22.6, 42.6], [15.2, 47.0], [15.8, 50.6], [29.6, 46.6], [22.2, 40.6]],
    null: [[14.2, 56], [13.2, 55.8], [-8, 53.2], [-7, 54.6], [22.4, 38.6], [22.2, 37.4], [15, 58], [14, 62], [17, 60], [24, 61], [25, 58.6], [24.6, 56.8], [24, 55.4], [27.6, 55], [31.4, 55], [35, 52], [37, 49], [36, 56], [40, 46], [42, 42], [42, 38], [42, 34], [41, 30], [37, 27], [33, 25.4], [27, 27], [20, 28.4], [12, 30], [6, 31], [1, 31], [-4, 29], [-9, 27.6], [34.4, 45.2], [42, 51]],
  },
  colourOf: (region) => REGION_COLOURS[region],
  furniture: () => ({}),
  // Where a route bends: through its site of pilgrimage, or where the board says so (given on its own plain grid).
  bends(plane) {
    const bends = {};
    for (const route of board.routes) {
      const site = board.sites.find(({ route: ends }) => ends.includes(route.a) && ends.includes(route.b));
      const via = site ? [plane.positions.get(site.id)] : (route.via ?? []).map(([x, y]) => plane.place((x * 53.5) / 1000 - 12.5, 62 - (y * 35.5) / 700));
      const open = OPEN_SEA[`${route.a}|${route.b}`];
      if (open) via.push(plane.place(...open));
      if (via.length) bends[`${route.a}|${route.b}`] = via.map((p) => p.map(Math.round));
    }
    return bends;
  },
  decor: {
    rose: [150, 250, 72],
    cartouche: [1216, 70, 312, 112, 'Pelegrinus', 'itinera et commendæ · A.D. MCC'],
    ships: [[300, 470, 0.9, 1], [905, 905, 0.75, 1], [352, 112, 0.85, -1]],
    serpent: [150, 960, 0.85],
    seas: [
      ['Oceanus Occidentalis', -14.6, 43.2, -66, 30, 4], ['Mare Germanicum', 3.0, 56.6, -62, 20, 1], ['Mare Internum', 17.6, 34.3, 3, 30, 7],
      ['Pontus Euxinus', 33.2, 43.0, 8, 22, 2], ['Mare Balticum', 18.6, 56.4, -58, 17, 1],
    ],
  },
};
