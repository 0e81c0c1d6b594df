import { describe, expect, it } from 'vitest';
import { BackslashText } from './backslashes.ts';
import { readText } from './text-fixture.ts';

const table = [
  'id,name,phone,note',
  String.raw`1,"Anna \"Jo\" Berg","+4722334455","likes \"tea, milk\" a lot"`,
  String.raw`2,"Bo Dahl","+4722334456","say \"hi\", then call"`,
  String.raw`3,"Cy, Eng","+4722334457","in C:\\temp\\"`,
  String.raw`4,"Di Foss","+4722334458","he said \"\""`,
  String.raw`5,"Ed Gran","+4722334459","C:\new"`,
  '',
].join('\n');

const people = [
  ['1', 'Anna "Jo" Berg', '+4722334455', 'likes "tea, milk" a lot'],
  ['2', 'Bo Dahl', '+4722334456', 'say "hi", then call'],
  ['3', 'Cy, Eng', '+4722334457', String.raw`in C:\\temp` + '\\'],
  ['4', 'Di Foss', '+4722334458', 'he said ""'],
  ['5', 'Ed Gran', '+4722334459', String.raw`C:\new`],
];

describe('a backslash before quotation marks inside of values, as databases write them', () => {
  it('makes them characters, and the reading says so', () => {
    const { rows, reading, kinds } = readText(table);
    expect(rows).toEqual(people);
    expect(kinds).toEqual([]);
    expect(reading.delimiter.reason).toMatch(/ A backslash stands before quotation marks inside of values\.$/);
    expect(readText(table, { delimiter: ',' }).rows).toEqual(people);
  });

  it('does so wherever the file is cut while it is read', () => {
    for (let chunk = 1; chunk < 12; chunk += 1) expect(readText(table, {}, chunk).rows).toEqual(people);
  });

  it('reads a long run of backslashes once, and keeps none that no cell may have', { timeout: 10_000 }, () => {
    const run = '\\'.repeat(300_000);
    const { rows } = readText(`${table}6,Xi${run}Yr,"+4722334460","a"\n`);
    expect(rows.at(-1)?.[1]).toBe(`Xi${run}Yr`);
    const text = new BackslashText();
    expect([text.push(run), text.push(run), text.push(run), text.push(run).length]).toEqual(['', '', '', 1_200_000]);
    expect(text.end()).toBe('');
  });

  it('does so beyond the beginning, too', () => {
    const long = table + String.raw`6,"Xi \"X\" Yr","+4722334460","a, b"`.concat('\n').repeat(3000);
    const { rows } = readText(long);
    expect(rows).toHaveLength(3005);
    expect(rows.at(-1)).toEqual(['6', 'Xi "X" Yr', '+4722334460', 'a, b']);
  });
});

describe('a backslash before a quotation mark is a character', () => {
  it.each<[string, string[], string[]]>([
    ['at the end of a folder', ['1,"Anna","C:\\dir\\"', '2,"Bo","D:\\"'], ['1', 'Anna', 'C:\\dir\\']],
    [
      'where quotation marks are doubled',
      ['1,"An ""x"" na","C:\\dir\\"', '2,"Bo","\\"'],
      ['1', 'An "x" na', 'C:\\dir\\'],
    ],
    ['outside of quotation marks', ['1,5\\" pipe,x', '2,6\\" pipe,y'], ['1', '5\\" pipe', 'x']],
  ])('%s', (_title, lines, first) => {
    const { rows, reading } = readText(['id,name,note', ...lines, ''].join('\n'));
    expect(rows[0]).toEqual(first);
    expect(rows).toHaveLength(2);
    expect(reading.delimiter.reason).not.toContain('backslash');
  });

  it('where not every row would come out as wide as the header', () => {
    const { rows, kinds } = readText('id,name,note\n1,"An \\"x\\" na","C:\\"\n2,"Bo","y"\n3,"Cy","z"\n');
    expect(rows).toHaveLength(3);
    expect(kinds).toContain('quote');
  });
});
