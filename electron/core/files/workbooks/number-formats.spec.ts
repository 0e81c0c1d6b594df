import { describe, expect, it } from 'vitest';
import { formatNumber, parseFormat } from './number-formats.ts';

function shown(format: string, value: number): string {
  return formatNumber(String(value), parseFormat(format), false);
}

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
  ])('a code or a phone is shown whole: %s', (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    ['"kr. "00', 5],
    ['"EUR" 00', 5],
    ['00" kr"', 5],
    ['0" stk"', 5],
    ['#,##0', 12_345],
    ['0', 20304050],
    ['#', 20304050],
  ])('an amount stays the number: %s', (format, value) => {
    expect(shown(format, value)).toBe(String(value));
  });
});
