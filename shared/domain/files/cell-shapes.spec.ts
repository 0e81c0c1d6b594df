import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeOf } from './cell-shapes.ts';

const signs = [...'aA9 \t\n-ÅåßǅıİЖжσΣ中👍٣\u00a0\u2028.,_@BZbz01', '\ud800'];

describe('the shape of a value', () => {
  it.each([
    ['+45 12 34', '+9 9 9'],
    ['Ågård & Søren ApS', 'Aa & Aa AaA'],
    ['K-00123', 'A-9'],
    ['a  b\n\tc', 'a a a'],
    ['--..', '--..'],
    ['', ''],
  ])('of %j is %j', (text, shape) => expect(shapeOf(text)).toBe(shape));

  it('has runs of letters of a case, of digits and of blanks as one sign each, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 80 }), (parts) => {
        const text = parts.join('');
        const expected = text
          .slice(0, 60)
          .replace(/\p{Lu}+/gu, 'A')
          .replace(/\p{Ll}+/gu, 'a')
          .replace(/\d+/g, '9')
          .replace(/\s+/g, ' ');
        expect(shapeOf(text)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
