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
  'core.seat': 'Seat {n}',
};

describe('sentences', () => {
  const words = new Words('en', entries, ['Anne']);
  it('fill their places', () => {
    expect(words.text('x.plain', { n: 3 })).toBe('You have 3.');
    expect(words.text('x.named', { country: 'france' })).toBe('To France!');
    expect(words.text('x.named', { country: 'spain' })).toBe('To spain!');
    expect(words.text('x.nested', { inner: { key: 'x.plain', args: { n: [1, 2] } } })).toBe('So: You have 1, 2.');
    expect(words.text('x.players', { seats: [0, 1] })).toBe('Anne, Seat 2');
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
