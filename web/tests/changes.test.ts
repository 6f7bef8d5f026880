/** The changes of a step: what they touch is new, all else stays the same object. */
import { expect, test } from 'vitest';
import { changed } from '../src/table/screen.svelte';

const before = { pile: 4, countries: { a: { free: 1 }, b: { free: 2 } }, sheets: [['x', 'z'], ['y']] };

test('parts are replaced, and what was seen before stays as it was', () => {
  const kept = structuredClone(before);
  const after = changed(before, [
    [['countries', 'b'], { free: 3 }],
    [['pile'], 3],
  ]);
  expect(after).toEqual({ ...kept, pile: 3, countries: { a: { free: 1 }, b: { free: 3 } } });
  expect(before).toEqual(kept);
  expect((after.countries as typeof before.countries).a).toBe(before.countries.a);
  expect(after.sheets).toBe(before.sheets);
});

test('items come and go within a list', () => {
  const after = changed(before, [
    [['sheets', 0], 1, 0, ['y']],
    [['sheets', 1], 0, 1, []],
  ]);
  expect(after.sheets).toEqual([['x', 'y', 'z'], []]);
  expect(before.sheets).toEqual([['x', 'z'], ['y']]);
});

test('a first step builds on nothing', () => {
  expect(changed({}, [[['hand'], ['a']]])).toEqual({ hand: ['a'] });
});
