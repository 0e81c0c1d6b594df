import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DEFAULT_SAVE_FORMATS,
  type SaveFormat,
  type SaveFormatName,
} from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { saveResult } from './save-result.ts';

// Nine hundred columns in five formats, on a busy computer.
vi.setConfig({ testTimeout: 60_000 });

type Cells = (string | null)[];
type Table = { readonly columns: readonly string[]; readonly rows: readonly Cells[] };

const CONTEXT: Parameters<typeof saveResult>[2] = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

let folder = '';
beforeEach(() => {
  folder = specFolder('round-trip');
});

/** What is in a lead as text. Characters that SQLite, XML or a spreadsheet could change are all here. */
const HARD_CELLS = [
  ...['plain', '', null, 'line\nfeed', 'carriage\rreturn', 'both\r\nof them', 'say "yes"', '"', 'tab\there'],
  ...['a,b;c|d', '00491234', '0045', '12345678901234567890', '1e5', 'TRUE', '2026-11-17', '=1+1', '+45'],
  ...['+45 75 88 26 93', '-3', '@SUM(A1)', "'quoted", ' blanks at both ends ', '\n', '👩‍👩‍👧 𝒳', 'שלום עולם ‏'],
  ...['مرحبا', 'Åse & <b>Bo</b> &amp; ]]>', '_x000D_ _x0041_ _x', 'separators \u2028 \u2029 \u0085'],
  ...['\u0001\u0002\u0007\u0008\u000b\u000c\u000e\u001b\u001f\u007f', '\ufeffmark', '\ufffe\uffff'],
  'é'.repeat(32_767),
  '{"a":[1,2]}',
  '__proto__',
] as const satisfies Cells;

const TABLES: Readonly<Record<string, Table>> = {
  'hard cells': {
    columns: ['uniqueId', 'data.Ansprechpartner "Chef", 1', 'data.__proto__'],
    rows: HARD_CELLS.map((cell, index) => [`id-${index}`, cell, HARD_CELLS[HARD_CELLS.length - 1 - index] ?? null]),
  },
  'one column of empty and filled cells': { columns: ['note'], rows: [[''], ['x'], [null], ['']] },
  'no lead': { columns: ['uniqueId', 'status'], rows: [] },
  '900 columns': {
    columns: Array.from({ length: 900 }, (_, index) => `data.field ${index}`),
    rows: Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: 900 }, (_, column) => (column % 7 === row % 7 ? null : `${row}/${column}`)),
    ),
  },
};

/** Saves from a store, as the program does, and answers the bytes. */
async function save(table: Table, format: SaveFormat, context = CONTEXT): Promise<Buffer> {
  using store = new ResultStore(join(folder, 'result.sqlite'));
  store.append(table.rows, table.columns.length);
  const target = join(folder, `leads.${format.format}`);
  const columns = table.columns.map((name, index) => ({ index, path: name, name }));
  const saved = await saveResult(store, { rows: store.rows, edits: null, target, format, columns }, context);
  expect(saved.rows).toBe(table.rows.length);
  const bytes = readFileSync(target);
  expect(saved.bytes).toBe(bytes.length);
  return bytes;
}

/** Reads a file with a program that is not ours: header and rows. `null` where the format knows nothing there. */
const READERS: Readonly<Record<SaveFormatName, (bytes: Buffer) => Promise<Table>>> = {
  async csv(bytes) {
    const { data } = Papa.parse<string[]>(bytes.toString('utf8').replace(/^\ufeff/, ''), {
      delimiter: ',',
      newline: '\r\n',
    });
    return { columns: data[0] ?? [], rows: data.slice(1, -1) };
  },
  async xlsx(bytes) {
    const book = read(bytes);
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
    const rows = utils.sheet_to_json<Cells>(sheet, { header: 1, blankrows: true, defval: '' });
    return { columns: (rows[0] ?? []) as string[], rows: rows.slice(1) };
  },
  async json(bytes) {
    return ofObjects(JSON.parse(bytes.toString('utf8')) as Record<string, string | null>[]);
  },
  async jsonl(bytes) {
    const lines = bytes.toString('utf8').split('\n').slice(0, -1);
    return ofObjects(lines.map((line) => JSON.parse(line) as Record<string, string | null>));
  },
  async parquet(bytes) {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    // The reader's own decoder drops a byte order mark at the beginning of a value.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const parsers = { stringFromBytes: (value: Uint8Array) => decoder.decode(value) };
    return ofObjects((await parquetReadObjects({ file, parsers })) as Record<string, string | null>[]);
  },
};

function ofObjects(objects: readonly Record<string, string | null>[]): Table {
  return { columns: Object.keys(objects[0] ?? {}), rows: objects.map((object) => Object.values(object)) };
}

/** A format without null has an empty text in its place. */
const KNOWS_NULL: ReadonlySet<SaveFormatName> = new Set(['json', 'jsonl', 'parquet']);
/** A file of objects has no names without a row. */
const HAS_HEADER: ReadonlySet<SaveFormatName> = new Set(['csv', 'xlsx']);

function readAs(cell: string | null, format: SaveFormatName): string | null {
  // The reader of workbooks makes CR LF a line feed whatever the file holds: a spec of its own looks at the file.
  if (format === 'xlsx') return (cell ?? '').replaceAll('\r\n', '\n');
  return KNOWS_NULL.has(format) ? cell : (cell ?? '');
}

describe.each(Object.entries(TABLES))('%s', (_name, table) => {
  it.each(Object.keys(READERS) as SaveFormatName[])('come back from %s cell by cell', async (format) => {
    const asked =
      format === 'csv' ? { ...DEFAULT_SAVE_FORMATS.csv, guardFormulas: false } : DEFAULT_SAVE_FORMATS[format];
    const found = await READERS[format](await save(table, asked));
    const expected = table.rows.map((row) => row.map((cell) => readAs(cell, format)));
    expect(found.rows).toEqual(expected);
    if (table.rows.length > 0 || HAS_HEADER.has(format)) expect(found.columns).toEqual(table.columns);
  });
});

it('hears a cancel between two parts, and writes nothing', async () => {
  const cancel = new AbortController();
  const onProgress = vi.fn<() => void>(() => void setImmediate(() => cancel.abort()));
  const rows = Array.from({ length: 100 }, () => ['x']);
  // Parquet gathers rows, so that no file is waited for between the two.
  await expect(
    save({ columns: ['note'], rows }, DEFAULT_SAVE_FORMATS.parquet, { signal: cancel.signal, onProgress }),
  ).rejects.toMatchObject({ reason: 'cancelled' });
  expect(onProgress.mock.calls).toEqual([[50, 100]]);
  expect(existsSync(join(folder, 'leads.parquet'))).toBe(false);
});

it('a workbook holds both characters of a line end', async () => {
  const bytes = await save({ columns: ['note'], rows: [['both\r\nof them']] }, DEFAULT_SAVE_FORMATS.xlsx);
  const book = read(bytes, { bookFiles: true }) as { files?: Record<string, { content: Uint8Array }> };
  const sheet = Buffer.from(book.files?.['xl/worksheets/sheet1.xml']?.content ?? []).toString('utf8');
  expect(sheet).toContain('<t xml:space="preserve">both_x000D_\nof them</t>');
});

describe.each(['json', 'jsonl'] as const)('%s, nested', (format) => {
  it('has the objects and lists that came, and every text that is no such thing', async () => {
    const texts = HARD_CELLS.filter((cell) => cell !== '{"a":[1,2]}');
    const table: Table = {
      columns: ['uniqueId', 'campaign.code', 'data.Phone.', 'campaign.name', 'data.Tags'],
      rows: [
        ['1', 'DK', '+45 1', null, '["a","b"]'],
        ['2', 'DK', '[not a list', 'Sommer', '[1,2.50]'],
        ['3', 'DK', '{"a":\n1}', '', '{"a":{"b":"å"}}'],
        ...texts.map((cell, index): Cells => [`id-${index}`, 'SE', cell, cell, null]),
      ],
    };
    const bytes = await save(table, { format, nested: true });
    const text = bytes.toString('utf8');
    const found: unknown = JSON.parse(format === 'json' ? text : `[${text.trimEnd().split('\n').join(',')}]`);
    const lead = (uniqueId: string, code: string, name: string | null, phone: string | null, tags: unknown) => ({
      uniqueId,
      campaign: { code, name },
      data: { 'Phone.': phone, Tags: tags },
    });
    expect(found).toEqual([
      lead('1', 'DK', null, '+45 1', ['a', 'b']),
      lead('2', 'DK', 'Sommer', '[not a list', [1, 2.5]),
      lead('3', 'DK', '', '{"a":\n1}', { a: { b: 'å' } }),
      ...texts.map((cell, index) => lead(`id-${index}`, 'SE', cell, cell, null)),
    ]);
    // Numbers keep their digits.
    expect(text).toContain('[1,2.50]');
  });
});

describe('CSV', () => {
  const base = DEFAULT_SAVE_FORMATS.csv;
  const table: Table = {
    columns: ['Name', 'Phone'],
    rows: [
      ['Åse; "Bo"\tx|y,z', '+45'],
      ['a\r\nb\nc', '=1+1'],
    ],
  };

  it.each([',', ';', '\t', '|'] as const)('comes back with the delimiter %j, in either line end', async (delimiter) => {
    for (const lineEnd of ['crlf', 'lf'] as const) {
      const bytes = await save(table, { ...base, delimiter, lineEnd, guardFormulas: false, byteOrderMark: false });
      rmSync(join(folder, 'result.sqlite'));
      const newline = lineEnd === 'lf' ? '\n' : '\r\n';
      const { data } = Papa.parse<string[]>(bytes.toString('utf8'), { delimiter, newline });
      expect(data.slice(0, -1)).toEqual([table.columns, ...table.rows]);
    }
  });

  it('guards formulas and leaves phones alone', async () => {
    const { rows } = await READERS.csv(await save(table, base));
    expect(rows.map((row) => row[1])).toEqual(['+45', "'=1+1"]);
  });

  it('begins with a byte order mark only when asked', async () => {
    expect((await save(table, base)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    rmSync(join(folder, 'result.sqlite'));
    expect((await save(table, { ...base, byteOrderMark: false })).subarray(0, 4).toString()).toBe('Name');
  });

  it('is written in windows-1252, and refuses a character that is not in it', async () => {
    const western: Table = { columns: ['Preis'], rows: [['Äöü ß å ø æ é € „x“ –']] };
    const bytes = await save(western, { ...base, encoding: 'windows-1252' });
    expect(new TextDecoder('windows-1252').decode(bytes)).toBe('Preis\r\nÄöü ß å ø æ é € „x“ –\r\n');
    rmSync(join(folder, 'result.sqlite'));
    const polish: Table = { columns: ['Name'], rows: [['Anna'], ['Łukasz']] };
    await expect(save(polish, { ...base, encoding: 'windows-1252' })).rejects.toMatchObject({
      reason: 'notWritten',
      message: expect.stringContaining('windows-1252 has no "Ł"') as string,
    });
  });
});

describe('Parquet', () => {
  const typed: Table = {
    columns: ['uniqueId', 'priority', 'uploadTime', 'lastModifiedTime', 'data.Score', 'data.Optin', 'data.Birthday'],
    rows: [
      ['1', '3', '2026-05-06T10:16:41.1234560', '2026-11-16T09:00:00', '-0.25', 'true', '1969-12-31'],
      ['2', '-12', '1601-01-01T00:00:00.0000000', '2026-11-16T23:59:59', '17', 'false', '2024-02-29'],
      ['3', null, null, null, null, null, null],
    ],
  };

  async function metadataOf(bytes: Buffer) {
    const { parquetMetadata } = await import('hyparquet');
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    return parquetMetadata(file);
  }
  const typesOf = async (bytes: Buffer) =>
    (await metadataOf(bytes)).schema
      .slice(1)
      .map(({ type, converted_type, logical_type }) => converted_type ?? logical_type?.type ?? type);

  it('has types where every value proves them, and names stay text', async () => {
    const bytes = await save(typed, DEFAULT_SAVE_FORMATS.parquet);
    expect(await typesOf(bytes)).toEqual(['UTF8', 'INT64', 'TIMESTAMP', 'TIMESTAMP', 'DOUBLE', 'BOOLEAN', 'DATE']);
    const [, , upload] = (await metadataOf(bytes)).schema.slice(1);
    expect(upload?.logical_type).toMatchObject({ isAdjustedToUTC: false, unit: 'MICROS' });
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    // Without the reader's own dates, which have no microseconds.
    const raw = { timestampFromMicroseconds: (value: bigint) => value };
    const rows = await parquetReadObjects({ file, parsers: raw });
    expect(rows.map((row) => Object.values(row))).toEqual([
      [
        '1',
        3n,
        BigInt(Date.UTC(2026, 4, 6, 10, 16, 41)) * 1000n + 123_456n,
        BigInt(Date.UTC(2026, 10, 16, 9)) * 1000n,
        -0.25,
        true,
        new Date('1969-12-31'),
      ],
      [
        '2',
        -12n,
        BigInt(Date.UTC(1601, 0, 1)) * 1000n,
        BigInt(Date.UTC(2026, 10, 16, 23, 59, 59)) * 1000n,
        17,
        false,
        new Date('2024-02-29'),
      ],
      ['3', null, null, null, null, null, null],
    ]);
  });

  it.each([
    ...['007', '1e5', '1.50', '-0', '.5', '+45', '+4512345678', '1234567890123456', 'TRUE', '0x10'],
    ...['Infinity', ' 1', '1 ', '1,5', '', '2026-02-31', '2026-11-16 09:00:00', '2026-11-16T09:00:00Z'],
    ...['2026-11-16T09:00:00.123456789', '2026-11-16T09:00:00.1', '1582-10-10', '16-11-2026'],
  ])('one %j keeps a whole column text, behind a thousand values of a type', async (odd) => {
    const plain = /^\d{4}-/.test(odd) ? (odd.length === 10 ? '2026-11-16' : '2026-11-16T09:00:00') : '12';
    const rows = Array.from({ length: 1000 }, () => [plain]);
    const bytes = await save({ columns: ['data.Field'], rows: [...rows, [odd]] }, DEFAULT_SAVE_FORMATS.parquet);
    expect(await typesOf(bytes)).toEqual(['UTF8']);
    const found = await READERS.parquet(bytes);
    expect(found.rows).toEqual([...rows, [odd]]);
  });
});
