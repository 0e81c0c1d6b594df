import { describe, expect, it } from 'vitest';
import { isFrontMatter } from './front-matter.ts';
import { SheetLooker } from './sheet-look.ts';
import { type SheetForSpecs, textRows, troubleOf, workbookReader, xlsxParts, zipOf } from './workbooks-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

const read = workbookReader('leads.xlsx');

const table = textRows([['Name', 'Phone', 'City'], ...Array.from({ length: 45 }, () => ['Bo', '020', 'Ry'])]);
const cover = textRows([['Leads of May'], ['Do not pass on.']]);

type NamedSheet = readonly [name: string, xml: string, state?: SheetForSpecs['state']];

async function chosenOf(sheets: readonly NamedSheet[], sheet?: string) {
  const parts = xlsxParts(
    sheets.map(([name, xml, state]) => ({ name, xml, ...(state === undefined ? {} : { state }) })),
  );
  const { reading } = await read('zip', zipOf(parts), sheet === undefined ? {} : { sheet });
  const { value, certainty, reason, alternatives } = reading.sheet;
  return [value, certainty, reason, alternatives];
}

const chosen = (...sheets: readonly NamedSheet[]) => chosenOf(sheets);
const found = async (...sheets: readonly NamedSheet[]) => (await chosenOf(sheets))[0];
const few = textRows([['Name', 'Phone', 'City'], ...Array.from({ length: 5 }, () => ['Bo', '020', 'Ry'])]);

describe('the sheet of a workbook', () => {
  it('is the one that a person chose, however it is written', async () => {
    const sheets = [
      ['A', cover],
      ['Data', table],
      ['data', table],
    ] as const;
    expect(await chosenOf(sheets, 'data')).toEqual(['data', 'yours', 'You chose it.', ['A', 'Data']]);
    expect(await chosenOf(sheets, ' DATA ')).toEqual(['Data', 'yours', 'You chose it.', ['A', 'data']]);
    expect((await troubleOf(chosenOf(sheets, 'Other'))).message).toBe(
      'The workbook has no sheet "Other". Its sheets are: A, Data, data.',
    );
  });

  it('is the first one that is surely a table, and it says why', async () => {
    expect(await chosen(['A', cover])).toEqual(['A', 'only', 'The workbook has one sheet.', []]);
    const empty = '<sheetData/>';
    expect(await chosen(['A', empty], ['B', cover])).toEqual([
      'B',
      'certain',
      'It is the only sheet with content.',
      ['A'],
    ]);
    expect(await chosen(['H', table, 'hidden'], ['E', empty], ['A', table], ['B', table])).toEqual([
      'A',
      'likely',
      'It is the first visible sheet with content, of 3 that have some.',
      ['H', 'E', 'B'],
    ]);
    expect(await chosen(['A', cover], ['B', table], ['C', table])).toEqual([
      'B',
      'likely',
      'It is the first visible sheet with a table; the sheets before it look like a cover, a form or notes.',
      ['A', 'C'],
    ]);
    expect((await troubleOf(chosen(['A', empty]))).message).toContain('The workbook has no sheet with content');
  });

  it('is found among sheets that are read to know what they say', async () => {
    const form = textRows(cellsOf('Company:|Nord|x', 'Phone:|020', 'Mail:|a@x.dk'));
    const names = textRows(Array.from({ length: 45 }, () => ['Anna Olsen']));
    const terms = textRows([
      ...Array.from({ length: 35 }, () => ['These leads are for you']),
      ...Array.from({ length: 100 }, () => ['Anna']),
    ]);
    expect(await found(['A', cover], ['B', table])).toBe('B');
    expect(await found(['A', cover], ['B', cover])).toBe('A');
    expect(await found(['A', form], ['B', table])).toBe('B');
    expect(await found(['A', names], ['B', table])).toBe('A');
    expect(await found(['A', cover], ['B', names], ['C', table])).toBe('C');
    expect(await found(['A', terms], ['B', table])).toBe('B');
    expect(await found(['A', form], ['B', cover], ['C', few])).toBe('C');
    expect(await found(['A', form], ['B', names])).toBe('A');
  });

  it('is none that lists the other sheets, as Numbers puts before its tables', async () => {
    const summary = (...listed: string[]) =>
      textRows([
        ['', 'This document was exported from Numbers. Each table was converted to an Excel worksheet.'],
        ['', 'Numbers Sheet Name', 'Numbers Table Name', 'Excel Worksheet Name'],
        ...listed.flatMap((name) => [
          ['', name.slice(0, 7)],
          ['', '', 'Table 1', name],
        ]),
      ]);
    const [one, two] = ['Sheet 1 - Table 1', 'Sheet 2 - Table 1'];
    expect(await found(['Export Summary', summary(one)], [one, few])).toBe(one);
    expect(await found(['Export Summary', summary(one, two)], [one, few], [two, few])).toBe(one);
    expect(await found(['A', textRows(cellsOf('Sheet|Rows|By', 'B|5|Ann'))], ['B', table])).toBe('B');
    expect(await found(['A', summary(one)], [one, few], [two, few])).toBe('A');
    const towns = (...rows: string[][]) => textRows([['Name', 'Phone', 'City'], ...rows]);
    expect(await found(['A', towns(['Bo', '020', 'Ry'], ['Ib', '021', 'Ry'])], ['Ry', few])).toBe('A');
    expect(await found(['A', towns(['Bo', '020', 'Ry'], ['Ib', '021', 'Ås'])], ['Ry', few])).toBe('A');
  });

  it('is a hidden one where no visible one has content, which it says', async () => {
    expect(await chosen(['E', '<sheetData/>'], ['H', table, 'hidden'], ['V', table, 'veryHidden'])).toEqual([
      'H',
      'likely',
      'It is the first sheet with content, of 2 that have some. All of them are hidden.',
      ['E', 'V'],
    ]);
  });
});

const times = (count: number, ...rows: string[][]) => Array.from({ length: count }, () => rows).flat();

describe('before a table', () => {
  it.each<[string, string[][], boolean]>([
    ['sentences', times(3, ['These leads are for you'], ['Use them soon and well']), true],
    ['sentences of three words', times(3, ['Use them soon']), false],
    ['a column of names', times(9, ['Anna Olsen']), false],
    ['labels with colons', cellsOf('Made by:|Ann', 'On:|2026', 'Bo|Ib', 'Eva|Lis'), true],
    ['few labels with colons', cellsOf('Made by:|Ann', 'Bo|Ib', 'Eva|Lis'), false],
    ['explained words', times(4, ['Xyz', 'what this one means']), true],
    ['words explained by two', times(4, ['Xyz', 'two words']), false],
    ['explained words below a header', [['Name', 'Address'], ...times(9, ['Bo', 'Long road 12 west'])], false],
    ['a header too far below', [...times(5, ['Xyz', 'what this one means']), ['Name', 'Address']], true],
    ['numbers behind words', times(4, ['Xyz', '12 34 56']), false],
    [
      'a form of labels and values of several kinds',
      cellsOf('Project|Summer', 'Version|3', 'Day|2026-01-01', 'By|Ann', 'No|7', 'For|Bo', 'Of|Ib'),
      true,
    ],
    ['a form below one name of a column', [['Name'], ...times(3, ['Project', 'Summer'], ['Version', '3'])], true],
    ['the same with five values', cellsOf('Project|Summer', 'Version|3', 'Day|2026-01-01', 'By|Ann', 'No|7'), false],
    [
      'five values below a title',
      [['Members'], ['Project', 'Summer'], ['Version', '3'], ['Day', '2026-01-01'], ['By', 'Ann'], ['No', '7']],
      false,
    ],
    ['names and phones', times(9, ['Anna Olsen', '+45 20 30 40 50']), false],
    ['numbers and values of several kinds', cellsOf('1|a', '2|3', '4|b', '5|6', '7|c', '8|9'), false],
    ['rows of labels beside others', cellsOf('Company:|a|b', 'Phone|2', 'x|y|z'), true],
    ['two rows of labels', cellsOf('Company:|a|b', 'Phone|2'), false],
    ['a table of three columns', [['Name', 'Phone', 'City'], ...times(3, ['Bo', '020', 'Ry'])], false],
    ['sentences of four words, most of them', [['Bo'], ['Ib'], ...times(3, ['Use them very soon'])], true],
    ['one label with a colon', [['Made by:', 'Ann']], true],
    ['names and towns', times(7, ['Anna Olsen', 'Ry']), false],
    ['names beside values of several kinds', times(4, ['Anna Olsen', 'x', 'y'], ['Bo Lind', '3', 'z']), false],
    ['a number among the labels', [...times(3, ['Project', 'Summer'], ['Version', '3']), ['1', '2']], false],
    ['three of each kind behind labels', times(3, ['Project', 'Summer'], ['Version', '3']), true],
    [
      'names and values of several kinds below a header',
      [['Name', 'Phone'], ...times(3, ['Anna Olsen', 'none'], ['Bo Lind', '+45 20 30 40 50'])],
      false,
    ],
    ['nothing', [], false],
    ['blanks', [[' ', '']], false],
  ])('%s', (_title, rows, isFront) => {
    expect(isFrontMatter(rows)).toBe(isFront);
  });

  it.each<[string, number[], string]>([
    ['a row', [3], 'other'],
    ['two rows of three', [3, 3], 'short'],
    ['39 rows', [...Array<number>(38).fill(1), 3], 'short'],
    ['40 rows', [...Array<number>(39).fill(1), 3], 'table'],
    ['blank rows count for nothing', [0, 3, 0], 'other'],
    ['what is wide too late', [...Array<number>(40).fill(1), 3], 'thin'],
    ['29 rows of one', Array<number>(29).fill(1), 'cover'],
    ['30 rows of one', Array<number>(30).fill(1), 'thin'],
    ['few pairs', [1, 1, 2, 2, 1], 'cover'],
    ['many pairs', [1, 1, 2, 2, 2], 'thin'],
  ])('%s', (_title, filled, look) => {
    const looker = new SheetLooker();
    for (const cells of filled) looker.add(cells);
    expect(looker.look).toBe(look);
  });
});
