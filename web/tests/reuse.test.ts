import { describe, expect, it } from 'vitest';
import { reuser, reuseUnchanged } from '../src/table/screen.svelte';

describe('what stays the same between two messages', () => {
  const before = {
    round: 1,
    players: [
      { coins: 2, dice: [1, 2] },
      { coins: 3, dice: [4] },
    ],
    event: null,
  };

  it('is the same object when nothing changed', () => {
    expect(reuseUnchanged(before, structuredClone(before))).toBe(before);
  });
  it('keeps the parts that did not change', () => {
    const next = reuseUnchanged(before, {
      ...structuredClone(before),
      players: [
        { coins: 2, dice: [1, 2] },
        { coins: 9, dice: [4] },
      ],
    });
    expect(next).not.toBe(before);
    expect(next.players[0]).toBe(before.players[0]);
    expect(next.players[1]).toEqual({ coins: 9, dice: [4] });
    expect(next.players[1]?.dice).toBe(before.players[1]?.dice);
    expect(before.players[1]?.coins).toBe(3);
  });
  it('distinguishes lists of other lengths, missing keys, and lists from objects', () => {
    expect(reuseUnchanged([1, 2], [1])).toEqual([1]);
    expect(reuseUnchanged({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
    expect(reuseUnchanged({ 0: 'a' }, ['a'])).toEqual(['a']);
    expect(reuseUnchanged(null, { a: 1 })).toEqual({ a: 1 });
  });
  it('is remembered from one time to the next', () => {
    const same = reuser<string[]>();
    const names = same(['Anne', 'Berthe']);
    expect(same(['Anne', 'Berthe'])).toBe(names);
    expect(same(['Anne', 'Clovis'])).toEqual(['Anne', 'Clovis']);
  });
});
