import { describe, expect, it } from 'vitest';
import { readText } from '../text/text-fixture.ts';
import { fullyProfiledRows } from './column-profile.ts';
import { ProblemList } from './problem-list.ts';
import { TableStager } from './table-stager.ts';
import { textOfFormula } from './text-formulas.ts';
import { cellsOf } from './tables-fixture.ts';

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

  it.each([
    ['a', true],
    ['="a"', false],
  ])('%s: whether long tables come packed, as their cells stay', (cell, isPacked) => {
    const stager = new TableStager({ holder: 'file', shortRowsAreOdd: true }, new ProblemList(), {
      write: () => undefined,
    });
    for (let line = 1; line < fullyProfiledRows + 500; line += 1) stager.add(line, [cell, String(line)]);
    expect(stager.takesPacked).toBe(isPacked);
  });
});
