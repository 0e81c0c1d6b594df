import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { set_cptable, utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { beforeAll, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { fileKind } from '../staging/file-kind.ts';
import { encodingOfTexts, openCodePage } from './code-page.ts';
import { openLegacy } from './legacy-workbook.ts';
import { readWorkbook } from './read-workbook.ts';

let folder = '';
beforeAll(async () => {
  folder = specFolder('code-page');
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
});

async function read(bytes: Buffer, encoding?: string) {
  const path = join(folder, 'leads.xls');
  writeFileSync(path, bytes);
  const descriptor = openSync(path, 'r');
  try {
    const rows: string[][] = [];
    const reading = await readWorkbook(
      await openLegacy(descriptor, bytes.length, 'leads.xls', 'xls', encoding),
      { headerLine: 1 },
      { size: bytes.length, previewRows: null, write: (_row, _line, cells) => void rows.push(cells) },
    );
    return { reading, rows };
  } finally {
    closeSync(descriptor);
  }
}

const russian = ['Название', 'ООО Ромашка', 'Москва', 'Имя', 'Иванов и сыновья', 'Пермь'];
const danish = ['Navn', 'Nygård A/S', 'Næstved', 'Søren Kjær', 'Bækgård ApS', 'Ærøskøbing'];

/** A workbook of version 5 with these texts, and a record in place of its code page. */
function workbook(texts: readonly string[], encoding: string, record: Buffer): Buffer {
  const encoded = texts.map((text) => iconv.encode(text, encoding));
  const stand = (at: number) => String.fromCharCode(65 + at).repeat(encoded[at]?.length ?? 0);
  const book = utils.book_new();
  const rows = [['Name', 'Zip'], ...texts.map((_, at) => [stand(at), { t: 'n', v: 783, z: '0000' }])];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Leads');
  const bytes = write(book, { type: 'buffer', bookType: 'biff5' }) as Buffer;
  encoded.forEach((value, at) => {
    const place = bytes.indexOf(Buffer.from(stand(at), 'latin1'));
    expect(place).toBeGreaterThan(0);
    value.copy(bytes, place);
  });
  const codePage = bytes.indexOf(Buffer.from([0x42, 0, 2, 0, 0xe4, 4]));
  expect(codePage).toBeGreaterThan(0);
  record.copy(bytes, codePage);
  return bytes;
}

/** A record that says nothing of the code page, and one that names the code page 0. */
const missing = Buffer.from([0xb7, 1, 2, 0, 0, 0]);
const zero = Buffer.from([0x42, 0, 2, 0, 0, 0]);

describe('an old workbook that does not say its encoding', () => {
  it.each([
    ['windows-1251', russian, missing],
    ['windows-1251', russian, zero],
    ['windows-1252', danish, missing],
    ['windows-1252', danish, zero],
    ['utf-8', russian, missing],
  ] as const)('is read as %s where that makes sense', async (encoding, texts, record) => {
    const { reading, rows } = await read(workbook(texts, encoding, record));
    expect(rows).toEqual(texts.map((text) => [text, '0783']));
    expect(reading.encoding.value).toBe(encoding);
    expect(reading.encoding.certainty).not.toBe('only');
    expect(reading.encoding.reason).toContain('The workbook does not say which encoding it has.');
  });

  it('is read in the encoding that a person chose', async () => {
    const bytes = workbook(['Имя полное', 'Якорь и Ко'], 'koi8-r', missing);
    const { reading, rows } = await read(bytes, 'koi8-r');
    expect(rows.map(([name]) => name)).toEqual(['Имя полное', 'Якорь и Ко']);
    expect(reading.encoding.certainty).toBe('yours');
    await expect(read(bytes, 'klingon')).rejects.toMatchObject({ reason: 'badChoice' });
  });

  it('that says it is not asked about', async () => {
    const { reading, rows } = await read(
      workbook(danish, 'windows-1252', Buffer.from([0x42, 0, 2, 0, 0xe4, 4])),
      'koi8-r',
    );
    expect(rows.map(([name]) => name)).toEqual(danish);
    expect(reading.encoding.certainty).toBe('only');
  });
});

function record(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2));
  return bytes;
}

describe('the record of the code page', () => {
  const END = record(0x0a, Buffer.alloc(0));
  const page = (value: number) => record(0x42, numbers(value));

  it.each([0x0009, 0x0209, 0x0409, 0x0809])('is looked for in a workbook that begins with %i', (kind) => {
    const beginning = record(kind, numbers(0x0500, 0x10));
    expect(openCodePage(beginning)).toEqual({ at: null });
    expect(openCodePage(beginning.subarray(0, 7))).toBeNull();
    expect(openCodePage(Buffer.concat([beginning, page(0)]))).toEqual({ at: 8 });
    expect(openCodePage(Buffer.concat([beginning, page(1252)]))).toBeNull();
    // What stands behind the first part is of another one.
    expect(openCodePage(Buffer.concat([beginning, END, page(0)]))).toEqual({ at: null });
  });

  it('is not needed from version 8 on, and not looked for in anything else', () => {
    expect(openCodePage(record(0x0809, numbers(0x0600, 0x10)))).toBeNull();
    expect(openCodePage(record(0x0808, numbers(0x0500, 0x10)))).toBeNull();
  });
});

it('texts in ASCII leave the encoding open, and those in valid UTF-8 say it', () => {
  expect(encodingOfTexts(['Anna', 'Bo'], undefined)).toMatchObject({
    value: 'windows-1252',
    reason: expect.stringMatching(/only ASCII/),
    alternatives: ['utf-8'],
  });
  expect(encodingOfTexts(['Anna', Buffer.from('Søren').toString('latin1')], undefined)).toMatchObject({
    value: 'utf-8',
    reason: expect.stringMatching(/valid UTF-8/),
    alternatives: ['windows-1252'],
  });
});

describe('an old workbook outside of a compound file', () => {
  const label = (row: number, column: number, text: Buffer) =>
    record(0x204, Buffer.concat([numbers(row, column, 0, text.length), text]));

  it('as scripts write it is read', async () => {
    const rows = [['Name', 'City'], ...[0, 2, 4].map((at) => russian.slice(at, at + 2))];
    const bytes = Buffer.concat([
      record(0x809, numbers(0, 0x10, 0, 0)),
      ...rows.flatMap((cells, row) =>
        cells.map((cell, column) => label(row, column, iconv.encode(cell, 'windows-1251'))),
      ),
      record(0x0a, Buffer.alloc(0)),
    ]);
    expect(fileKind(bytes, 'leads.xls')).toBe('compound');
    expect((await read(bytes)).rows).toEqual(rows.slice(1));
  });

  it('is not what begins with a tab', () => {
    expect(fileKind(Buffer.from('\tName\tPhone\n'), 'leads.tsv')).toBe('text');
    expect(fileKind(Buffer.from('\tName', 'utf16le'), 'leads.tsv')).toBe('text');
  });

  it('that is cut off is refused in words', async () => {
    await expect(read(Buffer.from([9, 8, 8, 0, 0, 0, 16, 0, 0, 0]))).rejects.toMatchObject({ name: 'FileTrouble' });
  });
});
