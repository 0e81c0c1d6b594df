import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RepeatedIds } from './repeated-ids.ts';

function counted(ids: readonly string[]): number {
  const repeated = new RepeatedIds();
  for (const id of ids) repeated.add(id);
  return repeated.count;
}

it('counts the ids that came before, whatever they are and in whatever order', () => {
  const id = fc.oneof(fc.constantFrom('', 'a', 'b', 'ab', 'ba', 'A', '\u0000', 'å'), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.array(id, { maxLength: 60 }), (ids) => {
      expect(counted(ids)).toBe(ids.length - new Set(ids).size);
    }),
    { numRuns: 30 },
  );
});

it('counts in more ids than its first table holds', () => {
  const ids = Array.from({ length: 20_000 }, (_, row) => `L-${row % 15_000}`);
  expect(counted(ids)).toBe(5000);
});
