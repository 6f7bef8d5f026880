/** The log: happenings in chapters, turns and runs of lines about one seat, and where the news begin. Pure functions. */
import type { GameModule, Happening, Message, Target } from '../games/types';

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
 * The seat that a sentence is about: the seat it names. One that names nobody is the doing of the seat that acted if it
 * comes first; what follows from an action ("Antioch is now full") is about nobody (-1). Chance answers the seat that
 * acted before it in the same group; else it is about nobody.
 */
function subject({ args }: Message, seat: number, isFirst: boolean, group: LogGroup | undefined): number {
  if (typeof args['seat'] === 'number') return args['seat'];
  if (seat >= 0) return isFirst ? seat : -1;
  const actor = group?.lines.findLast((line) => line.seat >= 0)?.seat;
  return group !== undefined && actor === group.seat ? actor : -1;
}

/**
 * The log in order; `chapters` are the keys of the sentences that head a chapter, `cut` is the number of a happening
 * that begins a group in any case. What is in `before` already is kept as it is. An entry without any event is left out.
 */
export function groups(
  happenings: readonly Happening[],
  chapters: readonly string[] = [],
  before: readonly LogGroup[] = [],
  cut: number | null = null,
): LogGroup[] {
  const found: LogGroup[] = [];
  for (const { number, seat, turn, events } of happenings)
    for (const [index, message] of events.entries()) {
      const line = { number, seat, message };
      const isTitle = chapters.includes(message.key);
      let group = found.at(-1);
      const about = isTitle ? -1 : subject(message, seat, index === 0, group?.turn === turn ? group : undefined);
      const isCut = cut !== null && number >= cut && group !== undefined && group.last < cut;
      if (isTitle || isCut || !group || group.seat !== about || group.turn !== turn)
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
 * The number of the first thing that others did since the viewer's last turn; null when the viewer has not had one or
 * nobody else has acted since. A turn that the viewer is still in does not count, also where others act in it, too: it
 * is over when a chapter has begun after it.
 */
export function newsFrom(
  happenings: readonly Happening[],
  mine: ReadonlySet<number>,
  chapters: readonly string[] = [],
): number | null {
  const isMine = ({ seat }: Happening): boolean => mine.has(seat);
  const isOther = ({ seat }: Happening): boolean => seat >= 0 && !mine.has(seat);
  const lastOther = happenings.findLastIndex(isOther);
  const turn = happenings[lastOther]?.turn;
  const lastInTurn = happenings.findLastIndex((one) => isMine(one) && one.turn === turn);
  const isOver = happenings
    .slice(lastInTurn + 1)
    .some(({ events }) => events.some(({ key }) => chapters.includes(key)));
  const last = happenings.findLastIndex(
    (one, index) => index < lastOther && isMine(one) && (one.turn !== turn || isOver),
  );
  if (last < 0) return null;
  return happenings.slice(last + 1).find(isOther)?.number ?? null;
}

/**
 * Where something was placed since the viewer's last turn: by others, or, where all play at once, by anybody when the
 * last turn was resolved, whoever made the action that began it.
 */
export function recentlyPlaced(
  happenings: readonly Happening[],
  mine: ReadonlySet<number>,
  { placed, chapters = [], playsAtOnce = false }: Pick<GameModule, 'placed' | 'chapters' | 'playsAtOnce'>,
): Set<Target> {
  if (!placed) return new Set();
  if (playsAtOnce) {
    const turns: Target[][] = [[]];
    for (const event of happenings.flatMap(({ events }) => events))
      if (chapters.includes(event.key)) turns.push([]);
      else turns.at(-1)?.push(...placed(event));
    const [before = [], now = []] = turns.slice(-2);
    return new Set(now.length > 0 ? now : before);
  }
  const news = newsFrom(happenings, mine, chapters);
  if (news === null) return new Set();
  const done = happenings.filter(({ number, seat }) => number >= news && seat >= 0 && !mine.has(seat));
  return new Set(done.flatMap(({ events }) => events.flatMap(placed)));
}

/** How many actions others have played since the last one of this seat. */
export function actionsSince(happenings: readonly Happening[], seat: number): number {
  const last = happenings.findLastIndex((one) => one.seat === seat);
  return happenings.slice(last + 1).filter((one) => one.seat >= 0).length;
}
