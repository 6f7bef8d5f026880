// The sheet of Cardinal: nine countries around the Alps.
import { readBoard, readPlaces } from './facts.mjs';
import { clearOfRoads } from './roads.mjs';
import { relaxed } from './warp.mjs';

const board = readBoard('cardinal');
const SCALE = 1.6;
const at = ({ x, y }) => [x * SCALE + 70, y * SCALE + 16];
const byId = new Map(board.sites.map((site) => [site.id, at(site)]));
const KINDS = new Map(board.cards.flatMap((card) => card.countries.map((country) => [country, card.colour])));
const APART = 66; // the least distance of two monasteries

// Seals and numbers that stand aside so that long names beside them have room, and on a phone advisors above a seal.
const SEAL_ROOM = { bavaria: [72, 62] };
const MARKER_ROOM = { 6: [-14, -34], 9: [0, 34], 12: [4, -46] };

export const sheet = {
  title: 'cardinal',
  width: 1680,
  height: 1330,
  glow: 22,
  parallels: [42, 54],
  centre: 6,
  points: readPlaces('cardinal'),
  margin: (w, h) => [
    [130, 90],
    [w - 130, h - 70],
  ],
  fit: (ids) => ids.map((id) => byId.get(id)),
  relax: (start) =>
    relaxed(start, APART, {
      inside: [
        [110, 100],
        [1580, 1250],
      ],
    }),
  board,
  // What of the board the browser needs, in the form of a board file.
  facts: () => ({
    map: board.map,
    countries: board.countries.map(({ id, seal }) => ({ id, seal })),
    sites: board.sites.map(({ id, country, x, y }) => ({ id, country, x, y })),
    roads: board.roads,
    alliances: board.alliances.map(({ number, a, b, sea, marker }) => ({ number, a, b, sea, marker })),
    cards: board.cards.map(({ id, countries, colour }) => ({ id, countries, colour })),
  }),
  // What gives the countries their shape beside their own monasteries; null: lands outside the game.
  seeds: {
    england: [
      [-4.2, 50.5],
      [-3.2, 51.6],
      [-3.4, 52.6],
      [-2.4, 53.6],
      [-0.6, 53.4],
      [-0.6, 54.4],
      [-2.2, 51.2],
      [-1.2, 50.9],
      [-4.2, 53.1],
      [-4.5, 51.9],
      [-2.7, 54.4],
      [-1.9, 55.1],
    ],
    france: [
      [-4.1, 48.4],
      [-2.6, 47.9],
      [-1.2, 49.4],
      [2.2, 50.3],
      [2.6, 51.0],
      [1.75, 50.8],
      [-0.7, 45.6],
      [-0.8, 44.3],
      [1.2, 43.6],
      [2.4, 43.2],
      [3.0, 44.2],
      [2.6, 45.3],
      [-1.0, 43.6],
      [0.3, 43.3],
      [3.4, 50.6],
      [-1.4, 46.5],
      [2.6, 46.6],
    ],
    lorraine: [
      [4.6, 51.9],
      [5.6, 52.4],
      [3.9, 51.2],
      [6.4, 49.5],
      [5.4, 49.6],
      [5.9, 51.6],
      [7.0, 48.6],
      [6.2, 48.7],
      [5.3, 53.1],
      [5.0, 48.6],
    ],
    franconia: [
      [7.2, 51.4],
      [8.4, 51.6],
      [9.9, 51.8],
      [9.6, 49.9],
      [11.0, 51.4],
      [11.4, 50.2],
      [8.0, 50.4],
      [10.2, 49.5],
      [7.6, 49.6],
      [12.0, 51.1],
    ],
    swabia: [
      [8.2, 47.5],
      [9.6, 48.6],
      [7.7, 48.1],
      [10.2, 47.5],
      [9.4, 46.95],
      [8.3, 46.9],
      [10.4, 48.5],
    ],
    bavaria: [
      [11.4, 48.6],
      [12.6, 49.5],
      [13.9, 48.4],
      [14.4, 47.6],
      [15.6, 47.6],
      [13.2, 46.9],
      [14.6, 46.8],
      [11.2, 46.4],
      [10.9, 47.0],
      [16.0, 48.2],
    ],
    burgundy: [
      [4.2, 47.8],
      [5.9, 47.3],
      [6.7, 46.9],
      [5.6, 46.3],
      [4.6, 45.4],
      [5.2, 44.5],
      [6.3, 44.2],
      [6.4, 43.6],
      [4.0, 43.8],
      [6.6, 45.2],
      [3.7, 46.4],
      [7.4, 46.9],
      [7.0, 43.9],
    ],
    italy: [
      [7.6, 45.0],
      [8.0, 44.5],
      [10.2, 45.9],
      [12.2, 45.5],
      [12.3, 44.4],
      [13.4, 43.4],
      [11.0, 42.7],
      [12.2, 46.2],
      [13.3, 45.9],
      [14.4, 42.2],
      [13.2, 41.4],
      [15.0, 41.6],
      [14.5, 40.8],
      [8.6, 46.0],
      [9.4, 44.4],
    ],
    aragon: [
      [-0.6, 41.4],
      [0.2, 42.1],
      [0.8, 41.9],
      [2.8, 42.1],
      [0.4, 40.8],
      [-1.1, 41.0],
      [-1.4, 42.3],
      [0.9, 42.6],
      [2.0, 42.45],
    ],
    null: [
      [-4, 42.6],
      [-3, 41.2],
      [-3, 42.6],
      [-6, 42],
      [-2.6, 40.2],
      [-0.8, 40.1],
      [-4, 56.2],
      [-3.2, 55.7],
      [-8, 53],
      [9.4, 53.2],
      [11.6, 53.2],
      [13.4, 52.4],
      [7.4, 53.2],
      [13.8, 50.6],
      [14.6, 49.5],
      [15.6, 50.0],
      [16.8, 49.3],
      [17.0, 51.6],
      [13.4, 51.6],
      [17.6, 47.4],
      [16.6, 46.4],
      [15.4, 45.6],
      [17, 44.4],
      [16.2, 40.8],
      [16.9, 41.0],
      [15.6, 39.6],
      [9, 40.2],
      [9.1, 42.2],
      [14.2, 45.3],
      [17.4, 48.4],
      [9.6, 55.8],
      [5.4, 36],
      [-2.8, 43.2],
      [14.6, 51.2],
    ],
  },
  colourOf: (country) => KINDS.get(country),
  colours: null,
  // Seals and numbers of alliances, moved away from monasteries and roads.
  furniture(plane) {
    const ids = [...plane.positions.keys()];
    const sites = ids.map((id) => plane.positions.get(id));
    const shift = (p) => plane.fromBoard(p);
    const seals = board.countries
      .map((country) => shift(at(country.seal)))
      .map(([x, y], i) => {
        const [dx, dy] = SEAL_ROOM[board.countries[i].id] ?? [0, 0];
        return [x + dx, y + dy];
      });
    const markers = board.alliances
      .map((alliance) => shift(at(alliance.marker)))
      .map(([x, y], i) => {
        const [dx, dy] = MARKER_ROOM[board.alliances[i].number] ?? [0, 0];
        return [x + dx, y + dy];
      });
    const roads = board.roads.map(([a, b]) => [plane.positions.get(a), plane.positions.get(b)]);
    const moved = clearOfRoads([...seals, ...markers], seals.length, sites, roads, plane);
    return {
      seals: new Map(board.countries.map((country, i) => [country.id, moved[i]])),
      markers: new Map(board.alliances.map((alliance, i) => [alliance.number, moved[seals.length + i]])),
    };
  },
  decor: {
    rose: [150, 946, 72],
    cartouche: [1296, 66, 310, 112, 'Rex & Cardinalis', 'monasteria · A.D. MCLXXX'],
    ships: [
      [985, 1110, 0.85, -1],
      [560, 120, 0.95, 1],
    ],
    serpent: [760, 1236, 0.8],
    seas: [
      ['Sinus Aquitanicus', -3.55, 46.25, 6, 20, 1],
      ['Mare Germanicum', 3.9, 53.45, -32, 25, 3],
      ['Mare Internum', 5.7, 42.05, -3, 32, 7],
      ['Mare Britannicum', -2.4, 50.05, -7, 19, 2],
      ['Mare Superum', 15.1, 43.6, 44, 20, 2],
    ],
  },
};
