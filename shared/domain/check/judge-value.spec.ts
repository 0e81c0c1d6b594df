import { describe, expect, it } from 'vitest';
import { exponentNumber, isFormulaError, isPlaceholder, withoutPointZero } from '../phones/damage.ts';
import type { CheckedType } from './field-type.ts';
import { judgeValue } from './judge-value.ts';

describe('a value', () => {
  it.each<[CheckedType, string, string | null]>([
    ['email', 'anna@example.dk', null],
    ['email', 'anna@example', 'emailInvalid'],
    ['email', 'anna@@example.dk', 'emailInvalid'],
    ['email', 'anna..b@example.dk', 'emailInvalid'],
    ['email', '\u202aanna@example.dk', 'emailInvalid'],
    ['email', 'anna@exam\u00adple.dk', 'emailInvalid'],
    ['email', 'mailto:anna@example.dk', 'emailInvalid'],
    ['email', '', null],
    ['date', '2026-02-28', null],
    ['date', '31.12.2026', null],
    ['date', '12/31/2026', null],
    ['date', '30.02.2026', 'dateInvalid'],
    ['date', '3 May 2026', null],
    ['date', 'soon', 'dateInvalid'],
    ['postcode', '10115', null],
    ['postcode', 'D-10115', null],
    ['postcode', '1067', 'postcodeZeroLost'],
    ['postcode', '10115.0', 'pointZero'],
    ['postcode', '101', 'postcodeInvalid'],
    ['url', 'https://example.dk/a?b=c', null],
    ['url', 'www.example.dk', 'urlScheme'],
    ['url', 'http://two words.dk', 'urlInvalid'],
    ['url', '12.05.2026', 'urlInvalid'],
    ['url', 'bücher.example:8080/x', 'urlScheme'],
    ['text', 'Oudenarder Straße 16,', 'commaAtEnd'],
    ['text', 'Oudenarder Straße 16;', 'commaAtEnd'],
    ['text', 'Oudenarder Straße 16v', null],
    ['text', 'SÃ¸ren', 'readTwice'],
    ['text', 'São João', null],
    ['text', '1.5E+3', 'digitsLost'],
    ['text', '+4.5E+11', 'digitsLost'],
    ['text', '-4.5E+11', 'digitsLost'],
    ['text', '4.530123456E+9', 'exponent'],
    ['text', 'v4.5E+11', null],
    ['date', '00.05.2026', 'dateInvalid'],
    ['date', '01/01/0001', 'dateInvalid'],
    ['date', '01/01/01', null],
    ['date', '32.01.2026', 'dateInvalid'],
    ['date', '2026-13-01', 'dateInvalid'],
    ['date', '2026-00-01', 'dateInvalid'],
    ['date', '2026-01-366', 'dateInvalid'],
    ['date', '60.12.2026', 'dateInvalid'],
    ['date', '29.02.24', null],
    ['date', '29.02.25', 'dateInvalid'],
    ['date', '29/02/1900', 'dateInvalid'],
    ['postcode', 'SE 114 55', null],
    ['postcode', '10115-1234', null],
    ['postcode', '01067', null],
    ['postcode', '0106', 'postcodeInvalid'],
    ['text', '12345.0', 'pointZero'],
    ['text', '12.0', null],
    ['text', '#N/A', 'formulaError'],
    ['text', '#1 in town', null],
  ])('%s "%s"', (type, value, expected) => expect(judgeValue(type, value, 'DE')).toBe(expected));

  it('takes four digits for a whole post code where they are', () => {
    expect(judgeValue('postcode', '2100', 'DK')).toBeNull();
    expect(judgeValue('postcode', '10115', 'DK')).toBe('postcodeInvalid');
    expect(judgeValue('postcode', 'SW1A 1AA', 'GB')).toBeNull();
    expect(judgeValue('postcode', 'x'.repeat(12), 'GB')).toBeNull();
    expect(judgeValue('postcode', 'x'.repeat(13), 'GB')).toBe('postcodeInvalid');
  });
});

describe('damage', () => {
  it('is written out only when every digit is there', () => {
    expect(exponentNumber('4.530123456E+9')).toEqual({ digits: '4530123456' });
    expect(exponentNumber('4,530123456e9')).toEqual({ digits: '4530123456' });
    expect(exponentNumber('4.5E+11')).toEqual({ digits: null });
    expect(exponentNumber('4.530123456E+8')).toEqual({ digits: null });
    expect(exponentNumber('-4.5E+1')).toEqual({ digits: null });
    expect(exponentNumber('1.23456789012345678E+17')).toEqual({ digits: null });
    expect(exponentNumber('E+11')).toBeNull();
    expect(exponentNumber('12E3')).toBeNull();
  });

  it('of a calculated whole number is only the point and the 0', () => {
    expect(withoutPointZero('4530123456.0')).toBe('4530123456');
    expect(withoutPointZero('4530123456,00')).toBe('4530123456');
    expect(withoutPointZero('4530.10')).toBeNull();
    expect(withoutPointZero('3.0')).toBeNull();
  });

  it('of a formula is its error in the language of the program', () => {
    expect(['#REF!', '#BEZUG!', '#NV', '#SAKNAS!', '#I/T', '#N/B', '#VALEUR!', '#¿NOMBRE?'].every(isFormulaError)).toBe(
      true,
    );
    expect(['#ERROR!', 'Err:502'].every(isFormulaError)).toBe(true);
    expect(['# REF', '#YES!', '#1', 'Err:5', 'Err: 502', 'err:502', 'Eva'].some(isFormulaError)).toBe(false);
  });

  it('is no sign for a missing value where it may be a name or a code', () => {
    expect(['NULL', 'null', '(null)', '\\N', 'n/a', 'N/A', '-', '--', '—'].every(isPlaceholder)).toBe(true);
    expect(['n.a.', 'k.A.', 'k. A.', 'NaN', 'NaT', '<NA>', 'undefined'].every(isPlaceholder)).toBe(true);
    expect(
      ['Null', 'NA', 'na', 'Nil', 'Nan', 'nan', 'None', '0', '----', '+', 'N', '', '- x'].some(isPlaceholder),
    ).toBe(false);
  });
});
