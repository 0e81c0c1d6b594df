import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, SSF, utils } from '@e965/xlsx';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { packRows, type TableRow } from './packed-rows.ts';
import { writeTarget } from './target-file.ts';
import { countXlsxRows, LONGEST_CELL, type XlsxForm, XlsxWriter } from './xlsx-writer.ts';
import { columnLetters } from './xlsx-parts.ts';
import { ZipEntryWriter, ZipWriter } from './zip-writer.ts';
import { cellsOf } from '../table/tables-fixture.ts';

let target: string;
beforeEach(() => void (target = join(specFolder('xlsx'), 'leads.xlsx')));

const noDates = { dates: new Map() };
const write = (columns: string[], rows: TableRow[], form: XlsxForm = noDates) =>
  writeTarget({ path: target, overwrite: true }, async (file) => {
    const writer = new XlsxWriter(file, columns, form);
    for (let from = 0; from < rows.length; from += 100)
      await writer.write(packRows(rows.slice(from, from + 100), columns.length));
    await writer.end();
    return { notes: writer.notes(), isCut: writer.isCut };
  });
/** The XML of a sheet, as it stands in the file. */
const sheetXml = (number = 1) => {
  const book = read(readFileSync(target), { bookFiles: true }) as unknown as {
    files: Record<string, { content: Uint8Array }>;
  };
  return Buffer.from(book.files[`xl/worksheets/sheet${number}.xml`]?.content ?? []).toString('utf8');
};
const counted = () => countXlsxRows(target, readFileSync(target).length, 'leads.xlsx');

describe('a workbook', () => {
  it('goes on in a further sheet where one is full, each with the header', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => [`id-${index}`]);
    const said = await write(['id'], rows, { dates: new Map(), sheetRows: 101 });
    const notes = ['A sheet holds 100 leads, so the workbook has 3 sheets.'];
    expect(said).toEqual({ notes, isCut: false });
    const book = read(readFileSync(target));
    expect(book.SheetNames).toEqual(['Leads', 'Leads 2', 'Leads 3']);
    const found = book.SheetNames.map((name) => utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }));
    expect(found.map((sheet) => sheet.length)).toEqual([101, 101, 51]);
    expect(found.map((sheet) => sheet[0])).toEqual([['id'], ['id'], ['id']]);
    expect(found.flatMap((sheet) => sheet.slice(1))).toEqual(rows);
    expect(await counted()).toBe(250);
  });

  it('names the cells that are cut, and tears no character apart', async () => {
    const long = `${'x'.repeat(LONGEST_CELL - 1)}😀 and more`;
    const { notes, isCut } = await write(
      ['id', 'note'],
      [
        ['1', 'short'],
        ['2', long],
      ],
    );
    expect(isCut).toBe(true);
    expect(notes).toEqual([
      'A workbook holds 32,767 characters a cell. Cut there: lead 2, "note" (32,777 characters). Save as CSV, JSON or Parquet to keep all of it.',
    ]);
    const sheet = read(readFileSync(target)).Sheets['Leads'] ?? {};
    expect((sheet['B3'] as { v: string }).v).toBe('x'.repeat(LONGEST_CELL - 1));
    // One that ends there stays.
    await write(['a'], [[`${'x'.repeat(LONGEST_CELL - 2)}😀 and more`]]);
    const kept = read(readFileSync(target)).Sheets['Leads']?.['A2'] as { v: string };
    expect(kept.v).toBe(`${'x'.repeat(LONGEST_CELL - 2)}😀`);
  });

  it('has dates as numbers with a date format, and text beside them', async () => {
    const rows = cellsOf('2026-11-17|2026-11-17T13:47:05|004512', '1999-12-31|2026-02-28T00:00:00.0000000|1');
    await write(['day', 'moment', 'post code'], rows, {
      dates: new Map([
        [0, 'date'],
        [1, 'time'],
      ]),
    });
    const sheet = read(readFileSync(target), { cellNF: true, cellText: true }).Sheets['Leads'] ?? {};
    const cell = (name: string) => sheet[name] as { t: string; v: number | string; w?: string; z?: string };
    expect([cell('A2').t, SSF.format('yyyy-mm-dd', cell('A2').v)]).toEqual(['n', '2026-11-17']);
    expect(SSF.format('yyyy-mm-dd', cell('A3').v)).toBe('1999-12-31');
    expect(SSF.format('yyyy-mm-dd hh:mm:ss', cell('B2').v)).toBe('2026-11-17 13:47:05');
    expect([cell('C2').t, cell('C2').v]).toEqual(['s', '004512']);
  });

  it('has figures as numbers, and a text among them as text', async () => {
    const figures = new Set([1]);
    const rows = cellsOf(
      '007|12',
      '1.50|0.6000',
      '1e5|-3.25',
      '9|1e-7',
      '1|1e+21',
      '2|n/a',
      '3|1.2.3',
      '4|',
      '5|=1+1',
      '6|123456789012345680000',
      '7|0.00000123456789012346',
    );
    await write(['code', 'leads'], rows, { dates: new Map(), figures });
    const sheet = read(readFileSync(target)).Sheets['Leads'] ?? {};
    const column = (letter: string) => rows.map((_, row) => (sheet[`${letter}${row + 2}`] as { v?: unknown })?.v);
    expect(column('A')).toEqual(rows.map(([code]) => code));
    expect(column('B')).toEqual([
      ...[12, 0.6, -3.25, 1e-7, 1e21, 'n/a', '1.2.3', undefined, '=1+1'],
      ...[123_456_789_012_345_680_000, 0.00000123456789012346],
    ]);
    // In the format of a workbook's numbers; a cell without a format of its own is text.
    expect(sheetXml()).toContain('<c r="A2" t="str"><v>007</v></c><c r="B2" s="5"><v>12</v></c>');
  });

  it('names five of the cells that are cut by their leads, also behind a full sheet, and counts the others', async () => {
    const long = 'x'.repeat(LONGEST_CELL + 1);
    const rows = ['1', long, long, '4', long, long, long].map((text) => [text]);
    const { notes } = await write([long], rows, { dates: new Map(), sheetRows: 4 });
    const name = `"${long}" (32,768 characters)`;
    const named = ['the header', 'lead 2', 'lead 3', 'the header', 'lead 5'].map((place) => `${place}, ${name}`);
    expect(notes[1]).toContain(`Cut there: ${named.join(', ')} and 3 more. Save as`);
    const few = async (count: number) =>
      (
        await write(
          ['a'],
          Array.from({ length: count }, () => [long]),
        )
      ).notes[0];
    expect(await few(6)).toContain('lead 5, "a" (32,768 characters) and 1 more. Save as');
    expect(await few(5)).toContain('lead 5, "a" (32,768 characters). Save as');
    expect((await write([long.slice(1)], [])).notes).toEqual([]);
  });

  it('shows dates as fine as they are, in columns wide enough for them', async () => {
    const moment = '2026-11-17T13:47:05.123';
    const dates = new Map([
      [30, 'exactTime'],
      [2, 'date'],
      [3, 'time'],
    ] as const);
    const row = Array.from({ length: 31 }, () => '2026-11-17')
      .with(30, moment)
      .with(3, moment.slice(0, 19));
    await write(
      row.map((_, index) => `c${index}`),
      [row],
      { dates },
    );
    const { Leads: sheet = {} } = read(readFileSync(target), { cellNF: true, cellText: true, cellStyles: true }).Sheets;
    const cell = (name: string) => sheet[name] as { t: string; w: string; z: string };
    expect(['B2', 'C2', 'D2', 'AE2'].map((name) => [cell(name).t, cell(name).w].join(' '))).toEqual([
      's 2026-11-17',
      'n 2026-11-17',
      'n 2026-11-17 13:47:05',
      'n 2026-11-17 13:47:05.123',
    ]);
    const wide = (sheet['!cols'] ?? []).flatMap((column, index) => (column?.width === undefined ? [] : [index]));
    expect(wide).toEqual([2, 3, 30]);
  });

  it('has a header of its own form, the last cell of the table by its name, and text as text', async () => {
    await write(['a', 'b'], cellsOf('x|1', '<&>| 2 '));
    const xml = sheetXml();
    expect(xml).toContain('<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>a</t></is></c>');
    expect(xml).toContain('<row r="2"><c r="A2" t="str"><v>x</v></c><c r="B2" t="str"><v>1</v></c></row>');
    expect(xml).toContain('<ignoredError sqref="A1:B3" numberStoredAsText="1"/>');
    expect(sheetXml()).toContain('<t xml:space="preserve"> 2 </t>');
    const files = (read(readFileSync(target), { bookFiles: true }) as unknown as { keys: string[] }).keys;
    // Behind two that the reader makes.
    expect(files.slice(2)).toEqual([
      ...['xl/worksheets/sheet1.xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml'],
      ...['_rels/.rels', '[Content_Types].xml'],
    ]);
    // Without columns there is one cell to name nevertheless.
    await write([], [[], []]);
    expect(sheetXml()).toContain('sqref="A1:A3"');
  });

  it('has room for what its escapes make longer, in each row of a batch', async () => {
    const cells = [
      '&'.repeat(LONGEST_CELL),
      '\u0001_x0041_'.repeat(3000),
      '😀<'.repeat(9000),
      'x'.repeat(LONGEST_CELL),
    ];
    const rows = [...cells, ...cells].map((cell, at) => [cell, String(at), cells[(at + 1) % 4] ?? '']);
    expect((await write(['a', 'b', 'c'], rows)).notes).toEqual([]);
    const { Leads: sheet = {} } = read(readFileSync(target)).Sheets;
    const found = utils.sheet_to_json<string[]>(sheet, { header: 1 }).slice(1);
    expect(found.map((row, at) => row.every((cell, column) => cell === rows[at]?.[column]))).toEqual(
      rows.map(() => true),
    );
  });

  it('begins a further sheet before one has more bytes than every program unpacks', async () => {
    const size = vi.spyOn(ZipEntryWriter.prototype, 'unpackedBytes', 'get');
    const sheetsOf = async (bytes: number) => {
      size.mockReturnValue(bytes);
      const { notes } = await write(
        ['id'],
        Array.from({ length: 200 }, () => ['1']),
      );
      return notes;
    };
    expect(await sheetsOf(3_499_999_999)).toEqual([]);
    expect(await sheetsOf(3_500_000_000)).toHaveLength(1);
    size.mockRestore();
  });

  it('ends what is packed when its save fails', async () => {
    const ended = vi.spyOn(ZipEntryWriter.prototype, 'abandon');
    await writeTarget({ path: target, overwrite: true }, async (file) => {
      const writer = new XlsxWriter(file, ['id'], noDates);
      await writer.abandon();
      expect(ended).not.toHaveBeenCalled();
      await writer.write(packRows([['1']], 1));
      await writer.abandon();
      expect(ended).toHaveBeenCalledOnce();
    });
  });
});

it('rows are counted wherever one unpacked piece of a sheet ends and the next begins', async () => {
  for (let shift = 0; shift < 5; shift += 1) {
    await writeTarget({ path: target, overwrite: true }, async (file) => {
      const zip = new ZipWriter(file);
      await zip.add('xl/worksheets/sheet1.xml', ' '.repeat(shift) + '<row '.repeat(120_000));
      await zip.end();
    });
    expect(await counted()).toBe(120_000 - 1);
  }
});

it('columns have the letters that spreadsheet programs give them', () => {
  for (const column of [0, 1, 25, 26, 27, 51, 52, 700, 701, 702, 703, 16_383])
    expect(columnLetters(column)).toBe(utils.encode_col(column));
});
