import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutEdges, withoutEnd } from './edges.ts';

it('takes off what a pattern for a run of such characters would', () => {
  const text = fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', '\u200b', ',', 'a', '😀', '\ud83d') });
  fc.assert(
    fc.property(text, (one) => {
      expect(withoutEdges(one, /[\s\u200b]/)).toBe(one.replace(/^[\s\u200b]+|[\s\u200b]+$/g, ''));
      expect(withoutEnd(one, /[\s,]/)).toBe(one.replace(/[\s,]+$/, ''));
    }),
  );
});
