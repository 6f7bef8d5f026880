/** What is shown step by step after a scoring or a resolution. */
import type { Target } from '../games/types';

export interface ShownLine {
  /** Whose line it is; null: nobody's. */
  seat: number | null;
  text: string;
  points?: number;
}

export interface Step {
  title: string;
  lines: ShownLine[];
  /** What lights up on the board. */
  targets: Target[];
}

export interface Show {
  /** Changes with every new show. */
  key: string;
  title: string;
  steps: Step[];
}

/** How long a step stays. */
export const stay = (step: Step): number => 1500 + 650 * Math.min(5, step.lines.length);
