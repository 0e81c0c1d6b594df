import { describe, expect, it } from 'vitest';
import { readCsv } from '../../text/csv-reader.ts';
import { readText } from '../../text/text-fixture.ts';
import { textOfFormula } from './text-formulas.ts';
import { cellsOf } from '../tables-fixture.ts';

describe('a formula that is only a text', () => {
  it.each<[string, string | null]>([
    ['="01067"', '01067'],
    ['="" ', ''],
    ['="say ""hi"""', 'say "hi"'],
    ['="a"&"b"', null],
    ['="a', null],
    ['=1+1', null],
    [' ="1"', null],
    ['01067', null],
  ])('%s', (cell, text) => {
    expect(textOfFormula(cell)).toBe(text);
  });

  it.each<[string, (value: string) => string]>([
    ['as it is', (value) => `="${value}"`],
    ['in quotation marks', (value) => `"=""${value}"""`],
  ])('is read as its text in all rows of a text file that writes it %s', (_title, written) => {
    // More than are looked at one by one.
    const lines = Array.from({ length: 20_100 }, (_, at) => `Bo,${written(`0${at + 1000}`)},${written('ab')}`);
    const { rows, problems } = readText(['Name,Code,Note', ...lines].join('\n'));
    expect([rows[0], rows.at(-1)]).toEqual(cellsOf('Bo|01000|ab', 'Bo|021099|ab'));
    expect(problems.map(({ kind, count }) => [kind, count])).toEqual([['textFormula', 40_200]]);
  });

  it.each<[string, (value: string) => string]>([
    ['as it is', (value) => `="${value}"`],
    ['in quotation marks', (value) => `"=""${value}"""`],
  ])('is read as its text in a row far below the first ones, written %s', (_title, written) => {
    // Behind the rows that show the header, and among those that come packed.
    const late = [250, 29_900];
    const lines = Array.from({ length: 30_000 }, (_, at) =>
      late.includes(at) ? `Bo,${written('0999')},${at === 29_900 ? 'a\u200bb' : 'ab'}` : 'Bo,2100,ab',
    );
    const bytes = Buffer.from(['Name,Code,Note', ...lines].join('\n'));
    const rows: string[][] = [];
    const { problems } = readCsv(
      {
        size: bytes.length,
        *chunks() {
          for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
        },
      },
      {},
      {
        write: (_row, _line, cells) => void rows.push(cells),
        writePacked: (_row, _line, json) => void rows.push(JSON.parse(Buffer.from(json).toString()) as string[]),
      },
    );
    expect(late.map((at) => rows[at])).toEqual(cellsOf('Bo|0999|ab', 'Bo|0999|a\u200bb'));
    expect(problems.map(({ kind, count }) => [kind, count])).toEqual([
      ['textFormula', 2],
      ['invisible', 1],
    ]);
  });
});
