import { describe, expect, it } from 'vitest';
import en from '../src/words.en.json';
import fr from '../src/words.fr.json';
import { Words } from '../src/words/words';

const entries = {
  'x.plain': 'You have {n}.',
  'x.named': 'To {country:country}!',
  'x.country.france': 'France',
  'x.count': '{n} {n:abbey|abbeys}',
  'x.nested': 'So: {inner}',
  'x.players': '{seats:seat}',
  'x.taken': '{good:amount n} for {other:amount m}',
  'x.amount.coin': '{n} {n:coin|coins}',
  'x.went': 'Went {where:to_place}.',
  'x.to_place': 'to {id:place}',
  'x.to_place.crete': 'over to {id:place}',
  'x.place.crete': 'Crete',
  'x.place.rome': '{id:place} {n}',
  'x.turn': 'le tour de {seat:seat}',
  'core.seat': 'Seat {n}',
  'core.list': '{items} and {last}',
};

describe('sentences', () => {
  const words = new Words('en', entries, ['Anne']);
  it('fill their places', () => {
    expect(words.text('x.plain', { n: 3 })).toBe('You have 3.');
    expect(words.text('x.named', { country: 'france' })).toBe('To France!');
    expect(words.text('x.named', { country: 'spain' })).toBe('To spain!');
    expect(words.text('x.nested', { inner: { key: 'x.plain', args: { n: [1, 2] } } })).toBe('So: You have 1 and 2.');
    expect(words.text('x.players', { seats: [0, 1] })).toBe('Anne and Seat 2');
    expect(words.text('x.players', { seats: [0, 1, 2] })).toBe('Anne, Seat 2 and Seat 3');
  });
  it('fill the entry of a name with a number of its own', () => {
    expect(words.text('x.taken', { good: 'coin', n: 1, other: 'coin', m: 3 })).toBe('1 coin for 3 coins');
  });
  it('say a name without an entry of its own in the general way, braces as they are', () => {
    expect(words.text('x.went', { where: 'crete' })).toBe('Went over to Crete.');
    expect(words.text('x.went', { where: 'rome' })).toBe('Went to {id:place} {n}.');
  });
  it('elide the French de', () => {
    for (const [name, said] of [
      ['Éloi', 'le tour d’Éloi'],
      ['Hélène', 'le tour d’Hélène'],
      ['Hans', 'le tour de Hans'],
      ['Yann', 'le tour de Yann'],
    ])
      expect(new Words('fr', entries, [name ?? '']).text('x.turn', { seat: 0 })).toBe(said);
    expect(words.text('x.turn', { seat: 0 })).toBe('le tour de Anne');
  });
  it('count as the language does', () => {
    expect(words.text('x.count', { n: 0 })).toBe('0 abbeys');
    expect(words.text('x.count', { n: 1 })).toBe('1 abbey');
    expect(new Words('fr', entries).text('x.count', { n: 0 })).toBe('0 abbey');
  });
  it('show what is missing instead of hiding it', () => {
    expect(words.text('x.unknown')).toBe('x.unknown');
    expect(words.text('x.plain')).toBe('You have {n}.');
  });
});

describe('the catalogues of the client', () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((found) => found[1]).sort();
  it('have the same keys and places in both languages', () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en))
      expect([...new Set(places((fr as Record<string, string>)[key] ?? ''))]).toEqual([...new Set(places(text))]);
  });
  it('have every sentence that the pages say', async () => {
    const sources = import.meta.glob<string>(
      ['../src/**/*.svelte', '../src/**/*.ts', '!../src/games/*/**', '!../src/board/**'],
      {
        query: '?raw',
        import: 'default',
        eager: true,
      },
    );
    const said = new Set<string>();
    for (const source of Object.values(sources))
      for (const found of source.matchAll(/'(web\.[a-z_.]+)'/g)) said.add(found[1] ?? '');
    expect(said.size).toBeGreaterThan(100);
    expect([...said].filter((key) => !(key in en))).toEqual([]);
  });
});
