import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CFB, utils, write, type WorkSheet } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import { openLegacy } from './legacy-workbook.ts';
import { troubleOf, workbookReader, zipOf } from './workbooks-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const read = workbookReader('leads.xls');

function workbook(sheet: WorkSheet, bookType: 'biff8' | 'xlsb' = 'biff8'): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'S');
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

describe('an old workbook', () => {
  it('shows errors of formulas as spreadsheet programs do, and says so', async () => {
    const errors = [0x00, 0x07, 0x0f, 0x17, 0x1d, 0x24, 0x2a, 0x2b];
    const sheet = utils.aoa_to_sheet([['Name', 'Value'], ...errors.map((_, at) => [`Person ${at}`, 0])]);
    for (const [at, v] of errors.entries()) sheet[`B${at + 2}`] = { t: 'e', v };
    const { rows, reading } = await read('compound', workbook(sheet), { headerLine: 1 });
    const shown = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA'];
    expect(rows.map(([, value]) => value)).toEqual(shown);
    expect(reading.problems.find(({ kind }) => kind === 'formulaError')).toMatchObject({
      count: 8,
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

/** An XLSB workbook of one column, in which parts of this name are changed. */
function changedXlsb(people: number, name: string, change: (part: Buffer) => Buffer): Buffer {
  const sheet = utils.aoa_to_sheet([['Name'], ...Array.from({ length: people }, (_, at) => [`Person ${at}`])]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'S');
  const bytes = write(book, { type: 'buffer', bookType: 'xlsb', bookSST: true }) as Buffer;
  const { FullPaths, FileIndex } = CFB.read(bytes, { type: 'buffer' }) as {
    FullPaths: string[];
    FileIndex: { content?: unknown }[];
  };
  const parts = FullPaths.flatMap((path, at): [string, Buffer][] =>
    path.endsWith('/') ? [] : [[path.replace(/^[^/]*\//, ''), Buffer.from(FileIndex[at]?.content as Uint8Array)]],
  );
  return zipOf(Object.fromEntries(parts.map(([path, part]) => [path, path.endsWith(name) ? change(part) : part])));
}

/** Puts another row, or column, into each record of this kind behind the first ([MS-XLSB] 2.1.4). */
function moved(part: Buffer, wanted: 'row' | 'cell', to: number): Buffer {
  let isFirst = true;
  for (let at = 0; at < part.length;) {
    const number = (most: number) => {
      let value = 0;
      for (let place = 0; place < most; place += 1) {
        const byte = part[at++] as number;
        value |= (byte & 0x7f) << (7 * place);
        if (byte < 0x80) break;
      }
      return value;
    };
    const [kind, length] = [number(2), number(4)];
    if (wanted === 'row' ? kind === 0 : kind >= 1 && kind <= 11) {
      if (!isFirst) part.writeUInt32LE(to, at);
      isFirst = false;
    }
    at += length;
  }
  return part;
}

it('an XLSB workbook with a row that no spreadsheet has is refused', async () => {
  const far = changedXlsb(1, 'sheet1.bin', (part) => moved(part, 'row', 2 ** 28));
  expect((await troubleOf(read('zip', far))).message).toContain('has a row beyond the last one');
});

it(
  'an XLSB workbook does not fill the disk with the empty cells before those far to the right',
  { tags: ['long'] },
  async () => {
    const far = changedXlsb(1500, 'sheet1.bin', (part) => moved(part, 'cell', 16_383));
    expect(far.length).toBeLessThan(64_000);
    expect((await troubleOf(read('zip', far))).reason).toBe('bomb');
  },
);

it('an XLSB workbook whose sheet or texts break off is refused, though the ZIP is in order', async () => {
  const cut = (name: string, by: number) =>
    read(
      'zip',
      changedXlsb(40, name, (part) => part.subarray(0, part.length - by)),
    );
  expect((await cut('', 0)).rows).toHaveLength(40);
  for (const name of ['sheet1.bin', 'sharedStrings.bin'])
    for (const by of [1, 3, 100]) expect((await troubleOf(cut(name, by))).reason).toBe('truncated');
});

describe.each(['biff8', 'xlsb'] as const)('a binary workbook in %s', (bookType) => {
  const kind = bookType === 'xlsb' ? 'zip' : 'compound';

  /** Sheets by name; a name that begins with a dot is one of a hidden sheet. */
  function bookOf(sheets: Record<string, unknown[][]>, { date1904 = false, merges = [] as string[] } = {}): Buffer {
    const book = utils.book_new();
    for (const [name, rows] of Object.entries(sheets)) {
      const sheet = utils.aoa_to_sheet(rows);
      sheet['!merges'] = merges.map((range) => utils.decode_range(range));
      utils.book_append_sheet(book, sheet, name);
    }
    const hidden = Object.keys(sheets).map((name) => ({ Hidden: name.startsWith('.') ? 1 : 0 }) as const);
    book.Workbook = { WBProps: { date1904 }, Sheets: hidden };
    return write(book, { type: 'buffer', bookType }) as Buffer;
  }

  const header = ['Name', 'Born', 'Zip', 'Sure', 'Share', 'Account'];
  const person = (name: string) => [
    name,
    { t: 'n', v: 44_538, z: 'dd/mm/yyyy' },
    { t: 'n', v: 800, z: '0000' },
    true,
    { t: 'n', v: 0.25, z: '0%' },
    12_345_678_901_234_500,
  ];

  it('shows what the sheet shows, in each of the two calendars', async () => {
    for (const [date1904, born] of [
      [false, '2021-12-08'],
      [true, '2025-12-09'],
    ] as const) {
      const bytes = bookOf({ S: [header, person('Anna'), [], [null, null, 'x', false], person('Bo')] }, { date1904 });
      const { rows, lines, reading, found } = await read(kind, bytes, { headerLine: 1, lastDataLine: 99 });
      expect(rows).toEqual([
        ['Anna', born, '0800', 'TRUE', '0.25', '12345678901234500'],
        ['', '', 'x', 'FALSE'],
        ['Bo', born, '0800', 'TRUE', '0.25', '12345678901234500'],
      ]);
      expect(lines).toEqual([2, 4, 5]);
      expect(reading.sheets).toEqual([{ name: 'S', hidden: false, rows: 4 }]);
      expect(found).toEqual([
        ...[2, 5].map((line) => `numberAsText ${line} Account: 12345678901234500`),
        'blankRows 3',
      ]);
    }
  });

  it('has sheets that are hidden, cells that are merged, and formats that nobody understands', async () => {
    const rows = [
      ['Name', 'Phone'],
      ['Bo', { t: 'n', v: 12, z: '00,000' }],
      ['Ib', { t: 'n', v: 13, z: '00,000' }],
    ];
    const { reading, found } = await read(kind, bookOf({ '.old': [['x']], S: rows }, { merges: ['A2:B2'] }));
    expect(reading.sheet.value).toBe('S');
    expect(reading.sheets.map(({ hidden }) => hidden)).toEqual([true, false]);
    expect(found).toEqual([
      'merged 2 Name',
      'formatUnknown 2 Phone: 12',
      'formatUnknown 3 Phone: 13',
      'hiddenSheet 1: .old',
    ]);
  });

  it('is read when it has one row, and has no columns of cells without a value', async () => {
    const none = { t: 's', v: '' };
    const one = await read(kind, bookOf({ E: [], S: [['Bo', 20_304_050, none, none]] }), { headerLine: null });
    expect([one.rows, one.reading.columns.length, one.reading.sheet.value]).toEqual([[['Bo', '20304050']], 2, 'S']);
    const more = await read(kind, bookOf({ S: [['Name', 'Phone', none, none], ['Bo', 20_304_050, none], [none]] }));
    expect([more.reading.columns.length, more.reading.sheets[0]?.rows, more.kinds]).toEqual([2, 2, []]);
  });

  it('ends a preview with the rows that it wants', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`Person ${at}`, 20_304_050 + at]);
    const { reading, rows: shown } = await read(kind, bookOf({ S: [['Name', 'Phone'], ...rows] }), {}, 10);
    expect([reading.complete, shown.length, reading.sheets[0]?.rows]).toEqual([false, 9, 31]);
  });
});

describe('an old file that is no workbook to be read', () => {
  const compound = (...streams: string[]) => {
    const container = CFB.utils.cfb_new();
    for (const name of streams) CFB.utils.cfb_add(container, name, Buffer.alloc(5000, 7));
    return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer);
  };
  const record = (kind: number, ...values: number[]) =>
    Buffer.from(new Uint16Array([kind, values.length * 2, ...values]).buffer);

  it.each([
    ['a text document', compound('/WordDocument'), 'unsupported', 'is a text document, not a spreadsheet'],
    [
      'a message of a mail program',
      compound('/__properties_version1.0'),
      'unsupported',
      'is not a workbook that can be read',
    ],
    ['a presentation', compound('/PowerPoint Document'), 'unsupported', 'is not a workbook that can be read'],
    [
      'a workbook in a package with a password',
      compound('/EncryptedPackage', '/EncryptionInfo'),
      'encrypted',
      'password',
    ],
    [
      'a workbook with a password',
      Buffer.concat([record(0x809, 0x600, 5, 0, 0, 0, 0, 0, 0), record(0x2f, 0, 1, 2), record(0x0a)]),
      'encrypted',
      'password',
    ],
    ['a workbook of nothing', compound('/Workbook'), 'truncated', 'is incomplete or damaged'],
  ])('%s', async (_title, bytes, reason, words) => {
    const trouble = await troubleOf(read('compound', bytes));
    expect([trouble.reason, trouble.message]).toEqual([reason, expect.stringContaining(words)]);
  });

  it('is refused before it is read when it is too large', async () => {
    const largest = 64 * 1024 * 1024;
    await expect(openLegacy(-1, largest + 1, 'leads.xls', 'xls')).rejects.toMatchObject({ reason: 'tooLarge' });
    await expect(openLegacy(-1, largest, 'leads.xls', 'xls')).rejects.not.toMatchObject({ reason: 'tooLarge' });
  });
});

it('a workbook of version 5 outside of a compound file is read in the code page that it names', async () => {
  const record = (kind: number, content: Buffer) =>
    Buffer.concat([Buffer.from(new Uint16Array([kind, content.length]).buffer), content]);
  const numbers = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
  const label = (row: number, column: number, text: string) => {
    const bytes = iconv.encode(text, 'windows-1251');
    return record(0x204, Buffer.concat([numbers(row, column, 0, bytes.length), bytes]));
  };
  const bytes = Buffer.concat([
    record(0x809, numbers(0x0500, 0x10, 0, 0)),
    record(0x42, numbers(1251)),
    ...[label(0, 0, 'Name'), label(0, 1, 'City'), label(3, 0, 'Имя'), label(3, 1, 'Москва')],
    record(0x0a, Buffer.alloc(0)),
  ]);
  const { rows, lines, reading, kinds } = await read('compound', bytes, { headerLine: 1 });
  expect([rows, lines, kinds]).toEqual([[['Имя', 'Москва']], [4], []]);
  expect(reading.sheets).toMatchObject([{ hidden: false, rows: 2 }]);
  expect(reading.encoding.certainty).toBe('only');
});

it('a workbook with macros says so', async () => {
  const people = workbook(
    utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['Bo', 20_304_050],
    ]),
  );
  expect((await read('compound', people)).kinds).toEqual([]);
  for (const sign of [Buffer.from('_VBA_PROJECT', 'utf16le'), Buffer.from('vbaProject.bin')])
    expect((await read('compound', Buffer.concat([people, Buffer.alloc(512), sign]))).kinds).toEqual(['macros']);
});

it('the workbook library is the official 0.20.3, byte for byte', () => {
  // A republication of the same name with other content was seen; the sum is that of the official archive.
  const folder = dirname(createRequire(import.meta.url).resolve('@e965/xlsx'));
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, 'xlsx.mjs')))
    .digest('hex');
  expect(sum).toBe('1a0fb062ee9781b13f6687371b202aaefc53b6ce55b530c027e01f9c087b77db');
});
