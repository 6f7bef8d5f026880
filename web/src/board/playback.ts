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

/** The points that the steps up to this one give, by seat. */
export function toldBy({ steps }: Show, at: number): Record<number, number> {
  const told: Record<number, number> = {};
  for (const { seat, points = 0 } of steps.slice(0, at + 1).flatMap(({ lines }) => lines))
    if (seat !== null) told[seat] = (told[seat] ?? 0) + points;
  return told;
}

/** How long a step stays. */
export const stay = (step: Step): number => 1500 + 650 * Math.min(5, step.lines.length);
