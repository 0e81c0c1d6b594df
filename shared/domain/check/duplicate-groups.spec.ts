import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DuplicateGroups } from './duplicate-groups.ts';

const ROWS = 40;
const step = fc.record({
  key: fc.constantFrom('+1', '+2', '+3', 'a', 'b', 'c'),
  row: fc.integer({ min: 1, max: 12 }).map((row) => row * 3 + 1),
  act: fc.constantFrom('add', 'add', 'add', 'remove'),
});

/** Rows by key that several have, as a look at all of them finds it. */
function severalOf(known: ReadonlyMap<string, ReadonlySet<number>>) {
  return [...known]
    .map(([key, rows]) => ({ key, rows: [...rows].sort((one, other) => one - other) }))
    .filter(({ rows }) => rows.length > 1)
    .sort((one, other) => (one.rows[0] ?? 0) - (other.rows[0] ?? 0) || (one.key < other.key ? -1 : 1));
}

/** Rows that share a key with a row that stays, decided one after the other. */
function extraOf(known: ReadonlyMap<string, ReadonlySet<number>>, keep: 'first' | 'last'): number[] {
  const rows = Array.from({ length: ROWS }, (_, at) => at + 1);
  const claimed = new Set<string>();
  const extra = (keep === 'first' ? rows : rows.toReversed()).filter((row) => {
    const own = [...known].filter(([, owners]) => owners.has(row)).map(([key]) => key);
    const isExtra = own.some((key) => claimed.has(key));
    if (!isExtra) for (const key of own) claimed.add(key);
    return isExtra;
  });
  return extra.sort((one, other) => one - other);
}

describe('rows that share keys', () => {
  it('are known after any changes as a look at all rows finds them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50, size: 'max' }), (steps) => {
        const groups = new DuplicateGroups(ROWS);
        const known = new Map<string, Set<number>>();
        for (const { key, row, act } of steps) {
          const rows = known.get(key) ?? new Set();
          known.set(key, rows);
          if (act === 'add') {
            expect(groups.add(key, row)).toBe(!rows.has(row));
            rows.add(row);
          } else if (rows.delete(row)) groups.remove(key, row);
          const several = severalOf(known);
          expect(groups.page(0, 99)).toEqual(several);
          expect(groups.groups).toBe(several.length);
          const sharing = [...new Set(several.flatMap(({ rows: own }) => own))];
          expect([...groups.rows]).toEqual(sharing.toSorted((one, other) => one - other));
          expect([...groups.sideBySide()]).toEqual(sharing);
        }
        const several = severalOf(known);
        const sharing = [...groups.sideBySide()];
        const listed = new Set<number>();
        const starts = several.flatMap(({ rows }) => {
          const first = rows.find((row) => !listed.has(row));
          for (const row of rows) listed.add(row);
          return first === undefined ? [] : [first];
        });
        expect(sharing.filter((row) => groups.startsGroup(row))).toEqual(starts);
        for (const keep of ['first', 'last'] as const)
          expect([...groups.extraRows(keep)]).toEqual(extraOf(known, keep));
        expect(groups.page(1, 2)).toEqual(several.slice(1, 3));
      }),
      { numRuns: 25 },
    );
  });

  it('may be the last of the file, and those of it that stay are the first unless asked', () => {
    const groups = new DuplicateGroups(ROWS);
    for (const row of [ROWS, 1, 2]) groups.add('+1', row);
    expect([...groups.rows]).toEqual([1, 2, ROWS]);
    expect([...groups.extraRows()]).toEqual([2, ROWS]);
    expect([...groups.extraRows('last')]).toEqual([1, 2]);
  });
});

describe('rows that are left out of groups', () => {
  it('leave one row of each', () => {
    const groups = new DuplicateGroups(5);
    for (const at of [4, 2, 5]) groups.add('a', at);
    groups.add('b', 1);
    expect([...groups.extraRows('first')]).toEqual([4, 5]);
    expect([...groups.extraRows('last')]).toEqual([2, 4]);
    expect(groups.page(0, 5)).toEqual([{ key: 'a', rows: [2, 4, 5] }]);
  });

  it('do not drop a row whose keys would be in no row then: 1 has A, 2 has A and B, 3 has B', () => {
    const groups = new DuplicateGroups(3);
    for (const [key, row] of [
      ['a', 1],
      ['a', 2],
      ['b', 2],
      ['b', 3],
    ] as const)
      groups.add(key, row);
    expect([...groups.extraRows('first')]).toEqual([2]);
    expect([...groups.extraRows('last')]).toEqual([2]);
  });

  it('leave no key twice, and drop no row that has none of its keys in a row that stays', () => {
    const rows = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }), { maxLength: 30 });
    fc.assert(
      fc.property(rows, fc.constantFrom('first' as const, 'last' as const), (keysOf, keep) => {
        const groups = new DuplicateGroups(keysOf.length);
        for (const [index, keys] of keysOf.entries()) for (const key of keys) groups.add(String(key), index + 1);
        const extra = new Set(groups.extraRows(keep));
        const kept = keysOf.flatMap((keys, index) => (extra.has(index + 1) ? [] : keys));
        expect(new Set(kept).size).toBe(kept.length);
        for (const row of extra) expect(keysOf[row - 1]?.some((key) => kept.includes(key))).toBe(true);
      }),
    );
  });
});
