// Made by tools/observation_types.py from the types of the rules. Do not edit.
import type { Observation } from '../observation';

/** What everybody sees. */
export interface PelegrinusPublic {
  /** The number of the round, 0 before the first. */
  round: number;
  rounds: number;
  regions: RegionSeen[];
  cities: CitySeen[];
  sites: SiteSeen[];
  /** The pope track from its foot: the start slots, then a space for each round (§5.1). */
  track: SpaceSeen[];
  /** The seats by their face-up token, the most recent first: ties go by it (§4.5). */
  pope_order: number[];
  players: PlayerSeen[];
  standing: StandingSeen[];
  choice: ChoiceSeen | null;
}

/** A region of the map. */
export interface RegionSeen {
  id: string;
  /** The round from which it is open. */
  opens: number;
  open: boolean;
  /** All its cities are full of commanderies (§2.4). */
  complete: boolean;
  /** Complete, and no further abbey can be built (§2.5). */
  closed: boolean;
  abbeys: number;
  most_abbeys: number;
}

/** A city with what stands in it. */
export interface CitySeen {
  id: string;
  region: string;
  /** How many commanderies it holds with this number of players (§6.2). */
  limit: number;
  /** How many commanderies may still be built. */
  room: number;
  commanderies: number[];
  /** Whose abbey stands here. */
  abbey: number | null;
}

/** A site of pilgrimage. */
export interface SiteSeen {
  id: string;
  /** The two ends of the road that it lies on. */
  cities: string[];
  /** Whether it is in force in this game (§1.3). */
  active: boolean;
}

/** A space of the pope track: either a start slot or the space of a round. */
export interface SpaceSeen {
  slot: number | null;
  round: number | null;
  /** Whose token lies on it. */
  seat: number | null;
  /** Whether this token is the most recent of its seat. */
  face_up: boolean;
}

/** What lies before a player. */
export interface PlayerSeen {
  seat: number;
  commanderies_left: number;
  abbeys_left: number;
  popes_left: number;
  /** The values of the relics, the lowest first. */
  relics: (1 | 2 | 4)[];
  /** Who holds the player's relic keeper until the relics are claimed (§8.1). */
  keeper_held_by: number | null;
  /** Whether the programme of this round is final (§3.6). */
  sealed: boolean;
}

/** A character that still stands on the map while a seat chooses. */
export interface StandingSeen {
  seat: number;
  character: 'master' | 'chaplain' | 'nun' | 'pilgrim' | 'keeper';
  city: string;
}

/** The choice that a resolution waits for. */
export interface ChoiceSeen {
  seat: number;
  /** The cities among which the seat chooses. */
  cities: string[];
  /** All that is not settled, of this seat and of the others. */
  due: DueSeen[];
}

/** A majority that was won and whose building is not settled yet. */
export interface DueSeen {
  city: string;
  seat: number;
  /** The influence of the stack that won; 0 for a commandery. */
  height: number;
  /** Whether the seat has an abbey for it. */
  claimed: boolean;
}

/** What a seat sees alone. */
export interface PelegrinusOwn {
  /** null unless it is time to programme. */
  programme: Programme | null;
}

/** The orders of a seat in this round (§3.1, §3.5). */
export interface Programme {
  /** Where each character goes; null: without an order yet. */
  orders: Record<'master' | 'chaplain' | 'nun' | 'pilgrim' | 'keeper', string | null>;
  /** The character that gets the next order. */
  in_hand: 'master' | 'chaplain' | 'nun' | 'pilgrim' | 'keeper' | null;
  /** How often the seat may still take a character in hand again (§R10). */
  changes_left: number;
  sealed: boolean;
}

export type PelegrinusObservation = Observation<PelegrinusPublic, PelegrinusOwn>;
