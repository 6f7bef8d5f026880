import { describe, expect, it, vi } from 'vitest';
import { Film, PIECE } from '../src/replay/film';
import { parse } from '../src/route.svelte';
import { NO_OBSERVATION } from '../src/table/scene.svelte';

function film(length: number) {
  const fetch = vi.fn((start: number, stop: number) =>
    Promise.resolve({
      frames: Array.from({ length: stop - start }, (_, index) => ({
        at: start + index,
        observation: NO_OBSERVATION,
        to_act: [],
      })),
    }),
  );
  return { film: new Film(length, fetch), fetch };
}

describe('a replay', () => {
  it('fetches each piece once and the next one ahead', async () => {
    const { film: reel, fetch } = film(120);
    expect((await reel.frame(3)).at).toBe(3);
    expect((await reel.frame(4)).at).toBe(4);
    expect(fetch.mock.calls).toEqual([[0, PIECE]]);
    await reel.frame(PIECE - 5);
    expect(fetch).toHaveBeenCalledTimes(2);
    expect((await reel.frame(120)).at).toBe(120);
    expect(fetch.mock.calls.at(-1)).toEqual([100, 121]);
  });
  it('stays within the game', async () => {
    const { film: reel } = film(10);
    expect((await reel.frame(-5)).at).toBe(0);
    expect((await reel.frame(99)).at).toBe(10);
  });
  it('fetches again after a failure', async () => {
    const fetch = vi
      .fn()
      .mockRejectedValueOnce(new Error('away'))
      .mockResolvedValue({ frames: [{ at: 0, observation: NO_OBSERVATION, to_act: [] }] });
    const reel = new Film(0, fetch);
    await expect(reel.frame(0)).rejects.toThrow('away');
    expect((await reel.frame(0)).at).toBe(0);
  });
});

describe('addresses', () => {
  it.each([
    ['/', '', { page: 'home' }],
    ['/t/k3v9x0ab42pq', '', { page: 'table', table: 'k3v9x0ab42pq' }],
    ['/r/k3v9x0ab42pq', '?n=41&seat=1', { page: 'replay', record: 'k3v9x0ab42pq', at: 41, viewer: 1 }],
    ['/r/k3v9x0ab42pq', '?n=x', { page: 'replay', record: 'k3v9x0ab42pq', at: null, viewer: null }],
    ['/new', '?title=cardinal', { page: 'new', title: 'cardinal', record: null, at: null, seat: null }],
    ['/rules/cardinal', '?rule=4.2', { page: 'rules', title: 'cardinal', rule: '4.2', from: null }],
    ['/rules/cardinal', '?from=/t/abcdef', { page: 'rules', title: 'cardinal', rule: null, from: '/t/abcdef' }],
    ['/rules/cardinal', '?from=//else.example', { page: 'rules', title: 'cardinal', rule: null, from: null }],
    ['/nowhere/at/all', '', { page: 'unknown' }],
  ])('%s%s', (path, search, route) => {
    expect(parse(path, search)).toEqual(route);
  });
});
