/** The upkeep of a round as a show: gardens, breeding, food, Darkness, income, rewards, line by line. */
import type { Show, Step } from '../../board/playback';
import type { Words } from '../../words/words';
import type { Happening, Message } from '../types';
import { say, titleName } from './naming';

/** Which phase an event of the upkeep belongs to. */
const PHASES: Record<string, number> = {
  grown: 8,
  bred: 8,
  fed: 8,
  hunger: 8,
  slaughtered: 8,
  darkness: 9,
  income: 10,
  crusade_resolved: 11,
  shared: 11,
  relic_won: 11,
  first_player: 12,
  surplus: 12,
  market_discard: 12,
};

const phaseOf = ({ key }: Message): number => PHASES[key.slice('kings_abbey.event.'.length)] ?? 0;

export function showOf(happenings: readonly Happening[], words: Words): Show | null {
  const told = happenings
    .flatMap(({ number, events }) => events.map((event) => ({ number, event })))
    .filter(({ event }) => phaseOf(event) > 0);
  const first = told[0];
  if (!first || told.length < 2) return null;
  const steps = new Map<number, Step>();
  for (const { event } of told) {
    const phase = phaseOf(event);
    const step = steps.get(phase) ?? { title: titleName(words, 'phase', String(phase)), lines: [], targets: [] };
    const { seat } = event.args;
    step.lines.push({ seat: typeof seat === 'number' ? seat : null, text: words.say(event) });
    steps.set(phase, step);
  }
  return { key: `upkeep ${first.number}`, title: say(words, 'upkeep'), steps: [...steps.values()] };
}
