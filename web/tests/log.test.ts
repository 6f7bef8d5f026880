import { describe, expect, it } from 'vitest';
import pelegrinus from '../src/games/pelegrinus';
import { actionsSince, groups, newsFrom, recentlyPlaced } from '../src/table/log';
import { Words } from '../src/words/words';
import { TITLES, catalogue, recorded } from './recorded';

const happening = (number: number, seat: number, turn = 0, event = true) => ({
  number,
  seat,
  turn,
  text: null,
  events: event ? [{ key: 'core.over', args: {} }] : [],
});

describe('the log', () => {
  it('begins a group with every turn, also of the same seat', () => {
    const found = groups([happening(0, 0, 1), happening(1, 0, 1), happening(2, 0, 2)]);
    expect(found.map(({ turn, first, last }) => [turn, first, last])).toEqual([
      [1, 0, 1],
      [2, 2, 2],
    ]);
  });
  it('keeps the answers of chance in the turn that asked', () => {
    const found = groups([happening(0, -1), happening(1, 0), happening(2, -1), happening(3, 0), happening(4, 1)]);
    expect(found.map(({ seat, first, last }) => [seat, first, last])).toEqual([
      [-1, 0, 0],
      [0, 1, 3],
      [1, 4, 4],
    ]);
  });
  it('puts a sentence under whom it names, whoever brought it about', () => {
    const upkeep = {
      number: 1,
      seat: 0,
      turn: 0,
      text: null,
      events: [0, 1].map((seat) => ({ key: 'fed', args: { seat } })),
    };
    expect(groups([happening(0, 0), upkeep]).map(({ seat, lines }) => [seat, lines.length])).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });
  it('begins a chapter where a title says so', () => {
    const found = groups(
      [
        happening(0, 0),
        {
          number: 1,
          seat: 0,
          turn: 0,
          text: null,
          events: [
            { key: 'round', args: {} },
            { key: 'dealt', args: {} },
          ],
        },
      ],
      ['round'],
    );
    expect(found.map(({ seat, title, lines }) => [seat, title?.message.key, lines.length])).toEqual([
      [0, undefined, 1],
      [-1, 'round', 1],
    ]);
  });
  it('puts what follows from an action and names nobody under nobody', () => {
    const sealed = {
      number: 0,
      seat: 2,
      turn: 1,
      text: null,
      events: [
        { key: 'sealed', args: { seat: 2 } },
        { key: 'built', args: { seat: 0 } },
        { key: 'city_full', args: {} },
      ],
    };
    const refilled = { number: 1, seat: -1, turn: 1, text: null, events: [{ key: 'market', args: {} }] };
    expect(
      groups([sealed, refilled]).map(({ seat, lines }) => [seat, lines.map(({ message }) => message.key)]),
    ).toEqual([
      [2, ['sealed']],
      [0, ['built']],
      [-1, ['city_full', 'market']],
    ]);
  });
  it('does not put what chance did later under whoever was named last', () => {
    const fed = { number: 0, seat: 0, turn: 1, text: null, events: [{ key: 'fed', args: { seat: 1 } }] };
    const refilled = { number: 1, seat: -1, turn: 1, text: null, events: [{ key: 'market', args: {} }] };
    expect(groups([fed, refilled]).map(({ seat }) => seat)).toEqual([1, -1]);
  });
  it('begins a group where it is cut', () => {
    const log = [happening(0, 1, 1), happening(1, 1, 1), happening(2, 1, 1)];
    expect(groups(log, [], [], 1).map(({ first, last }) => [first, last])).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });
  it('keeps what was grouped before', () => {
    const log = [happening(0, 0), happening(1, 1)];
    const before = groups(log);
    const [first, second, third] = groups([...log, happening(2, 1), happening(3, 0)], [], before);
    expect(first).toBe(before[0]);
    expect(second).not.toBe(before[1]);
    expect(second?.lines[0]).toBe(before[1]?.lines[0]);
    expect(third?.seat).toBe(0);
  });
  it('leaves out an entry without events', () => {
    expect(groups([happening(0, 1, 0, false)])).toEqual([]);
  });
  it('knows what is new since the own last turn', () => {
    const log = [happening(0, 0, 0), happening(1, 1, 1), happening(2, -1, 1), happening(3, 2, 2)];
    expect(newsFrom(log, new Set([0]))).toBe(1);
    expect(newsFrom(log, new Set([2]))).toBeNull();
    expect(newsFrom(log, new Set([4]))).toBeNull();
  });
  it('keeps the news where they were while the viewer plays the next turn', () => {
    const log = [happening(0, 0, 0), happening(1, 1, 1), happening(2, 2, 2), happening(3, 0, 3), happening(4, -1, 3)];
    expect(newsFrom(log, new Set([0]))).toBe(1);
  });
  it('looks for the turn before where all act at once, until the next chapter', () => {
    const ended = { ...happening(3, 1, 1), events: [{ key: 'turn_began', args: {} }] };
    const log = [happening(0, 0, 1), happening(1, 1, 1), happening(2, 0, 1), ended];
    expect(newsFrom(log, new Set([0]), ['turn_began'])).toBe(3);
    const next = [...log, happening(4, 0, 2), happening(5, 2, 2)];
    expect(newsFrom(next, new Set([0]), ['turn_began'])).toBe(3);
  });
});

describe('what was placed since the own last turn', () => {
  const built = (number: number, seat: number, turn: number, city: string) => ({
    ...happening(number, seat, turn),
    events: [{ key: 'built', args: { city } }],
  });
  const placed = ({ args }: { args: Record<string, unknown> }): string[] =>
    'city' in args ? [String(args['city'])] : [];

  it('is what others have placed, and nothing of before', () => {
    const log = [built(0, 1, 0, 'acre'), built(1, 0, 1, 'paris'), built(2, 1, 2, 'genoa'), built(3, 2, 3, 'venice')];
    expect([...recentlyPlaced(log, new Set([0]), { placed })]).toEqual(['genoa', 'venice']);
    expect(recentlyPlaced(log, new Set([0]), {}).size).toBe(0);
  });

  it('is the outcome of the last turn where all play at once, also when the own action brought it about', () => {
    const event = (key: string, args = {}) => ({ key: `pelegrinus.event.${key}`, args });
    const sealed = (number: number, seat: number, ...events: ReturnType<typeof event>[]) => ({
      ...happening(number, seat, number),
      events: [event('sealed', { seat }), ...events],
    });
    const old = sealed(0, 1, event('commandery_built', { city: 'acre', seat: 1 }), event('turn_began', { turn: 2 }));
    const own = sealed(
      1,
      0,
      event('commandery_built', { city: 'venise', seat: 2 }),
      event('abbey_built', { city: 'sinai', seat: 0 }),
      event('turn_began', { turn: 3 }),
    );
    const news = ['commandery:venise:2', 'abbey:sinai'];
    expect([...recentlyPlaced([old, own], new Set([0]), pelegrinus)]).toEqual(news);
    expect([...recentlyPlaced([old, own, sealed(2, 1)], new Set([0]), pelegrinus)]).toEqual(news);
    const midway = sealed(3, 1, event('commandery_built', { city: 'genes', seat: 0 }));
    expect([...recentlyPlaced([old, own, midway], new Set([0]), pelegrinus)]).toEqual(['commandery:genes:0']);
  });
});

describe('what goes with an undo', () => {
  it('counts what others have done since, without chance', () => {
    const log = [happening(0, 0), happening(1, 1), happening(2, -1), happening(3, 2)];
    expect(actionsSince(log, 0)).toBe(2);
    expect(actionsSince(log, 2)).toBe(0);
  });
});

describe.each(TITLES)('the log of a recorded game of %s', (title) => {
  const game = recorded(title);

  it('groups every event once, in order', () => {
    const numbers = groups(game.log).flatMap((group) => group.lines.map((line) => line.number));
    expect(numbers).toEqual(game.log.flatMap((one) => one.events.map(() => one.number)));
  });
  it.each(['en', 'fr'] as const)('is said in whole sentences (%s)', (language) => {
    const words = new Words(language, catalogue(language)).atTable(['Anne', 'Berthe', 'Clovis']);
    for (const line of groups(game.log).flatMap((group) => group.lines)) {
      const text = words.say(line.message);
      expect(text).not.toMatch(/[{}]/);
      expect(text).not.toMatch(/^[a-z_]+\.[a-z_.]+$/);
    }
  });
});
