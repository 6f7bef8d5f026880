/** The log: happenings in chapters, turns and runs of lines about one seat, and where the news begin. Pure functions. */
import type { Happening, Message } from '../games/types';

export interface LogLine {
  number: number;
  seat: number;
  message: Message;
}

export interface LogGroup {
  /** The seat these lines are about; -1 where they are about nobody. */
  seat: number;
  /** The turn they belong to. */
  turn: number;
  /** The numbers of the first and last happening in this group. */
  first: number;
  last: number;
  /** What heads a new chapter: the turn or the round that began, a scoring. */
  title: LogLine | null;
  lines: LogLine[];
}

/**
 * The seat that a sentence is about: the seat it names, else the seat that acted. Chance belongs to the seat of the
 * group before it; during the set-up, to no seat (-1).
 */
function subject({ args }: Message, seat: number, group: LogGroup | undefined): number {
  if (typeof args['seat'] === 'number') return args['seat'];
  if (seat >= 0) return seat;
  return group?.lines.some((line) => line.seat >= 0) ? group.seat : -1;
}

/**
 * The log in order; `chapters` are the keys of the sentences that head a chapter. What is in `before` already is
 * kept as it is. An entry without any event is left out.
 */
export function groups(
  happenings: readonly Happening[],
  chapters: readonly string[] = [],
  before: readonly LogGroup[] = [],
): LogGroup[] {
  const found: LogGroup[] = [];
  for (const { number, seat, turn, events } of happenings)
    for (const message of events) {
      const line = { number, seat, message };
      const isTitle = chapters.includes(message.key);
      const about = isTitle ? -1 : subject(message, seat, found.at(-1));
      let group = found.at(-1);
      if (isTitle || !group || group.seat !== about || group.turn !== turn)
        found.push(
          (group = { seat: about, turn, first: number, last: number, title: isTitle ? line : null, lines: [] }),
        );
      group.last = number;
      if (!isTitle) group.lines.push(line);
    }
  return found.map((group, index) => kept(group, before[index]));
}

const isSameLine = (a: LogLine | null | undefined, b: LogLine | null | undefined): boolean =>
  a?.message === b?.message && a?.number === b?.number;

function kept(group: LogGroup, before: LogGroup | undefined): LogGroup {
  if (!before || before.seat !== group.seat || !isSameLine(before.title, group.title)) return group;
  group.lines = group.lines.map((line, index) => {
    const old = before.lines[index];
    return old && isSameLine(old, line) ? old : line;
  });
  const isSame =
    group.lines.length === before.lines.length && group.lines.every((line, index) => line === before.lines[index]);
  return isSame && group.last === before.last ? before : group;
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
