import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { applyMapping } from '../../../../shared/domain/mapping/index.ts';
import { readPhone } from './phone-reader.ts';

const phoneOf = (value: string, country: string) =>
  applyMapping(
    [
      {
        field: 'Phone',
        source: { kind: 'columns', columns: [0], join: null },
        cleaning: [{ kind: 'trim' }, { kind: 'phone', country }],
      },
    ],
    [value],
    readPhone,
  )['Phone'];

describe('phones as they are sent', () => {
  it.each([
    ['12 34 56 78', 'DK', '+4512345678'],
    ['(030) 123-4567', 'DE', '+49301234567'],
    ['+49 (0)30 123456', 'DE', '+4930123456'],
    ['0046701234567', 'DK', '+46701234567'],
    ['+4512345678', 'SE', '+4512345678'],
    ['06 12345678', 'NL', '+31612345678'],
    ['02 1234 5678', 'IT', '+390212345678'],
  ])('%s (%s) becomes %s', (value, country, expected) => {
    expect(phoneOf(value, country)).toBe(expected);
  });

  it.each([
    ['call me', 'DK'],
    ['123', 'DK'],
    ['12345678', 'XX'],
    ['030 123456 ext. 12', 'DE'],
    ['1234567890123456789', 'DE'],
  ])('%s (%s) stays as it is', (value, country) => {
    expect(phoneOf(value, country)).toBe(value);
  });

  it('says what the library says where it does not ask it', () => {
    const digits = (count: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count });
    const written = fc.oneof(
      ...['+45', '+46', '+47', ''].map((prefix) =>
        fc
          .integer({ min: 7, max: 10 })
          .chain(digits)
          .map((rest) => prefix + rest),
      ),
    );
    fc.assert(
      fc.property(written, fc.constantFrom('DK', 'NO', 'SE'), (text, country) => {
        const number = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false });
        const reading = readPhone(text, country);
        if (number?.isPossible() === true) expect(reading).toEqual({ e164: number.number, isUsual: number.isValid() });
        else expect(reading).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });

  it('says the same of a number that went through once already', () => {
    for (const [value, country] of [
      ['22 34 56 78', 'DK'],
      ['0170 1234567', 'DE'],
      ['070-123 45 67', 'SE'],
    ] as const) {
      const once = phoneOf(value, country);
      expect(once).toMatch(/^\+\d+$/);
      expect(phoneOf(once ?? '', 'US')).toBe(once);
    }
  });
});
