import { expect, it } from 'vitest';
import { joinedColumns, type JoinedField, joinedWidth, wordsFor } from './joined-results.ts';

const field = (before: number | null, now: number | null, bit: number | null): JoinedField => ({ before, now, bit });

it('a comparison has the id and the kind first, then each field beside its earlier value and its change', () => {
  const fields = [field(0, 4, 0), field(null, 2, null), field(7, null, null), field(1, 1, 1)];
  expect(joinedColumns(fields)).toEqual([
    { before: 2, now: 3, change: 4 },
    { before: null, now: 5, change: null },
    { before: 6, now: null, change: null },
    { before: 7, now: 8, change: 9 },
  ]);
  expect([joinedWidth(fields), joinedWidth(fields.slice(0, 3)), joinedWidth([])]).toEqual([10, 7, 2]);
});

it('thirty-one compared fields fit into a word, and there is always one', () => {
  const compared = (count: number) => Array.from({ length: count }, (_, bit) => field(bit, bit, bit));
  expect([0, 1, 31, 32, 62, 63].map((count) => wordsFor(compared(count)))).toEqual([1, 1, 1, 2, 2, 3]);
  expect(wordsFor([...compared(31), field(5, null, null)])).toBe(1);
});
