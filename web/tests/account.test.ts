import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { account } from '../src/account/account.svelte';
import { rankOf, tablesOf } from '../src/account/games';
import type { TableInfo } from '../src/protocol/wire';
import type { HeldSeats, MySeat } from '../src/protocol/rest';
import { session } from '../src/session.svelte';

const seat = (id: string, number: number): MySeat => ({ table: { id } as TableInfo, seat: number });

describe('the lists of an account', () => {
  it('rank by score, and equal scores share a place', () => {
    expect([0, 1, 2].map((one) => rankOf([12, 30, 12], one))).toEqual([2, 1, 2]);
    expect(rankOf([-3, -5], 0)).toBe(1);
    expect(rankOf([42], 0)).toBe(0); // nobody wins or loses alone
  });

  it('name each table once with all seats one has there', () => {
    const tables = tablesOf([seat('a', 1), seat('b', 0), seat('a', 2)]);
    expect(tables.map(({ table, mine }) => [table.id, mine])).toEqual([
      ['a', [1, 2]],
      ['b', [0]],
    ]);
  });
});

describe('a player that was a guest here and then logs in', () => {
  const ANNE = { name: 'Anne', password: 'correct horse' };
  let asked: { method: string; path: string; body: unknown }[] = [];
  /** What the server answers to seats that are brought. */
  let answer: () => Response | Promise<Response> = () => Response.json({ seats: [] });

  const brought = (): HeldSeats[] =>
    asked.filter(({ path }) => path === '/api/me/seats').map(({ body }) => body as HeldSeats);

  beforeEach(() => {
    asked = [];
    answer = () => Response.json({ seats: [] });
    vi.stubGlobal('fetch', async (request: Request) => {
      const { method, url } = request;
      const path = new URL(url).pathname;
      const body = await request.text();
      asked.push({ method, path, body: body === '' ? null : JSON.parse(body) });
      if (path === '/api/me/seats') return answer();
      return Response.json({ user: method === 'DELETE' ? null : 'Anne' });
    });
    for (const table of session.heldTables()) session.forget(table);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('brings all seats of this browser along, before the account is shown', async () => {
    session.hold(
      'table1',
      [
        { seat: 0, token: 'token-1' },
        { seat: 2, token: 'token-2' },
      ],
      'host-1',
    );
    let name: string | null = null;
    await account.logOut();
    answer = () => {
      name = account.name;
      return Response.json({ seats: [] });
    };
    await account.register(ANNE);
    const seats = [
      { table: 'table1', token: 'token-1' },
      { table: 'table1', token: 'token-2' },
    ];
    expect(asked.slice(1)).toEqual([
      { method: 'POST', path: '/api/accounts', body: ANNE },
      { method: 'POST', path: '/api/me/seats', body: { seats } },
    ]);
    expect([name, account.name]).toEqual([null, 'Anne']);
    await account.logIn(ANNE);
    expect(brought()).toEqual([{ seats }, { seats }]);
  });

  it('brings no more at once than the server takes', async () => {
    for (let table = 0; table < 30; table++) {
      session.hold(
        `table${table}`,
        [0, 1, 2].map((seat) => ({ seat, token: `token-${table}-${seat}` })),
        null,
      );
    }
    await account.logIn(ANNE);
    expect(brought().map(({ seats }) => seats.length)).toEqual([64, 26]);
    expect(new Set(brought().flatMap(({ seats }) => seats.map(({ token }) => token))).size).toBe(90);
  });

  it('asks for nothing where there is nothing to bring, or nobody to bring it to', async () => {
    await account.logIn(ANNE);
    session.hold('table1', [{ seat: 0, token: 'token-1' }], null);
    await account.logOut();
    expect(brought()).toEqual([]);
  });

  it('is logged in also when they cannot be brought', async () => {
    session.hold('table1', [{ seat: 0, token: 'token-1' }], null);
    const why = { key: 'server.unavailable', args: {} };
    for (const trouble of [
      () => Response.json({ code: 'unavailable', why }, { status: 503 }),
      () => Promise.reject(new TypeError('no line')),
    ]) {
      await account.logOut();
      answer = trouble;
      await account.logIn(ANNE);
      expect(account.name).toBe('Anne');
      expect(session.held('table1').tokens).toHaveLength(1);
    }
  });
});
