/** Scores from an observation: by the title's own reader, else by the words most observations share. */
import type { GameModule, Observation, ScoreLine } from '../games/types';

export interface Scores {
  now: number[];
  projected: number[] | null;
  lines: ScoreLine[][] | null;
}

function numbers(value: unknown): number[] | null {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? (value as number[]) : null;
}

function lists(value: unknown): ScoreLine[][] | null {
  return Array.isArray(value) && value.every(Array.isArray) ? (value as ScoreLine[][]) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What every observation of ours says somewhere: `scores`, `projection`, or `players` with a `score`. */
function generic(observation: Observation): Scores {
  const players = Array.isArray(observation.players) ? observation.players.filter(isRecord) : [];
  const ofPlayers = numbers(players.map((player) => player.score ?? player.prestige));
  const projection = isRecord(observation.projection) ? observation.projection : {};
  const linesOf = lists(players.map((player) => player.lines ?? player.sheet));
  const sheets = lists(observation.sheets);
  const added = lists(projection.sheets);
  return {
    now: numbers(observation.scores) ?? (players.length > 0 ? ofPlayers : null) ?? [],
    projected:
      numbers(projection.scores) ?? (players.length > 0 ? numbers(players.map((player) => player.projection)) : null),
    lines:
      sheets && added
        ? sheets.map((sheet, seat) => [...sheet, ...(added[seat] ?? [])])
        : (sheets ?? (players.length > 0 ? linesOf : null)),
  };
}

export function scoresOf(game: GameModule | null, observation: Observation): Scores {
  const own = game?.scores?.(observation);
  const found = generic(observation);
  if (!own) return found;
  return { now: own.now, projected: own.projected ?? null, lines: found.lines ?? own.lines ?? null };
}

/** Points as they are written: with a real minus sign. */
export function signed(points: number): string {
  return String(points).replace('-', '−');
}
