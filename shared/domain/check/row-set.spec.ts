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

  it('has rows of every place of a word, alone or with others', () => {
    for (const rows of [[32], [31], [63, 64], [32, 96, 160], [1, 31, 32, 33, SIZE]]) {
      const set = setOf(rows);
      expect([[...set], set.page(0, 9), set.size]).toEqual([rows, rows, rows.length]);
      for (const [rank, at] of rows.entries())
        expect([set.page(rank, 1), set.rankOf(at), set.rankOf(at + 1)]).toEqual([[at], rank, rank + 1]);
      const filled = setOf([5]);
      filled.addAll(set);
      filled.removeAll(setOf([5]));
      expect([[...filled], filled.size]).toEqual([rows, rows.length]);
      for (const at of rows)
        expect([set.add(at), set.remove(at), set.remove(at), set.add(at)]).toEqual([...[false, true, false, true]]);
    }
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
