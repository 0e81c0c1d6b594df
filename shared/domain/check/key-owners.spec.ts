import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyOwners } from './key-owners.ts';

/** Phones that are numbers, texts that only look like them, and enough of the first to fill more than the first places. */
const key = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map((number) => `+${number}`),
  fc.constantFrom(
    ...['+', '+0', '+01', '+1a', '+999999999999999', '+1000000000000000', '1', '112', 'DK 1', '', 'a@example.dk'],
  ),
);
const step = fc.record({ key, owner: fc.integer({ min: 1, max: 5 }), act: fc.constantFrom('claim', 'release') });

describe('owners by key', () => {
  it('are those of a map of texts, whatever was claimed, released and exchanged', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
        const owners = new KeyOwners();
        const known = new Map<string, number>();
        for (const { key: at, owner, act } of steps) {
          const before = known.get(at) ?? 0;
          if (act === 'claim') {
            expect(owners.claim(at, owner)).toBe(before);
            if (before === 0) known.set(at, owner);
            else if (before !== owner) {
              owners.exchange(at, owner);
              known.set(at, owner);
            }
          } else {
            expect(owners.release(at, owner)).toBe(before);
            if (before === owner) known.delete(at);
          }
        }
        for (const [at, owner] of known) expect(owners.claim(at, 9)).toBe(owner);
      }),
    );
  });

  it('have room for all of them after many were released', () => {
    const owners = new KeyOwners();
    const numbers = Array.from({ length: 200 }, (_, index) => index + 1);
    for (const _ of numbers) {
      owners.claim('+1', 1);
      owners.release('+1', 1);
    }
    for (const number of numbers) expect(owners.claim(`+${number}`, number)).toBe(0);
    for (const number of numbers) expect(owners.claim(`+${number}`, 9)).toBe(number);
  });
});
