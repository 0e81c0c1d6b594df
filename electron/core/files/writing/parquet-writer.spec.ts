import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { ColumnType } from './column-types.ts';
import { CELL_END, type PackedRows, packRows, ROW_END, type TableRow } from './packed-rows.ts';
import { countParquetRows, ParquetFile } from './parquet-file.ts';
import { ParquetWriter } from './parquet-writer.ts';
import { writeTarget } from './target-file.ts';

let target: string;
beforeEach(() => void (target = join(specFolder('parquet'), 'leads.parquet')));

const write = (columns: string[], batches: readonly PackedRows[], types?: ReadonlyMap<number, ColumnType>) =>
  writeTarget({ path: target, overwrite: true }, async (file) => {
    const writer = new ParquetWriter(file, columns, types);
    for (const batch of batches) await writer.write(batch);
    await writer.end();
  });

/** As the file has it, without the code that is tried here. */
function written() {
  const bytes = readFileSync(target);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return { file, metadata: parquetMetadata(file) };
}
const groups = () => written().metadata.row_groups.map(({ num_rows: rows }) => Number(rows));
/** Rows of cells with one digit each. */
const digits = (rows: number, columns: number): PackedRows => {
  const row = Buffer.alloc(2 * columns, Buffer.from([0x37, CELL_END]));
  row[row.length - 1] = ROW_END;
  return { bytes: Buffer.alloc(rows * row.length, row), rows };
};

it('a file says what is smallest and largest in each of its groups, and who wrote it', async () => {
  const long = `${'ø'.repeat(40)}!`;
  const batch = (texts: string[]) =>
    packRows(
      texts.map((text) => [text]),
      1,
    );
  const filler = digits(19_997, 1);
  await write(['Name'], [batch(['b', 'a', 'c']), filler, batch([long, 'zz'])]);
  const { metadata } = written();
  expect(metadata.created_by).toBe('Lead Console');
  const bounds = metadata.row_groups.map(({ columns: [column] }) => column?.meta_data?.statistics);
  expect(bounds.map((one) => [one?.min_value, one?.max_value, Number(one?.null_count)])).toEqual([
    ['7', 'c', 0],
    ['zz', expect.stringMatching(/^ø{31}/), 0],
  ]);
  expect(Buffer.byteLength(String(bounds[1]?.max_value))).toBeLessThanOrEqual(64);
});

it('values that came before, nearly the same ones and long ones come back, each as it was', async () => {
  const texts = Array.from({ length: 3000 }, (_, index) => {
    // Those of one number differ in their first letter alone, so that some share a place among the known ones.
    const text = index % 2 === 0 ? `value ${index % 700}` : `${String.fromCharCode(65 + (index % 52))}${index >> 6}`;
    return index % 3 === 0 ? text.padEnd(62 + (index % 5), 'x') : index % 7 === 0 ? '' : text;
  });
  await write(
    ['a', 'b'],
    [
      packRows(
        texts.map((text, index) => [index % 11 === 0 ? null : text, texts[index + 1] ?? null]),
        2,
      ),
    ],
  );
  const rows = await parquetReadObjects({ file: written().file });
  expect(rows.map((row) => row['a'])).toEqual(texts.map((text, index) => (index % 11 === 0 ? null : text)));
  expect(rows.map((row) => row['b'])).toEqual([...texts.slice(1), null]);
});

it('columns have the types of other programs, without a zone, and a value of another type is refused', async () => {
  const types = new Map<number, ColumnType>([
    [0, 'truth'],
    [1, 'whole'],
    [2, 'decimal'],
    [3, 'day'],
    [4, 'time'],
  ]);
  const names = ['truth', 'whole', 'decimal', 'day', 'time', 'text'];
  const row = ['true', '-123456789012345', '0.5', '2026-11-17', '2026-11-17T08:00:00.123456', '007'];
  await write(names, [packRows([row, [null, null, null, null, null, null]], 6)], types);
  const { file, metadata } = written();
  expect(metadata.schema.slice(1).map(({ type, converted_type: converted }) => [type, converted])).toEqual([
    ['BOOLEAN', undefined],
    ['INT64', undefined],
    ['DOUBLE', undefined],
    ['INT32', 'DATE'],
    ['INT64', undefined],
    ['BYTE_ARRAY', 'UTF8'],
  ]);
  expect(metadata.schema[5]?.logical_type).toEqual({ type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' });
  expect(await parquetReadObjects({ file })).toEqual([
    {
      truth: true,
      whole: -123456789012345n,
      decimal: 0.5,
      day: new Date('2026-11-17'),
      time: new Date('2026-11-17T08:00:00.123Z'),
      text: '007',
    },
    { truth: null, whole: null, decimal: null, day: null, time: null, text: null },
  ]);
  await using own = await ParquetFile.open(target);
  const forms = names.map((_, index) => ({ type: types.get(index) ?? 'text', digits: index === 4 ? 6 : 0 }) as const);
  for await (const group of own.rows([...names, 'none'], [...forms])) expect(group[0]).toEqual([...row, null]);
  await expect(write(['whole'], [packRows([['1'], ['x']], 1)], new Map([[0, 'whole']]))).rejects.toMatchObject({
    reason: 'changed',
    message: 'Leads changed while they were saved. No file was written. Save again.',
  });
});

it('a single cell is a row', async () => {
  await write(['a'], [packRows([['1']], 1)]);
  expect(await parquetReadObjects({ file: written().file })).toEqual([{ a: '1' }]);
});

it('a file that is shorter than its footer says, or has other rows, is not whole', async () => {
  await write(['a'], [packRows([['1'], ['2']], 1)]);
  const bytes = readFileSync(target);
  {
    await using file = await ParquetFile.open(target);
    expect(await file.count()).toBe(2);
    truncateSync(target, 8);
    await expect(file.count()).rejects.toMatchObject({ name: 'FileTrouble', reason: 'notWritten' });
  }
  // The number of all rows is the first one of 64 bits behind the columns.
  const rows = bytes.indexOf(Buffer.from([0x16, 2 * 2]), bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8));
  writeFileSync(target, bytes.fill(2 * 3, rows + 1, rows + 2));
  expect(written().metadata.num_rows).toBe(3n);
  await expect(countParquetRows(target)).rejects.toMatchObject({ name: 'FileTrouble', reason: 'notWritten' });
});

describe('a row group', () => {
  it.each([
    ['20,000 rows', 20_000, 1, 20_000],
    ['400,000 cells, and all of its last row', 12_122, 33, 12_122],
  ])('ends with %s', async (_, first, columns, whole) => {
    const names = Array.from({ length: columns }, (_, index) => `c${index}`);
    await write(names, [digits(first + 1, columns), digits(2, columns)]);
    expect(groups()).toEqual([whole, 3]);
    expect(await countParquetRows(target)).toBe(first + 3);
  });

  it('ends with 8 MB, and holds what was in it whatever came behind', async () => {
    const cells = Array.from({ length: 9 }, (_, index) => String(index).repeat(999_999));
    const rows = cells.map((cell) => [cell, null, 'x']);
    await write(
      ['long', 'none', 'short'],
      rows.map((row) => packRows([row], 3)),
    );
    expect(groups()).toEqual([8, 1]);
    await using file = await ParquetFile.open(target);
    const read: TableRow[] = [];
    for await (const group of file.rows(['long', 'none', 'short'])) read.push(...group);
    expect(read).toEqual(rows);
  });
});
