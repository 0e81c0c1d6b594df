import { utils, write, type WorkSheet } from '@e965/xlsx';
import { describe, expect, it, vi } from 'vitest';
import { workbookReader } from './workbooks-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const read = workbookReader('leads.xls');

function workbook(sheet: WorkSheet, bookType: 'biff8' | 'xlsb' = 'biff8'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'S');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

describe('an old workbook', () => {
  it('shows errors of formulas as spreadsheet programs do, and says so', async () => {
    const errors = [0x00, 0x07, 0x0f, 0x17, 0x1d, 0x24, 0x2a];
    const sheet = utils.aoa_to_sheet([['Name', 'Value'], ...errors.map((_, at) => [`Person ${at}`, 0])]);
    for (const [at, v] of errors.entries()) sheet[`B${at + 2}`] = { t: 'e', v };
    const { rows, reading } = await read('compound', workbook(sheet), { headerLine: 1 });
    const shown = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];
    expect(rows.map(([, value]) => value)).toEqual(shown);
    expect(reading.problems.find(({ kind }) => kind === 'formulaError')).toMatchObject({
      count: 7,
      examples: shown.map((text, at) => ({ line: at + 2, column: 'Value', text })),
    });
  });

  it('says which rows and columns are hidden, and where cells are merged', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone', 'City'],
      ['Anna', '20304050', 'Ry'],
      ['Bent', '20304051', 'Ribe'],
    ]);
    sheet['!rows'] = [{}, { hidden: true }];
    sheet['!cols'] = [{}, {}, { hidden: true }];
    sheet['!merges'] = [{ s: { r: 2, c: 1 }, e: { r: 2, c: 2 } }];
    const { reading } = await read('zip', workbook(sheet, 'xlsb'), { headerLine: 1 });
    const found = reading.problems.map(({ kind, examples }) => [kind, examples[0]?.line, examples[0]?.column]);
    expect(found).toContainEqual(['hiddenRows', 2, '']);
    expect(found).toContainEqual(['hiddenColumns', 1, 'City']);
    expect(found).toContainEqual(['merged', 3, 'Phone']);
  });
});
