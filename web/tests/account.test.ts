import { describe, expect, it } from 'vitest';
import { rankOf, tablesOf } from '../src/account/games';
import type { MySeat, TableInfo } from '../src/protocol/wire';

const seat = (id: string, number: number): MySeat => ({ table: { id } as TableInfo, seat: number });

describe('the lists of an account', () => {
  it('rank by score, and who has as much shares the place', () => {
    expect([0, 1, 2].map((one) => rankOf([12, 30, 12], one))).toEqual([2, 1, 2]);
    expect(rankOf([-3, -5], 0)).toBe(1);
  });

  it('name each table once with all seats one has there', () => {
    const tables = tablesOf([seat('a', 1), seat('b', 0), seat('a', 2)]);
    expect(tables.map(({ table, mine }) => [table.id, mine])).toEqual([
      ['a', [1, 2]],
      ['b', [0]],
    ]);
  });
});
