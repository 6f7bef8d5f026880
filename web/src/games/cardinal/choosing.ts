/** Which things on the board an action of Cardinal is about, and what a click would mean. */
import type { Message, Target } from '../types';
import { chartOf, kindOf, type BoardFile } from './chart';
import type { CardinalObservation } from './observation';

const ours = chartOf(null);

/** The targets of an action text, in the order in which a player would name them. */
export function targets(text: string): Target[] {
  const words = text.split(' ');
  const [verb, first = '', second = ''] = words;
  switch (verb) {
    case 'pay':
      return first === 'two' ? [`pair:${second}`, `country:${words[4]}`] : payment('card', first);
    case 'exchange':
      return [`card:${first}`, 'exchange'];
    case 'swap':
      return ['privilege:swap', `card:${first}`, `open:${words[3]}`];
    case 'privilege':
      return [`privilege:${first}`];
    case 'draw':
      return first === 'open' ? [`open:${second}`] : ['pile'];
    case 'keep':
      return [`card:${first}`];
    case 'abbey':
      return [`site:${first}`];
    case 'advisor':
      return [`seal:${first}`];
    case 'king':
      return kingTargets(words);
    case 'stop':
    case 'pass':
      return [verb];
    default:
      return [];
  }
}

function kingTargets([, verb, first = '', second = '', , country = '']: string[]): Target[] {
  if (verb === 'rest') return ['king_rest'];
  if (first === 'two') return [`king_pair:${second}`, `country:${country}`];
  return payment('king_card', first);
}

/** One card pays for a country; on a board of one's own with other countries the country alone says enough. */
function payment(hand: string, country: string): Target[] {
  const kind = kindOf(ours, country);
  return kind === null ? [`country:${country}`] : [`${hand}:${kind}`, `country:${country}`];
}

/** The action a click would mean if it were legal, so that the engine can say why it is not. */
export function intendedAction(
  target: Target,
  observation: CardinalObservation,
  chosen: readonly Target[],
): string | null {
  const [kind, id = ''] = target.split(':');
  const card = chosen.find((one) => one.startsWith('card:'))?.slice(5);
  const pair = chosen.find((one) => one.startsWith('pair:'))?.slice(5);
  switch (kind) {
    case 'country':
      return pair ? `pay two ${pair} for ${id}` : `pay ${id}`;
    case 'site':
      return `abbey ${id}`;
    case 'seal':
      return `advisor ${id}`;
    case 'card':
      return cardAction(id, observation);
    case 'exchange':
      return card ? `exchange ${card}` : `exchange ${observation.own?.hand[0] ?? ''}`;
    case 'open':
      return card && observation.public.duel ? `swap ${card} open ${id}` : `draw open ${id}`;
    case 'pile':
      return 'draw pile';
    case 'privilege':
      return id === 'swap' ? null : `privilege ${id}`;
    case 'pair':
      return observation.public.turn.country ? `pay two ${id} for ${observation.public.turn.country}` : null;
    case 'stop':
    case 'pass':
      return kind;
    case 'king_rest':
      return 'king rest';
    default:
      return null;
  }
}

/** The country that an action pays for; null where it pays for nothing. */
function paysFor(text: string): string | null {
  const words = text.split(' ');
  if (words[0] !== 'pay') return null; // the King's piece is sent to a land first
  return (words[1] === 'two' ? words[4] : words[1]) ?? null;
}

/** The one payment that lets a piece be placed on a monastery or a seal. */
export function implied(target: Target, legal: readonly string[], file: BoardFile | null): string | null {
  const [kind, id = ''] = target.split(':');
  const { sites } = file ?? ours.file;
  const country = kind === 'seal' ? id : kind === 'site' ? sites.find((site) => site.id === id)?.country : null;
  const [only, another] = legal.filter((text) => country != null && paysFor(text) === country);
  return only !== undefined && another === undefined ? only : null;
}

/** A card of the hand is meant to pay, but for where a whole turn is open: then it could always be exchanged. */
function cardAction(kind: string, observation: CardinalObservation): string {
  if (observation.phase === 'turn') return `exchange ${kind}`;
  if (observation.phase === 'keep') return `keep ${kind}`;
  const shown = ours.kinds[kind] ?? [kind];
  return `pay ${shown.find((country) => country !== observation.public.turn.country) ?? kind}`;
}

/** What a sentence of the log or a line of the score sheet speaks of. */
export function mentioned({ args }: Message): Target[] {
  const found: Target[] = [];
  if (typeof args['site'] === 'string') found.push(`site:${args['site']}`);
  if (Array.isArray(args['sites'])) found.push(...args['sites'].map((site) => `site:${String(site)}`));
  if (typeof args['country'] === 'string' && found.length === 0) found.push(`country:${args['country']}`);
  if (args['number'] !== undefined)
    found.push(`alliance:${String(args['number'])}`, `country:${String(args['a'])}`, `country:${String(args['b'])}`);
  return found;
}

/** The monastery or the seal on which a piece was placed. */
export function placed({ key, args }: Message): Target[] {
  if (/\.event\.(king_)?built$/.test(key)) return [`site:${String(args['site'])}`];
  return /\.event\.(king_)?advised$/.test(key) ? [`seal:${String(args['country'])}`] : [];
}
