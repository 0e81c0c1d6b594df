import { open } from 'node:fs/promises';
import { type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { notWhole } from '../foundation/file-trouble.ts';
import { type ColumnForm, TEXT_FORM, textOfValue } from './column-types.ts';
import type { TableRow } from './packed-rows.ts';

/** hyparquet's own decoder drops a byte order mark at the beginning of a value. */
const exactText = new TextDecoder('utf-8', { ignoreBOM: true });

/** Values as they stand in the file; a date of JavaScript would lose microseconds. */
const EXACT = {
  stringFromBytes: (bytes: Uint8Array) => exactText.decode(bytes),
  timestampFromMicroseconds: (microseconds: bigint) => microseconds,
  dateFromDays: (days: number) => days,
};

/**
 * A Parquet file on the disk, opened to be read, one row group in memory at a time. Throws FileTrouble `notWritten` when
 * the groups and the footer do not agree, or the file is shorter than it says.
 */
export class ParquetFile implements AsyncDisposable {
  readonly #metadata: FileMetaData;
  readonly #file: Slices;

  private constructor(file: Slices, metadata: FileMetaData) {
    this.#file = file;
    this.#metadata = metadata;
  }

  static async open(path: string): Promise<ParquetFile> {
    const file = await openSlices(path);
    try {
      return new ParquetFile(file, await parquetMetadataAsync(file));
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Names of the columns, in the order of the file. */
  get columns(): readonly string[] {
    return this.#metadata.schema.slice(1).map((element) => element.name);
  }

  /**
   * The values of the named columns as the text they were written of, a row group at a time. A name that the file has not
   * gives null. `forms`: of the columns, by position, as they were when the file was written; without them all are text.
   */
  async *rows(columns: readonly string[], forms: readonly ColumnForm[] = []): AsyncGenerator<TableRow[]> {
    const wanted = columns.filter((name) => this.columns.includes(name));
    for await (const { rows, values } of this.#groups(wanted)) {
      const cells = columns.map((name, index) => textsOf(values.get(name) ?? [], forms[index] ?? TEXT_FORM));
      yield Array.from({ length: rows }, (_, row) => cells.map((column) => column[row] ?? null));
    }
  }

  /** Rows of the file: the first column of every row group is unpacked and counted. */
  async count(): Promise<number> {
    let counted = 0;
    for await (const { rows } of this.#groups(this.columns.slice(0, 1))) counted += rows;
    if (BigInt(counted) !== this.#metadata.num_rows) throw notWhole();
    return counted;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  async *#groups(columns: readonly string[]): AsyncGenerator<{ rows: number; values: Map<string, unknown[]> }> {
    let start = 0;
    for (const group of this.#metadata.row_groups) {
      const rows = Number(group.num_rows);
      const values = new Map<string, unknown[]>();
      await parquetRead({
        file: this.#file,
        metadata: this.#metadata,
        columns: [...columns],
        rowStart: start,
        rowEnd: start + rows,
        parsers: EXACT,
        onChunk({ columnName, columnData }) {
          const before = values.get(columnName);
          if (before === undefined) values.set(columnName, Array.from(columnData));
          else for (const value of columnData) before.push(value);
        },
      });
      for (const name of columns) if (values.get(name)?.length !== rows) throw notWhole();
      yield { rows, values };
      start += rows;
    }
  }
}

/** Rows of a Parquet file, read back from the disk. */
export async function countParquetRows(path: string): Promise<number> {
  await using file = await ParquetFile.open(path);
  return await file.count();
}

interface Slices extends AsyncDisposable {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

async function openSlices(path: string): Promise<Slices> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const buffer = new ArrayBuffer(end - start);
      for (let done = 0; done < buffer.byteLength;) {
        const { bytesRead } = await handle.read(new Uint8Array(buffer), done, buffer.byteLength - done, start + done);
        if (bytesRead === 0) throw notWhole();
        done += bytesRead;
      }
      return buffer;
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

function textsOf(values: readonly unknown[], form: ColumnForm): (string | null)[] {
  return values.map((value) => (value === null || value === undefined ? null : textOfValue(form, value)));
}
