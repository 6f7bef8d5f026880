import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../src/protocol/api';

const JOINING = { name: 'Anne' };
const SEATED = { table: {}, tokens: [], host: null };

/** A network that loses the first answers: the keys of all requests, in order. */
function losing(lost: number): string[] {
  const keys: string[] = [];
  vi.stubGlobal('fetch', ({ headers }: Request) => {
    keys.push(headers.get('idempotency-key') ?? '');
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
  const seated = api.join('abcdef', JOINING);
  await vi.runAllTimersAsync();
  expect(await seated).toEqual(SEATED);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test('a player who tries again later gets the same seat, and then a new key', async () => {
  vi.useFakeTimers();
  const keys = losing(2);
  const first = api.join('abcdef', JOINING).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await first).toBe('unreachable');
  await api.join('abcdef', JOINING);
  await api.join('abcdef', JOINING);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a refusal has its code and sentence, and an answer of another server counts as unreachable', async () => {
  const why = { key: 'server.unknown_table', args: {} };
  const problem = { code: 'unknown_table', why };
  for (const [body, code] of [
    [JSON.stringify(problem), 'unknown_table'],
    ['<h1>Bad gateway</h1>', 'unreachable'],
  ]) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 502 })));
    await expect(api.table('abcdef')).rejects.toMatchObject({ status: 502, code });
  }
});

test('paths and queries are those of the document, with what is in them escaped', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', ({ method, url }: Request) => {
    asked.push(`${method} ${new URL(url).pathname}${new URL(url).search}`);
    return Promise.resolve(new Response('{}', { status: 200 }));
  });
  await api.frames('a/b', 0, 10, null);
  await api.frames('ab', 5, 10, 0);
  await api.changeSeat('ab', 2, { token: null, kind: 'open' });
  expect(asked).toEqual([
    'GET /api/records/a%2Fb/frames?start=0&stop=10',
    'GET /api/records/ab/frames?start=5&stop=10&viewer=0',
    'POST /api/tables/ab/seats/2',
  ]);
});
