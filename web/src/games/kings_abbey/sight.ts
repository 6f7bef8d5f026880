/** How far the page must scroll for what can be chosen to be seen. Pure function. */
export interface Span {
  top: number;
  bottom: number;
}

const AIR = 8; // pixels around what is brought into sight

/**
 * `band` is what of the page is seen between what stays at its head and at its foot. All of the spans are brought into
 * it where they have room there, else the first of them; `gently`: nothing moves as long as one of them is seen.
 */
export function scrollFor(spans: readonly Span[], band: Span, gently: boolean): number {
  const isSeen = ({ top, bottom }: Span): boolean => top >= band.top && bottom <= band.bottom;
  if (spans.length === 0 || spans.every(isSeen)) return 0;
  const whole: Span = {
    top: Math.min(...spans.map(({ top }) => top)),
    bottom: Math.max(...spans.map(({ bottom }) => bottom)),
  };
  const hasRoom = whole.bottom - whole.top <= band.bottom - band.top - 2 * AIR;
  if (spans.some(isSeen) && (gently || !hasRoom)) return 0;
  const upward = whole.top - band.top - AIR;
  return whole.top < band.top ? upward : Math.min(whole.bottom - band.bottom + AIR, upward);
}
