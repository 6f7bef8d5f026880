/** Ways to begin a title that need no reading of options: a first game, the standard game, one for experts. Pure functions. */
import type { OptionInfo, TitleInfo } from '../protocol/rest';
import { defaults, fitting, type OptionValues, type SeatForm } from './tableForm';

export const PRESETS = ['first', 'standard', 'expert'] as const;
export type Preset = (typeof PRESETS)[number];

/** What a preset changes of the usual options; a title that is not named is played as usual. */
const CHANGES: Readonly<Record<string, Partial<Record<Preset, OptionValues>>>> = {
  cardinal: { expert: { two_countries: true } },
  kings_abbey: { first: { quick: true }, expert: { relics: 'all', saints: true } },
};

/** How long a game takes with people, and how much there is to learn, from 1 to 5. */
export const FACTS: Readonly<Record<string, { minutes: string; weight: number }>> = {
  cardinal: { minutes: '45–60', weight: 2 },
  kings_abbey: { minutes: '90–150', weight: 4 },
  pelegrinus: { minutes: '60–70', weight: 3 },
};

/** The options of a preset for a number of seats; what does not exist or does not fit there stays as usual. */
export function optionsOf(preset: Preset, title: TitleInfo, seats: number): OptionValues {
  const wanted = Object.entries(CHANGES[title.name]?.[preset] ?? {}).filter(([name]) =>
    title.options.some((option) => option.name === name && (option.seats.length === 0 || option.seats.includes(seats))),
  );
  return fitting(title, { ...defaults(title), ...Object.fromEntries(wanted) }, seats);
}

/** The level of the bots in a preset: those of a first game are the mildest, those of experts the strongest. */
export function levelOf(preset: Preset, levels: readonly string[], usual: string): string {
  if (preset === 'standard') return usual;
  return (preset === 'first' ? levels[0] : levels.at(-1)) ?? usual;
}

/** The preset that has these options and bots; null where they are somebody's own choice. */
export function presetOf(
  title: TitleInfo,
  values: OptionValues,
  seats: readonly SeatForm[],
  levelIn: (preset: Preset) => string,
): Preset | null {
  const isSame = (preset: Preset): boolean =>
    Object.entries(optionsOf(preset, title, seats.length)).every(([name, value]) => values[name] === value) &&
    seats.every(({ kind, bot }) => kind !== 'bot' || bot === levelIn(preset));
  return (['standard', 'first', 'expert'] as const).find(isSame) ?? null;
}

/** Rulings are a matter of taste, not another game: they stand apart, as house rules. */
export const isHouseRule = ({ rule }: OptionInfo): boolean => rule.startsWith('R');
