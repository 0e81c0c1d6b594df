import type { SaveFormat } from '../../../../shared/contract/exports/save-formats.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import type { ColumnType } from './column-types.ts';
import { countCsvRows, CsvWriter } from './csv-writer.ts';
import type { DatePrecision } from './iso-dates.ts';
import { countJsonRows, JsonWriter } from './json-writer.ts';
import type { PackedRows } from './packed-rows.ts';
import { countParquetRows } from './parquet-file.ts';
import { ParquetWriter } from './parquet-writer.ts';
import type { TableWriter } from './table-writer.ts';
import { type Target, type UnfinishedFile, writeTarget } from './target-file.ts';
import { countXlsxRows, XlsxWriter } from './xlsx-writer.ts';

export interface TableRequest {
  readonly target: Target;
  readonly format: SaveFormat;
  readonly columns: readonly string[];
  /** Columns that are dates in a workbook, by position. */
  readonly dates: ReadonlyMap<number, DatePrecision>;
  /** Types of columns in a Parquet file, by position; the others are text. */
  readonly types?: ReadonlyMap<number, ColumnType>;
  readonly batches: AsyncIterable<PackedRows>;
}

export interface SavedTable {
  /** Rows in the file, as written and as counted by reading it back: they are equal. */
  readonly rows: number;
  readonly bytes: number;
  readonly notes: readonly string[];
}

/**
 * Writes a table in one of the formats, see `writeTarget`. Before the target gets its name the rows are counted by
 * reading the file back; when one is missing, the file is removed and FileTrouble `notWritten` says so.
 * `onProgress`: rows written so far.
 */
export async function saveTable(request: TableRequest, onProgress: (rows: number) => void): Promise<SavedTable> {
  return writeTarget(request.target, async (file) => {
    const writer = writerFor(file, request);
    let rows = 0;
    try {
      for await (const batch of request.batches) {
        file.refuseCancelled();
        await writer.write(batch);
        rows += batch.rows;
        onProgress(rows);
      }
      await writer.end();
    } catch (error) {
      await writer.abandon();
      throw error;
    }
    await file.written();
    // Read back while the disk keeps the last bytes.
    await Promise.all([file.sync(), refuseLostRows(file, request.format, rows)]);
    return { rows, bytes: file.bytes, notes: writer.notes() };
  });
}

function writerFor(file: UnfinishedFile, { format, columns, dates, types }: TableRequest): TableWriter {
  switch (format.format) {
    case 'csv':
      return new CsvWriter(file, columns, {
        ...format,
        lineEnd: format.lineEnd === 'crlf' ? '\r\n' : '\n',
        header: true,
        quoteAll: false,
      });
    case 'xlsx':
      return new XlsxWriter(file, columns, { dates });
    case 'json':
    case 'jsonl':
      return new JsonWriter(file, columns, format.format);
    case 'parquet':
      return new ParquetWriter(file, columns, types);
  }
}

/** Throws FileTrouble `notWritten` when the file cannot be read back, or has another number of rows. */
async function refuseLostRows(file: UnfinishedFile, format: SaveFormat, rows: number): Promise<void> {
  const written = `"${file.name}" was removed: ${rows.toLocaleString('en')} rows were written`;
  const advice = 'Save again, or choose another disk.';
  let counted: number;
  try {
    counted = await countRows(file, format);
  } catch (error) {
    throw new FileTrouble('notWritten', `${written}, and the file could not be read back. ${advice}`, { cause: error });
  }
  if (counted !== rows)
    throw new FileTrouble('notWritten', `${written}, and ${counted.toLocaleString('en')} were in the file. ${advice}`);
}

function countRows(file: UnfinishedFile, format: SaveFormat): Promise<number> {
  switch (format.format) {
    case 'csv':
      return countCsvRows(file.path);
    case 'xlsx':
      return countXlsxRows(file.path, file.bytes, file.name);
    case 'json':
    case 'jsonl':
      return countJsonRows(file.path, format.format);
    case 'parquet':
      return countParquetRows(file.path);
  }
}
