// Made by tools/observation_types.py from the types of the rules. Do not edit.
import type { Observation } from '../observation';

/** What everybody sees. */
export interface KingsAbbeyPublic {
  round: number;
  rounds: number;
  /** The first player. */
  first_seat: number | 'elias';
  turn: TurnSeen;
  event: string | null;
  event_pile: EventPileSeen;
  darkness: DarknessSeen;
  vikings: VikingSeen[];
  market: MarketSpaceSeen[];
  building_pile: number;
  crusade_pile: number;
  initiative: InitiativeSeen;
  locations: Record<'wood' | 'grain' | 'stone' | 'sand', LocationSeen>;
  supply: SupplySeen;
  /** The open question of each seat. */
  questions: (QuestionSeen | null)[];
  elias: EliasSeen | null;
  /** The auction of the starting buildings, while it lasts. */
  auction: AuctionSeen | null;
  players: PlayerSeen[];
}

/** The running turn, in phases played in order. */
export interface TurnSeen {
  seat: number;
}

/** The event cards that are left, by category. */
export interface EventPileSeen {
  plenty: number;
  disaster: number;
  vikings: number;
  /** Vikings that lie under the pile since round 1. */
  under: number;
}

/** The Darkness track. */
export interface DarknessSeen {
  /** The level of each cell. */
  track: number[];
  cell: number;
  /** The level of the cell, changed by the event of the round. */
  level: number;
}

/** A Viking die and what meets it. */
export interface VikingSeen {
  value: number;
  /** null while it still attacks. */
  met: 'nothing' | 'die' | 'peasant' | null;
  by: number | 'elias' | null;
}

/** A place of the building market. */
export interface MarketSpaceSeen {
  place: 'a1' | 'a2' | 'a3' | 'a4' | 'b1' | 'b2' | 'b3' | 'b4';
  /** In coins, today. */
  price: number;
  card: string | null;
}

/** The initiative space. */
export interface InitiativeSeen {
  /** The player whose die is on it. */
  by: number | 'elias' | null;
  /** Tokens that lie face down. */
  left: number;
  tokens: InitiativeTokenSeen[];
}

/** An initiative token that somebody has taken. */
export interface InitiativeTokenSeen {
  token: string;
  owner: number | 'elias';
}

/** A resource location with the dice on it. */
export interface LocationSeen {
  main: MainDieSeen[];
  bonus: BonusDieSeen[];
  /** Bonus spaces without a die. */
  free: number;
  closed: boolean;
}

/** A die on a main space. */
export interface MainDieSeen {
  seat: number;
  value: number;
}

/** A die on a bonus space. */
export interface BonusDieSeen {
  seat: number;
  value: number;
  doubled: boolean;
}

/** The tokens in the supply that can run out. */
export interface SupplySeen {
  tool: number;
  wagon: number;
}

/** A question that a player has to answer. */
export interface QuestionSeen {
  name: string;
  /** Numbers whose meaning depends on the name: `QUESTIONS` lists them. */
  args: number[];
}

/** The opponent of a solo game. */
export interface EliasSeen {
  /** The values of his dice in the pool. */
  pool: number[];
  peasants: number;
}

/** The auction of the starting buildings. */
export interface AuctionSeen {
  /** The highest bid of this lot. */
  bid: number;
  bidder: number | null;
  /** Those not yet taken. */
  buildings: string[];
  /** The seats that passed. */
  out: number[];
}

/** A player's board and reserve. */
export interface PlayerSeen {
  seat: number;
  goods: Record<'coin' | 'wood' | 'grain' | 'stone' | 'sand' | 'tool' | 'wagon', number>;
  /** Tokens of each resource that can be kept at the end of the round; null without a limit. */
  storage: number | null;
  defence: number;
  altar: boolean;
  walls: number;
  remodelled: boolean;
  building_spaces: number;
  spaces_used: number;
  clergy: ClergySeen;
  peasants: PeasantsSeen;
  dice: DiceSeen;
  cards: BuiltCardSeen[];
  /** The buildings that are bought and not built. */
  hand: string[];
  animals: AnimalsSeen;
  crusades: (CrusadeSeen | null)[];
  relics: string[];
  spent_relics: string[];
  saint: SaintSeen | null;
  left: LeftSeen;
  visited: ('wood' | 'grain' | 'stone' | 'sand')[];
  has_passed: boolean;
  food_needed: number;
  forecast: ForecastSeen;
  /** Where the points of the defence come from. */
  defenders: Partial<Record<'start' | 'gifts' | 'deacon' | 'cardinal' | 'altar' | 'walls' | 'chapel' | 'masons_guild' | 'barracks' | 'cellarium' | 'cloister' | 'battlement' | 'gate_tower' | 'dice', number>>;
  /** What one token costs this player at each location. */
  values: Record<'wood' | 'grain' | 'stone' | 'sand', number>;
}

/** The clergy track of a player. */
export interface ClergySeen {
  position: number;
  accomplished: string[];
  /** The position at which each level is accomplished. */
  tops: number[];
}

/** Where the peasants of a player are. */
export interface PeasantsSeen {
  benches: ('bench_1_1' | 'bench_1_2' | 'bench_1_3' | 'bench_2_1' | 'bench_2_2' | 'bench_2_3' | 'bench_3_1' | 'bench_3_2' | 'bench_3_3' | 'bench_4_1' | 'bench_4_2' | 'bench_4_3')[];
  baptistry: number;
  reserve: number;
  discarded: number;
  on_viking_card: number;
  on_cards: number;
  /** The two buildings that one peasant activates. */
  spanning: string[];
  population: number;
}

/** Where the dice of a player are, those with a value by their values. */
export interface DiceSeen {
  reserve: number;
  unplaced: number[];
  /** Of the unplaced ones, those rolled again. */
  rerolled: number[];
  preaching: number[];
  clergy: number[];
  defence: number[];
  saint: number;
  vikings: number;
  tenth: boolean;
}

/** A tower or building of a player. */
export interface BuiltCardSeen {
  card: string;
  /** Those that stand. */
  copies: number;
  peasants: number;
  /** Those built in the whole game. */
  made: number;
}

/** The animals of a player. */
export interface AnimalsSeen {
  sheep: number;
  cows: number;
}

/** A crusade that a player has taken. */
export interface CrusadeSeen {
  crusade: string;
  spaces: number;
  filled: number;
  /** The value of its dice, 0 before the first one. */
  value: number;
  own_dice: number;
  ally_dice: number;
  pool_dice: number;
  /** Whether a peasant of the player is on it. */
  crusader: boolean;
  ally: number | 'elias' | null;
  prestige: number;
  reward: Record<'coin' | 'wood' | 'grain' | 'stone' | 'sand' | 'tool' | 'wagon', number>;
  relic: string | null;
  promised: PromiseSeen;
  accomplished: boolean;
}

/** What the ally of a crusade gets when it is accomplished. */
export interface PromiseSeen {
  prestige: number;
  goods: Record<'coin' | 'wood' | 'grain' | 'stone' | 'sand' | 'tool' | 'wagon', number>;
  relic: boolean;
}

/** The patron saint of a player as everybody knows it. */
export interface SaintSeen {
  mode: 'undecided' | 'supporting' | 'kept' | 'spent';
  /** null while it lies face down; its player sees it in `own`. */
  saint: string | null;
}

/** What a player can still do in this round, of each kind how often. */
export interface LeftSeen {
  trades: number;
  tools: number;
  preaching: number;
  clergy: number;
  moves: number;
  rerolls: number;
  offers: number;
}

/** What this round still brings a player if nothing changes. */
export interface ForecastSeen {
  /** Population levels to feed. */
  levels: number;
  /** Of these, fed by cows and bakeries. */
  fed: number;
  grain: number;
  sheep: number;
  hungry: number;
  /** By how much the Darkness exceeds the defence. */
  dark: number;
  income: number;
  moves: number;
}

/** What a seat sees alone. */
export interface KingsAbbeyOwn {
  /** The patron saint that lies face down before the viewer; null without one and once all know it. */
  saint: string | null;
}

export type KingsAbbeyObservation = Observation<KingsAbbeyPublic, KingsAbbeyOwn>;
