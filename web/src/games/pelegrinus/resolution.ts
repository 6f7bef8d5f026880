/** The resolution of a turn as a show, place by place: the characters there, the winner and why, from the events. */
import type { Point } from '../../board/geometry';
import type { Show, Step } from '../../board/playback';
import { say } from '../../board/speech';
import type { Words } from '../../words/words';
import type { Happening, Message } from '../types';
import type { Chart } from './chart';
import { mentioned, placeTarget } from './choosing';
import { placeName, regionName } from './naming';
import { CHARACTERS, type Character } from './pieces';

export interface Standing {
  seat: number;
  character: Character;
  /** A city or the court. */
  place: string;
}

const RELICS = /relic_(claimed|missing)$/;
const isShown = ({ key }: Message): boolean =>
  /^pelegrinus\.event\.(?!sealed|ordered|took|first_pope|site_drawn)/.test(key);

/** Where everybody went, from the moment the programmes are uncovered. */
export function standingOf(happenings: readonly Happening[]): Standing[] {
  const found: Standing[] = [];
  for (const { events } of happenings) {
    for (const { key, args } of events) {
      if (key !== 'pelegrinus.event.revealed') continue;
      for (const character of CHARACTERS) {
        const place = args[character];
        if (typeof place === 'string' && place !== 'home') found.push({ seat: Number(args['seat']), character, place });
      }
    }
  }
  return found;
}

/** Null where nothing was revealed or resolved. */
export function showOf(happenings: readonly Happening[], turn: number, words: Words): Show | null {
  const reported = happenings.flatMap(({ number, events }) =>
    events.filter(isShown).map((event) => ({ number, event })),
  );
  const first = reported.find(({ event }) => /revealed|stood|built|pope_elected/.test(event.key));
  if (!first) return null;
  return {
    key: `resolution ${first.number}`,
    title: say(words, 'resolution', { n: turn }),
    steps: stepsOf(
      reported.map(({ event }) => event),
      words,
    ),
  };
}

/** Where a step happens: at its city or at the court, else in its region; null where it is about many places. */
export function sceneOf({ targets }: Step, chart: Chart): Point | null {
  const places = targets.filter((target) => /^(city|place):/.test(target));
  const [only, ...more] = places.length > 0 ? places : targets.filter((target) => target.startsWith('region:'));
  if (only === undefined || more.length > 0) return null;
  const id = only.slice(only.indexOf(':') + 1);
  if (only === 'place:court') return chart.court;
  return chart.at[id] ?? chart.regions.find((region) => region.id === id)?.middle ?? null;
}

function stepsOf(events: Message[], words: Words): Step[] {
  const steps: (Step & { key: string })[] = [];
  for (const event of events) {
    if (event.key === 'pelegrinus.event.turn_began') continue;
    const { key, title, place } = headingOf(event, words, steps.at(-1)?.key);
    let step = steps.at(-1);
    if (!step || step.key !== key) {
      step = { key, title, lines: [], targets: [] };
      steps.push(step);
    }
    step.lines.push({ seat: seatOf(event), text: withoutPlace(words.say(event), place) });
    step.targets = [...new Set([...step.targets, ...mentioned(event)])];
  }
  return steps;
}

function headingOf(
  event: Message,
  words: Words,
  before: string | undefined,
): { key: string; title: string; place: string } {
  const { key, args } = event;
  if (key.endsWith('.revealed')) return { key: 'revealed', title: say(words, 'revealed'), place: '' };
  if (RELICS.test(key)) return { key: 'relics', title: say(words, 'relic_step'), place: '' };
  const place =
    args['place'] ?? args['city'] ?? (key.includes('pope') || key.endsWith('court_empty') ? 'court' : undefined);
  if (typeof place === 'string')
    return { key: placeTarget(place), title: placeName(place, words), place: words.name('pelegrinus', 'place', place) };
  const region = args['region'];
  if (typeof region === 'string') {
    const title = key.endsWith('region_opened')
      ? say(words, 'region_opened', { region: regionName(region, words) })
      : regionName(region, words);
    // A region that a city completes belongs to the step of that city.
    return key.endsWith('completed') && before
      ? { key: before, title: '', place: '' }
      : { key: `region:${region}`, title, place: '' };
  }
  return { key: before ?? 'end', title: '', place: '' };
}

const seatOf = ({ args }: Message): number | null => (typeof args['seat'] === 'number' ? args['seat'] : null);

/** "Acre: Ada built …" under the heading "Acre" is only "Ada built …". */
function withoutPlace(text: string, place: string): string {
  const start = new RegExp(`^${place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s?: ?`, 'i');
  const rest = place === '' ? text : text.replace(start, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
