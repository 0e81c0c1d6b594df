import { describe, expect, it, test } from 'vitest';
import { csvLine, guarded, isFormula, plainCsvLine, quotedCsvLine, tabTable } from './csv-line.ts';

describe('a text that a spreadsheet', () => {
  it.each([
    ...['=1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＠SUM(A1)', '＋cmd|x', '－cmd|x', '+cmd|x'],
    ...["-2+3+cmd|' /C calc'!A0", '+A1', '-"a"&B1'],
  ])('would run gets an apostrophe: %j', (text) => {
    expect([isFormula(text), guarded(text)]).toEqual([true, `'${text}`]);
  });

  it.each([
    ...['+49 30 1234567', '+4512345678', '＋4512345678', '+1 (555) 010-99', '-12.5', '-1,000.00', '+45‑12‑34', '-'],
    ...['', 'Bob', '4+4', '-1.5E+3', '+50%'],
  ])('would not run stays: %j', (text) => expect([isFormula(text), guarded(text)]).toEqual([false, text]));
});

describe('a line', () => {
  it('guards texts and not numbers, and puts in quotes what would end a cell', () => {
    expect(csvLine(['=1', -1, null, 'a "b"', 'c,d', 'e\nf', '+45 20'])).toBe(
      `'=1,-1,,"a ""b""","c,d","e\nf",+45 20\r\n`,
    );
  });

  it('for a program has the texts as they are', () => {
    expect(plainCsvLine(['=1', 'c,d', '', 'a "b"'])).toBe('=1,"c,d",,"a ""b"""\r\n');
    expect(quotedCsvLine(['=1', '', 'a "b"'])).toBe('"=1","","a ""b"""\r\n');
  });
});

test('a table for the clipboard is broken by no cell, and none is run', () => {
  const rows = [
    ['x\ty', null],
    ['line\r\nbreak', '=1'],
    ['\tz', -1],
  ];
  expect(tabTable(['A', 'B'], rows)).toBe("A\tB\nx y\t\nline break\t'=1\n' z\t-1");
});

it('keeps a cell that begins with a quotation mark to itself, as a spreadsheet pastes it', () => {
  expect(
    tabTable(
      ['"A', 'B'],
      [
        ['"Ole', 'a "b" c'],
        ['', '"x" y'],
      ],
    ),
  ).toBe('"""A"\tB\n"""Ole"\ta "b" c\n\t"""x"" y"');
});
