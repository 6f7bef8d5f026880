/** What the engine shows of Cardinal, as `observation.py` lists it. */
import type { ScoreLine } from '../types';

export type Owner = number | 'king';

export interface CountrySeen {
  /** Pieces by colour: the seats, then the King where he plays. */
  abbeys: number[];
  advisors: number[];
  free: number;
  limit: number;
  room: number;
}

export interface DuelSeen {
  /** The King's colour: after those of the seats. */
  king: number;
  king_cards: string[];
  king_moved: boolean;
  king_first: boolean;
  kept: Record<string, number>[];
  influence: Record<string, number | null>;
  privileges: string[][];
  paid: string[];
}

export interface CardinalSeen extends Record<string, unknown> {
  seats: number;
  viewer: number | null;
  phase: string;
  turn: { seat: number | null; country: string | null; placed: number };
  last_round: boolean;
  interim_done: boolean;
  hand: string[] | null;
  hands: { size: number; known: string[] }[];
  open: (string | null)[];
  pile: number;
  discard: Record<string, number>;
  unseen: Record<string, number>;
  sites: Record<string, Owner>;
  countries: Record<string, CountrySeen>;
  reserves: { abbeys: number; advisors: number }[];
  scores: number[];
  sheets: ScoreLine[][];
  projection: { scores: number[]; sheets: ScoreLine[][] };
  duel: DuelSeen | null;
}
