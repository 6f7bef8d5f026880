/** What a player can still do, as a short list: legal actions by what they are, each with where to click. */
import type { Choice, Target } from '../types';

export interface Deed {
  /** The kind of action, which is also the key of its words. */
  verb: string;
  sign: string;
  target: Target;
  /** The legal actions of this kind. */
  choices: Choice[];
}

const SIGNS: Record<string, string> = {
  preach: 'preach',
  clergy: 'clergy',
  defend: 'shield',
  crusade: 'crusade',
  pool: 'die',
  ask: 'others',
  buy: 'market',
  collect: 'land',
  initiative: 'initiative',
  bonus: 'die',
  use_tool: 'tool',
  use_wagon: 'wagon',
  step: 'peasants',
  altar: 'altar',
  wall: 'wall',
  remodel: 'build',
  tower: 'gate_tower',
  archer: 'battlement',
  build: 'build',
  slaughter: 'sheep',
  new_crusade: 'crusade',
  abandon: 'crusade',
  reroll: 'bell_tower',
  turn: 'library',
  double: 'scriptorium',
  triple: 'scriptorium',
  take_back: 'abbotts_den',
  reuse: 'monks_quarters',
  baptise: 'peasant',
  activate: 'peasant',
  trade: 'trade',
  bath: 'bath_house',
  relic: 'relic',
  saint: 'saint',
  support: 'saint',
  stables: 'stables',
  fight: 'die',
  send: 'peasant',
  use_lance: 'relic',
};
/** What ends a part of a phase: shown apart, as the last button. */
const ENDS = ['done', 'pass', 'feed', 'face'];
/** What an end leaves undone is worth a second look when one of these was possible. */
const WORTHY = [
  'preach',
  'clergy',
  'crusade',
  'collect',
  'step',
  'baptise',
  'activate',
  'build',
  'tower',
  'altar',
  'wall',
  'archer',
  'slaughter',
  'fight',
  'initiative',
];
/** Besides these, what a market offers is worth a look, though it is left by choice. */
const OFFERED = ['buy', 'defend', 'remodel', 'new_crusade'];
/** Verbs whose things differ by name: one chip for each. */
const ONE_BY_ONE = ['crusade', 'archer', 'turn', 'relic', 'stables', 'activate'];

/** What no part of the board stands for as clearly as its chip does. */
const WITHOUT_PLACE = [
  'trade',
  'use_tool',
  'use_wagon',
  'use_lance',
  'stables',
  'double',
  'triple',
  'take_back',
  'reuse',
  'bath',
  'turn',
  'reroll',
  'relic',
  'saint',
  'support',
];
/** Whether the board itself shows where this is done. */
export const hasPlace = (deed: Deed): boolean => !WITHOUT_PLACE.includes(deed.verb);

/** The target that stands for an action on a chip: where it leads, not what it is done with. */
function place(choice: Choice): Target {
  const verb = choice.text.split(' ', 1)[0] ?? '';
  if (verb === 'baptise' || verb === 'raze' || verb === 'raze_manned') return choice.targets[0] ?? verb;
  return choice.targets.at(-1) ?? verb;
}

export function deedsOf(legal: readonly Choice[]): Deed[] {
  const found = new Map<string, Deed>();
  for (const choice of legal) {
    const [verb = ''] = choice.text.split(' ', 1);
    const sign = SIGNS[verb];
    if (!sign) continue;
    const target = place(choice);
    const key = ONE_BY_ONE.includes(verb) ? `${verb} ${target}` : verb;
    const deed = found.get(key);
    if (deed) deed.choices.push(choice);
    else
      found.set(key, {
        verb,
        sign: verb === 'turn' ? (choice.text.split(' ')[1] ?? sign) : sign,
        target,
        choices: [choice],
      });
  }
  return [...found.values()];
}

/** The action that ends the viewer's part, or undefined within a question. */
export const endOf = (legal: readonly Choice[]): Choice | undefined =>
  legal.find((choice) => ENDS.includes(choice.text));

/** Kinds of actions that would be left undone by ending now; a market is left by choice. */
export function undone(legal: readonly Choice[], phase: string): string[] {
  if (phase === 'market' || phase === 'set_up') return [];
  return [...new Set(legal.map((choice) => choice.text.split(' ', 1)[0] ?? ''))].filter((verb) =>
    WORTHY.includes(verb),
  );
}

/** Whether something useful can still be done: then to end is not what the player is led to. */
export const worthwhile = (legal: readonly Choice[]): boolean =>
  legal.some((choice) => {
    const verb = choice.text.split(' ', 1)[0] ?? '';
    return WORTHY.includes(verb) || OFFERED.includes(verb);
  });
