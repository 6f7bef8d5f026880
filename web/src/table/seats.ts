/** How seats look: a colour that the colour-blind can tell apart and a shape, always together. */
import type { SeatLook } from '../games/types';
import type { SeatInfo } from '../protocol/wire';
import type { Words } from '../words/words';

export const SHAPES = ['disc', 'square', 'triangle', 'diamond', 'cross'] as const;

/** An SVG path of a shape around the origin that fills a circle of this radius. */
export function shapePath(shape: SeatLook['shape'], r: number): string {
  const n = (value: number) => Number((value * r).toFixed(2));
  switch (shape) {
    case 'disc':
      return `M${n(-0.95)} 0a${n(0.95)} ${n(0.95)} 0 1 0 ${n(1.9)} 0a${n(0.95)} ${n(0.95)} 0 1 0 ${n(-1.9)} 0Z`;
    case 'square':
      return `M${n(-0.8)} ${n(-0.8)}H${n(0.8)}V${n(0.8)}H${n(-0.8)}Z`;
    case 'triangle':
      return `M0 ${n(-1)}L${n(0.95)} ${n(0.75)}H${n(-0.95)}Z`;
    case 'diamond':
      return `M0 ${n(-1.05)}L${n(0.95)} 0L0 ${n(1.05)}L${n(-0.95)} 0Z`;
    case 'cross':
      return (
        `M${n(-0.36)} ${n(-0.95)}H${n(0.36)}V${n(-0.36)}H${n(0.95)}V${n(0.36)}H${n(0.36)}V${n(0.95)}` +
        `H${n(-0.36)}V${n(0.36)}H${n(-0.95)}V${n(-0.36)}H${n(-0.36)}Z`
      );
    case 'crown':
      return `M${n(-0.9)} ${n(0.7)}L${n(-0.95)} ${n(-0.6)}L${n(-0.4)} 0L0 ${n(-0.9)}L${n(0.4)} 0L${n(0.95)} ${n(-0.6)}L${n(0.9)} ${n(0.7)}Z`;
  }
}

/** The look of a seat; colours follow the theme because they are CSS variables. */
export function seatLook(seat: number, name: string, kind: SeatLook['kind'], mine: boolean): SeatLook {
  const index = seat % SHAPES.length;
  return {
    seat,
    name,
    kind,
    mine,
    colour: `var(--seat-${index})`,
    wash: `var(--wash-${index})`,
    shape: SHAPES[index] ?? 'disc',
  };
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

/** The names to show: people's own; bots are called by their level, numbered where several share it. */
export function seatNames(seats: readonly SeatInfo[], words: Words): string[] {
  const called = seats.map((seat, index) => {
    if (seat.name !== '') return seat.name;
    return seat.bot ? words.name('bots', 'bot', seat.bot) : words.text('core.seat', { n: index + 1 });
  });
  return called.map((name, index) => {
    const same = called.flatMap((other, at) => (other === name ? [at] : []));
    return same.length === 1 || seats[index]?.name !== '' ? name : `${name} ${ROMAN[same.indexOf(index)] ?? ''}`;
  });
}
