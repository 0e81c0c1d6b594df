import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignBest } from './assignment.ts';

function total(weights: number[][], columns: readonly number[]): number {
  return columns.reduce((sum, column, row) => sum + (column < 0 ? 0 : (weights[row]?.[column] ?? 0)), 0);
}

/** Tries everything; only for small tables. */
function bestTotal(weights: number[][], row = 0, taken = new Set<number>()): number {
  if (row === weights.length) return 0;
  let best = bestTotal(weights, row + 1, taken);
  weights[row]?.forEach((weight, column) => {
    if (taken.has(column)) return;
    taken.add(column);
    best = Math.max(best, weight + bestTotal(weights, row + 1, taken));
    taken.delete(column);
  });
  return best;
}

describe('one-to-one assignment', () => {
  it('is the best there is, and gives nothing away twice', () => {
    // Half of the pairs are tied by nothing, so that tables fall into groups.
    const weight = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 }));
    const table = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([rows, columns]) =>
      fc.array(fc.array(weight, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
    fc.assert(
      fc.property(table, (weights) => {
        const answer = assignBest(weights);
        const used = answer.filter((column) => column >= 0);
        expect(new Set(used).size).toBe(used.length);
        expect(total(weights, answer)).toBe(bestTotal(weights));
      }),
      { numRuns: 300 },
    );
  });

  it('lets the greedy choice go when that helps another', () => {
    expect(
      assignBest([
        [0.9, 0.8],
        [0.85, 0],
      ]),
    ).toEqual([1, 0]);
  });

  it('does a table as wide as a spreadsheet can be in one go', () => {
    const fields = 60;
    const columns = Array.from({ length: 16_384 }, (_, column) =>
      Array.from({ length: fields }, (__, field) => (column % 97 === field ? 1 + (column % 5) : 0)),
    );
    const answer = assignBest(columns);
    const given = answer.filter((field) => field >= 0);
    expect(given.toSorted((one, other) => one - other)).toEqual(Array.from({ length: fields }, (_, field) => field));
    expect(answer.every((field, column) => field < 0 || columns[column]?.[field] === 5)).toBe(true);
  });

  it('leaves a row alone rather than giving it something worthless', () => {
    expect(assignBest([[0], [5]])).toEqual([-1, 0]);
    expect(assignBest([])).toEqual([]);
  });
});
