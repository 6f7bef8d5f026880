import { describe, expect, it } from 'vitest';
import { render, screen } from '@testing-library/svelte';
import ObservationTree from '../src/table/ObservationTree.svelte';
import { ObservationReader, isMessage } from '../src/table/observationReader';
import { scoresOf } from '../src/table/scores';
import { shares } from '../src/table/outcome';
import { Words } from '../src/words/words';
import { TITLES, catalogue, recorded } from './recorded';

describe.each(TITLES)('the text view of %s', (title) => {
  const game = recorded(title);
  const words = new Words('en', catalogue('en')).atTable(['Anne', 'Berthe', 'Clovis']);

  it('reads a whole observation', () => {
    const view = game.views.at(-1);
    const { container } = render(ObservationTree, {
      reader: new ObservationReader(title, game.seats, words),
      value: view?.observation ?? {},
    });
    expect(container.textContent).not.toMatch(/\[object|undefined|NaN/);
    expect(screen.getAllByText('Anne').length).toBeGreaterThan(0);
    expect(container.querySelectorAll('table').length).toBeGreaterThan(0);
  });

  it('leaves out nothing that the observation says', () => {
    const observation = game.views.at(-1)?.observation ?? {};
    const reader = new ObservationReader(title, game.seats, words);
    const { container } = render(ObservationTree, { reader, value: observation });
    const text = container.textContent;
    const said = (key: string, value: unknown): void => {
      if (reader.isSilent(key)) return;
      if (Array.isArray(value)) value.forEach((item) => said(key, item));
      else if (isMessage(value)) expect(text).toContain(words.say(value));
      else if (typeof value === 'object' && value !== null)
        Object.entries(value).forEach(([name, item]) => said(name, item));
      else if (typeof value === 'string') expect(text).toContain(reader.line(key, value));
    };
    Object.entries(observation).forEach(([key, value]) => said(key, value));
  });

  it('reads the scores, and at the end those of the result', () => {
    const scores = scoresOf(null, game.last);
    expect(scores.projected ?? scores.now).toEqual(game.result.scores);
    for (const view of game.views) {
      const then = scoresOf(null, view.observation);
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
  const words = new Words('en', catalogue('en'));
  const reader = new ObservationReader('cardinal', 3, words);

  it('are called as cards in a hand and as countries elsewhere', () => {
    expect(reader.line('hand', ['italy', 'france'])).toBe('Lorraine/Italy, France');
    expect(reader.key('italy', 'discard')).toBe('Lorraine/Italy');
    expect(reader.line('country', 'italy')).toBe('Italy');
  });
});
