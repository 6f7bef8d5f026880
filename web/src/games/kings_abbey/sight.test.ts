import { describe, expect, it } from 'vitest';
import { scrollFor } from './sight';

const band = { top: 60, bottom: 560 };

describe('what can be chosen comes into sight', () => {
  it('nothing moves when all of it is seen, or nothing can be chosen', () => {
    expect(scrollFor([], band, false)).toBe(0);
    expect(
      scrollFor(
        [
          { top: 100, bottom: 200 },
          { top: 300, bottom: 560 },
        ],
        band,
        false,
      ),
    ).toBe(0);
  });

  it('what lies under the foot comes up just so far, what lies under the head comes down', () => {
    expect(scrollFor([{ top: 700, bottom: 800 }], band, true)).toBe(248);
    expect(scrollFor([{ top: 10, bottom: 90 }], band, true)).toBe(-58);
  });

  it('a new question shows all there is to choose where that has room; later one of them is enough', () => {
    const spans = [
      { top: 400, bottom: 480 },
      { top: 500, bottom: 600 },
    ];
    expect(scrollFor(spans, band, false)).toBe(48);
    expect(scrollFor(spans, band, true)).toBe(0);
  });

  it('where not all has room, it stays with one that is seen, else begins at the first', () => {
    const tall = [
      { top: 100, bottom: 200 },
      { top: 900, bottom: 1000 },
    ];
    expect(scrollFor(tall, band, false)).toBe(0);
    expect(
      scrollFor(
        tall.map(({ top, bottom }) => ({ top: top + 600, bottom: bottom + 600 })),
        band,
        false,
      ),
    ).toBe(632);
  });
});
