/** An offer of help on a crusade as the small actions of the engine, in their order; and what goes by itself. */
import { GOODS, type Good } from './pieces';

export interface Offer {
  spaces: number;
  prestige: number;
  tokens: Partial<Record<Good, number>>;
  relic: boolean;
}

/** The actions that make the offer, after `ask`. */
export function offerActions({ spaces, prestige, tokens, relic }: Offer): string[] {
  const promised = GOODS.flatMap((good) => Array.from({ length: tokens[good] ?? 0 }, () => `token ${good}`));
  return [`spaces ${spaces}`, `share ${prestige}`, ...promised, ...(relic ? ['with_relic'] : []), 'offer'];
}

const FORCED = ['feed', 'face', 'done'];

/**
 * The action that decides nothing, so that nobody need click it: nothing else is possible, or only a trade while the
 * Darkness is faced, which helps nothing there and can wait for the end of the round (R7).
 */
export function forced(legal: readonly string[]): string | null {
  const others = legal.includes('face') ? legal.filter((text) => text !== 'trade') : legal;
  const [only = '', another] = others;
  return another === undefined && FORCED.includes(only) ? only : null;
}
