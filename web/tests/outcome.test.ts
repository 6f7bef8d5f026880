/** The bars of a result: every point stands in them, what was lost to the left of nothing. */
import { render } from '@testing-library/svelte';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Line, Result } from '../src/protocol/wire';
import { bars, shares } from '../src/table/outcome';
import Outcome from '../src/table/Outcome.svelte';
import ScoreSheet from '../src/table/ScoreSheet.svelte';
import { seatLook } from '../src/table/seats';
import { Words } from '../src/words/words';

const line = (key: string, points: number, rule: string): Line => ({ label: { key, args: {} }, points, rule });

/** The winner paid penalties, the second has no points but penalties. */
const RESULT: Result = {
  scores: [60, -73, 20],
  ranks: [1, 3, 2],
  lines: [
    [line('buildings', 70, '8.2'), line('market', 20, '11.1'), line('hunger', -30, '12.4')],
    [line('buildings', 0, '8.2'), line('hunger', -73, '12.4')],
    [line('buildings', 20, '8.2')],
  ],
};

describe('the bars of a result', () => {
  const { zero, seats } = bars(shares(RESULT));
  const width = (part: { from: number; to: number }) => part.to - part.from;

  it('are as long as their points, in one measure for all', () => {
    const perPoint = 100 / (90 + 73); // from the deepest loss to the highest gain
    const widths = seats.map(({ parts }) => parts.map((part) => Math.round(width(part) / perPoint)));
    expect(widths).toEqual([[70, 20, 30], [73], [20]]);
  });

  it('show losses to the left of nothing and gains to the right, within the bar', () => {
    for (const { parts } of seats)
      for (const { points, from, to } of parts) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(100.000001);
        if (points > 0) expect(from).toBeGreaterThanOrEqual(zero - 1e-9);
        else expect(to).toBeLessThanOrEqual(zero + 1e-9);
      }
  });

  it('mark the score where gains and losses come out', () => {
    const perPoint = 100 / (90 + 73);
    expect(seats.map(({ total }) => Math.round((total - zero) / perPoint))).toEqual(RESULT.scores);
  });

  it('begin at the left edge where nobody lost anything', () => {
    const found = bars(shares({ scores: [4, 2], ranks: [1, 2], lines: [[line('a', 4, '1')], [line('a', 2, '1')]] }));
    expect(found.zero).toBe(0);
    expect(found.seats.map(({ parts }) => parts.map(({ to }) => to))).toEqual([[100], [50]]);
  });
});

describe('the number of a rule', () => {
  const words = new Words('en', {});
  const seats = RESULT.scores.map((_, seat) => seatLook(seat, `Name ${seat}`, 'human', seat === 0));
  beforeAll(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })));

  /** The cells and spans that hold nothing but a number: what reads as points. */
  const bare = (page: HTMLElement) =>
    [...page.querySelectorAll('td, span, button')]
      .map((one) => one.textContent?.trim() ?? '')
      .filter((text) => /^\d+\.\d+$/.test(text));

  it.each(['result', 'score sheet'])(
    'is a reference beside its line, never a number beside the points (%s)',
    (where) => {
      const openRule = vi.fn();
      const { container } =
        where === 'result'
          ? render(Outcome, { result: RESULT, seats, words, openRule, record: 'r1', title: 'cardinal' })
          : render(ScoreSheet, {
              scores: { now: RESULT.scores, projected: null, lines: RESULT.lines },
              seats,
              words,
              game: null,
              openRule,
            });
      expect(bare(container)).toEqual([]);
      const references = [...container.querySelectorAll<HTMLButtonElement>('button.reference')];
      expect(references.length).toBeGreaterThan(0);
      for (const one of references) expect(one.textContent).toMatch(/§/);
      references[0]?.click();
      expect(openRule).toHaveBeenCalledWith('8.2');
    },
  );
});
