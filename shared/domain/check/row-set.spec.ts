import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
