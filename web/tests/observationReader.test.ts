import { describe, expect, it } from 'vitest';
import { render, screen } from '@testing-library/svelte';
import { FIELDS as CARDINAL } from '../src/games/cardinal/fields';
import { guess, isRecord, type Field } from '../src/games/fields';
import { FIELDS as KINGS_ABBEY } from '../src/games/kings_abbey/fields';
import { FIELDS as PELEGRINUS } from '../src/games/pelegrinus/fields';
import ObservationTree from '../src/table/ObservationTree.svelte';
import { ObservationReader } from '../src/table/observationReader';
import { scoresOf } from '../src/table/scores';
import { shares } from '../src/table/outcome';
import { Words } from '../src/words/words';
import { TITLES, catalogue, recorded } from './recorded';

const FIELDS: Record<string, Field> = { cardinal: CARDINAL, kings_abbey: KINGS_ABBEY, pelegrinus: PELEGRINUS };

it('reads two parts that a language calls by one word', () => {
  const words = new Words('fr', { 'web.seen.countries': 'Pays', 'web.seen.country': 'Pays' });
  const number: Field = { kind: 'number' };
  const field: Field = { kind: 'record', fields: { countries: number, country: number } };
  const reader = new ObservationReader('cardinal', words);
  const { container } = render(ObservationTree, { reader, field, value: { countries: 12, country: 7 } });
  expect([...container.querySelectorAll('dd')].map((one) => one.textContent)).toEqual(['12', '7']);
});

describe.each(TITLES)('the text view of %s', (title) => {
  const game = recorded(title);
  const words = new Words('en', catalogue('en')).atTable(['Anne', 'Berthe', 'Clovis']);
  const reader = new ObservationReader(title, words);
  const field = FIELDS[title] as Field;
  const observation = game.views.at(-1)?.observation;

  it('reads a whole observation', () => {
    const { container } = render(ObservationTree, { reader, field, value: observation });
    expect(container.textContent).not.toMatch(/\[object|undefined|NaN/);
    expect(screen.getAllByText('Anne').length).toBeGreaterThan(0);
    expect(container.querySelectorAll('table').length).toBeGreaterThan(0);
  });

  it('leaves out nothing that the observation says', () => {
    const { container } = render(ObservationTree, { reader, field, value: observation });
    const text = container.textContent;
    let count = 0;
    const said = (kind: Field, value: unknown): void => {
      if (kind.kind === 'silent' || value === null) return;
      if (kind.kind === 'record' && isRecord(value)) {
        expect(Object.keys(kind.fields).sort()).toEqual(Object.keys(value).sort());
        Object.entries(kind.fields).forEach(([key, inner]) => said(inner, value[key]));
      } else if (kind.kind === 'map' && isRecord(value)) Object.values(value).forEach((item) => said(kind.item, item));
      else if (kind.kind === 'list' && Array.isArray(value)) value.forEach((item) => said(kind.item, item));
      else {
        count += 1;
        expect(text).toContain(reader.line(kind, value));
      }
    };
    said(field, observation);
    expect(count).toBeGreaterThan(50);
  });

  it('has a label for every field and a name for every id', () => {
    const missing = new Set<string>();
    const look = (kind: Field, value: unknown): void => {
      if (kind.kind === 'record') {
        for (const [key, inner] of Object.entries(kind.fields)) {
          if (inner.kind !== 'silent' && !words.has(`web.seen.${key}`)) missing.add(`web.seen.${key}`);
          look(inner, isRecord(value) ? value[key] : null);
        }
      } else if (kind.kind === 'map' && isRecord(value)) {
        for (const [id, item] of Object.entries(value)) {
          if (!words.has(`${title}.${kind.domain}.${id}`)) missing.add(`${title}.${kind.domain}.${id}`);
          look(kind.item, item);
        }
      } else if (kind.kind === 'list' && Array.isArray(value)) value.forEach((item) => look(kind.item, item));
      else if (kind.kind === 'id' && typeof value === 'string' && !words.has(`${title}.${kind.domain}.${value}`))
        missing.add(`${title}.${kind.domain}.${value}`);
    };
    for (const view of game.views) look(field, view.observation);
    expect([...missing]).toEqual([]);
  });

  it('is readable for a client that does not know the title', () => {
    const { container } = render(ObservationTree, { reader, field: guess(observation), value: observation });
    expect(container.textContent).not.toMatch(/\[object|undefined|NaN/);
  });

  it('reads the scores, and at the end those of the result', () => {
    const last = scoresOf(game.last);
    expect(last.projected).toEqual(game.result.scores);
    for (const view of game.views) {
      const then = scoresOf(view.observation);
      expect(then.now).toHaveLength(game.seats);
      expect(then.lines).toHaveLength(game.seats);
    }
  });

  it('adds the lines of a result up to its scores', () => {
    const parts = shares(game.result);
    game.result.scores.forEach((score, seat) => {
      expect(parts.points[seat]?.reduce((sum, points) => sum + points, 0)).toBe(score);
    });
  });
});

describe('cards that have the id of a country', () => {
  const reader = new ObservationReader('cardinal', new Words('en', catalogue('en')));

  it('are called as cards in a hand and as countries elsewhere', () => {
    expect(reader.line({ kind: 'list', item: { kind: 'id', domain: 'card' } }, ['italy', 'france'])).toBe(
      'Lorraine/Italy, France',
    );
    expect(reader.line({ kind: 'id', domain: 'country' }, 'italy')).toBe('Italy');
  });
});
