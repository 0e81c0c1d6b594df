import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedColumns } from './stored-columns.ts';

const cell = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', '"', '\\', '","', '[', ']', 'a\nb', '\\"', '\u2028', ' ', '\ud800'),
);
const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 });
const columns = fc.uniqueArray(fc.nat({ max: 8 }), { minLength: 1, maxLength: 4 });

describe('columns of stored rows', () => {
  it('are what the rows hold, whatever stands in them, in the order in which they are asked for', () => {
    fc.assert(
      fc.property(rows, columns, (cells, wanted) => {
        const stored = cells.map((row) => JSON.stringify(row)).join('\n');
        expect(storedColumns(stored, wanted)).toEqual(wanted.map((column) => cells.map((row) => row[column] ?? '')));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['no list', '["a","b"]\n{"a":1}\n["c","d"]'],
    ['cut off', '["a","b"]\n["c","d'],
    ['cut off in the value that is asked for', '["a","b"]\n["c","d]'],
    ['a list of other things', '["a","b"]\n["c\\n",1]'],
    ['a list of other things, without a backslash', '["a","b"]\n["c",1]'],
    ['other text between', '["a","b"]\n\u0000\u0000'],
  ])('are not known where a line is %s', (_, stored) => {
    expect(storedColumns(stored, [1])).toBeNull();
  });

  it('are empty of no rows', () => {
    expect(storedColumns('', [0, 3])).toEqual([[], []]);
  });
});
