/** Finding rules as one types, and what a rule is cut into. */
import { describe, expect, it } from 'vitest';
import type { ExampleText, RuleText } from '../protocol/rest';
import { chaptersOf, piecesOf, plain, search, wordsOf } from './rulebook';

const RULES: RuleText[] = [
  { number: '5.1', chapter: 'Bâtir', text: 'Une abbaye va dans un pays (voir 5.2).' },
  { number: '5.2', chapter: 'Bâtir', text: 'Un **évêque** seul, `option` comprise : 5.2 ou R1.' },
  { number: '15.2', chapter: 'La variante (option `deux`)', text: 'Deux pays.' },
  { number: 'R1', chapter: 'Décisions', text: 'Comme imprimé.' },
];
const EXAMPLES: ExampleText[] = [
  {
    id: 'one',
    rules: ['R1', '5.1'],
    question: 'Et le joker ?',
    answer: 'Oui.',
    caption: 'Anne paie.',
    asked_first: true,
    steps: 0,
  },
];
const numbers = (asked: string): string[] => search(RULES, EXAMPLES, wordsOf(asked)).map(({ number }) => number);
const KNOWN = new Set(RULES.map(({ number }) => number));

describe('the search', () => {
  it('ignores case and accents', () => {
    expect(numbers('EVEQUE')).toEqual(['5.2']);
    expect(numbers('bâtir abbaye')).toEqual(['5.1']);
  });
  it('finds numbers by their beginning, with their sign', () => {
    expect(numbers('§5.2')).toEqual(['5.2']);
    expect(numbers('r1')).toEqual(['5.2', 'R1']); // 5.2 names it
    expect(numbers('15')).toEqual(['15.2']);
  });
  it('finds the rule whose example says it', () => {
    expect(numbers('joker')).toEqual(['R1']);
  });
  it('gives all rules for no words, and none for words that are nowhere', () => {
    expect(numbers('  ')).toEqual(['5.1', '5.2', '15.2', 'R1']);
    expect(numbers('zzz')).toEqual([]);
  });
});

describe('a text without accents', () => {
  it('is as long as the text it is made of, so that places are the same', () => {
    for (const text of ['Élise œuvre', 'ÉVÊQUE', 'İstanbul ǆ', '5\u202f€ 𝔄'])
      expect(plain(text)).toHaveLength(text.length);
  });
});

describe('the pieces of a rule', () => {
  it('are links where they name other rules, and keep its emphasis', () => {
    expect(piecesOf('Un **évêque**, 5.1 ou 5.2, 3.14 et 15.21.', '5.2', KNOWN, [])).toEqual([
      { text: 'Un ', look: 'plain', found: false },
      { text: 'évêque', look: 'strong', found: false },
      { text: ', ', look: 'plain', found: false },
      { text: '5.1', look: 'plain', rule: '5.1' },
      { text: ' ou ', look: 'plain', found: false },
      { text: '5.2', look: 'plain', found: false },
      { text: ', ', look: 'plain', found: false },
      { text: '3.14', look: 'plain', found: false },
      { text: ' et ', look: 'plain', found: false },
      { text: '15.21', look: 'plain', found: false },
      { text: '.', look: 'plain', found: false },
    ]);
  });
  it('mark what was found', () => {
    const pieces = piecesOf('Un évêque', '5.2', KNOWN, wordsOf('evE'));
    expect(pieces.map(({ text, found }) => [text, found])).toEqual([
      ['Un ', false],
      ['évê', true],
      ['que', false],
    ]);
  });
});

it('chapters are told apart by number and leave out what is meant for programmers', () => {
  expect(chaptersOf(RULES).map(({ number, heading }) => [number, heading])).toEqual([
    ['5', 'Bâtir'],
    ['15', 'La variante'],
    ['R', 'Décisions'],
  ]);
});
