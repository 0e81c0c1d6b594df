import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LARGEST_ROW, rangesText, rowsIn, RowSet } from './row-set.ts';

const rows = fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 60 });

function setOf(numbers: Iterable<number>): RowSet {
  const set = new RowSet();
  for (const n of numbers) set.add(n);
  return set;
}

it('holds what was added and not deleted, in order', () => {
  fc.assert(
    fc.property(rows, rows, (added, deleted) => {
      const set = setOf(added);
      for (const n of deleted) set.remove(n);
      const expected = [...new Set(added)].filter((n) => !deleted.includes(n)).sort((one, other) => one - other);
      expect([...set]).toEqual(expected);
      expect(set.size).toBe(expected.length);
      expect(added.filter((n) => set.has(n) === deleted.includes(n))).toEqual([]);
    }),
  );
});

it('has room for the last row of a very large job, and keeps the others while it grows', () => {
  const set = setOf([1, 511, 512, 513, 1_000_000]);
  expect([...set]).toEqual([1, 511, 512, 513, 1_000_000]);
  expect([2, 510, 514, 999_999, 2_000_000].filter((n) => set.has(n))).toEqual([]);
});

it('is written as ranges, and read again', () => {
  expect(rangesText([])).toBe('');
  expect(rangesText([1, 2, 3, 5, 7, 8])).toBe('1-3,5,7-8');
  expect(rangesText([2])).toBe('2');
  expect(rowsIn('').size).toBe(0);
  expect([...rowsIn(`4-6,${LARGEST_ROW}`)]).toEqual([4, 5, 6, LARGEST_ROW]);
  fc.assert(
    fc.property(rows, (added) => {
      expect([...rowsIn(rangesText(setOf(added)))]).toEqual([...setOf(added)]);
    }),
  );
});

it.each(['0', '0-3', '5-4', '1,', ',1', '1-', '-1', 'x', '1.5', '1-2-3', ' 1', String(LARGEST_ROW + 1), '1-999999999'])(
  'believes no ranges in "%s"',
  (text) => {
    expect(() => rowsIn(text)).toThrow(RangeError);
  },
);
