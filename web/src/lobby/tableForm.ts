/** The form of the create-table page: which options fit together, and the request that is sent. Pure functions. */
import type { Clock, Origin } from '../protocol/wire';
import type { NewTable, OptionInfo, SeatWish, TitleInfo } from '../protocol/rest';

export type OptionValues = Record<string, boolean | string>;

export interface SeatForm {
  kind: SeatWish['kind'];
  name: string;
  bot: string;
}

/**
 * The seats of a game that goes on from a record: one of them is mine, bots keep their level, and a bot sits down for
 * everybody else. `names` are those of the record, which calls a bot by its level.
 */
export function continuing(
  names: readonly string[],
  mine: number,
  { name, level, levels }: { name: string; level: string; levels: readonly string[] },
): SeatForm[] {
  return names.map((called, seat) => ({
    kind: seat === mine ? 'me' : 'bot',
    name: seat === mine ? name : '',
    bot: levels.includes(called) ? called : level,
  }));
}

/** What a host chooses for the players. */
export interface Manners {
  /** The order of the seats is drawn. */
  drawn: boolean;
  /** What was revealed can be taken back when all agree. */
  takeBack: boolean;
  /** The table waits while nobody is there. */
  pause: boolean;
  /** The level of the bot that plays for an absent player; '' for the usual one. */
  standIn: string;
}

export const USUAL: Manners = { drawn: true, takeBack: true, pause: true, standIn: '' };

export function defaults(title: TitleInfo): OptionValues {
  return Object.fromEntries(title.options.map((option) => [option.name, option.default]));
}

/** Why an option cannot be changed now: another one excludes it, or the number of seats does. */
export function barred(
  option: OptionInfo,
  title: TitleInfo,
  values: OptionValues,
  seats: number,
): { by: string } | { seats: number[] } | null {
  if (option.seats.length > 0 && !option.seats.includes(seats)) return { seats: option.seats };
  for (const other of title.options) {
    const isChanged = other.name !== option.name && values[other.name] !== other.default;
    if (isChanged && (other.excludes.includes(option.name) || option.excludes.includes(other.name)))
      return { by: other.name };
  }
  return null;
}

/**
 * The values for another number of seats: what is not for it goes back to its default, and an option made for
 * exactly this number (a game for two) is switched on.
 */
export function fitting(title: TitleInfo, values: OptionValues, seats: number): OptionValues {
  const kept = { ...values };
  for (const option of title.options) {
    const isBoolean = typeof option.default === 'boolean';
    if (option.seats.length > 0 && !option.seats.includes(seats)) kept[option.name] = option.default;
    else if (isBoolean && option.seats.length === 1) kept[option.name] = true;
  }
  for (const option of title.options)
    if (kept[option.name] !== option.default && option.seats.length === 1)
      for (const other of title.options) if (option.excludes.includes(other.name)) kept[other.name] = other.default;
  return kept;
}

/** Only what differs from the defaults is sent. */
export function changed(title: TitleInfo, values: OptionValues): OptionValues {
  const set = title.options.map((option) => ({ ...option, value: values[option.name] ?? option.default }));
  return Object.fromEntries(set.filter((one) => one.value !== one.default).map((one) => [one.name, one.value]));
}

export function newTable(
  title: TitleInfo,
  seats: readonly SeatForm[],
  values: OptionValues,
  rest: {
    clock: Clock;
    isPublic: boolean;
    components: Record<string, unknown> | null;
    origin: Origin | null;
    you: string;
    manners: Manners;
  },
): NewTable {
  const first = seats.findIndex(({ kind }) => kind === 'me');
  return {
    title: title.name,
    seats: seats.map((seat, index) => seatRequest(seat, rest.you, index, index === first)),
    options: changed(title, values),
    clock: rest.clock,
    public: rest.isPublic,
    components: rest.components,
    origin: rest.origin,
    seating: rest.manners.drawn ? 'drawn' : 'as_seated',
    take_back: rest.manners.takeBack ? 'agree' : 'none',
    absent: rest.manners.pause ? 'pause' : 'play_on',
    stand_in: rest.manners.standIn || null,
  };
}

function seatRequest(seat: SeatForm, you: string, index: number, isFirst: boolean): SeatWish {
  if (seat.kind === 'bot') return { kind: 'bot', bot: seat.bot };
  if (seat.kind === 'open') return { kind: 'open' };
  return { kind: 'me', name: seat.name.trim() || (isFirst ? you : `${you} ${index + 1}`) };
}
