import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { parquetReadObjects } from 'hyparquet';
import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DEFAULT_SAVE_FORMATS,
  type SaveFormat,
  type SaveFormatName,
} from '../../../../shared/contract/exports/save-formats.ts';
import { ResultStore } from '../result/result-store.ts';
import { saveResult } from './save-result.ts';

// Nine hundred columns in five formats, on a busy computer.
vi.setConfig({ testTimeout: 60_000 });

type Cells = (string | null)[];
type Table = { readonly columns: readonly string[]; readonly rows: readonly Cells[] };

const context = { signal: new AbortController().signal, onProgress: () => undefined };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-console-round-trip-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is in a lead as text. Characters that SQLite, XML or a spreadsheet could change are all here. */
const HARD_CELLS = [
  'plain',
  '',
  null,
  'line\nfeed',
  'carriage\rreturn',
  'both\r\nof them',
  'say "yes"',
  '"',
  'tab\there',
  'a,b;c|d',
  '00491234',
  '0045',
  '12345678901234567890',
  '1e5',
  'TRUE',
  '2026-11-17',
  '=1+1',
  '+45',
  '+45 75 88 26 93',
  '-3',
  '@SUM(A1)',
  "'quoted",
  ' blanks at both ends ',
  '\n',
  '👩‍👩‍👧 𝒳',
  'שלום עולם ‏',
  'مرحبا',
  'Åse & <b>Bo</b> &amp; ]]>',
  '_x000D_ _x0041_ _x',
  'separators \u2028 \u2029 \u0085',
  '\u0001\u0002\u0007\u0008\u000b\u000c\u000e\u001b\u001f\u007f',
  '\ufeffmark',
  '\ufffe\uffff',
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
async function save(table: Table, format: SaveFormat): Promise<Buffer> {
  const store = new ResultStore(join(folder, 'result.sqlite'));
  try {
    store.append(table.rows, table.columns.length);
    const target = join(folder, `leads.${format.format}`);
    const columns = table.columns.map((name, index) => ({ index, name }));
    const saved = await saveResult(store, { rows: store.rows, edits: null, target, format, columns }, context);
    expect(saved.rows).toBe(table.rows.length);
    const bytes = readFileSync(target);
    expect(saved.bytes).toBe(bytes.length);
    return bytes;
  } finally {
    store.close();
  }
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

it('a workbook holds both characters of a line end', async () => {
  const bytes = await save({ columns: ['note'], rows: [['both\r\nof them']] }, DEFAULT_SAVE_FORMATS.xlsx);
  const book = read(bytes, { bookFiles: true }) as { files?: Record<string, { content: Uint8Array }> };
  const sheet = Buffer.from(book.files?.['xl/worksheets/sheet1.xml']?.content ?? []).toString('utf8');
  expect(sheet).toContain('<t xml:space="preserve">both_x000D_\nof them</t>');
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
