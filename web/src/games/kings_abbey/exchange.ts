/** Trades as one decision: what is given for what, and how many, in the small actions of the engine. */
import type { Prospect } from '../types';
import type { KingsAbbeyObservation } from './observation';
import { GOODS, type Good } from './pieces';

export type Ask = (texts: readonly string[]) => Promise<Prospect<KingsAbbeyObservation> | null>;

/** What a trade can be, as the engine says, and what it is by now; null for what cannot be said. */
export interface Exchange {
  given: Good | null;
  taken: Good | null;
  amount: number;
  received: number;
  /** Kinds that can be taken for the one given. */
  kinds: readonly Good[];
  /** How many can be given. */
  amounts: readonly number[];
  /** How many can be asked for in return; empty where the value alone decides. */
  returns: readonly number[];
}

export const NOTHING: Exchange = {
  given: null,
  taken: null,
  amount: 0,
  received: 0,
  kinds: [],
  amounts: [],
  returns: [],
};

const after = (legal: readonly string[], verb: string): string[] =>
  legal.flatMap((text) => (text.startsWith(`${verb} `) ? [text.slice(verb.length + 1)] : []));
const goodsOf = (legal: readonly string[], verb: string): Good[] => {
  const named = after(legal, verb);
  return GOODS.filter((good) => named.includes(good));
};
const numbersOf = (legal: readonly string[], verb: string): number[] =>
  after(legal, verb)
    .map(Number)
    .sort((a, b) => a - b);

/** The kinds that can be given. */
export const givable = (legal: readonly string[]): Good[] => goodsOf(legal, 'give');

/** The actions of a trade; those of an offer at the Stables say how many are asked for, too. */
export function exchangeActions({ given, taken, amount, received, returns }: Exchange): string[] {
  if (!given || !taken || amount === 0) return [];
  const texts = [`give ${given}`, `for ${taken}`, `amount ${amount}`];
  return returns.length > 0 ? [...texts, `receive ${received}`] : texts;
}

/**
 * The trade that comes nearest to the one wished for: each part is kept where the engine allows it, else it is the
 * first that it allows, and of what is received the most.
 */
export async function settled(wish: Exchange, viewer: number, ask: Ask): Promise<Exchange> {
  const { given } = wish;
  if (!given) return NOTHING;
  const kinds = goodsOf((await ask([`give ${given}`]))?.legal ?? [], 'for');
  const taken = wish.taken && kinds.includes(wish.taken) ? wish.taken : (kinds[0] ?? null);
  if (!taken) return { ...NOTHING, given };
  const begun = [`give ${given}`, `for ${taken}`];
  const before = await ask(begun);
  const amounts = numbersOf(before?.legal ?? [], 'amount');
  const amount = amounts.includes(wish.amount) ? wish.amount : (amounts[0] ?? 0);
  const found = { given, taken, kinds, amounts, amount };
  const then = await ask([...begun, `amount ${amount}`]);
  const returns = numbersOf(then?.legal ?? [], 'receive');
  if (returns.length > 0) {
    const received = returns.includes(wish.received) ? wish.received : (returns.at(-1) ?? 0);
    return { ...found, returns, received };
  }
  const stock = (one: typeof then): number => one?.observation.public.players[viewer]?.goods[taken] ?? 0;
  return { ...found, returns, received: stock(then) - stock(before) };
}
