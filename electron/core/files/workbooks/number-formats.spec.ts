import { SSF } from '@e965/xlsx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../shared/domain/time/time.ts';
import {
  builtInFormat,
  type CellFormat,
  dateText,
  formatNumber,
  isInexact,
  parseFormat,
  plainNumber,
} from './number-formats.ts';

function shown(format: string, value: number): string {
  return formatNumber(String(value), parseFormat(format), false);
}

function isUnknown(format: string, value: number): boolean {
  let unknown = false;
  formatNumber(String(value), parseFormat(format), false, () => {
    unknown = true;
  });
  return unknown;
}

const hasDay = (format: CellFormat) => format.kind === 'date' && format.withDate;

describe('what a number of a workbook shows as', () => {
  it.each([
    ['"+45" 00000000', 20304050, '+45 20304050'],
    ['\\+45 00 00 00 00', 20304050, '+45 20 30 40 50'],
    ['+45\\ ##\\ ##\\ ##\\ ##', 20304050, '+45 20 30 40 50'],
    ['+#', 4520304050, '+4520304050'],
    ['"DK-"0000', 800, 'DK-0800'],
    ['"T"000000', 42, 'T000042'],
    ['0##########', 301234567, '0301234567'],
    ['(0#) #### ####', 301234567, '(03) 0123 4567'],
    ['000\\.000\\.000\\-00', 1234567890, '012.345.678-90'],
    ['[$-409]0000', 800, '0800'],
    ['[$-de-DE]0000', 800, '0800'],
    ['[Red]0000', 800, '0800'],
    ['"0"0', 171234567, '0171234567'],
    ['"0"#########', 171234567, '0171234567'],
    ['\\0General', 171234567, '0171234567'],
    ['"0045 "00000000', 20304050, '0045 20304050'],
    ['"+45"General', 20304050, '+4520304050'],
    ['_-0000_-', 800, '0800'],
    ['000;@', -5, '-005'],
    ['00', 5, '05'],
    ['000\\-', 25, '025-'],
  ])('a code or a phone is shown whole: %s', (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    ['"kr. "00', 5],
    ['"EUR" 00', 5],
    ['00" kr"', 5],
    ['"Nr. "#0', 12],
    ['0" stk"', 5],
    ['[$kr-414] 00', 5],
    ['[$€-de-DE] 00', 5],
    ['#,##0', 12_345],
    ['0', 20304050],
    ['#', 20304050],
    ['# ?/?', 0.5],
    ['# #/#', 3],
    ['?/?', 3],
    ['0.00', 25],
    ['0.00E+00', 4.5e11],
    ['0%', 0.25],
    ['General" kg"', 12],
    ['"1:"0', 12],
    ['"2 x "General', 12],
    ['0;-0;"-"', 0],
    [';;;', 12],
  ])('an amount stays the number: %s', (format, value) => {
    expect(shown(format, value)).toBe(String(value));
    expect(isUnknown(format, value)).toBe(false);
  });

  it.each([
    ['[<=9999]0000;General', 25, '0025'],
    ['[<=9999]0000;General', 12345, '12345'],
    ['[>9999]General;0000', 25, '0025'],
    ['[>9999]General;0000', 12345, '12345'],
    ['[<=99999]00000;00000-0000', 501, '00501'],
    ['[<=99999]00000;00000-0000', 5010001, '00501-0001'],
    ['[<100]000;[<1000]0000;00000', 5, '005'],
    ['[<100]000;[<1000]0000;00000', 500, '0500'],
    ['[<100]000;[<1000]0000;00000', 5000, '05000'],
    ['00000;-00000', -25, '-00025'],
    ['0000;@', 25, '0025'],
    ['0000;-0000', 0, '0000'],
    ['000;-0000;"none"', 1, '001'],
    ['000;-0000;"none"', 0, 'none'],
    ['000;-0000;"none"', -5, '-0005'],
    ['[>100]0000;"minus";"rest"', 150, '0150'],
    ['[>100]0000;"minus";"rest"', -5, 'minus'],
    ['[>100]0000;"minus";"rest"', 0, 'rest'],
    ['[<=9]00', 5, '05'],
    ['[<=9]00', 12, '12'],
    ['[<10]00;[<100]000', 50, '050'],
    ['[<10]00;[<100]000', 500, '500'],
    ['General;-0000', 25, '25'],
    ...['0%', '0.', '0,'].map((amount): [string, number, string] => [`${amount};-0000`, -25, '-0025']),
    ['[<1]hh:mm;0000', 0.5, '12:00:00'],
    ['[<1]hh:mm;0000', 25, '0025'],
    ['[>=40000]dd\\.mm\\.yyyy;0000', 45000, '2023-03-15'],
    ['[>=40000]dd\\.mm\\.yyyy;0000', 800, '0800'],
    ['[=1]"Yes";[=0]"No";General', 1, 'Yes'],
    ['[=1]"Yes";[=0]"No";General', 0, 'No'],
    ['[=1]"Yes";[=0]"No";General', 7, '7'],
  ])('the section that holds for the number is taken: %s of %d', (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    ...['"open', '[<=abc]0000;General', '[<9', '[Red0000', '0000;[>9999]General', '00,000', '000.0', '00/00'],
    ...['dd.mm.yyyy 0', 'QQQ000', 'a\\', '0000_', '0000*', '0;0;0;@;0'],
  ])('a format that is not understood gives the number, and says so: %s', (format) => {
    expect(shown(format, 25)).toBe('25');
    expect(isUnknown(format, 25)).toBe(true);
  });

  it.each([
    ['dd.mm.yyyy', 1, '1900-01-01'],
    ['[$-en-US]d-mmm-yyyy;@', 45000, '2023-03-15'],
    ['[$-x-sysdate]dddd, mmmm dd, yyyy', 45000, '2023-03-15'],
    ['[$-x-systime]h:mm:ss AM/PM', 0.75, '18:00:00'],
    ['yyyy/m/d(aaa)', 45000, '2023-03-15'],
    ['dd.mm.yyyy', 59, '1900-02-28'],
    // The day that never was.
    ['dd.mm.yyyy', 60, '1900-02-29'],
    ['dd.mm.yyyy', 61, '1900-03-01'],
    ['dd.mm.yyyy', 120, '1900-04-29'],
    ['dd.mm.yyyy', 2_958_465, '9999-12-31'],
    ['dd.mm.yyyy', 2_958_466, '2958466'],
    ['dd.mm.yyyy', -1, '-1'],
    ['dd.mm.yyyy', 0, '0'],
    ['dd.mm.yyyy hh:mm', 0.5, '12:00:00'],
    ['dd.mm.yyyy hh:mm', 45000.75, '2023-03-15 18:00:00'],
    // Half a second before midnight is midnight.
    ['dd.mm.yyyy hh:mm', 45000.999999, '2023-03-16 00:00:00'],
    ['hh:mm', 0.25, '06:00:00'],
    ['hh:mm', 1.5, '1900-01-01 12:00:00'],
    ['hh:mm:ss', 43_210 / 86_400, '12:00:10'],
    ['hh:mm:ss.000', 3_661 / 86_400, '01:01:01'],
    ['[h]:mm', 1.5, '36:00:00'],
    ['[h]:mm', 0, '00:00:00'],
    ['[h]:mm', -0.5, '-0.5'],
  ])('a date or a time is ISO text: %s of %d', (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it('a day is that of the calendar, in both ways to count them', () => {
    const wrong: unknown[] = [];
    const compare = (serial: number, isFrom1904: boolean, zero: number) => {
      const text = dateText(serial, true, false, isFrom1904);
      if (text !== new Date(zero + serial * DAY).toISOString().slice(0, 10)) wrong.push([serial, isFrom1904, text]);
    };
    for (let serial = 61; serial < 150_000; serial += 1) compare(serial, false, Date.UTC(1899, 11, 30));
    for (let serial = 0; serial < 150_000; serial += 7) compare(serial, true, Date.UTC(1904, 0, 1));
    expect(wrong).toEqual([]);
  });

  it.each([
    [0.1 + 0.2, '0.3'],
    [4.47e-7, '0.000000447'],
    [1e-22, '0'],
    [4.47e11, '447000000000'],
    [2 ** 53 - 1, '9007199254740991'],
    [2 ** 53 + 2, '9007199254740990'],
    [123_456_789_012_345_680, '123456789012346000'],
    [1e21, '1000000000000000000000'],
    [1e23, `1${'0'.repeat(23)}`],
    [-1.25e22, '-12500000000000000000000'],
  ])('a number is written with fifteen digits at most and without an exponent: %d', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  it('a format is read up to the length that a spreadsheet program takes', () => {
    expect(shown('0'.repeat(255), 7)).toBe('7'.padStart(255, '0'));
    expect([shown('0'.repeat(256), 7), isUnknown('0'.repeat(256), 7)]).toEqual(['7', true]);
  });

  it('a format that is not understood in one section only is no trouble for the others', () => {
    expect(isUnknown('0;00,000', 25)).toBe(false);
    expect(isUnknown('0;00,000', -25)).toBe(true);
  });

  it('agrees with another reader on every code of conditions, zeros and separators', () => {
    const digits = fc.constantFrom(
      ...['0000', '00000', '000\\-000', '00\\ 00\\ 00', '"A-"000', '+45\\ 00000000', 'General', '0'],
    );
    const condition = fc
      .tuple(fc.constantFrom('<', '<=', '>', '>=', '=', '<>'), fc.integer({ min: 0, max: 99_999 }))
      .map(([operator, value]) => `[${operator}${value}]`);
    const manner = fc.constantFrom('', '[Red]', '_-');
    const code = fc.oneof(
      fc.tuple(manner, digits).map((parts) => parts.join('')),
      fc.tuple(condition, manner, digits, digits).map(([when, how, one, other]) => `${when}${how}${one};${other}`),
      fc
        .tuple(condition, digits, condition, digits, digits)
        .map(([when, one, then, two, other]) => `${when}${one};${then}${two};${other}`),
    );
    const value = fc.oneof(fc.integer({ min: 0, max: 120_000 }), fc.integer({ min: 0, max: 99_999_999 }));
    fc.assert(
      fc.property(code, value, (format, number) => {
        expect(shown(format, number)).toBe((SSF.format(format, number) as string).trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a format that is named by its number for what the other reader has under it', () => {
    const codes = Object.entries(SSF.get_table() as Record<number, string>).filter(([id]) => Number(id) < 50);
    expect(codes.length).toBeGreaterThan(25);
    const kindOf = ({ kind }: CellFormat) => (kind === 'date' || kind === 'duration' ? kind : 'plain');
    expect(codes.map(([id]) => [id, kindOf(builtInFormat(Number(id)))])).toEqual(
      codes.map(([id, code]) => [id, kindOf(parseFormat(code))]),
    );
    // East Asian programs have dates and times between.
    const isDate = (id: number) => kindOf(builtInFormat(id)) === 'date';
    const eastAsian = [27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
    expect([23, 26, ...eastAsian, 37, 49, 59].filter(isDate)).toEqual(eastAsian);
    const times = [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56];
    expect(Array.from({ length: 60 }, (_, id) => id).filter((id) => isDate(id) && !hasDay(builtInFormat(id)))).toEqual(
      times,
    );
    expect(builtInFormat(22)).toEqual({ kind: 'date', withDate: true, withTime: true });
  });

  it('understands every format that the other reader has built in', () => {
    const table = SSF.get_table() as Record<number, string>;
    const codes = Object.values(table);
    expect(codes.length).toBeGreaterThan(25);
    expect(codes.filter((code) => isUnknown(code, 25) || isUnknown(code, 0.5) || isUnknown(code, -25))).toEqual([]);
  });
});

it.each([
  ['123456789012345', false],
  ['1234567890123456', true],
  ['12345678901234.56', false],
  ['', false],
])('of %s a spreadsheet may have lost the last digits: %s', (text, isLost) => {
  expect(isInexact(text)).toBe(isLost);
});
