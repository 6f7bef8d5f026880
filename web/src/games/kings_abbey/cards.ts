/** The facts of the cards, from the components of the engine or from a file of the players' own. */
import { GOODS, TOWERS, type Good } from './pieces';

type Amounts = Partial<Record<Good, number>>;

interface Ability {
  type: string;
  [name: string]: unknown;
}
interface BuildingFacts {
  id: string;
  prestige: number;
  unbuilt_penalty: number;
  cost: Amounts;
  purchase_reward: Amounts;
  group: string | null;
  spaces: number;
  ability: { single: Ability; double: Ability | null };
}
interface TowerFacts {
  id: string;
  copies_per_player: number;
  prestige: number;
  cost: Amounts;
  activation: string;
  effect: Ability;
}
/** As much of a component file as the table draws. */
export interface ComponentFile {
  buildings: BuildingFacts[];
  towers: TowerFacts[];
  events: { cards: { id: string; category: string }[] };
  crusades: { id: string }[];
  player_board: Record<'altar' | 'wall' | 'remodel' | 'archer', { cost: Amounts }>;
  main_board: { initiative: { tokens: { id: string; reward: Amounts }[] } };
}

export interface CardFacts {
  id: string;
  kind: 'building' | 'tower';
  group: string | null;
  prestige: number;
  penalty: number;
  cost: [Good, number][];
  reward: [Good, number][];
  /** How many of it one player can have. */
  most: number;
  abilities: (Ability | null)[];
}

export const listed = (amounts: Amounts): [Good, number][] =>
  GOODS.map((good): [Good, number] => [good, amounts[good] ?? 0]).filter(([, amount]) => amount !== 0);

export class Cards {
  private readonly cards = new Map<string, CardFacts>();
  private readonly categories: Map<string, string>;

  constructor(private readonly file: ComponentFile) {
    for (const one of file.buildings)
      this.cards.set(one.id, {
        id: one.id,
        kind: 'building',
        group: one.group,
        prestige: one.prestige,
        penalty: one.unbuilt_penalty,
        cost: listed(one.cost),
        reward: listed(one.purchase_reward),
        most: one.ability.double === null ? 1 : 2,
        abilities: [one.ability.single, one.ability.double],
      });
    for (const one of file.towers)
      this.cards.set(one.id, {
        id: one.id,
        kind: 'tower',
        group: null,
        prestige: one.prestige,
        penalty: 0,
        cost: listed(one.cost),
        reward: [],
        most: one.copies_per_player,
        abilities: [one.effect, null],
      });
    this.categories = new Map(file.events.cards.map(({ id, category }) => [id, category]));
  }

  of(id: string): CardFacts | undefined {
    return this.cards.get(id);
  }

  category(event: string): string {
    return this.categories.get(event) ?? 'plenty';
  }

  /** What an altar, a wall, a remodelling or an archer costs. */
  work(name: 'altar' | 'wall' | 'remodel' | 'archer'): [Good, number][] {
    return listed(this.file.player_board[name].cost);
  }

  reward(token: string): [Good, number][] {
    return listed(this.file.main_board.initiative.tokens.find(({ id }) => id === token)?.reward ?? {});
  }
}

/** Our component file of every version that has one of its own, by its path. */
const files = import.meta.glob<ComponentFile>('../../../../src/abbatia/games/kings_abbey/data/v*/components.json', {
  eager: true,
  import: 'default',
});
const versionOf = (path: string): number => Number(/\/v(\d+)\//.exec(path)?.[1]);
/** The one that new tables are played with. */
const [, ours] = Object.entries(files).reduce((one, other) => (versionOf(other[0]) > versionOf(one[0]) ? other : one));
const known = new WeakMap<object, Cards>();

/** The cards of a component file; without one, those of new tables. */
export function cardsOf(file: ComponentFile | null | undefined): Cards {
  const wanted = file ?? ours;
  const found = known.get(wanted) ?? new Cards(wanted);
  known.set(wanted, found);
  return found;
}

export const isTower = (card: string): boolean => TOWERS.some((tower) => tower === card);

/** A card's effect in signs: what it is about, and how much. */
export function effectSigns(facts: CardFacts, copy: 0 | 1): { sign: string; text: string }[] {
  const ability = facts.abilities[copy];
  if (!ability) return [];
  const n = (name: string): number => Number(ability[name] ?? 0);
  const found: { sign: string; text: string }[] = [];
  if (n('defence')) found.push({ sign: 'shield', text: `+${n('defence')}` });
  switch (ability.type) {
    case 'reuse_board_die':
    case 'reuse_resource_die':
      found.push({ sign: 'die', text: `↺${n('per_round') || 1}` });
      break;
    case 'feed':
      found.push({ sign: 'bread', text: `${n('levels')}` });
      break;
    case 'defence_and_viking_die':
    case 'crusade_die':
      found.push({ sign: 'die', text: ability['change'] === 'any' ? '?' : '±1' });
      break;
    case 'board_die':
      found.push({ sign: 'die', text: `?×${n('per_round')}` });
      break;
    case 'move_worker':
      found.push({ sign: 'peasant', text: `⇄${n('per_round')}` });
      break;
    case 'income':
      found.push({ sign: 'coin', text: `+${n('coin')}/` }, { sign: 'peasant', text: '' });
      break;
    case 'prestige':
      found.push({ sign: 'prestige', text: `${n('prestige')}` });
      break;
    case 'defence_and_storage':
      found.push({ sign: 'chest', text: `${n('storage')}` });
      break;
    case 'storage_unlimited':
      found.push({ sign: 'chest', text: '∞' });
      break;
    case 'score_resources':
      found.push({ sign: 'chest', text: '3→' }, { sign: 'prestige', text: '1' });
      break;
    case 'score_coins':
      found.push({ sign: 'coin', text: '5→' }, { sign: 'prestige', text: '1' });
      break;
    case 'change_in_coins':
      found.push({ sign: 'coin', text: '↩' });
      break;
    case 'grain_bonus':
      found.push({ sign: 'grain', text: `${n('per')}→+${n('grain')}` });
      break;
    case 'value':
      found.push({ sign: String(ability['resource']), text: `=${n('value')}` });
      break;
    case 'extra_die':
      found.push({ sign: 'die', text: `+${n('dice')}` });
      break;
    case 'one_die_as_two':
      found.push({ sign: 'die', text: '1→2' });
      break;
    case 'two_dice_as_three':
      found.push({ sign: 'die', text: '2→3' });
      break;
    case 'breed':
      found.push({ sign: String(ability['animal']), text: n('initial') ? `${n('initial')} +1` : '+1' });
      break;
    case 'trade_with_player':
      found.push({ sign: 'trade', text: `×${n('per_round')}` });
      break;
    case 'reroll':
      found.push({ sign: 'die', text: `↻${n('dice')}` });
      break;
  }
  return found;
}
