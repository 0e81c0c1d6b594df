import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePhone } from './judge-phone.ts';
import { phonesIn } from './phone-in-cell.ts';
import type { PhoneReader } from './phone-reader.ts';

/** A country table small enough to read: 6 to 11 digits after the prefix. */
const read: PhoneReader = (text, country) => {
  const digits = text.replace(/\D/g, '');
  const prefix = { DE: '49', DK: '45', FR: '33', PL: '48', NO: '47', FI: '358' }[country] ?? '';
  const isInternational = /^\s*\(?(?:\+|00)/.test(text);
  const full = isInternational ? digits.replace(/^00/, '') : prefix + digits.replace(/^0/, '');
  const length = full.length - 2;
  if (length < 6) return 'short';
  if (length > 11) return 'long';
  return { e164: `+${full}`, isUsual: !full.endsWith('999999') };
};
const kind = (value: string, country = 'DE') => judgePhone(value, country, read).kind;

it('a Finnish number of seven digits lacks its area code, also where it begins as mobile numbers do', () => {
  for (const local of ['4772982', '477 2982', '5012345', '6601510']) expect(kind(local, 'FI')).toBe('areaCodeMissing');
  for (const mobile of ['40123456', '401234567', '50 123 4567', '4012345678', '4570123456'])
    expect(kind(mobile, 'FI')).toBe('leadingZeroLost');
  for (const whole of ['09 4772982', '040 12345', '+358 40 12345', '050 1234567']) expect(kind(whole, 'FI')).toBeNull();
});

it('a phone with a long run of blanks is judged in one pass', { timeout: 10_000 }, () => {
  expect(kind(`+49${' '.repeat(300_000)}x`)).toBe('phoneShort');
});

describe('a phone', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['+49 30 901838210', null],
    ['0049 30 901838210', null],
    ['030/901838210', null],
    ['(030) 90 18 38 210', null],
    ['(+49) 171 1234567', null],
    ['901838210', 'areaCodeMissing'],
    ['90299 2354', 'areaCodeMissing'],
    ['1711234567', 'leadingZeroLost'],
    ['4.5E+11', 'digitsLost'],
    ['4,5301234567E+11', 'digitsLost'],
    ['4.930901838E+9', 'exponent'],
    ['4930901838.0', 'pointZero'],
    ['2026-05-12', 'dateInPhone'],
    ['12.05.2026 00:00', 'dateInPhone'],
    ['030 901838 ; 030 901839', 'phoneSeveral'],
    ['030 901838 oder 0171 1234567', 'phoneSeveral'],
    ['nicht mehr', 'phoneInvalid'],
    ['#REF!', 'formulaError'],
    ['030 12', 'phoneShort'],
    ['030 123456789012', 'phoneLong'],
    ['030 1999999', 'phoneUnusual'],
  ])('%s is judged', (value, expected) => expect(kind(value)).toBe(expected));

  it('lacks its plus when the digits begin with the prefix', () => {
    expect(judgePhone('4930901838210', 'DE', read)).toEqual({ kind: 'plusMissing', key: '+4930901838210' });
    expect(judgePhone('45 30 12 34 56', 'DK', read)).toEqual({ kind: 'plusMissing', key: '+4530123456' });
    expect(kind('45301234', 'DK')).toBeNull();
  });

  it('lacks its area code where it is shorter than all numbers of the country', () => {
    expect(judgePhone('125 45 01', 'PL', read)).toEqual({ kind: 'areaCodeMissing', key: 'PL 1254501' });
    for (const whole of ['22 125 45 01', '+48 125 45 01', '0048 125 45 01']) expect(kind(whole, 'PL')).toBeNull();
    expect(kind('0281234', 'NO')).toBeNull();
    // The library takes it for unusual by itself, and no area code would make it a number.
    expect([kind('12 999 999', 'PL'), kind('999 999', 'NO')]).toEqual(['phoneUnusual', 'phoneUnusual']);
  });

  it('lacks its area code where only numbers of services are as short, which are known one by one', () => {
    const rough: PhoneReader = (text, country, care) => ({
      e164: `+${country}${text}`,
      isUsual: care !== 'exact' || text.startsWith('4004'),
    });
    const kinds = (country: string, ...values: readonly string[]) =>
      values.map((value) => judgePhone(value, country, rough).kind);
    expect(kinds('BR', '98765-4321', '4004-1234', '11987654321', '+5587654321')).toEqual([
      'areaCodeMissing',
      ...[null, null, null],
    ]);
    expect(judgePhone('98765-4321', 'BR', rough).key).toBe('BR 987654321');
    // The 0 is a part of the number there.
    expect(kinds('IT', '815512345', '0815512345', '39345678901')).toEqual(['areaCodeMissing', null, null]);
    expect(kinds('MX', '987654321')).toEqual([null]);
  });

  it('needs no 0 where national numbers have none', () => {
    expect(kind('30123456', 'DK')).toBeNull();
    expect(kind('123456789', 'FR')).toBe('leadingZeroLost');
    expect(kind('12345678', 'FR')).toBe('areaCodeMissing');
  });

  it('is compared by its digits where it is no number of the country, which may be the wrong one', () => {
    const key = (value: string) => judgePhone(value, 'DE', read).key;
    for (const [one, other] of [
      ['030 123456789012', '(030) 1234-5678-9012'],
      ['030 901838 ; 030 901839', '030901838 / 030901839'],
      ['4.930901838E+9', '4930901838.0'],
    ] as const) {
      expect(key(one)).toBe(key(other));
      expect(key(one)).not.toBeNull();
    }
    for (const none of ['4.5E+11', '000000000', 'ext. 12', '2026-05-12', '']) expect(key(none)).toBeNull();
  });

  it('has the same key however it is written', () => {
    const keys = ['+49 30 901838', '0049-30-901838', '030/901838', '(030) 901 838'].map(
      (text) => judgePhone(text, 'DE', read).key,
    );
    expect(new Set(keys)).toEqual(new Set(['+4930901838']));
    // Also where a spreadsheet program took its 0.
    const mobile = ['+49 171 1234567', '0171 1234567', '1711234567', '1.711234567E+9', '1711234567.0'];
    expect(new Set(mobile.map((text) => judgePhone(text, 'DE', read).key))).toEqual(new Set(['+491711234567']));
  });

  it('keeps its first number when there are several', () => {
    expect(phonesIn('030 901838 / 0171 1234567')).toEqual(['030 901838', '0171 1234567']);
    expect(phonesIn('030/901838')).toEqual([]);
    expect(phonesIn('0172 / 345 67 89; 0351 / 4123461')).toEqual(['0172 / 345 67 89', '0351 / 4123461']);
    expect(phonesIn('02151 / 567-890 / 0172 1234567')).toEqual(['02151 / 567-890', '0172 1234567']);
    expect(phonesIn('+45 20112233/20112234')).toEqual(['+45 20112233', '20112234']);
    expect(phonesIn('02/12345600 - 335 1234500')).toEqual(['02/12345600', '335 1234500']);
    expect(phonesIn('+39 02 1234567 – 335/1234567')).toEqual(['+39 02 1234567', '335/1234567']);
    for (const one of [
      '035 - 623 45 00',
      '0211 - 12345-678',
      '+49 351 - 4123457',
      '0171 234 - 567890',
      '91 98765 - 43210',
    ])
      expect(phonesIn(one)).toEqual([]);
    expect(phonesIn('020-1234500 ::: 06-87654300')).toEqual(['020-1234500', '06-87654300']);
  });

  it.each([
    ['0351 4123457/58', '0351 4123458'],
    ['0351/4123457 / 58', '0351/4123458'],
    ['+49 351 4123457/-601', '+49 351 4123601'],
    ['030 12 34 56/57', '030 12 34 57'],
    ['030 12345/6', '030 12346'],
    ['030/9018-123/124', '030/9018-124'],
  ])('has the end of another one behind a slash: %s', (text, other) => {
    expect(phonesIn(text)).toEqual([text.slice(0, text.lastIndexOf('/')).trimEnd(), other]);
    expect(kind(text)).toBe('phoneSeveral');
  });

  it('takes a long text for a remark, whatever it costs to look at it', () => {
    const several = '030 901838; 0171 1234567';
    expect(phonesIn(several.padEnd(500))).toHaveLength(2);
    expect(phonesIn(several.padEnd(501))).toEqual([]);
  });

  it.each(['089/1234/56', '0475/12/34/56', '01/23/45/67/89', '030/9018/2104'])('is one in groups: %s', (text) => {
    expect(phonesIn(text)).toEqual([]);
    expect(kind(text)).toBeNull();
  });

  it.each(['+49 (0) 351 / 4 12-34 56', '0049 351 / 4123456', '+49 (351) / 4123456', '033841 / 123456'])(
    'is one with an area code before its slash: %s',
    (text) => {
      expect(phonesIn(text)).toEqual([]);
      expect(kind(text)).toBeNull();
    },
  );

  it('is judged whatever stands in the cell', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-/ .,eE()#') })), (text) => {
        const verdict = judgePhone(text, 'DE', read);
        expect(verdict.key === null || /^(?:\+\d+|DE \d+)$/.test(verdict.key)).toBe(true);
      }),
    );
  });
});
