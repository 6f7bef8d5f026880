/** Interim and final scoring as a show, country by country and alliance by alliance, from the events. */
import type { Show, Step } from '../../board/playback';
import { say } from '../../board/speech';
import type { Words } from '../../words/words';
import type { Happening, Message } from '../types';
import { mentioned } from './choosing';

const SCORED = /^cardinal\.event\.scored_(king_)?(interim|abbeys|alliance|chain)$/;

export function showOf(happenings: readonly Happening[], words: Words): Show | null {
  const reported = happenings.flatMap(({ number, events }) => events.map((event) => ({ number, event })));
  const scored = reported.filter(({ event }) => SCORED.test(event.key));
  const first = scored[0];
  if (!first) return null;
  const isFinal = reported.some(({ event }) => event.key.startsWith('cardinal.event.ended'));
  return {
    key: `scoring ${first.number} ${isFinal}`,
    title: say(words, isFinal ? 'final' : 'interim'),
    steps: stepsOf(
      scored.map(({ event }) => event),
      words,
    ),
  };
}

function stepsOf(events: Message[], words: Words): Step[] {
  const steps = new Map<string, Step>();
  for (const event of events) {
    const { key, title } = headingOf(event, words);
    const step = steps.get(key) ?? { title, lines: [], targets: [] };
    step.lines.push({ seat: Number(event.args['seat']), text: words.say(event), points: Number(event.args['points']) });
    step.targets = [...new Set([...step.targets, ...mentioned(event)])];
    steps.set(key, step);
  }
  return [...steps.values()];
}

function headingOf({ key, args }: Message, words: Words): { key: string; title: string } {
  const country = (id: unknown) => words.name('cardinal', 'country', String(id));
  if (key.endsWith('alliance')) {
    const number = Number(args['number']);
    return {
      key: `alliance ${number}`,
      title: say(words, 'alliance_of', { n: number, a: country(args['a']), b: country(args['b']) }),
    };
  }
  if (key.endsWith('chain')) return { key: `chain ${String(args['seat'])}`, title: say(words, 'chain') };
  const phase = key.endsWith('interim') ? 'interim' : 'abbeys';
  return { key: `${phase} ${String(args['country'])}`, title: country(args['country']) };
}
