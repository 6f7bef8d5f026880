import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../src/protocol/api';

const WISH = { name: 'Anne' };
const SEATED = { table: {}, tokens: [], host: null };

/** A network that loses the first answers: the keys of all requests, in order. */
function losing(lost: number): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? '');
    if (keys.length <= lost) return Promise.reject(new TypeError('lost'));
    return Promise.resolve(new Response(JSON.stringify(SEATED), { status: 200 }));
  });
  return keys;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a seat whose answer got lost is asked for again with the same key', async () => {
  vi.useFakeTimers();
  const keys = losing(1);
  const seated = api.join('abcdef', WISH);
  await vi.runAllTimersAsync();
  expect(await seated).toEqual(SEATED);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a player who tries again later gets the same seat, and then a new key', async () => {
  vi.useFakeTimers();
  const keys = losing(2);
  const first = api.join('abcdef', WISH).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await first).toBe('unreachable');
  await api.join('abcdef', WISH);
  await api.join('abcdef', WISH);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});
