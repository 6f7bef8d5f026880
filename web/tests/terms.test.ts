/** What a table is played by, in both languages. */
import { describe, expect, it } from 'vitest';
import { clockOf, variantOf } from '../src/lobby/terms';
import type { TableInfo } from '../src/protocol/wire';
import type { TitleInfo } from '../src/protocol/rest';
import en from '../src/words.en.json';
import fr from '../src/words.fr.json';
import { Words } from '../src/words/words';

const TITLE_WORDS = {
  'game.option.long': 'Long game',
  'game.option.usual': 'Usual',
  'game.option.map': 'Map',
  'game.option.map.north': 'the North',
};
const english = new Words('en', { ...TITLE_WORDS, ...en });
const french = new Words('fr', { ...TITLE_WORDS, ...fr });
const option = (name: string, values: (boolean | string)[]) => ({
  name,
  values,
  default: values[0] ?? false,
  excludes: [],
  seats: [],
  rule: '',
});
const title: TitleInfo = {
  name: 'game',
  version: 1,
  seats: [2],
  options: [option('long', [false, true]), option('usual', [true, false]), option('map', ['south', 'north'])],
};
const table = (options: TableInfo['options'], own = false) =>
  ({ title: 'game', options, own_components: own }) as Partial<TableInfo> as TableInfo;

describe('the variant of a table', () => {
  it('is named where it differs from the usual game, and only there', () => {
    expect(variantOf(table({ long: false, usual: true, map: 'south' }), title, english)).toEqual([]);
    expect(variantOf(table({ long: true, usual: false, map: 'north' }), title, english)).toEqual([
      'Long game',
      'No “Usual”',
      'Map: the North',
    ]);
    expect(variantOf(table({ usual: false }), title, french)).toEqual(['Sans « Usual »']);
  });

  it('says that the players brought their own board', () => {
    expect(variantOf(table({}, true), title, english)).toEqual(['Custom board or cards']);
  });
});

describe('the clock of a table', () => {
  it.each([
    [{ kind: 'none' } as const, 'No clock', 'Sans pendule'],
    [{ kind: 'move', seconds: 90 } as const, '1 min 30 s per turn', '1 min 30 s par tour'],
    [
      { kind: 'bank', seconds: 900, increment: 10 } as const,
      '15 min each + 10 s per turn',
      '15 min chacun + 10 s par tour',
    ],
    [{ kind: 'bank', seconds: 5400, increment: 0 } as const, '1 h 30 min each', '1 h 30 min chacun'],
    [{ kind: 'days', days: 1 } as const, '1 day per turn', '1 jour par tour'],
    [{ kind: 'days', days: 3 } as const, '3 days per turn', '3 jours par tour'],
  ])('is named with its numbers: %j', (clock, inEnglish, inFrench) => {
    expect(clockOf(clock, english)).toBe(inEnglish);
    expect(clockOf(clock, french)).toBe(inFrench);
  });
});
