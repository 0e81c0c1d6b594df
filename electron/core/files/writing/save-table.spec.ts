import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, SSF, utils } from '@e965/xlsx';
import type * as promises from 'node:fs/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SAVE_FORMATS, partialName } from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { countCsvRows } from './csv-writer.ts';
import { daysOfMonth, isoDate } from './iso-dates.ts';
import { countJsonRows } from './json-writer.ts';
import { countParquetRows, ParquetFile } from './parquet-file.ts';
import { saveTable } from './save-table.ts';
import { type PackedRows, packRows, ROW_END, type TableRow } from './packed-rows.ts';
import { writeTarget } from './target-file.ts';
import { countXlsxRows, LONGEST_CELL, XlsxWriter } from './xlsx-writer.ts';

/** A disk that says it wrote what it lost; everything else is the real file system. */
const disk = vi.hoisted(() => ({ losesBytes: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const write = async (buffer: Buffer, offset: number, length: number, position: number) => {
        if (!disk.losesBytes) return handle.write(buffer, offset, length, position);
        await handle.write(buffer, offset, Math.floor(length / 2), position);
        return { bytesWritten: length, buffer };
      };
      return new Proxy(handle, {
        get: (inner, key) => {
          if (key === 'write') return write;
          const value = Reflect.get(inner, key) as unknown;
          return typeof value === 'function' ? (value.bind(inner) as unknown) : value;
        },
      });
    },
  };
});

let folder = '';
let target = '';
beforeEach(() => {
  disk.losesBytes = false;
  folder = specFolder('save-table');
  target = join(folder, 'leads.bin');
});

async function* batches(rows: readonly TableRow[], columns: number, size = 100): AsyncGenerator<PackedRows> {
  for (let from = 0; from < rows.length; from += size) yield packRows(rows.slice(from, from + size), columns);
}

function saveRows(
  format: keyof typeof DEFAULT_SAVE_FORMATS,
  columns: readonly string[],
  rows: readonly TableRow[],
  onProgress: (rows: number) => void = () => undefined,
) {
  return saveTable(
    {
      target: { path: target, overwrite: true },
      format: DEFAULT_SAVE_FORMATS[format],
      columns,

      dates: new Map(),
      batches: batches(rows, columns.length),
    },
    onProgress,
  );
}

const people = Array.from({ length: 2500 }, (_, index) => [`Person ${index}`, `+45 ${index}`, null]);

describe('rows counted back', () => {
  const counts = {
    csv: () => countCsvRows(target),
    xlsx: () => countXlsxRows(target, readFileSync(target).length, 'leads.xlsx'),
    json: () => countJsonRows(target, 'json'),
    jsonl: () => countJsonRows(target, 'jsonl'),
    parquet: () => countParquetRows(target),
  };
  const formats = Object.keys(counts) as (keyof typeof counts)[];

  it.each(formats)(
    'are none in the %s file of an export without leads, which has no columns either',
    async (format) => {
      expect(await saveRows(format, [], [])).toMatchObject({ rows: 0 });
      expect(await counts[format]()).toBe(0);
    },
  );

  it.each(formats)('are those of the %s file', async (format) => {
    expect((await saveRows(format, ['Name', 'Phone', 'Note'], people)).rows).toBe(people.length);
    expect(await counts[format]()).toBe(people.length);
  });

  it.each(formats)('are told while the %s file is written', async (format) => {
    const told: number[] = [];
    await saveRows(format, ['Name', 'Phone', 'Note'], people.slice(0, 250), (rows) => told.push(rows));
    expect(told).toEqual([100, 200, 250]);
  });

  it.each(formats)('are never as many when the end of the %s file is gone', async (format) => {
    const { bytes } = await saveRows(format, ['Name', 'Phone', 'Note'], people);
    truncateSync(target, Math.floor(bytes / 2));
    const counted = await counts[format]().catch(() => 'refused');
    expect(counted).not.toBe(people.length);
  });

  it.each(formats)('remove a %s file in which one is missing, and leave the old one', async (format) => {
    writeFileSync(target, 'old and whole');
    disk.losesBytes = true;
    const saving = saveRows(format, ['Name', 'Phone', 'Note'], people);
    await expect(saving).rejects.toMatchObject({ name: 'FileTrouble', reason: 'notWritten' });
    expect(readFileSync(target, 'utf8')).toBe('old and whole');
    expect(readdirSync(folder)).toEqual(['leads.bin']);
  });
});

it('a Parquet file tells its columns and gives its rows back as text', async () => {
  await saveRows('parquet', ['Name', 'Phone', 'Note'], people);
  await using file = await ParquetFile.open(target);
  expect(file.columns).toEqual(['Name', 'Phone', 'Note']);
  const rows: TableRow[] = [];
  for await (const group of file.rows(['Phone', 'Missing', 'Name'])) rows.push(...group);
  expect(rows).toEqual(people.map(([name, phone]) => [phone, null, name]));
});

describe('a workbook', () => {
  const write = (columns: string[], rows: TableRow[], form: ConstructorParameters<typeof XlsxWriter>[2]) =>
    writeTarget({ path: target, overwrite: true }, async (file) => {
      const writer = new XlsxWriter(file, columns, form);
      for await (const batch of batches(rows, columns.length)) await writer.write(batch);
      await writer.end();
      return { notes: writer.notes(), isCut: writer.isCut };
    });

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
    expect(await countXlsxRows(target, readFileSync(target).length, 'leads.xlsx')).toBe(250);
  });

  it('holds as many rows a sheet as spreadsheet programs do', async () => {
    const rows = 1_048_576;
    const packed = { bytes: Buffer.alloc(2 * rows, Buffer.from([0x37, ROW_END])), rows };
    const notes = await writeTarget({ path: target, overwrite: true }, async (file) => {
      const writer = new XlsxWriter(file, ['id'], { dates: new Map() });
      await writer.write(packed);
      await writer.end();
      return writer.notes();
    });
    expect(notes).toEqual(['A sheet holds 1,048,575 leads, so the workbook has 2 sheets.']);
  });

  it('names the cells that are cut, and tears no character apart', async () => {
    const long = `${'x'.repeat(LONGEST_CELL - 1)}😀 and more`;
    const { notes, isCut } = await write(
      ['id', 'note'],
      [
        ['1', 'short'],
        ['2', long],
      ],
      { dates: new Map() },
    );
    expect(isCut).toBe(true);
    expect(notes).toEqual([
      'A workbook holds 32,767 characters a cell. Cut there: lead 2, "note" (32,777 characters). Save as CSV, JSON or Parquet to keep all of it.',
    ]);
    const sheet = read(readFileSync(target)).Sheets['Leads'] ?? {};
    expect((sheet['B3'] as { v: string }).v).toBe('x'.repeat(LONGEST_CELL - 1));
  });

  it('has dates as numbers with a date format, and text beside them', async () => {
    const rows = [
      ['2026-11-17', '2026-11-17T13:47:05', '004512'],
      ['1999-12-31', '2026-02-28T00:00:00.0000000', '1'],
    ];
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
});

describe('a date', () => {
  /** In the middle of other bytes, as a writer asks. */
  const dateIn = (text: string) => isoDate(Buffer.from(`1${text}1`), 1, 1 + text.length);

  it.each(['2026-11-17', '2026-11-17T13:47:05', '2026-11-17 13:47:05', '2026-11-17T13:47:05.1230000'])(
    'is %j',
    (text) => expect(dateIn(text)).not.toBeNull(),
  );

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-11-17T25:00:00',
    '2026-11-17T13:47:05Z',
    '2026-11-17T13:47:05+01:00',
    '2026-11-17T13:47:05.1234',
    '1900-02-28',
    '20261117',
    '17.11.2026',
    '2026-11-17 ',
    '',
  ])('is not %j: it stays text', (text) => expect(dateIn(text)).toBeNull());

  it('is the day and the time of the calendar', () => {
    const [first, last] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (moment) => {
        const text = new Date(moment).toISOString().slice(0, -1);
        const serialOf = (milliseconds: number) => (milliseconds - Date.UTC(1899, 11, 30)) / 86_400_000;
        const whole = Math.floor(moment / 1000) * 1000;
        expect(dateIn(text)?.serial).toBe(serialOf(moment));
        expect(dateIn(text.slice(0, 19))).toEqual({ serial: serialOf(whole), precision: 'time' });
        expect(dateIn(text.slice(0, 10))).toEqual({ serial: Math.floor(serialOf(moment)), precision: 'date' });
      }),
      { numRuns: 1000 },
    );
  });

  it('lies in a month that has such a day', () => {
    for (const year of [1900, 2000, 2023, 2024])
      for (let month = 1; month <= 12; month += 1)
        expect(daysOfMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
    expect([daysOfMonth(2024, 0), daysOfMonth(2024, 13)]).toEqual([0, 0]);
  });
});

it.each([
  ['leads.csv', 'leads.partial.csv'],
  ['/a.b/leads', '/a.b/leads.partial'],
  [String.raw`C:\x.y\leads.v2.xlsx`, String.raw`C:\x.y\leads.v2.partial.xlsx`],
  ['leads.partial.csv', 'leads.partial.csv'],
  ['.leads', '.leads.partial'],
])('the partial name of %j is %j', (name, partial) => expect(partialName(name)).toBe(partial));
