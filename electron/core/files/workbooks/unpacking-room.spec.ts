import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { stagedAs } from '../staging/staged-fixture.ts';
import { xlsxParts, zipOf } from './workbooks-fixture.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

let root = '';
let folder = '';
beforeAll(() => void (root = specFolder('unpacking')));
beforeEach(() => void (folder = mkdtempSync(join(root, 'file-'))));

async function read(bytes: Uint8Array, choices?: ReadingChoices): Promise<string[][]> {
  return (await stagedAs(join(folder, 'book'), bytes, choices)).rows;
}

async function expectRefused(bytes: Uint8Array): Promise<void> {
  await expect(read(bytes)).rejects.toMatchObject({ name: 'FileTrouble', reason: 'bomb' });
  expect(readdirSync(folder)).toEqual(['book']);
}

describe('what an ODS file repeats', () => {
  const sheetOf = (rows: readonly string[]) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`,
    });
  const cell = (text: string, repeated = 1) =>
    `<table:table-cell table:number-columns-repeated="${repeated}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const empty = (repeated: number) => `<table:table-cell table:number-columns-repeated="${repeated}"/>`;
  const row = (cells: string, repeated: number | string = 1) =>
    `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`;

  it.each([
    ['rows and columns of a long cell', row(cell('x'.repeat(300), 16_384), 10_000)],
    ['rows behind thousands of empty cells', row(empty(16_000) + cell('x'), 10_000)],
    ['columns, row after row', row(cell('x', 16_384)).repeat(300)],
    ['blanks', row(cell('x<text:s text:c="10000"/>x')).repeat(8000)],
    ['blanks, in one cell', row(cell(`x${'<text:s text:c="10000"/>'.repeat(60_000)}x`))],
  ])('counts as if it were in the file: %s', async (_, rows) => {
    const bytes = sheetOf([row(cell('Name')), rows]);
    expect(bytes.length).toBeLessThan(16_000);
    await expectRefused(bytes);
  });

  it('is read when it is what a person would repeat, also beside a tail of empty cells', async () => {
    const rows = [
      row(cell('Name') + cell('City') + empty(16_370)),
      row(cell('Anna') + cell('Hobro<text:s text:c="-1"/>', 3) + empty(16_370), 5000),
      row(empty(16_370), 1_000_000),
      row(cell('Bent'), 'none'),
      row(empty(16_384), 43_575),
    ];
    const found = await read(sheetOf(rows), { headerLine: 1, lastDataLine: 2_000_000 });
    expect(found).toHaveLength(5001);
    expect(found.at(-1)?.[0]).toBe('Bent');
  });

  it('may have many empty cells between those with a value', async () => {
    const line = row(cell('Anna') + empty(398) + cell('Hobro'));
    expect(await read(sheetOf([row(cell('Name') + empty(398) + cell('City')), line.repeat(10_000)]))).toHaveLength(
      10_000,
    );
  });

  it('is a cell that is too long to be read as one', async () => {
    // Bytes that pack badly, so that the file is large enough to hold so much.
    const noise = Array.from({ length: 100_000 }, (_, index) => `<!--${Math.imul(index, 2_654_435_761)}-->`).join('');
    const paragraph = `<text:p>${'x'.repeat(1_000_000)}</text:p>`;
    const bytes = sheetOf([noise, row(cell('Name')), row(cell(paragraph.repeat(70)))]);
    await expect(read(bytes)).rejects.toMatchObject({ name: 'FileTrouble', reason: 'tooLarge' });
  });
});

describe('texts that many cells of a workbook share', () => {
  const header = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>';
  const shared = '<c t="s"><v>1</v></c>';
  const unusual = '<c t="s"><f>A1</f><v>1</v></c>';
  const bookOf = (rows: string, text: string) =>
    zipOf(
      xlsxParts([{ name: 'S', xml: `<sheetData>${header}${rows}</sheetData>` }], {
        strings: ['<t>Name</t>', `<t>${text}</t>`],
      }),
    );

  it.each([
    ['in many rows', `<row>${shared}${shared}</row>`.repeat(1000), 'x'.repeat(50_000)],
    ['written with a formula', `<row>${unusual}</row>`.repeat(1000), 'x'.repeat(100_000)],
    ['as text that is not plain', `<row>${shared}</row>`.repeat(1000), 'é'.repeat(50_000)],
    ['in one row', `<row>${shared.repeat(16_000)}</row>`, 'x'.repeat(1_000_000)],
    ['behind thousands of columns', '<row><c r="XFD2"><v>1</v></c></row>'.repeat(2000), 'x'],
  ])('count as if each cell had its own: %s', async (_, rows, text) => {
    const bytes = bookOf(rows, text);
    expect(bytes.length).toBeLessThan(16_000);
    await expectRefused(bytes);
  });

  it('are read when a person would write so many', async () => {
    const rows = `<row>${shared.repeat(4)}<c r="OO1"><v>1</v></c></row>`.repeat(10_000);
    expect(await read(bookOf(rows, 'a long note of some supplier about this lead'.repeat(8)))).toHaveLength(10_000);
  });

  it('that a format makes of a digit count, too', async () => {
    const rows = '<row><c s="1"><v>1</v></c></row>'.repeat(300_000);
    const sheet = [{ name: 'S', xml: `<sheetData>${header}${rows}</sheetData>` }];
    const words = `[=1]"${'many words '.repeat(22)}"`;
    const bytes = zipOf(xlsxParts(sheet, { strings: ['<t>Name</t>'], formats: [words] }));
    expect(bytes.length).toBeLessThan(64_000);
    await expectRefused(bytes);
  });

  it('count in an old workbook, too', async () => {
    // The writer never ends with a text that goes on in a second record.
    const rows = Array.from({ length: 1000 }, () => Array.from({ length: 25 }, () => 'x'.repeat(4000)));
    const book = utils.book_new(utils.aoa_to_sheet([['Name'], ...rows]), 'S');
    const bytes = write(book, { type: 'buffer', bookType: 'biff8', bookSST: true }) as Buffer;
    expect(bytes.length).toBeLessThan(400_000);
    await expectRefused(bytes);
  });
});
