/** The words of the abbey, and the names of what lies on the table. */
import { speaker } from '../../board/speech';
import type { Entries, Words } from '../../words/words';
import type { Message, Target } from '../types';
import type { KingsAbbeyObservation } from './observation';

/** A sentence of this board. */
export const say = speaker(
  'web.abbey',
  import.meta.glob<Entries>('./words.*.json', { eager: true, import: 'default' }),
);

export const titleName = (words: Words, kind: string, id: string): string => words.name('kings_abbey', kind, id);
/** With a capital letter, at the head of a part. */
export const headed = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const cardName = (words: Words, id: string): string => titleName(words, 'card', id);

const AREAS: Record<string, string> = {
  preaching: 'preaching',
  clergy: 'clergy',
  defence: 'defence',
  vikings: 'vikings',
  saint: 'saint',
};
const GIFTS: Record<string, string> = {
  take_back: 'abbotts_den',
  reuse: 'monks_quarters',
  bath: 'bath_house',
  double: 'scriptorium',
  triple: 'scriptorium',
};
const NUMBERS = ['amount', 'receive', 'spaces', 'share', 'bid', 'value'];

/** What a target is called: for tooltips, the screen reader and the draft. */
export function nameOf(target: Target, words: Words): string {
  const [kind = '', id = ''] = target.split(':');
  if (kind in AREAS) return titleName(words, 'area', kind);
  if (NUMBERS.includes(kind)) return words.text(`kings_abbey.action.${kind}`, { n: Number(id), value: Number(id) });
  switch (kind) {
    case 'die':
      return say(words, 'die', { value: Number(id) });
    case 'peasant':
      return say(words, 'peasant_at', { place: titleName(words, 'place', id) });
    case 'card':
    case 'hand':
    case 'tower':
    case 'start':
    case 'sold':
      return cardName(words, id);
    case 'gift':
      return cardName(words, GIFTS[id] ?? id);
    case 'market':
      return say(words, 'market_place', { place: id });
    case 'location':
      return titleName(words, 'location', id);
    case 'crusade':
    case 'abandon':
      return say(words, kind === 'crusade' ? 'crusade_n' : 'break_off', { n: Number(id) });
    case 'relic':
      return titleName(words, 'relic', id);
    case 'good':
      return titleName(words, 'resource', id);
    case 'ask':
    case 'stables':
      return words.seat(Number(id.split('-').at(-1)) - 1);
    default:
      return say(words, `thing.${kind}`);
  }
}

/** An action that takes a card of the market also says which card it is and what it costs now. */
export function meant(label: Message, observation: KingsAbbeyObservation): Message {
  if (label.key !== 'kings_abbey.action.buy') return label;
  const space = observation.public.market.find((one) => one.place === label.args.place);
  if (!space?.card) return label;
  const verb = observation.phase === 'set_up' ? 'choose_card' : 'buy_card';
  return {
    key: `kings_abbey.action.${verb}`,
    args: { card: space.card, place: space.place, price: space.price },
  };
}
