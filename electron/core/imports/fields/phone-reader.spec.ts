import fc from 'fast-check';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { applyMapping } from '../../../../shared/domain/mapping/index.ts';
import { column } from './column-fixture.ts';
import { readPhone } from './phone-reader.ts';

const phoneOf = (value: string, country: string) =>
  applyMapping([column(0, 'Phone', { kind: 'trim' }, { kind: 'phone', country })], [value], readPhone)['Phone'];

describe('phones as they are sent', () => {
  it.each([
    ['12 34 56 78', 'DK', '+4512345678'],
    ['(030) 123-4567', 'DE', '+49301234567'],
    ['+49 (0)30 123456', 'DE', '+4930123456'],
    ['++49 (0)30 123456', 'DE', '+4930123456'],
    ['(++49) 30 123456', 'DK', '+4930123456'],
    ['++45 (0)20 11 22 33', 'DK', '+4520112233'],
    ['+45 (0)20 11 22 33', 'DK', '+4520112233'],
    ['+44 (0) 20 7946 0000', 'DK', '+442079460000'],
    ['+39 (0)6 12345678', 'DK', '+390612345678'],
    ['0046701234567', 'DK', '+46701234567'],
    ['+4512345678', 'SE', '+4512345678'],
    ['06 12345678', 'NL', '+31612345678'],
    ['02 1234 5678', 'IT', '+390212345678'],
    ['(0-22) 125 45 01', 'PL', '+48221254501'],
    ['0-22 125 45 01', 'PL', '+48221254501'],
    ['0 501 123 402', 'PL', '+48501123402'],
    ['0048 501 123 402', 'PL', '+48501123402'],
    // In these countries something else is dialled for the plus, such as 0011, or the plan takes nearly any digits.
    ['0061 412 345 678', 'AU', '+61412345678'],
    ['0045 20112233', 'JP', '+4520112233'],
    ['0049 1512 3456789', 'SG', '+4915123456789'],
    ['(0033) 6 12 34 56 78', 'TH', '+33612345678'],
    ['0011 45 20112233', 'AU', '+4520112233'],
    ['001 45 20112233', 'SG', '+4520112233'],
    // 1 656 is in use, too.
    ['001 65 6323 4567', 'TH', '+6563234567'],
    ['001-65-63234567', 'HK', '+6563234567'],
    ['001 656 323 4567', 'TH', '+16563234567'],
    ['001 (656) 323-4567', 'TH', '+16563234567'],
    ['0016563234567', 'TH', '+16563234567'],
    ['001 65 6323 4567', 'DE', '+16563234567'],
    ['+33\u202f6\u202f12\u202f34\u202f56\u202f78', 'FR', '+33612345678'],
    ['020\u20097946\u20090018', 'GB', '+442079460018'],
    ['(11) 98765-4321', 'BR', '+5511987654321'],
    ['11 3333 4444', 'BR', '+551133334444'],
    ['010 6452 1234', 'CN', '+861064521234'],
    ['333 123 4567', 'IT', '+393331234567'],
    // Numbers of services, which have no area code.
    ['4004-1234', 'BR', '+5540041234'],
    ['444 0 123', 'TR', '+904440123'],
    ['13 11 14', 'AU', '+61131114'],
    ['800 123456', 'IT', '+39800123456'],
  ])('%s (%s) becomes %s', (value, country, expected) => {
    expect(phoneOf(value, country)).toBe(expected);
  });

  it.each([
    ['call me', 'DK'],
    ['123', 'DK'],
    ['12345678', 'XX'],
    ['030 123456 (12)', 'DE'],
    ['125 45 01', 'PL'],
    ['0045 2011 22', 'JP'],
    ['030 901838\n5', 'DE'],
    ['1234567890123456789', 'DE'],
    // Each would become a number of another place.
    ['98765-4321', 'BR'],
    ['3333-4444', 'BR'],
    ['8765 4321', 'BR'],
    ['418 12 34', 'TR'],
    ['6452 1234', 'CN'],
    ['9876 5432', 'AU'],
    ['2345 1234', 'TW'],
    ['8645 1234', 'IT'],
    ['815512345', 'IT'],
  ])('%s (%s) stays as it is', (value, country) => {
    expect(phoneOf(value, country)).toBe(value);
  });

  it('is the same number, whatever stood around it', () => {
    const written = fc.oneof(
      fc.constantFrom('+4520112233', '20 11 22 33', '+49 30 1234567', '0046701234567', '2011223', '+39 06 12345678'),
      fc.stringMatching(/^(?:\+|00)?[1-9](?:[ -]?\d){4,11}$/),
    );
    const wrap = fc.constantFrom<(number: string) => string>(
      (number) => `p:${number}`,
      (number) => `'${number}`,
      (number) => `="${number}"`,
      (number) => `Tlf. ${number} (mobil)`,
      (number) => `${number} ext. 12`,
      (number) => `\u202a${number}\u202c`,
      (number) => (/^\d+$/.test(number) ? `${number}.0` : number),
    );
    fc.assert(
      fc.property(written, wrap, fc.constantFrom('DK', 'DE', 'SE', 'US'), (number, wrapped, country) => {
        const [plain = '', cleaned = ''] = [phoneOf(number, country), phoneOf(wrapped(number), country)];
        if (plain !== number || cleaned !== wrapped(number)) expect(cleaned).toBe(plain);
      }),
      { numRuns: 500 },
    );
  });

  it('is never made of a text that is no phone', () => {
    const word = fc.constantFrom(
      ...['Order', 'Anna', 'kl.', 'CVR', 'Vej', '12', '8000', '20112233', 'x', '#', '/', 'og', 'ext.'],
    );
    const text = fc.oneof(
      fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme' }),
    );
    // Eight digits, however they are divided, and perhaps an extension behind them.
    const isPhone = (value: string) => {
      const number = /^([\d#/ ]+?)(?: (?:x|#|ext\.) (?:12|8000))?[#/ ]*$/.exec(value)?.[1] ?? '';
      return number.replaceAll(/\D/g, '').length === 8 || /^[^\p{L}]*$/u.test(value);
    };
    fc.assert(
      fc.property(
        text.filter((value) => !isPhone(value)),
        (value) => {
          expect(phoneOf(value, 'DK') ?? '').toBe(value.trim());
        },
      ),
      { numRuns: 500 },
    );
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
