import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RepeatedIds } from './repeated-ids.ts';

/** @param atOnce ids that are given together */
function counted(ids: readonly string[], atOnce: number): number {
  const repeated = new RepeatedIds();
  for (let from = 0; from < ids.length; from += atOnce) repeated.add(ids.slice(from, from + atOnce));
  return repeated.count;
}

it('counts the ids that came before, whatever they are and in whatever order', () => {
  const id = fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'A', '\u0000', 'å'), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (ids, atOnce) => {
      expect(counted(ids, atOnce)).toBe(ids.length - new Set(ids).size);
    }),
    { numRuns: 30 },
  );
});

it('counts in more ids than its first table holds', () => {
  const ids = Array.from({ length: 20_000 }, (_, row) => `L-${row % 15_000}`);
  expect([1, 130, 20_000].map((atOnce) => counted(ids, atOnce))).toEqual([5000, 5000, 5000]);
});
