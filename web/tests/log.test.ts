import { describe, expect, it } from 'vitest';
import { groups, newsFrom } from '../src/table/log';
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
      [-1, 'round', 0],
      [0, undefined, 1],
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
  it('knows what is new since the own last action', () => {
    const log = [happening(0, 0), happening(1, 1), happening(2, -1), happening(3, 2)];
    expect(newsFrom(log, new Set([0]))).toBe(1);
    expect(newsFrom(log, new Set([2]))).toBeNull();
    expect(newsFrom(log, new Set([4]))).toBeNull();
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
