/** What the engine warns of, by the thing on the board it is about. */
import type { Caution, Target } from '../types';
import type { Words } from '../../words/words';
import { mentioned } from './choosing';

/** The city or the court that a caution is about; the other cities it names are only its reason. */
export const placeOf = ({ reason }: Caution): Target | undefined =>
  mentioned({ ...reason, args: { ...reason.args, cities: undefined } })[0];

/** By target: whether sending somebody there is in vain for certain, or a bet. */
export function doubts(cautions: readonly Caution[]): ReadonlyMap<Target, 'void' | 'bet'> {
  const found = new Map<Target, 'void' | 'bet'>();
  for (const caution of cautions) {
    const place = placeOf(caution);
    const kind = caution.reason.key.split('.').at(-1);
    if (place && (kind === 'void' || kind === 'bet')) found.set(place, kind);
  }
  return found;
}

/** The sentences about one target, with their rules. */
export function noteOf(target: Target, cautions: readonly Caution[], words: Words): string | null {
  const about = cautions.filter((caution) => placeOf(caution) === target);
  return about.length > 0 ? about.map(({ reason, rule }) => `${words.say(reason)} (§ ${rule})`).join(' ') : null;
}
