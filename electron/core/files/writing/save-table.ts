// Why: decision 0221.
import type { SaveFormat } from '../../../../shared/contract/exports/save-formats.ts';
import type { SavedFile } from '../../../../shared/contract/host/files.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import type { GrantedFile } from '../../foundation/ports.ts';
import { fileFailure, FileTrouble } from '../foundation/file-trouble.ts';
import type { ColumnType } from './column-types.ts';
import type { DatePrecision } from './iso-dates.ts';
import type { ObjectShape } from './json-bytes.ts';
import type { PackedRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import { type Target, type UnfinishedFile, writeTarget } from './target-file.ts';

export interface TableRequest {
  readonly target: Target;
  readonly format: SaveFormat;
  readonly columns: readonly string[];
  /** How JSON has the columns of a row; left out: a key for each of them. */
  readonly shape?: ObjectShape;
  /** Columns that are dates in a workbook, by position. */
  readonly dates: ReadonlyMap<number, DatePrecision>;
  /** Columns that are numbers in a workbook, by position; left out: none is. */
  readonly figures?: ReadonlySet<number>;
  /** Types of columns in a Parquet file, by position; the others are text. */
  readonly types?: ReadonlyMap<number, ColumnType>;
  readonly batches: AsyncIterable<PackedRows>;
}

export interface SavedTable {
  /** Rows in the file, as written and as counted by reading it back: they are equal. */
  readonly rows: number;
  readonly bytes: number;
  readonly notes: readonly string[];
  /** Values had to be cut; a note says which. */
  readonly isCut: boolean;
}

/**
 * Writes a table in one of the formats, see `writeTarget`. Before the target gets its name the rows are counted by
 * reading the file back; when one is missing, the file is removed and FileTrouble `notWritten` says so.
 * `onProgress`: rows written so far.
 */
export async function saveTable(request: TableRequest, onProgress: (rows: number) => void): Promise<SavedTable> {
  return writeTarget(request.target, async (file) => {
    const tools = await toolsFor(request);
    const writer = tools.open(file);
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
      await writer.abandon?.();
      throw error;
    }
    await file.written();
    // Read back while the disk keeps the last bytes.
    await Promise.all([file.sync(), refuseLostRows(file, tools, rows)]);
    return { rows, bytes: file.bytes, notes: writer.notes?.() ?? [], isCut: writer.isCut === true };
  });
}

export interface SaveOptions {
  readonly format: SaveFormat;
  readonly signal: AbortSignal;
  readonly onProgress?: (rows: number) => void;
  /** False: an existing file is never replaced. Default true: the person was asked when they chose it. */
  readonly overwrite?: boolean | undefined;
}

/** As `saveTable`, for cells that are all text. @throws Failure `file` when it cannot be written */
export async function saveRows(
  { path, name }: Pick<GrantedFile, 'path' | 'name'>,
  columns: readonly string[],
  batches: AsyncIterable<PackedRows>,
  { format: as, signal, onProgress = () => undefined, overwrite = true }: SaveOptions,
): Promise<SavedFile> {
  try {
    const { rows, bytes } = await saveTable(
      { target: { path, overwrite, signal }, format: as, columns, dates: new Map(), batches },
      onProgress,
    );
    return { name, rows, countedRows: rows, bytes };
  } catch (error) {
    throw fileFailure(error);
  }
}

interface FormatTools {
  open(file: UnfinishedFile): TableWriter;
  /** Reads the written file; rejects when it cannot be read. */
  countRows(file: UnfinishedFile): Promise<number>;
}

/** The code of a format, and its libraries, are loaded when somebody saves in it: a start need not wait for them. */
async function toolsFor({ format, columns, shape, dates, figures, types }: TableRequest): Promise<FormatTools> {
  switch (format.format) {
    case 'csv': {
      const { countCsvRows, CsvWriter } = await import('./csv-writer.ts');
      const lineEnd = format.lineEnd === 'crlf' ? '\r\n' : '\n';
      return {
        open: (file) => new CsvWriter(file, columns, { ...format, lineEnd, header: true, quoteAll: false }),
        countRows: (file) => countCsvRows(file.path),
      };
    }
    case 'xlsx': {
      const { countXlsxRows, XlsxWriter } = await import('./xlsx-writer.ts');
      return {
        open: (file) => new XlsxWriter(file, columns, { dates, figures }),
        countRows: (file) => countXlsxRows(file.path, file.bytes, file.name),
      };
    }
    case 'json':
    case 'jsonl': {
      const [{ countJsonRows, JsonWriter }, { flatShape }] = await Promise.all([
        import('./json-writer.ts'),
        import('./json-bytes.ts'),
      ]);
      const kind = format.format;
      return {
        open: (file) => new JsonWriter(file, shape ?? flatShape(columns), kind),
        countRows: (file) => countJsonRows(file.path, kind),
      };
    }
    case 'parquet': {
      const [{ countParquetRows }, { ParquetWriter }] = await Promise.all([
        import('./parquet-file.ts'),
        import('./parquet-writer.ts'),
      ]);
      return {
        open: (file) => new ParquetWriter(file, columns, types),
        countRows: (file) => countParquetRows(file.path),
      };
    }
  }
}

/** Throws FileTrouble `notWritten` when the file cannot be read back, or has another number of rows. */
async function refuseLostRows(file: UnfinishedFile, tools: FormatTools, rows: number): Promise<void> {
  const written = `"${file.name}" was removed: ${format.count(rows, 'row was', 'rows were')} written`;
  const advice = 'Save again, or choose another disk.';
  let counted: number;
  try {
    counted = await tools.countRows(file);
  } catch (error) {
    throw new FileTrouble('notWritten', `${written}, and the file could not be read back. ${advice}`, { cause: error });
  }
  if (counted !== rows)
    throw new FileTrouble(
      'notWritten',
      `${written}, and ${format.count(counted, 'was', 'were')} in the file. ${advice}`,
    );
}
