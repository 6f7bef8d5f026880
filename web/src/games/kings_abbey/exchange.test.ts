/** Trades: one form, the engine's small actions, and no rule of its own. */
import { fireEvent, render, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { propsAt } from '../../../tests/board';
import { momentOf } from '../moments';
import type { Choice, Prospect } from '../types';
import game from '.';
import { targets } from './choosing';
import { exchangeActions, givable, NOTHING, settled, type Ask } from './exchange';
import type { KingsAbbeyObservation } from './observation';

const { observation } = momentOf<KingsAbbeyObservation>('kings_abbey-abbey');

/** The position with this much wood before the first player. */
function withWood(wood: number): KingsAbbeyObservation {
  const [first, ...others] = observation.public.players;
  if (!first) throw new Error('no player');
  const players = [{ ...first, goods: { ...first.goods, wood } }, ...others];
  return { ...observation, public: { ...observation.public, players } };
}

/** An engine that allows 2 or 4 coins for wood, and stone for 3 or 5; of a partner's wood one or two. */
function engine(isStables: boolean): Ask {
  const found: Record<string, string[]> = {
    'give coin': ['for wood', 'for stone'],
    'give coin,for wood': ['amount 2', 'amount 4'],
    'give coin,for stone': ['amount 3', 'amount 5'],
    'give sand': ['for wood'],
    'give sand,for wood': ['amount 1'],
  };
  return vi.fn((texts: readonly string[]): Promise<Prospect<KingsAbbeyObservation> | null> => {
    const legal = found[texts.join()] ?? (isStables ? ['receive 1', 'receive 2', 'withdraw'] : ['done']);
    return Promise.resolve({ legal, observation: withWood(texts.length === 3 ? 5 : 3) });
  });
}

describe('a trade', () => {
  it('is made of the small actions in their order', () => {
    const trade = { ...NOTHING, given: 'coin', taken: 'wood', amount: 4, received: 2 } as const;
    expect(exchangeActions(trade)).toEqual(['give coin', 'for wood', 'amount 4']);
    expect(exchangeActions({ ...trade, returns: [1, 2] })).toEqual(['give coin', 'for wood', 'amount 4', 'receive 2']);
    expect(exchangeActions({ ...trade, taken: null })).toEqual([]);
  });

  it('offers what the engine allows', () => {
    expect(givable(['give sand', 'give coin', 'withdraw'])).toEqual(['coin', 'sand']);
  });

  it('keeps of a wish what is allowed, and says what it brings', async () => {
    const wish = { ...NOTHING, given: 'coin', taken: 'wood', amount: 4 } as const;
    expect(await settled(wish, 0, engine(false))).toMatchObject({
      kinds: ['wood', 'stone'],
      amounts: [2, 4],
      amount: 4,
      received: 2,
    });
    expect(await settled({ ...wish, taken: 'stone' }, 0, engine(false))).toMatchObject({ amounts: [3, 5], amount: 3 });
    expect(await settled({ ...wish, taken: 'grain' }, 0, engine(false))).toMatchObject({ taken: 'wood' });
  });

  it('with a player asks for the most unless less is wished', async () => {
    const wish = { ...NOTHING, given: 'sand' } as const;
    expect(await settled(wish, 0, engine(true))).toMatchObject({ returns: [1, 2], received: 2 });
    expect(await settled({ ...wish, received: 1 }, 0, engine(true))).toMatchObject({ received: 1 });
  });

  it('is chosen in one form and sent in one message', async () => {
    const questions = observation.public.questions.map((one, seat) =>
      seat === 0 ? { name: 'stable_give', args: [1] } : one,
    );
    const legal = ['give coin', 'give sand', 'withdraw'].map((text): Choice => ({
      text,
      label: { key: text, args: {} },
      targets: targets(text),
    }));
    const takeAll = vi.fn();
    if (!game.Own) throw new Error('no Own');
    const { container, getByRole } = render(game.Own, {
      props: propsAt('kings_abbey-abbey', game, {
        observation: { ...observation, public: { ...observation.public, questions } },
        legal,
        takeAll,
        after: engine(true),
      }),
    });
    const form = getByRole('form', { name: 'Offer Bernard a trade' });
    await waitFor(() => expect(form.querySelector('output')?.textContent).toBe('2'));
    await fireEvent.click(getByRole('button', { name: 'More: You give' }));
    await waitFor(() => expect(form.querySelector('output')?.textContent).toBe('4'));
    await fireEvent.click(getByRole('button', { name: 'Less: You get' }));
    await waitFor(() => expect([...form.querySelectorAll('output')].map((one) => one.textContent)).toEqual(['4', '1']));
    await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('false'));
    await fireEvent.submit(form);
    expect(takeAll).toHaveBeenCalledWith(['give coin', 'for wood', 'amount 4', 'receive 1']);
    expect(container.querySelector('.question')).toBeNull();
  });
});
