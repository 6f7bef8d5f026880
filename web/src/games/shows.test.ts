/** Scorings and resolutions as shows, and the maps against the boards they draw. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../words/languages';
import { Words, type Entries } from '../words/words';
import en from '../board/words.en.json';
import { chartOf as cardinalChart, type BoardFile as CardinalFile } from './cardinal/chart';
import { bandsOf } from './cardinal/roads';
import type { CardinalObservation } from './cardinal/observation';
import { showOf as scoring } from './cardinal/scoring';
import { momentOf } from './moments';
import { chartOf as pelegrinusChart, type BoardFile as PelegrinusFile } from './pelegrinus/chart';
import { linkedSites, linksOf } from './pelegrinus/networks';
import type { PelegrinusObservation } from './pelegrinus/observation';
import { sceneOf, showOf as resolution, standingOf } from './pelegrinus/resolution';

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const wordsOf = (title: string): Words =>
  new Words('en', read<Entries>(`../src/abbatia/games/${title}/words.en.json`), [
    'Ada',
    'Bernard',
    'Clara',
    'Denis',
    'Élise',
  ]);
const boardOf = <T>(title: string): T => read<T>(`../src/abbatia/games/${title}/data/v1/board.json`);

describe('the scoring of Cardinal', () => {
  it('goes country by country and gives all the points of the interim scoring', () => {
    const { happenings, observation } = momentOf<CardinalObservation>('cardinal-interim');
    const show = scoring(happenings, wordsOf('cardinal'));
    expect(show?.title).toBe('Interim scoring');
    const lines = show?.steps.flatMap((step) => step.lines) ?? [];
    const sums = observation.scores.map((_, seat) =>
      lines.filter((line) => line.seat === seat).reduce((sum, line) => sum + (line.points ?? 0), 0),
    );
    expect(sums).toEqual(observation.scores);
    expect(new Set(show?.steps.map((step) => step.title)).size).toBe(show?.steps.length);
    expect(show?.steps.every((step) => step.targets.length > 0)).toBe(true);
  });

  it('is absent when nothing was scored', () => {
    expect(scoring(momentOf('cardinal-turn').happenings.slice(-1), wordsOf('cardinal'))).toBeNull();
  });

  it('lights the roads between abbeys of one owner', () => {
    const { sites } = momentOf<CardinalObservation>('cardinal-place').observation.public;
    const bands = bandsOf(cardinalChart(null), sites);
    expect(bands.length).toBeGreaterThan(0);
    for (const { key, owner } of bands) for (const site of key.split('|')) expect(sites[site]).toBe(owner);
  });
});

describe('the resolution of Pelegrinus', () => {
  const { happenings } = momentOf('pelegrinus-resolved');
  const show = resolution(happenings, 8, wordsOf('pelegrinus'));

  it('begins with the programmes, then the court, then the cities in order', () => {
    const titles = show?.steps.map((step) => step.title) ?? [];
    expect(titles[0]).toBe('The orders are revealed');
    expect(titles[1]).toBe('Papal court');
    expect(titles).toContain('Palermo');
  });

  it('happens at the court and at cities, and everywhere where programmes are revealed', () => {
    const chart = pelegrinusChart(null);
    const at = (title: string) =>
      show?.steps.filter((step) => step.title === title).map((step) => sceneOf(step, chart));
    expect(at('The orders are revealed')).toEqual([null]);
    expect(at('Papal court')).toEqual([chart.court]);
    expect(at('Palermo')).toEqual([chart.at['palerme']]);
    expect(at('Paris')).toEqual([chart.at['paris']]);
  });

  it('names the winner and the reason without repeating the place', () => {
    const court = show?.steps[1];
    expect(court?.lines.map((line) => line.text)).toContain('Clara has the majority with strength 3.');
    expect(court?.targets).toContain('place:court');
  });

  it('shows where everybody went, but no character that stayed home', () => {
    const standing = standingOf(happenings);
    expect(standing).toContainEqual({ seat: 1, character: 'master', place: 'venise' });
    expect(standing.some(({ place }) => place === 'home')).toBe(false);
  });

  it('lights networks as the engine counts them', () => {
    const { sheets, public: position } = momentOf<PelegrinusObservation>('pelegrinus-over').observation;
    const counted = sheets.map((sheet) => linkedSites(sheet).size);
    expect(Math.max(...counted)).toBeGreaterThan(1);
    for (const { a, b } of linksOf(pelegrinusChart(null), position, 0))
      for (const id of [a, b])
        expect(position.cities.find((city) => city.id === id)?.commanderies[0]).toBeGreaterThan(0);
  });
});

describe('the maps', () => {
  it('draw the board of Cardinal as it is', () => {
    const board = boardOf<CardinalFile>('cardinal');
    const chart = cardinalChart(null);
    expect(chart.sites.map(({ id, country }) => [id, country])).toEqual(
      board.sites.map(({ id, country }) => [id, country]),
    );
    expect(chart.roads).toEqual(board.roads);
    expect(chart.alliances.map(({ number, a, b }) => [number, a, b])).toEqual(
      board.alliances.map(({ number, a, b }) => [number, a, b]),
    );
    for (const { at } of chart.sites)
      expect(at[0] > 40 && at[0] < chart.width - 40 && at[1] > 40 && at[1] < chart.height - 40).toBe(true);
    expect(Object.keys(chart.lands)).toHaveLength(9);
  });

  it('draw the board of Pelegrinus as it is', () => {
    const board = boardOf<PelegrinusFile>('pelegrinus');
    const chart = pelegrinusChart(null);
    expect(chart.cities).toEqual(board.cities.map(({ id, region }) => ({ id, region })));
    expect(chart.routes.map(({ a, b, kind }) => [a, b, kind])).toEqual(
      board.routes.map(({ a, b, kind }) => [a, b, kind]),
    );
    for (const { id } of [...chart.cities, ...chart.sites]) expect(chart.at[id]).toBeDefined();
  });

  it('draw a board file of one’s own on parchment, and other roads on our map', () => {
    const board = boardOf<CardinalFile>('cardinal');
    const other = cardinalChart({ ...board, roads: board.roads.slice(0, 5) });
    expect(other.mapped).toBe(true);
    expect(other.roads).toHaveLength(5);
    const moved = cardinalChart({ ...board, sites: board.sites.map((site) => ({ ...site, x: (site.x ?? 0) + 3 })) });
    expect(moved.mapped).toBe(false);
    expect(moved.at['cluny']?.[0]).toBeCloseTo((424 + 3) * 1.6);
    expect(Object.values(moved.lands).every((path) => path.length > 20)).toBe(true);
    const world = cardinalChart({
      ...board,
      sites: board.sites.map(({ id, country }, i) => ({ id, country, lon: i, lat: 40 + (i % 9) })),
    });
    expect(world.sites.every(({ at }) => at.every(Number.isFinite))).toBe(true);
    const ways = boardOf<PelegrinusFile>('pelegrinus');
    const own = pelegrinusChart({ ...ways, cities: ways.cities.map((city) => ({ ...city, y: (city.y ?? 0) + 1 })) });
    expect(own.mapped).toBe(false);
    expect(own.routes.every(({ path }) => /^M[-\d. ]+C/.test(path))).toBe(true);
  });
});

describe('the words of the boards', () => {
  it.each(LANGUAGES)('exist in every language with the same places to fill (%s)', (language) => {
    const other = read<Entries>(`src/board/words.${language}.json`);
    expect(Object.keys(other)).toEqual(Object.keys(en));
    const holes = (text: string): string[] => [
      ...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1] as string)),
    ];
    for (const [key, text] of Object.entries(en))
      expect(holes(other[key] ?? '').sort(), key).toEqual(holes(text).sort());
  });
});
