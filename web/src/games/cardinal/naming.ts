/** The names of what stands on the board, in the player's language, also for a player's own board file. */
import { nameIn, say } from '../../board/speech';
import type { Words } from '../../words/words';
import type { Message, Target } from '../types';
import { chartOf, type BoardFile, type Chart } from './chart';
import type { CardinalObservation } from './observation';
import { ownerAt, type Owner } from './owner';

const ours = chartOf(null);

export function siteName(id: string, words: Words, file: BoardFile = ours.file): string {
  return (file === ours.file ? undefined : nameIn(file.sites, id, words)) ?? words.name('cardinal', 'site', id);
}

export function countryName(id: string, words: Words, file: BoardFile = ours.file): string {
  return (file === ours.file ? undefined : nameIn(file.countries, id, words)) ?? words.name('cardinal', 'country', id);
}

export const cardName = (kind: string, words: Words): string => words.name('cardinal', 'card', kind);

export function ownerName(owner: Owner, words: Words): string {
  return owner === 'king' ? say(words, 'king') : words.seat(owner);
}

/** What a target is called: for tooltips, the screen reader and the draft. */
export function nameOf(target: Target, words: Words, chart: Chart = ours, observation?: CardinalObservation): string {
  const [kind, id = ''] = target.split(':');
  const country = (one: string) => countryName(one, words, chart.file);
  switch (kind) {
    case 'site':
      return siteSentence(id, words, chart, observation);
    case 'country': {
      return observation ? countrySentence(id, country(id), words, observation) : country(id);
    }
    case 'seal': {
      return observation ? sealSentence(id, country(id), words, observation) : country(id);
    }
    case 'card':
    case 'king_card':
      return say(words, 'card', { card: cardName(id, words) });
    case 'pair':
    case 'king_pair':
      return say(words, 'pair', { card: cardName(id, words) });
    case 'open': {
      const card = observation?.public.open[Number(id) - 1];
      return say(words, 'open_card', { n: id, card: card ? cardName(card, words) : say(words, 'no_card') });
    }
    case 'pile':
      return pileSentence(words, observation?.public.pile);
    case 'privilege':
      return say(words, 'privilege', { privilege: words.name('cardinal', 'privilege', id) });
    case 'alliance': {
      const found = chart.alliances.find((one) => String(one.number) === id);
      return found
        ? say(words, 'alliance_of', { n: id, a: country(found.a), b: country(found.b) })
        : say(words, 'alliance', { n: id });
    }
    default:
      return say(words, kind ?? '');
  }
}

/** Who has how many of something: "Anne 2, Berthe 1". */
function counted(numbers: readonly number[], words: Words, seats: number): string[] {
  return numbers.flatMap((n, place) =>
    n > 0 ? [say(words, 'owner_count', { owner: ownerName(ownerAt(place, seats), words), n })] : [],
  );
}

/** Who has how many abbeys in a country, and how many monasteries are free. */
function countrySentence(id: string, country: string, words: Words, { public: table, seats }: CardinalObservation) {
  const found = table.countries[id];
  if (!found) return country;
  const owners = counted(found.abbeys, words, seats);
  const key = owners.length === 0 ? 'country_empty' : found.free > 0 ? 'country_of' : 'country_full';
  return say(words, key, { country, owners, free: found.free });
}

/** Who has how many advisors in a country, and how many more there may be. */
function sealSentence(id: string, country: string, words: Words, { public: table, seats }: CardinalObservation) {
  const found = table.countries[id];
  if (!found) return country;
  if (found.limit === 0) return say(words, 'seal_closed', { country });
  const owners = counted(found.advisors, words, seats);
  const key = owners.length === 0 ? 'seal_empty' : found.room > 0 ? 'seal_of' : 'seal_full';
  return say(words, key, { country, owners, room: found.room });
}

/** What a country scores now for its abbeys, by player; null where it scores nothing. */
export function scoresIn(target: Target, words: Words, { sheets }: CardinalObservation): string | null {
  const [kind, id] = target.split(':');
  if (kind !== 'country') return null;
  const owners = sheets.flatMap((lines, seat) => {
    const own = lines.filter(({ label }) => label.args['country'] === id);
    const n = own.reduce((sum, { points }) => sum + points, 0);
    return n > 0 ? [say(words, 'owner_count', { owner: words.seat(seat), n })] : [];
  });
  return owners.length > 0 ? say(words, 'scores_now', { owners }) : null;
}

function pileSentence(words: Words, cards: number | undefined): string {
  if (cards === undefined) return say(words, 'pile');
  return say(words, cards > 0 ? 'pile_of' : 'pile_empty', { n: cards });
}

function siteSentence(id: string, words: Words, chart: Chart, observation?: CardinalObservation): string {
  const land = chart.sites.find((one) => one.id === id)?.country ?? '';
  const site = siteName(id, words, chart.file);
  const owner = observation?.public.sites[id];
  const args = { site, country: countryName(land, words, chart.file) };
  if (owner === undefined) return land ? say(words, 'site_free', args) : site;
  return say(words, 'site_taken', { ...args, owner: ownerName(owner, words) });
}

/** An action about a face-up card also says which card it is. */
export function meant(label: Message, observation: CardinalObservation): Message {
  const { place } = label.args;
  const card = typeof place === 'number' ? observation.public.open[place - 1] : undefined;
  if (!card) return label;
  const named = { key: 'web.place_and_card', args: { place, card: { key: `cardinal.card.${card}`, args: {} } } };
  return { ...label, args: { ...label.args, place: named } };
}
