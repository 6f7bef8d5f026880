import { describe, expect, it } from 'vitest';
import { isHouseRule, levelOf, optionsOf, presetOf } from '../src/lobby/presets';
import type { OptionInfo, TitleInfo } from '../src/protocol/rest';
import { continuing } from '../src/lobby/tableForm';

const option = (name: string, rule: string, more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  values: [false, true],
  default: false,
  excludes: [],
  seats: [],
  rule,
  ...more,
});
const ABBEY = {
  name: 'kings_abbey',
  seats: [1, 2, 3],
  options: [
    option('quick', '21.1'),
    option('relics', '22.1', { values: ['none', 'all'], default: 'none' }),
    option('saints', '23.1'),
    option('prestige_floor', 'R5'),
  ],
} as Partial<TitleInfo> as TitleInfo;
const LEVELS = ['cleric', 'prior', 'abbot'];
const levelIn = (preset: 'first' | 'standard' | 'expert') => levelOf(preset, LEVELS, 'prior');
const seated = (bot: string) => [
  { kind: 'me' as const, name: '', bot },
  { kind: 'bot' as const, name: '', bot },
];

describe('presets', () => {
  it('begin with the quick game and the mildest bots', () => {
    expect(optionsOf('first', ABBEY, 3)).toEqual({ quick: true, relics: 'none', saints: false, prestige_floor: false });
    expect(levelIn('first')).toBe('cleric');
  });
  it('are known again by options and bots together', () => {
    expect(presetOf(ABBEY, optionsOf('first', ABBEY, 2), seated('cleric'), levelIn)).toBe('first');
    expect(presetOf(ABBEY, optionsOf('first', ABBEY, 2), seated('abbot'), levelIn)).toBeNull();
    expect(presetOf(ABBEY, optionsOf('standard', ABBEY, 2), seated('prior'), levelIn)).toBe('standard');
    expect(presetOf(ABBEY, optionsOf('expert', ABBEY, 2), seated('abbot'), levelIn)).toBe('expert');
  });
  it('leave a title without that option as it is', () => {
    const bare = { ...ABBEY, options: [option('prestige_floor', 'R5')] };
    expect(optionsOf('first', bare, 3)).toEqual({ prestige_floor: false });
  });
  it('tell rulings from variants', () => {
    expect(ABBEY.options.filter(isHouseRule).map(({ name }) => name)).toEqual(['prestige_floor']);
  });
});

describe('a game that goes on', () => {
  it('gives me my seat, and bots their level', () => {
    const seats = continuing(['abbot', 'Berthe', 'Anne'], 2, { name: 'Anne', level: 'prior', levels: LEVELS });
    expect(seats).toEqual([
      { kind: 'bot', name: '', bot: 'abbot' },
      { kind: 'bot', name: '', bot: 'prior' },
      { kind: 'me', name: 'Anne', bot: 'prior' },
    ]);
  });
});
