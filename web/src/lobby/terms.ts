/** The terms of a table in words: its variant, and its clock with its numbers. Pure functions. */
import type { Clock, TableInfo } from '../protocol/wire';
import type { TitleInfo } from '../protocol/rest';
import type { Words } from '../words/words';
import type { OptionValues } from './tableForm';

/** The options that differ from the usual game, each in a few words. */
export function variantOf(
  { options, own_components }: TableInfo,
  title: TitleInfo | undefined,
  words: Words,
): string[] {
  const found = title ? variantIn(title, options, words) : [];
  return own_components ? [...found, words.text('web.own_components_here')] : found;
}

/** What of these options differs from the usual game, in a few words. */
export function variantIn(title: TitleInfo, options: OptionValues, words: Words): string[] {
  const { name } = title;
  return title.options.flatMap((option) => {
    const value = options[option.name];
    if (value === undefined || value === option.default) return [];
    const called = words.text(`${name}.option.${option.name}`);
    if (value === true) return [called];
    if (value === false) return [words.text('web.option_off', { option: called })];
    return [
      words.text('web.option_value', { option: called, value: words.text(`${name}.option.${option.name}.${value}`) }),
    ];
  });
}

/** The unusual choices of the host: no taking back, no waiting for absent players, seats not drawn. */
export function mannersOf(table: TableInfo, words: Words): string[] {
  return [
    ...(table.take_back === 'none' ? [words.text('web.take_back.none')] : []),
    ...(table.absent === 'play_on' ? [words.text('web.absent.play_on')] : []),
    ...(table.seating === 'as_seated' && table.state === 'gathering' ? [words.text('web.seating.as_seated')] : []),
  ];
}

export function clockOf(clock: Clock, words: Words): string {
  switch (clock.kind) {
    case 'move':
      return words.text('web.clock.move.exactly', { time: duration(clock.seconds, words) });
    case 'bank':
      return clock.increment
        ? words.text('web.clock.bank.exactly', {
            time: duration(clock.seconds, words),
            more: duration(clock.increment, words),
          })
        : words.text('web.clock.bank.plain', { time: duration(clock.seconds, words) });
    case 'days':
      return words.text('web.clock.days.exactly', { n: clock.days });
    default:
      return words.text('web.clock.none');
  }
}

/** 45 s, 15 min, 1 h 30 min: without the parts that are nothing. */
function duration(seconds: number, words: Words): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'web.hours_short'],
    [Math.floor((seconds % 3600) / 60), 'web.minutes_short'],
    [seconds % 60, 'web.seconds_short'],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => words.text(unit, { n }))
    .join(' ');
}
