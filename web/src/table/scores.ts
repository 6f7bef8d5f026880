/** The points of an observation: so far, if the game ended now, and the lines that explain them. */
import type { Observation, ScoreLine } from '../games/observation';

export interface Scores {
  now: number[];
  projected: number[] | null;
  lines: ScoreLine[][] | null;
}

export const NO_SCORES: Scores = { now: [], projected: null, lines: null };

export function scoresOf(observation: Observation): Scores {
  return { now: observation.scores, projected: observation.projected, lines: observation.sheets };
}

/** Points as they are written: with a real minus sign. */
export function signed(points: number): string {
  return String(points).replace('-', '−');
}
