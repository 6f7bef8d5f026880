/** What the engine shows of Pelegrinus, as `observation.py` lists it. */
import type { ScoreLine } from '../types';

export const CHARACTERS = ['master', 'chaplain', 'nun', 'pilgrim', 'keeper'] as const;
export type Character = (typeof CHARACTERS)[number];
/** What each character weighs, for the label on its token; the engine alone decides who wins. */
export const INFLUENCE: Record<Character, number> = { master: 4, chaplain: 3, nun: 2, pilgrim: 1, keeper: 0 };

export interface RegionSeen {
  id: string;
  opens: number;
  open: boolean;
  complete: boolean;
  closed: boolean;
  abbeys: number;
  most_abbeys: number;
}

export interface CitySeen {
  id: string;
  region: string;
  limit: number;
  room: number;
  commanderies: number[];
  abbey: number | null;
}

export interface TrackSeen {
  slot: number | null;
  turn: number | null;
  seat: number | null;
  face_up: boolean;
}

export interface PlayerSeen {
  seat: number;
  commanderies_left: number;
  abbeys_left: number;
  popes_left: number;
  relics: number[];
  keeper_held_by: number | null;
  sealed: boolean;
  score: number;
  lines: ScoreLine[];
  rank: number;
}

export interface PelegrinusSeen extends Record<string, unknown> {
  seats: number;
  turn: number;
  turns: number;
  phase: string;
  to_act: number[];
  regions: RegionSeen[];
  cities: CitySeen[];
  sites: { id: string; cities: string[]; active: boolean }[];
  track: TrackSeen[];
  pope_order: number[];
  players: PlayerSeen[];
  standing: { seat: number; character: Character; city: string }[];
  choice: { seat: number; cities: string[] } | null;
  seat?: number;
  programme?: {
    orders: Record<Character, string | null>;
    in_hand: Character | null;
    changes_left: number;
    sealed: boolean;
  } | null;
}
