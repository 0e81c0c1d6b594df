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
        }
        const several = severalOf(known);
        const sharing = [...new Set(several.flatMap(({ rows }) => rows))];
        expect([...groups.rows]).toEqual(sharing.toSorted((one, other) => one - other));
        expect([...groups.sideBySide()]).toEqual(sharing);
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
      { numRuns: 50 },
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
