/** Names on the boards: none covers another, a place or a seal, on a laptop, on a phone and while zooming in. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CLOSEST, fitted, overlap, type Box } from '../board/geometry';
import { LANGUAGES } from '../words/languages';
import { Words, type Entries, type Language } from '../words/words';
import * as cardinalChart from './cardinal/chart';
import * as cardinal from './cardinal/layout';
import { countryName, siteName } from './cardinal/naming';
import * as pelegrinusChart from './pelegrinus/chart';
import * as pelegrinus from './pelegrinus/layout';
import * as pelegrinusNames from './pelegrinus/naming';

const LAPTOP = { width: 934, height: 506 }; // the board between header, panels and hand at 1280 × 800
const PHONE = { width: 390, height: 421 };

const BOARD = JSON.parse(readFileSync('../src/abbatia/games/pelegrinus/data/v1/board.json', 'utf8')) as {
  cities: { id: string; limit: Record<string, number> }[];
};

const wordsOf = (title: string, language: Language): Words =>
  new Words(
    language,
    JSON.parse(readFileSync(`../src/abbatia/games/${title}/words.${language}.json`, 'utf8')) as Entries,
  );

function clashes(boxes: readonly { id: string; box: Box }[]): string[] {
  return boxes.flatMap((one, i) =>
    boxes
      .slice(0, i)
      .filter((other) => overlap(one.box, other.box))
      .map((other) => `${one.id} over ${other.id}`),
  );
}
const onto = (boxes: readonly { id: string; box: Box }[], blocked: readonly Box[]): string[] =>
  boxes.filter(({ box }) => blocked.some((other) => overlap(box, other))).map(({ id }) => id);

const zooms = (whole: number): number[] => Array.from({ length: 9 }, (_, i) => whole * Math.pow(CLOSEST, i / 8));

describe.each(LANGUAGES)('Cardinal (%s)', (language) => {
  const chart = cardinalChart.chartOf(null);
  const words = wordsOf('cardinal', language);
  const sites = Object.fromEntries(chart.sites.map(({ id }) => [id, siteName(id, words)]));
  const countries = Object.fromEntries(Object.keys(chart.seals).map((id) => [id, countryName(id, words)]));
  const namesAt = (k: number, groups: number) =>
    cardinal.namesAt(
      chart,
      k,
      sites,
      countries,
      Object.fromEntries(Object.keys(chart.seals).map((id) => [id, groups])),
      () => 1,
    );

  it.each([
    ['laptop', LAPTOP],
    ['phone', PHONE],
  ])('has no name over another on a %s, at any zoom', (_, window) => {
    for (const k of zooms(fitted(chart, window).k)) {
      for (const groups of [0, 3]) {
        const { plates, sites: placed } = namesAt(k, groups);
        expect(clashes([...plates, ...placed])).toEqual([]);
        expect(onto(placed, cardinal.blockedBy(chart, cardinal.sizesAt(k), {}))).toEqual([]);
      }
    }
  });

  it('names every monastery and every country on a laptop', () => {
    const { plates, sites: placed } = namesAt(fitted(chart, LAPTOP).k, 0);
    expect(chart.sites.map(({ id }) => id).filter((id) => !placed.some((one) => one.id === id))).toEqual([]);
    expect(plates).toHaveLength(9);
  });

  it('names every monastery on a phone once it is zoomed in', () => {
    const placed = namesAt(fitted(chart, PHONE).k * 3, 2).sites;
    expect(chart.sites.map(({ id }) => id).filter((id) => !placed.some((one) => one.id === id))).toEqual([]);
  });
});

describe('the alliances of Cardinal', () => {
  it.each([
    ['laptop', LAPTOP],
    ['phone', PHONE],
  ])('have no advisors over their numbers on a %s, at any zoom', (_, window) => {
    const chart = cardinalChart.chartOf(null);
    for (const k of zooms(fitted(chart, window).k)) {
      const sizes = cardinal.sizesAt(k);
      const numbers = chart.alliances.map(({ number, at }) => ({
        id: String(number),
        box: cardinal.around(at, sizes.marker),
      }));
      for (const owners of [1, 2, 3, 4])
        expect(
          onto(
            numbers,
            Object.values(chart.seals).map((at) => cardinal.rowOf(at, owners, sizes)),
          ),
        ).toEqual([]);
    }
  });
});

describe.each(LANGUAGES)('Pelegrinus (%s)', (language) => {
  const chart = pelegrinusChart.chartOf(null);
  const words = wordsOf('pelegrinus', language);
  const limits = Object.fromEntries(chart.cities.map(({ id }) => [id, 4]));
  const names = {
    cities: Object.fromEntries(chart.cities.map(({ id }) => [id, pelegrinusNames.cityName(id, words)])),
    sites: Object.fromEntries(chart.sites.map(({ id }) => [id, pelegrinusNames.siteName(id, words)])),
    regions: Object.fromEntries(chart.regions.map(({ id }) => [id, `${pelegrinusNames.regionName(id, words)} · 9`])),
    court: 'Papal court',
  };
  const roomWith = (seats: string): Record<string, number> =>
    Object.fromEntries(BOARD.cities.map(({ id, limit }) => [id, limit[seats] ?? 0]));
  const namesAt = (k: number) => pelegrinus.namesAt(chart, k, limits, names, () => 1);

  it.each([
    ['laptop', LAPTOP],
    ['phone', PHONE],
  ])('has no name over another on a %s, at any zoom', (_, window) => {
    for (const k of zooms(fitted(chart, window).k)) {
      const { cities, sites, regions } = namesAt(k);
      expect(clashes([...cities, ...sites, ...regions])).toEqual([]);
    }
  });

  it('names every city and site on a laptop', () => {
    const { cities, sites } = namesAt(fitted(chart, LAPTOP).k);
    expect(chart.cities.map(({ id }) => id).filter((id) => !cities.some((one) => one.id === id))).toEqual([]);
    expect(sites).toHaveLength(6);
  });

  it.each(['2', '3', '4'])('names every city on a phone with %s players, none under a button', (seats) => {
    const { k } = fitted(chart, PHONE);
    const covered = pelegrinus.cornersOf(chart, k);
    const { cities, sites } = pelegrinus.namesAt(
      chart,
      k,
      roomWith(seats),
      { ...names, regions: {} },
      () => 1,
      covered,
    );
    expect(onto([...cities, ...sites], covered)).toEqual([]);
    expect(clashes([...cities, ...sites])).toEqual([]);
    expect(chart.cities.map(({ id }) => id).filter((id) => !cities.some((one) => one.id === id))).toEqual([]);
  });

  it('has no name under the characters on a phone, and names the city where they stand', () => {
    const { k } = fitted(chart, PHONE);
    const lost = chart.cities.flatMap(({ id }) => {
      const covered = [...pelegrinus.cornersOf(chart, k), pelegrinus.tokensAt(chart.at[id]!, 3, pelegrinus.sizesAt(k))];
      const isIt = (city: string): number => Number(city === id);
      const { cities, sites } = pelegrinus.namesAt(chart, k, roomWith('4'), names, isIt, covered);
      expect(onto([...cities, ...sites], covered)).toEqual([]);
      return cities.some((one) => one.id === id) ? [] : [id];
    });
    expect(lost).toEqual([]);
  });

  it('names every city and site on a phone once it is zoomed in', () => {
    const { cities, sites } = namesAt(fitted(chart, PHONE).k * 3);
    expect(cities).toHaveLength(36);
    expect(sites).toHaveLength(6);
  });
});
