import { isAscii } from 'node:buffer';
import { open } from 'node:fs/promises';
import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble, notWhole } from '../foundation/file-trouble.ts';
import { CsvBytes, type CsvMarks } from './csv-bytes.ts';
import { type PackedRows, packRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import { type UnfinishedFile, writeTarget } from './target-file.ts';
import { encodeWindows1252 } from './windows-1252.ts';

export interface CsvForm extends CsvMarks {
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Begin with a byte order mark; UTF-8 only. */
  readonly byteOrderMark: boolean;
  /** False: no header. */
  readonly header: boolean;
}

export interface CsvRequest {
  target: string;
  columns: readonly string[];
  /** One value per column; missing ones are written empty. */
  rows: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** False: no header. */
  header?: boolean | undefined;
  /** Every cell in quotes, even an empty one. */
  quoteAll?: boolean | undefined;
  /** False: an existing file is never replaced. */
  overwrite: boolean;
}

/** Rows that are handed to the writer at once. */
const rowsAtOnce = 500;
/** The byte order mark of UTF-8. */
const MARK = Buffer.from('\ufeff');
/** Bytes that are read back at once. */
const readAtOnce = 524_288;

/** Writes a CSV file. Windows-1252 lacks most characters: a cell that it cannot hold is refused, and no file is left. */
export class CsvWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #columns: readonly string[];
  readonly #form: CsvForm;
  readonly #lines: CsvBytes;
  #rows = 0;
  #hasBegun = false;

  constructor(file: UnfinishedFile, columns: readonly string[], form: CsvForm) {
    this.#file = file;
    this.#columns = columns;
    this.#form = form;
    this.#lines = new CsvBytes(columns.length, form);
  }

  async write(rows: PackedRows): Promise<void> {
    await this.#begin();
    this.#rows += rows.rows;
    await this.#append(this.#lines.linesOf(rows));
  }

  async end(): Promise<void> {
    await this.#begin();
  }

  notes(): string[] {
    const { guarded } = this.#lines;
    if (guarded === 0) return [];
    const count = format.number(guarded);
    return [
      `${guarded === 1 ? '1 cell that begins' : `${count} cells that begin`} like a formula got an apostrophe in front, so that no program runs ${guarded === 1 ? 'it' : 'them'}.`,
    ];
  }

  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { byteOrderMark, encoding, header } = this.#form;
    if (byteOrderMark && encoding === 'utf-8') await this.#file.append(MARK);
    if (header && this.#columns.length > 0)
      await this.#append(this.#lines.linesOf(packRows([this.#columns], this.#columns.length)));
    // The header is not a lead: nobody counts the cells that are guarded in it.
    this.#lines.guarded = 0;
  }

  async #append(lines: Buffer): Promise<void> {
    if (this.#form.encoding === 'utf-8' || isAscii(lines)) return this.#file.appendBehind(lines);
    const encoded = encodeWindows1252(lines.toString('utf8'));
    if (typeof encoded === 'string')
      throw new FileTrouble(
        'notWritten',
        `"${this.#file.name}" was not written: windows-1252 has no "${encoded}", which is in ${this.#rows === 0 ? 'the name of a column' : this.#rows === 1 ? 'the first row' : `one of the first ${format.number(this.#rows)} rows`}. Choose UTF-8, which has every character.`,
      );
    await this.#file.appendBehind(encoded);
  }
}

/**
 * Writes rows as UTF-8 CSV (comma, CRLF), see `writeTarget`.
 * Throws FileTrouble `exists`, `diskFull`, `notWritten`, `missing`, `directory` or `cancelled`.
 */
export async function writeCsv(
  request: CsvRequest,
  options: { signal?: AbortSignal | undefined; onProgress?: ((rows: number) => void) | undefined } = {},
): Promise<{ rows: number; bytes: number }> {
  const target = { path: request.target, overwrite: request.overwrite, signal: options.signal };
  return writeTarget(target, async (file) => {
    const writer = new CsvWriter(file, request.columns, {
      delimiter: ',',
      encoding: 'utf-8',
      byteOrderMark: false,
      lineEnd: '\r\n',
      guardFormulas: false,
      header: request.header ?? true,
      quoteAll: request.quoteAll ?? false,
    });
    let rows = 0;
    let batch: (readonly string[])[] = [];
    const writeBatch = async () => {
      if (batch.length > 0) await writer.write(packRows(batch, request.columns.length));
      rows += batch.length;
      batch = [];
      options.onProgress?.(rows);
    };
    for await (const cells of request.rows) if (batch.push(cells) >= rowsAtOnce) await writeBatch();
    await writeBatch();
    await writer.end();
    return { rows, bytes: file.bytes };
  });
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Data rows of a CSV file written here, read back from the disk: line feeds outside of quotes. In UTF-8 and in windows-1252
 * no other character has these bytes. The header is not counted.
 * Throws FileTrouble `notWritten` when the file ends inside a row.
 */
export async function countCsvRows(path: string): Promise<number> {
  let rows = 0;
  let isQuoted = false;
  let last = LINE_FEED;
  await using file = await open(path, 'r');
  let [memory, other] = [Buffer.allocUnsafeSlow(readAtOnce), Buffer.allocUnsafeSlow(readAtOnce)];
  let next = file.read(memory, 0, readAtOnce);
  for (;;) {
    const { bytesRead } = await next;
    if (bytesRead === 0) break;
    const bytes = memory.subarray(0, bytesRead);
    // The next bytes come while these are counted.
    [memory, other] = [other, memory];
    next = file.read(memory, 0, readAtOnce);
    for (let from = 0; from < bytes.length;) {
      const quote = bytes.indexOf(QUOTE, from);
      const end = quote === -1 ? bytes.length : quote;
      if (!isQuoted) rows += lineFeeds(bytes, from, end);
      if (quote !== -1) isQuoted = !isQuoted;
      from = end + 1;
    }
    // Without columns there is no header, and a mark is all that the file has.
    if (!bytes.equals(MARK)) last = bytes.at(-1) ?? last;
  }
  if (isQuoted || last !== LINE_FEED) throw notWhole();
  return Math.max(0, rows - 1);
}

function lineFeeds(bytes: Buffer, from: number, end: number): number {
  let found = 0;
  for (let at = bytes.indexOf(LINE_FEED, from); at !== -1 && at < end; at = bytes.indexOf(LINE_FEED, at + 1))
    found += 1;
  return found;
}
