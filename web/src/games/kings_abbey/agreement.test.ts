/** Offers of help: one form, the engine's small actions; and what nobody need click. */
import { fireEvent, render } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { propsAt } from '../../../tests/board';
import { momentOf } from '../moments';
import type { Choice } from '../types';
import game from '.';
import { forced, offerActions } from './agreement';
import { targets } from './choosing';
import type { KingsAbbeyObservation } from './observation';

describe('an offer', () => {
  it('is made of the small actions in their order', () => {
    expect(offerActions({ spaces: 2, prestige: 3, tokens: {}, relic: false })).toEqual([
      'spaces 2',
      'share 3',
      'offer',
    ]);
    expect(offerActions({ spaces: 1, prestige: 0, tokens: { sand: 2, coin: 1 }, relic: true })).toEqual([
      'spaces 1',
      'share 0',
      'token coin',
      'token sand',
      'token sand',
      'with_relic',
      'offer',
    ]);
  });

  it('is chosen in one form and sent in one message', async () => {
    const { observation } = momentOf<KingsAbbeyObservation>('kings_abbey-terms');
    const viewer = observation.viewer ?? 0;
    const asked = observation.public.questions[viewer];
    if (!asked) throw new Error('no question');
    const questions = observation.public.questions.map((one, seat) =>
      seat === viewer ? { name: 'spaces', args: asked.args.slice(0, 2) } : one,
    );
    const legal = ['spaces 1', 'spaces 2', 'withdraw'].map((text): Choice => ({
      text,
      label: { key: text, args: {} },
      targets: targets(text),
    }));
    const takeAll = vi.fn();
    const props = propsAt('kings_abbey-terms', game, {
      observation: { ...observation, public: { ...observation.public, questions } },
      legal,
      takeAll,
    });
    if (!game.Own) throw new Error('no Own');
    const { container } = render(game.Own, { props });
    const form = container.querySelector('form');
    if (!form) throw new Error('no form');
    const [more] = [...form.querySelectorAll<HTMLButtonElement>('.stepper button:last-child')];
    if (!more) throw new Error('no stepper');
    await fireEvent.click(more);
    expect(more.disabled).toBe(true); // two spaces are all that can be asked for
    await fireEvent.submit(form);
    expect(takeAll).toHaveBeenCalledWith(['spaces 2', 'share 1', 'offer']);
  });
});

describe('what decides nothing', () => {
  it('goes by itself', () => {
    expect(forced(['feed'])).toBe('feed');
    expect(forced(['face'])).toBe('face');
    expect(forced(['face', 'trade'])).toBe('face');
    expect(forced(['done'])).toBe('done');
  });

  it('is asked for where something could be decided', () => {
    for (const legal of [['feed', 'trade'], ['done', 'trade'], ['pass'], ['face', 'baptise 1'], ['take wood'], []])
      expect(forced(legal)).toBeNull();
  });
});
