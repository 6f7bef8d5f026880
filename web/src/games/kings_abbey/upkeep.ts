/** The upkeep of a round as a show: gardens, breeding, food, Darkness, income, rewards, line by line. */
import type { Show, Step } from '../../board/playback';
import type { Words } from '../../words/words';
import type { Happening, Message } from '../types';
import { say, titleName } from './naming';
import type { Phase } from './pieces';

/** Which phase an event of the upkeep belongs to. */
const PHASES: Record<string, Phase> = {
  grown: 'feeding',
  bred: 'feeding',
  fed: 'feeding',
  hunger: 'feeding',
  slaughtered: 'feeding',
  darkness: 'darkness',
  income: 'income',
  crusade_resolved: 'rewards',
  shared: 'rewards',
  relic_won: 'rewards',
  first_player: 'end_of_round',
  surplus: 'end_of_round',
  market_discard: 'end_of_round',
};

const phaseOf = ({ key }: Message): Phase | undefined => PHASES[key.slice('kings_abbey.event.'.length)];

export function showOf(happenings: readonly Happening[], words: Words): Show | null {
  const reported = happenings.flatMap(({ number, events }) =>
    events.flatMap((event) => {
      const phase = phaseOf(event);
      return phase ? [{ number, event, phase }] : [];
    }),
  );
  const first = reported[0];
  if (!first || reported.length < 2) return null;
  const steps = new Map<Phase, Step>();
  for (const { event, phase } of reported) {
    const step = steps.get(phase) ?? { title: titleName(words, 'phase', phase), lines: [], targets: [] };
    const { seat } = event.args;
    step.lines.push({ seat: typeof seat === 'number' ? seat : null, text: words.say(event) });
    steps.set(phase, step);
  }
  return { key: `upkeep ${first.number}`, title: say(words, 'upkeep'), steps: [...steps.values()] };
}
