/** The log: happenings grouped by turn, and where "since your last turn" begins. Pure functions. */
import type { Happening, Message } from '../games/types';

export interface LogLine {
  number: number;
  seat: number;
  message: Message;
}

export interface LogGroup {
  /** The seat whose turn it is; -1 for chance alone (the set-up). */
  seat: number;
  /** The numbers of the first and last happening in this group. */
  first: number;
  last: number;
  lines: LogLine[];
}

type BeginsTurn = (happening: Happening, before: Happening | null) => boolean;

/** Chance answers within the turn of the seat that asked; another seat begins a new group. */
function anotherSeat(happening: Happening, before: Happening | null): boolean {
  return happening.seat >= 0 && (before === null || happening.seat !== before.seat);
}

/** The happenings grouped by turn, in order. */
export function groups(happenings: readonly Happening[], beginsTurn: BeginsTurn = anotherSeat): LogGroup[] {
  const found: LogGroup[] = [];
  let before: Happening | null = null;
  for (const happening of happenings) {
    let group = found.at(-1);
    const endsSetup = group !== undefined && group.seat < 0 && happening.seat >= 0;
    if (group === undefined || endsSetup || beginsTurn(happening, before)) {
      group = { seat: happening.seat, first: happening.number, last: happening.number, lines: [] };
      found.push(group);
    }
    group.last = happening.number;
    group.lines.push(...linesOf(happening));
    if (happening.seat >= 0) before = happening;
  }
  return found.filter((group) => group.lines.length > 0);
}

/** What nothing was told about is no news: the log stays free of noise. */
function linesOf(happening: Happening): LogLine[] {
  const { number, seat } = happening;
  return happening.events.map((message) => ({ number, seat, message }));
}

/**
 * The number after the viewer's last own action: what came since then is news. Null when the viewer has not acted
 * or nothing happened since.
 */
export function newsFrom(happenings: readonly Happening[], mine: ReadonlySet<number>): number | null {
  let last = -1;
  happenings.forEach((happening, index) => {
    if (mine.has(happening.seat)) last = index;
  });
  const next = happenings.slice(last + 1).find((happening) => happening.seat >= 0);
  return last < 0 || next === undefined ? null : next.number;
}
