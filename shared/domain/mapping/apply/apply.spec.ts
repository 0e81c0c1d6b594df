import { describe, expect, it } from 'vitest';
import { mappingSchema } from '../../../contract/imports/mapping.ts';
import type { Mapping } from '../../../contract/imports/mapping.ts';
import { mappingFromSuggestions } from '../suggest/mapping-from-suggestions.ts';
import { applyMapping, mappingProblems } from './apply.ts';
import type { PhoneReader } from '../../phones/phone-reader.ts';
import { cleanValue, internationalPhone, isoDate, nameParts } from './cleaning.ts';
import { profilesOf } from '../testing/profiles.ts';

/** Knows two countries, which is enough to see what is done with its word. */
const readPhone: PhoneReader = (text, country) => {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 8) return 'short';
  if (text.startsWith('+')) return { e164: `+${digits}`, isUsual: true };
  if (country === 'DE') return { e164: `+49${digits.replace(/^0/, '')}`, isUsual: true };
  return country === 'DK' ? { e164: `+45${digits}`, isUsual: true } : 'invalid';
};

const columns = (list: number[], join: string | null = null) => ({ kind: 'columns' as const, columns: list, join });

describe('applying a mapping', () => {
  it('joins, takes the first that is not empty, adds fixed values and leaves empty ones out', () => {
    const mapping: Mapping = [
      { field: 'Name', source: columns([0, 1], ' '), cleaning: [{ kind: 'trim' }] },
      { field: 'Phone', source: columns([2, 3]), cleaning: [{ kind: 'trim' }] },
      { field: 'Source', source: { kind: 'constant', value: 'Fair 2026' }, cleaning: [] },
      { field: 'Note', source: columns([4]), cleaning: [] },
    ];
    expect(mappingSchema.parse(mapping)).toEqual(mapping);
    expect(applyMapping(mapping, [' Bob ', 'Hansen', '  ', ' 12345678 ', ' '], readPhone)).toEqual({
      Name: 'Bob Hansen',
      Phone: '12345678',
      Source: 'Fair 2026',
    });
    expect(applyMapping(mapping, [], readPhone)).toEqual({ Source: 'Fair 2026' });
  });

  it('fills fields that are called like a member of every object', () => {
    const mapping: Mapping = ['__proto__', 'constructor', 'toString'].map((field) => ({
      field,
      source: columns([0]),
      cleaning: [],
    }));
    const lead = JSON.stringify(applyMapping(mapping, ['Kim'], readPhone));
    expect(lead).toBe('{"__proto__":"Kim","constructor":"Kim","toString":"Kim"}');
  });

  it('never turns a value into a number', () => {
    const mapping: Mapping = [{ field: 'Zip', source: columns([0]), cleaning: [{ kind: 'trim' }] }];
    expect(applyMapping(mapping, ['0783'], readPhone)).toEqual({ Zip: '0783' });
  });

  it('names what keeps a mapping from being used', () => {
    const profiles = profilesOf(['A', 'B'], [['1', '2']]);
    expect(mappingProblems([], profiles).map((problem) => problem.kind)).toEqual(['noField']);
    const bad: Mapping = [
      { field: 'Phone', source: columns([0]), cleaning: [] },
      { field: 'phone', source: columns([7]), cleaning: [] },
      { field: 'List', source: { kind: 'constant', value: ' ' }, cleaning: [] },
    ];
    expect(mappingProblems(bad, profiles).map((problem) => problem.kind)).toEqual([
      'duplicateTarget',
      'unknownColumn',
      'emptyConstant',
    ]);
    expect(mappingProblems([bad[0] as Mapping[number]], profiles)).toEqual([]);
    const beside = mappingProblems([bad[1] as Mapping[number]], profilesOf(['A'], [['1']]));
    expect(beside).toMatchObject([{ message: expect.stringContaining('but the file has 1 column. ') as string }]);
  });

  it('is made from suggestions', () => {
    expect(
      mappingFromSuggestions([
        { column: 1, field: 'Phone', confidence: 1, reasons: [], runnerUp: null },
        { column: 0, field: null, confidence: 0, reasons: [], runnerUp: null },
      ]),
    ).toEqual([
      { field: 'Phone', source: { kind: 'columns', columns: [1], join: null }, cleaning: [{ kind: 'trim' }] },
    ]);
  });
});

describe('cleaning', () => {
  it.each([
    ['12.03.2026', 'day-month', '2026-03-12'],
    ['3/12/26', 'month-day', '2026-03-12'],
    ['2026-3-2 10:00', 'day-month', '2026-03-02'],
    ['31.02.2026', 'day-month', null],
    ['29.02.2024', 'day-month', '2024-02-29'],
    ['soon', 'day-month', null],
    ['1.1.85', 'day-month', '1985-01-01'],
    // Programs write the first of these where there is no date.
    ['01/01/0001', 'day-month', null],
    ['0001-01-01T00:00:00', 'day-month', null],
    ['0030-01-01', 'year-month', null],
    // What follows is dropped where it is a time, and nothing else.
    ['03/04/2026 11:30 PM ', 'day-month', '2026-04-03'],
    ['2026-04-03T10:16:41.0000000+02:00', 'day-month', '2026-04-03'],
    ['01.03.2026 - 31.03.2026', 'day-month', null],
    ['01.03.2026 31.03.2026', 'day-month', null],
    ['01.03.2026 not before noon', 'day-month', null],
  ] as const)('the date %s (%s) is %s', (value, order, expected) => {
    expect(isoDate(value, order)).toBe(expected);
    expect(cleanValue([{ kind: 'date', order }], value, readPhone)).toBe(expected ?? value);
  });

  it.each([
    ['12 34 56 78', 'DK', '+4512345678'],
    [' +46 70 123 45 67 ', 'DK', '+46701234567'],
    ['call me', 'DK', null],
    ['12 34 56 78 ext. 9', 'DK', '+4512345678'],
    ['123', 'DK', null],
    ['12345678', 'XX', null],
    ['', 'DK', null],
    ['030 901838210', 'DE', '+4930901838210'],
    ['1711234567', 'DE', '+491711234567'],
    // Each of these would become another number.
    ['901838210', 'DE', null],
    ['12.05.2026', 'DE', null],
    ['901838210.0', 'DE', null],
    ['901838210 ext. 9', 'DE', null],
    ['030 901838 / 030 901839', 'DE', null],
    // Without a country only a number with its prefix is read.
    ['030 901838210', '', null],
    ['+49 30 901838210', '', '+4930901838210'],
    ["'030 901838210", '', '030 901838210'],
    ['030 901838210 ext. 9', '', null],
  ])('the phone %j (%s) is %j', (value, country, expected) => {
    expect(internationalPhone(value, country, readPhone)).toBe(expected);
    expect(cleanValue([{ kind: 'phone', country }], value, readPhone)).toBe(expected ?? value);
  });

  it.each([
    ['Anna Marie Møller', 'Anna Marie', 'Møller'],
    ['Møller, Anna', 'Anna', 'Møller'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Madonna', '', 'Madonna'],
  ])('%s has the parts %s and %s', (value, first, last) => expect(nameParts(value)).toEqual({ first, last }));

  it('works in the order of the steps', () => {
    expect(cleanValue([{ kind: 'case', to: 'words' }], 'WOMEN’S CLUB (ANNA SKOV/LUND)', readPhone)).toBe(
      'Women’s Club (Anna Skov/Lund)',
    );
    expect(cleanValue([{ kind: 'trim' }, { kind: 'case', to: 'words' }], '  ANNA-MARIE o’NEIL ', readPhone)).toBe(
      'Anna-Marie O’Neil',
    );
    expect(cleanValue([{ kind: 'email' }, { kind: 'case', to: 'lower' }], 'mailto: Bob @X.dk', readPhone)).toBe(
      'bob@x.dk',
    );
    expect(cleanValue([{ kind: 'replace', values: [{ from: 'Mr', to: 'Herr' }] }], ' Mr ', readPhone)).toBe('Herr');
  });

  it('passes over a long run of blanks inside a value once', { timeout: 10_000 }, () => {
    const value = `a${' '.repeat(300_000)}b`;
    expect(cleanValue([{ kind: 'trim' }], `\u00a0${value} \u200b`, readPhone) === value).toBe(true);
  });

  it('makes no other e-mail address of one beside a name or another address', () => {
    const clean = (text: string) => cleanValue([{ kind: 'email' }], text, readPhone);
    expect(clean(' Anna anna@x.dk ')).toBe('Anna anna@x.dk');
    expect(clean('anna@x.dk privat')).toBe('anna@x.dk privat');
    expect(clean('a@x.dk\nb@x.dk')).toBe('a@x.dk\nb@x.dk');
    expect(clean('anna @ x.dk')).toBe('anna@x.dk');
  });
});
