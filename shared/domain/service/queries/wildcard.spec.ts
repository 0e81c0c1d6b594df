import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wildcard } from './wildcard.ts';

it.each([
  ['Energi*', 'energi 2026', true],
  ['Energi*', 'Nordenergi', false],
  ['*', '', true],
  ['', '', true],
  ['', 'x', false],
  ['a?c', 'a👍c', true],
  ['a?c', 'ac', false],
  ['*Ø', 'kø', true],
  ['GROẞ*', 'Großkunden', true],
  ['*ς', 'ΣΊΣΥΦΟΣ', true],
  ['a.c', 'abc', false],
  ['*ab*ab', 'abab', true],
  ['a*\n*b', 'a\nb', true],
])('%j and %j: %s', (pattern, value, fits) => expect(wildcard(pattern)(value)).toBe(fits));

it('agrees with a regular expression', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '*', '?', '.'), maxLength: 8 });
  fc.assert(
    fc.property(texts, texts, (pattern, value) => {
      const parts = Array.from(pattern, (one) => (one === '*' ? '.*' : one === '?' ? '.' : `[${one}]`));
      expect(wildcard(pattern)(value)).toBe(new RegExp(`^${parts.join('')}$`, 'isu').test(value));
    }),
    { numRuns: 2000 },
  );
});

it('answers at once to a pattern for which a regular expression takes hours', () => {
  expect(wildcard(`${'*?'.repeat(99)}!`)('Nordvestlandske kraftselskaper, 2026')).toBe(false);
  expect(wildcard(`${'*a'.repeat(500)}!`)('a'.repeat(20_000))).toBe(false);
});
