import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NextOccurrence, nowhere } from './next-occurrence.ts';

it('is the next place of a string, whatever was asked before', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '|'), maxLength: 30 });
  const what = fc.constantFrom('|', '||', 'ab', 'aba');
  fc.assert(
    fc.property(
      what,
      fc.array(fc.tuple(text, fc.array(fc.nat(30), { maxLength: 8 })), { maxLength: 3 }),
      (sign, texts) => {
        const next = new NextOccurrence(sign);
        for (const [one, positions] of texts) {
          next.begin(one);
          expect(positions.map((position) => next.next(position))).toEqual(
            positions.map((position) => {
              const at = one.indexOf(sign, position);
              return at === -1 ? nowhere : at;
            }),
          );
        }
      },
    ),
    { numRuns: 1000 },
  );
});
