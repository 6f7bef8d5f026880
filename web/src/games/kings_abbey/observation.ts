/** What the engine shows of L'Abbaye du Roi, as `observation.py` lists it. */
import type { ScoreLine } from '../types';

export const GOODS = ['coin', 'wood', 'grain', 'stone', 'sand', 'tool', 'wagon'] as const;
export type Good = (typeof GOODS)[number];
export const RESOURCES = ['wood', 'grain', 'stone', 'sand'] as const;
export type Resource = (typeof RESOURCES)[number];
export type Goods = Record<Good, number>;
export const TOWERS = ['bell_tower', 'battlement', 'gate_tower', 'chapel'] as const;
export const LEVELS = ['postulant', 'deacon', 'priest', 'bishop', 'cardinal'] as const;
export const AREAS = ['preaching', 'clergy', 'defence'] as const;
/** The phases in which all who have something to do act at once. */
export const TOGETHER = ['peasants', 'feeding', 'darkness', 'income', 'end_of_round'];

/** A seat, Elias, or nobody. */
export type Who = number | 'elias' | null;

export interface BuiltCard {
  card: string;
  copies: number;
  peasants: number;
  made: number;
}

export interface CrusadeSeen {
  crusade: string;
  spaces: number;
  filled: number;
  value: number;
  own_dice: number;
  ally_dice: number;
  pool_dice: number;
  crusader: boolean;
  ally: Who;
  prestige: number;
  reward: Goods;
  relic: string | null;
  promised: { prestige: number; goods: Goods; relic: boolean };
  accomplished: boolean;
}

export interface Forecast {
  levels: number;
  fed: number;
  grain: number;
  sheep: number;
  hungry: number;
  dark: number;
  income: number;
  moves: number;
}

export interface PlayerSeen {
  seat: number;
  prestige: number;
  projection: number;
  sheet: ScoreLine[];
  goods: Goods;
  storage: number | null;
  defence: number;
  defenders: Record<string, number>;
  values: Record<Resource, number>;
  altar: boolean;
  walls: number;
  remodelled: boolean;
  building_spaces: number;
  spaces_used: number;
  clergy: { position: number; accomplished: string[]; tops: number[] };
  peasants: {
    benches: string[];
    baptistry: number;
    reserve: number;
    discarded: number;
    on_viking_card: number;
    on_cards: number;
    spanning: string[];
    population: number;
  };
  dice: {
    reserve: number;
    unplaced: number[];
    rerolled: number[];
    preaching: number[];
    clergy: number[];
    defence: number[];
    saint: number;
    vikings: number;
    tenth: boolean;
  };
  cards: BuiltCard[];
  hand: string[];
  animals: { sheep: number; cows: number };
  crusades: (CrusadeSeen | null)[];
  relics: string[];
  spent_relics: string[];
  saint: { mode: 'undecided' | 'supporting' | 'kept' | 'spent'; saint: string | null } | null;
  left: {
    trades: number;
    tools: number;
    preaching: number;
    clergy: number;
    moves: number;
    rerolls: number;
    offers: number;
  };
  visited: string[];
  has_passed: boolean;
  food_needed: number;
  forecast: Forecast;
}

export interface LocationSeen {
  main: { seat: number; value: number }[];
  bonus: { seat: number; value: number; doubled: boolean }[];
  free: number;
  closed: boolean;
}

export interface Question {
  name: string;
  args: number[];
}

export interface AbbeySeen extends Record<string, unknown> {
  seats: number;
  options: Record<string, boolean | string>;
  round: number;
  rounds: number;
  phase: string;
  phase_number: number;
  first_player: number;
  turn: number;
  waiting_for: number[];
  event: string | null;
  event_pile: { plenty: number; disaster: number; vikings: number; under: number };
  darkness: { track: number[]; cell: number; level: number };
  vikings: { value: number; met: 'die' | 'peasant' | 'nothing' | null; by: Who }[];
  market: { place: string; price: number; card: string | null }[];
  building_pile: number;
  crusade_pile: number;
  initiative: { by: Who; left: number; tokens: { token: string; owner: Who }[] };
  locations: Record<Resource, LocationSeen>;
  supply: { tool: number; wagon: number };
  players: PlayerSeen[];
  questions: (Question | null)[];
  elias?: { pool: number[]; peasants: number; is_first: boolean };
  auction?: { bid: number; bidder: number; buildings: string[]; out: number } | null;
}
