// Made by tools/observation_types.py from the types of the rules. Do not edit.

/** A message of the catalogue with its arguments. */
export interface MessageSeen {
  key: string;
  args: Record<string, unknown>;
}

/** One line of a score sheet: what for, how many points, by which rule. */
export interface ScoreLine {
  label: MessageSeen;
  points: number;
  rule: string;
}

/** What one viewer sees of a position: the envelope that is the same for every title. */
export interface Observation<Public = unknown, Own = unknown> {
  title: string;
  seats: number;
  options: Record<string, boolean | string>;
  /** The seat whose eyes these are; null for a spectator. */
  viewer: number | null;
  /** The seats that are to act, ascending; empty when the game is over or chance acts. */
  to_act: number[];
  phase: string;
  /** The points so far. Where nothing is counted before the end, the same as `projected`. */
  scores: number[];
  /** The points if the game ended now. */
  projected: number[];
  /** The lines that add up to `projected`. */
  sheets: ScoreLine[][];
  /** What everybody sees. */
  public: Public;
  /** What only this viewer sees; null for a spectator. */
  own: Own | null;
}
