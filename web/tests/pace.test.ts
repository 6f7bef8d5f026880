import { describe, expect, it } from 'vitest';
import { nextPlace, PACES, stepTime, USUAL_PACE } from '../src/replay/pace';

describe('the pace of a replay', () => {
  it('is an action at a time at first', () => {
    expect(PACES[USUAL_PACE]).toEqual({ by: 'action', times: 1 });
  });
  it('goes on by actions or by turns', () => {
    expect(nextPlace({ by: 'action', times: 1 }, [0, 4, 9], 4)).toBe(5);
    expect(nextPlace({ by: 'turn', times: 1 }, [0, 4, 9], 4)).toBe(9);
  });
  it('takes half the time at twice the speed, and longer for a turn', () => {
    expect(stepTime({ by: 'action', times: 2 }) * 2).toBe(stepTime({ by: 'action', times: 1 }));
    expect(stepTime({ by: 'turn', times: 1 })).toBeGreaterThan(stepTime({ by: 'action', times: 1 }));
  });
});
