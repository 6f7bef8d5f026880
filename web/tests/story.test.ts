import { describe, expect, it } from 'vitest';
import { storyOf } from '../src/replay/story';

const events = (n: number) => Array.from({ length: n }, (_, i) => ({ key: `event.${i}`, args: {} }));

describe('what an action of a replay brought about', () => {
  it.each([0, 1, 2])('is its own headline where it is short (%d)', (n) => {
    expect(storyOf(events(n))).toEqual({ headline: events(n), rest: [] });
  });

  it('has a short headline and a list where it is long, and leaves nothing out', () => {
    const { headline, rest } = storyOf(events(60));
    expect(headline).toHaveLength(1);
    expect([...headline, ...rest]).toEqual(events(60));
  });
});
