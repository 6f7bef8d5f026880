/** Which things on the table an action of L'Abbaye du Roi is about, and what a click would mean. */
import type { Message, Target } from '../types';
import type { KingsAbbeyObservation } from './observation';
import { AREAS } from './pieces';

/** Actions that are one thing by themselves. */
const ALONE = [
  'done',
  'pass',
  'fight',
  'altar',
  'wall',
  'remodel',
  'feed',
  'face',
  'trade',
  'offer',
  'withdraw',
  'accept',
  'refuse',
  'with_relic',
];
/** Actions about one die and one place: `preach 2`. */
const PLACES: Record<string, Target> = {
  preach: 'preaching',
  clergy: 'clergy',
  defend: 'defence',
  initiative: 'initiative',
  bonus: 'bonus',
  reroll: 'card:bell_tower',
};
/** Actions about one thing of a kind: `buy a3` is about `market:a3`. */
const KINDS: Record<string, string> = {
  buy: 'market',
  bid: 'bid',
  choose: 'start',
  step: 'peasant',
  lose: 'peasant',
  from: 'peasant',
  tower: 'tower',
  archer: 'card',
  build: 'hand',
  raze: 'card',
  to: 'card',
  span: 'card',
  relic: 'relic',
  die: 'die',
  value: 'value',
  pay: 'good',
  give: 'good',
  for: 'good',
  take: 'good',
  token: 'good',
  ignore: 'good',
  six: 'location',
  amount: 'amount',
  receive: 'receive',
  spaces: 'spaces',
  share: 'share',
};
/** Gifts of buildings: the card itself, or the chip that names it. */
const GIFTS: Record<string, Target[]> = {
  double: ['card:scriptorium', 'gift:double'],
  triple: ['card:scriptorium', 'gift:triple'],
  take_back: ['card:abbotts_den', 'gift:take_back'],
  reuse: ['card:monks_quarters', 'gift:reuse'],
  bath: ['card:bath_house', 'gift:bath'],
  use_tool: ['tool'],
  use_wagon: ['wagon'],
  use_lance: ['relic:holy_lance'],
  slaughter: ['sheep'],
  new_crusade: ['crusade_pile'],
  saint: ['saint'],
  support: ['saint'],
  reveal: ['reveal'],
  keep: ['keep'],
};

/** The targets of an action text, in the order in which a player would name them. */
export function targets(text: string): Target[] {
  const [verb = '', first = '', second = ''] = text.split(' ');
  const place = PLACES[verb];
  if (place) return [`die:${first}`, place];
  const kind = KINDS[verb];
  if (kind) return [`${kind}:${first}`];
  if (ALONE.includes(verb)) return [verb];
  return GIFTS[verb] ?? pairs(verb, first, second);
}

function pairs(verb: string, first: string, second: string): Target[] {
  switch (verb) {
    case 'send':
      return [`peasant:${first}`, 'vikings'];
    case 'crusade':
      return [`die:${second}`, `crusade:${first}`];
    case 'pool':
      return ['pool', `crusade:${first}`];
    case 'ask':
      return [`crusade:${first}`, `ask:${first}-${second}`];
    case 'collect':
      return [`die:${second}`, `location:${first}`];
    case 'abandon':
      return [`crusade:${first}`, `abandon:${first}`];
    case 'turn':
      return [`card:${first}`, `gift:${first}`];
    case 'baptise':
      return [`peasant:bench_4_${first}`, 'baptistry'];
    case 'activate':
      return ['peasant:baptistry', `card:${first}`];
    case 'stables':
      return ['card:stables', `stables:${first}`];
    case 'put':
      return [first.startsWith('crusade_') ? `crusade:${first.slice(-1)}` : first];
    case 'laid':
      return [first, `laid:${first}-${second}`];
    case 'raze_manned':
      return [`card:${first}`, `peasant:${first}`];
    default:
      return [];
  }
}

/** What the die in hand, or a place without a die, would do: `preach 2`. */
const VERBS: Record<string, string> = {
  preaching: 'preach',
  clergy: 'clergy',
  defence: 'defend',
  initiative: 'initiative',
  bonus: 'bonus',
};
/** The lowest die an area takes, to ask about when none was chosen. */
const LOWEST: Record<string, number> = { clergy: 4 };
const GOOD_VERBS: Record<string, string> = {
  take: 'take',
  trade_give: 'give',
  stable_give: 'give',
  trade_for: 'for',
  stable_for: 'for',
  pay: 'pay',
  ignore: 'ignore',
  terms: 'token',
};

/** The dice that the seat whose turn it is has not placed. */
const unplaced = ({ public: { players, turn } }: KingsAbbeyObservation): number[] =>
  players[turn.seat]?.dice.unplaced ?? [];

/** The action a click would mean if it were legal, so that the engine can say why it is not. */
export function intendedAction(
  target: Target,
  observation: KingsAbbeyObservation,
  chosen: readonly Target[],
): string | null {
  const [kind = '', id = ''] = target.split(':');
  const verb = VERBS[kind];
  const die = chosen.find((one) => one.startsWith('die:'))?.slice(4);
  if (verb) return `${verb} ${die ?? LOWEST[kind] ?? unplaced(observation)[0] ?? 1}`;
  if (ALONE.includes(kind)) return kind;
  switch (kind) {
    case 'die':
      return dieAction(id, observation, chosen);
    case 'crusade':
      return `crusade ${id} ${die ?? 1}`;
    case 'ask':
      return `ask ${id.replace('-', ' ')}`;
    case 'pool':
      return 'pool 1';
    case 'location':
      return `collect ${id} ${die ?? 1}`;
    case 'market':
      return `buy ${id}`;
    case 'hand':
      return `build ${id}`;
    case 'tower':
    case 'relic':
    case 'abandon':
    case 'bid':
    case 'amount':
    case 'receive':
    case 'spaces':
    case 'share':
    case 'value':
      return `${kind} ${id}`;
    case 'start':
      return `choose ${id}`;
    case 'good':
      return `${id === 'tool' || id === 'wagon' ? 'token' : (GOOD_VERBS[questionOf(observation)] ?? 'give')} ${id}`;
    case 'peasant':
      return peasantAction(id, observation);
    case 'card':
      return cardAction(id, observation);
    case 'stables':
      return `stables ${id}`;
    case 'baptistry':
      return 'baptise 1';
    case 'sheep':
      return 'slaughter';
    case 'tool':
    case 'wagon':
      return `use_${kind}`;
    case 'crusade_pile':
      return 'new_crusade';
    case 'saint':
      return observation.public.players.some((player) => player.saint?.mode === 'supporting') ? 'support' : 'saint';
    case 'gift':
      return ['library', 'blacksmith', 'barracks'].includes(id) ? `turn ${id}` : id;
    case 'vikings':
      return 'send bench_1_1';
    case 'reveal':
    case 'keep':
      return kind;
    default:
      return null;
  }
}

const questionOf = (observation: KingsAbbeyObservation): string =>
  observation.public.questions.find((question) => question !== null)?.name ?? '';

function dieAction(value: string, observation: KingsAbbeyObservation, chosen: readonly Target[]): string | null {
  const place = chosen.find((one) => /^(preaching|clergy|defence|initiative|bonus|crusade:|location:)/.test(one));
  if (place) return intendedAction(place, observation, [`die:${value}`]);
  if (observation.phase === 'event') return 'fight';
  return observation.phase === 'resources' ? `initiative ${value}` : `defend ${value}`;
}

function peasantAction(place: string, observation: KingsAbbeyObservation): string | null {
  if (observation.phase === 'event') return `send ${place}`;
  if (place.startsWith('bench_4')) return `baptise ${place.slice(-1)}`;
  if (place.startsWith('bench')) return `step ${place}`;
  return place === 'baptistry' ? null : `from ${place}`;
}

const TURNERS = ['library', 'blacksmith', 'barracks'];

function cardAction(card: string, observation: KingsAbbeyObservation): string | null {
  if (card === 'battlement' || card === 'gate_tower') return `archer ${card}`;
  if (TURNERS.includes(card) && ['abbey', 'event'].includes(observation.phase)) return `turn ${card}`;
  return card === 'chapel' ? null : `activate ${card}`;
}

/** The end of a part of a phase needs no confirmation: the board asks where something would be left undone. */
export const isLight = (text: string): boolean => ['done', 'pass', 'feed', 'face', 'refuse'].includes(text);

/** What a sentence of the log or a line of the score sheet speaks of. */
export function mentioned({ key, args }: Message): Target[] {
  const found: Target[] = [];
  const text = (name: string): string | null => (typeof args[name] === 'string' ? String(args[name]) : null);
  const card = text('card');
  if (card) found.push(key.endsWith('market') || key.endsWith('market_discard') ? `sold:${card}` : `card:${card}`);
  for (const name of ['place', 'to']) if (text(name)) found.push(`peasant:${text(name)}`);
  if (key.includes('.collected') && text('good')) found.push(`location:${text('good')}`);
  const area = text('area');
  if (area && AREAS.some((one) => one === area)) found.push(area);
  if (args['slot'] !== undefined) found.push(`crusade:${String(args['slot'])}`);
  if (text('relic') && key.includes('relic')) found.push(`relic:${text('relic')}`);
  if (/\.(initiative|token)$/.test(key)) found.push('initiative');
  if (/\.event\.(event|vikings)/.test(key)) found.push('event');
  if (key.endsWith('.darkness')) found.push('darkness');
  return found;
}
