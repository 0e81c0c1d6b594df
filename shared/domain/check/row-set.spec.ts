import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DuplicateGroups } from './duplicate-groups.ts';
import { RowSet } from './row-set.ts';

const SIZE = 200;
const row = fc.integer({ min: 1, max: SIZE });

function setOf(rows: Iterable<number>): RowSet {
  const set = new RowSet(SIZE);
  for (const entry of rows) set.add(entry);
  return set;
}

describe('a set of rows', () => {
  it('holds what was added and not removed, in order, by page and by place', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), fc.nat(SIZE), fc.nat(50), (added, removed, offset, limit) => {
        const set = setOf(added);
        for (const entry of removed) set.remove(entry);
        const expected = [...new Set(added)].filter((entry) => !removed.includes(entry)).sort((a, b) => a - b);
        expect([...set]).toEqual(expected);
        expect(set.size).toBe(expected.length);
        expect(set.page(offset, limit)).toEqual(expected.slice(offset, offset + limit));
        expect(set.rankOf(offset)).toBe(expected.filter((entry) => entry < offset).length);
      }),
    );
  });

  it('is joined with and taken from another', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (one, other) => {
        const joined = setOf(one);
        joined.addAll(setOf(other));
        expect([...joined]).toEqual([...setOf([...one, ...other])]);
        joined.removeAll(setOf(other));
        expect([...joined]).toEqual([...setOf(one.filter((entry) => !other.includes(entry)))]);
        expect(joined.size).toBe([...joined].length);
      }),
    );
  });
});

describe('groups of duplicates', () => {
  it('are the same whatever was added and removed before', () => {
    const keys = fc.uniqueArray(fc.constantFrom('a', '+4520011223', '+4520011224', 'd'), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), keys), { maxLength: 40 }), (steps) => {
        const groups = new DuplicateGroups(12);
        const now = new Map<number, string[]>();
        for (const [at, next] of steps) {
          for (const key of now.get(at) ?? []) groups.remove(key, at);
          for (const key of next) groups.add(key, at);
          now.set(at, next);
        }
        const fresh = new DuplicateGroups(12);
        for (const [at, next] of now) for (const key of next) fresh.add(key, at);
        expect(groups.page(0, 10)).toEqual(fresh.page(0, 10));
        expect([...groups.rows]).toEqual([...fresh.rows]);
        expect(groups.groups).toBe(fresh.groups);
        expect([...groups.extraRows('last')]).toEqual([...fresh.extraRows('last')]);
      }),
    );
  });

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
