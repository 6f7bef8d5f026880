import { describe, expect, it } from 'vitest';
import type { TitleInfo } from '../src/protocol/rest';
import { barred, defaults, fitting, USUAL, newTable } from '../src/lobby/tableForm';

const option = (name: string, more: object) => ({
  name,
  values: [false, true],
  default: false,
  excludes: [],
  seats: [],
  rule: '',
  ...more,
});
const title: TitleInfo = {
  name: 'cardinal',
  version: 1,
  seats: [2, 3, 4, 5],
  options: [
    option('two_countries', { excludes: ['duel'] }),
    option('duel', { excludes: ['two_countries'], seats: [2] }),
    option('joker', {}),
  ],
};

describe('the form of a new table', () => {
  it('switches on what is made for this number of seats, and off what is not', () => {
    const values = { ...defaults(title), two_countries: true };
    const two = fitting(title, values, 2);
    expect(two).toEqual({ two_countries: false, duel: true, joker: false });
    expect(fitting(title, two, 3)).toEqual({ two_countries: false, duel: false, joker: false });
  });
  it('says why an option cannot be chosen', () => {
    const [countries, duel, joker] = title.options;
    if (!countries || !duel || !joker) throw new Error('three options');
    expect(barred(duel, title, defaults(title), 3)).toEqual({ seats: [2] });
    expect(barred(countries, title, { ...defaults(title), duel: true }, 2)).toEqual({ by: 'duel' });
    expect(barred(joker, title, { ...defaults(title), duel: true }, 2)).toBeNull();
  });
  it('sends only what differs from the defaults', () => {
    const seats = [
      { kind: 'me' as const, name: ' Anne ', bot: '' },
      { kind: 'bot' as const, name: 'x', bot: 'cleric' },
      { kind: 'open' as const, name: 'x', bot: 'cleric' },
      { kind: 'me' as const, name: '', bot: '' },
    ];
    const rest = {
      clock: { kind: 'none' as const },
      isPublic: false,
      components: null,
      origin: null,
      you: 'You',
      manners: USUAL,
    };
    const sent = newTable(title, seats, { ...defaults(title), joker: true }, rest);
    expect(sent.options).toEqual({ joker: true });
    expect([sent.seating, sent.take_back, sent.absent, sent.stand_in]).toEqual(['drawn', 'agree', 'pause', null]);
    const other = newTable(title, seats, defaults(title), {
      ...rest,
      manners: { drawn: false, takeBack: false, pause: false, standIn: 'abbot' },
    });
    expect([other.seating, other.take_back, other.absent, other.stand_in]).toEqual([
      'as_seated',
      'none',
      'play_on',
      'abbot',
    ]);
    expect(sent.seats).toEqual([
      { kind: 'me', name: 'Anne' },
      { kind: 'bot', bot: 'cleric' },
      { kind: 'open' },
      { kind: 'me', name: 'You 4' },
    ]);
  });
});
