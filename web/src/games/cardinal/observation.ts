// Made by tools/observation_types.py from the types of the rules. Do not edit.
import type { Observation } from '../observation';

/** What everybody sees. */
export interface CardinalPublic {
  /** The player who began. */
  first_seat: number;
  /** How many cards of each kind stay in the box. */
  removed: number;
  duel: DuelSeen | null;
  /** The owner of each abbey; sites without an abbey are missing. */
  sites: Partial<Record<string, number | 'king'>>;
  countries: Record<string, CountrySeen>;
  players: PlayerSeen[];
  /** The face-up cards; null where one is taken. */
  open: (string | null)[];
  /** Cards in the face-down pile. */
  pile: number;
  discard: Record<string, number>;
  /** The cards that a spectator cannot see: in the pile, and in hands without being known. */
  unseen: Record<string, number>;
  /** Whether the pile has run out for the second time. */
  last_round: boolean;
  /** Whether the interim scoring has been. */
  interim_done: boolean;
  turn: TurnSeen;
}

/** What Das Duell adds. */
export interface DuelSeen {
  king: KingSeen;
  players: DuelPlayerSeen[];
  /** The player who scores for the King in the countries of each card. */
  influence: Record<string, number | null>;
  /** The cards played this turn, of which one is kept. */
  paid: string[];
}

/** The King of Das Duell. */
export interface KingSeen {
  cards: string[];
  abbeys_left: number;
  advisors_left: number;
  /** Whether he has had his piece this turn. */
  moved: boolean;
  /** Whether his piece is placed before the player's own. */
  first: boolean;
}

/** What one player has in Das Duell only. */
export interface DuelPlayerSeen {
  seat: number;
  kept: Record<string, number>;
  /** Those that are not used yet. */
  privileges: string[];
}

/** The pieces in one country. */
export interface CountrySeen {
  abbeys: number[];
  advisors: number[];
  /** Sites without an abbey. */
  free: number;
  /** How many advisors there may be: as many as the leader has abbeys. */
  limit: number;
  /** How many more advisors there may be. */
  room: number;
}

/** The pieces and cards of one player, as far as everybody sees them. */
export interface PlayerSeen {
  seat: number;
  abbeys_left: number;
  advisors_left: number;
  hand_size: number;
  /** Cards that everybody knows to be in the hand: taken face up and not played since. */
  known: string[];
}

/** The turn that is being played. */
export interface TurnSeen {
  /** The player whose turn it is; null before the first turn. */
  seat: number | null;
  /** The country that was paid for last. */
  country: string | null;
  /** Pieces placed this turn. */
  placed: number;
  /** Countries that were empty before this turn. */
  opened: string[];
  /** In how many countries this turn's pieces may lie. */
  countries: number;
}

/** What a player sees alone. */
export interface CardinalOwn {
  hand: string[];
  /** The cards that this player cannot see: in the pile, and in other hands without being known. */
  unseen: Record<string, number>;
}

export type CardinalObservation = Observation<CardinalPublic, CardinalOwn>;
