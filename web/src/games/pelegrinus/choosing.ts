/** Which things on the board an action of Pelegrinus is about, and what a click would mean. */
import type { Message, Target } from '../types';
import type { PelegrinusObservation } from './observation';
import { CHARACTERS } from './pieces';

const PLACES = ['court', 'home'];

/** A destination as a target: a city, the court or home. */
export const placeTarget = (place: string): Target => (PLACES.includes(place) ? `place:${place}` : `city:${place}`);

export function targets(text: string): Target[] {
  const words = text.split(' ');
  const last = words.at(-1) ?? '';
  switch (words[0]) {
    case 'send':
      return [`character:${words[1]}`, placeTarget(last)];
    case 'keep':
      return [`character:${words[1]}`, 'place:home'];
    case 'take':
      return [`character:${last}`];
    case 'seal':
      return ['seal'];
    case 'build':
    case 'claim':
      return [`city:${last}`];
    default:
      return [];
  }
}

/** The action a click would mean if it were legal, so that the engine can say why it is not. */
export function intendedAction(
  target: Target,
  observation: PelegrinusObservation,
  chosen: readonly Target[],
): string | null {
  const [kind, id = ''] = target.split(':');
  const picked = chosen.find((one) => one.startsWith('character:'))?.slice('character:'.length);
  const character = picked ?? observation.own?.programme?.in_hand ?? null;
  switch (kind) {
    case 'city':
      return observation.phase === 'programming'
        ? character && `send ${character} to ${id}`
        : choiceOf(observation.phase, id);
    case 'place':
      if (!character) return null;
      return id === 'home' ? `keep ${character} home` : `send ${character} to ${id}`;
    case 'character':
      return `take ${id}`;
    case 'seal':
      return 'seal';
    default:
      return null;
  }
}

function choiceOf(phase: string, city: string): string | null {
  if (phase === 'commanderies') return `build commandery at ${city}`;
  if (phase === 'claims') return `claim abbey at ${city}`;
  return phase === 'abbeys' ? `build abbey at ${city}` : null;
}

/** Orders can be taken back until the programme is sealed, and sealing it is what confirms them. */
export const isLight = (text: string): boolean => /^(send|keep|take) |^seal$/.test(text);

/** What a sentence of the log or a line of the score sheet speaks of. */
export function mentioned({ args }: Message): Target[] {
  const found: Target[] = [];
  for (const key of ['city', 'place']) if (typeof args[key] === 'string') found.push(placeTarget(String(args[key])));
  for (const character of CHARACTERS)
    if (typeof args[character] === 'string') found.push(placeTarget(String(args[character])));
  if (Array.isArray(args['cities'])) found.push(...args['cities'].map((city) => placeTarget(String(city))));
  if (typeof args['site'] === 'string') found.push(`site:${args['site']}`);
  if (Array.isArray(args['sites'])) found.push(...args['sites'].map((site) => `site:${String(site)}`));
  if (typeof args['region'] === 'string' && found.length === 0) found.push(`region:${args['region']}`);
  return [...new Set(found)].filter((target) => target !== 'place:home');
}

/** The piece that was built, as something to mark: a commandery by city and seat, an abbey by city. */
export function placed({ key, args }: Message): Target[] {
  const city = String(args['city']);
  if (key === 'pelegrinus.event.commandery_built') return [`commandery:${city}:${String(args['seat'])}`];
  return key === 'pelegrinus.event.abbey_built' ? [`abbey:${city}`] : [];
}
