import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as promises from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SAVE_FORMATS, partialName } from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { countCsvRows } from './csv-writer.ts';
import { countJsonRows } from './json-writer.ts';
import { countParquetRows, ParquetFile } from './parquet-file.ts';
import { saveTable } from './save-table.ts';
import { type PackedRows, packRows, type TableRow } from './packed-rows.ts';
import { countXlsxRows } from './xlsx-writer.ts';
import { ZipEntryWriter } from './zip-writer.ts';

/** A disk that says it wrote what it lost; everything else is the real file system. */
const disk = vi.hoisted(() => ({ losesBytes: false, isSlow: false }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      const write = async (buffer: Buffer, offset: number, length: number, position: number) => {
        if (disk.isSlow) await new Promise((resolve) => setTimeout(resolve, 20));
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
  disk.isSlow = false;
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

  it.each(formats)('are counted in the %s file when all of them are written', async (format) => {
    disk.isSlow = true;
    expect((await saveRows(format, ['a'], [['1'], ['2']])).rows).toBe(2);
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
    await expect(saveRows(format, ['a'], [['1']])).rejects.toThrow(': 1 row was written, and ');
    expect(readFileSync(target, 'utf8')).toBe('old and whole');
    expect(readdirSync(folder)).toEqual(['leads.bin']);
  });
});

describe('a save that ends early', () => {
  const formats = Object.keys(DEFAULT_SAVE_FORMATS) as (keyof typeof DEFAULT_SAVE_FORMATS)[];
  const saving = (format: (typeof formats)[number], rows: AsyncIterable<PackedRows>, signal?: AbortSignal) =>
    saveTable(
      {
        target: { path: target, overwrite: true, signal },
        ...{ format: DEFAULT_SAVE_FORMATS[format], columns: ['a'], dates: new Map(), batches: rows },
      },
      () => undefined,
    );

  it.each(formats)('takes no further rows for a %s file, and leaves none', async (format) => {
    const stop = new AbortController();
    let taken = 0;
    async function* rows() {
      for (; taken < 9; taken += 1) {
        if (taken === 2) stop.abort();
        yield packRows([['1']], 1);
      }
    }
    await expect(saving(format, rows(), stop.signal)).rejects.toMatchObject({ reason: 'cancelled' });
    expect(taken).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('waits for what is packed for a workbook, which would write into a file that is closed', async () => {
    const abandoned = vi.spyOn(ZipEntryWriter.prototype, 'abandon');
    async function* rows() {
      yield packRows([['1']], 1);
      throw new Error('the source broke');
    }
    await expect(saving('xlsx', rows())).rejects.toThrow('the source broke');
    expect(abandoned).toHaveBeenCalledOnce();
    abandoned.mockRestore();
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

it.each([
  ['leads.csv', 'leads.partial.csv'],
  ['/a.b/leads', '/a.b/leads.partial'],
  [String.raw`C:\x.y\leads.v2.xlsx`, String.raw`C:\x.y\leads.v2.partial.xlsx`],
  ['leads.partial.csv', 'leads.partial.csv'],
  ['.leads', '.leads.partial'],
])('the partial name of %j is %j', (name, partial) => expect(partialName(name)).toBe(partial));
