import { createReadStream } from 'node:fs';
import { FileTrouble } from '../foundation/file-trouble.ts';
import type { TableRow, TableWriter } from './table-writer.ts';
import { type UnfinishedFile, writeTarget } from './target-file.ts';
import { encodeWindows1252 } from './windows-1252.ts';

export interface CsvForm {
  /** One character. */
  readonly delimiter: string;
  readonly encoding: 'utf-8' | 'windows-1252';
  /** Begin with a byte order mark; UTF-8 only. */
  readonly byteOrderMark: boolean;
  readonly lineEnd: '\r\n' | '\n';
  /** See `guardFormula`. */
  readonly guardFormulas: boolean;
  /** False: no header. */
  readonly header: boolean;
  /** Every cell in quotes, even an empty one. */
  readonly quoteAll: boolean;
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
  /** Guards against formulas and writes a byte order mark; see `guardFormula`. */
  excelSafe?: boolean | undefined;
  /** False: an existing file is never replaced. */
  overwrite: boolean;
  /** Begin with a UTF-8 byte order mark. Default: as `excelSafe`. */
  bom?: boolean | undefined;
}

/** Characters that are held before they are written. */
const flushAt = 262_144;
/** Rows that are handed to the writer at once. */
const rowsAtOnce = 500;

/**
 * Puts an apostrophe before a cell that a spreadsheet would run as a formula: one that begins with `=`, `@`, tab or
 * carriage return, or with `+` or `-` and is neither a phone nor a number. `+49 30 123`, `+45-12`, `-12.5` and
 * `+1 (555) 01` are not changed: a formula of digits and the signs inside numbers can do no more than a sum.
 */
export function guardFormula(cell: string): string {
  if (cell === '') return cell;
  const first = cell.charCodeAt(0);
  if (first === 61 || first === 64 || first === 9 || first === 13) return `'${cell}`;
  if (first !== 43 && first !== 45) return cell;
  return /^[+-][\d\s().,/\u00a0\u2010-\u2015-]*(?:[eE][+-]?\d+)?%?$/.test(cell) ? cell : `'${cell}`;
}

/** In quotes. */
function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

/** Separators that spreadsheet programs guess and the delimiter itself, quotes, line ends, and blanks at either end. */
function quotesPattern(delimiter: string): RegExp {
  const hex = delimiter.charCodeAt(0).toString(16).padStart(4, '0');
  return new RegExp(String.raw`[",;\t\r\n|\u${hex}]|^\s|\s$`);
}

/** Rows as CSV text. A cell is put in quotes when it needs them, whatever the delimiter is. */
export class CsvWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #columns: readonly string[];
  readonly #form: CsvForm;
  readonly #needsQuotes: RegExp;
  #pending = '';
  #rows = 0;
  #guarded = 0;

  constructor(file: UnfinishedFile, columns: readonly string[], form: CsvForm) {
    this.#file = file;
    this.#columns = columns;
    this.#form = form;
    this.#needsQuotes = quotesPattern(form.delimiter);
    if (form.byteOrderMark && form.encoding === 'utf-8') this.#pending = '\ufeff';
    if (form.header && columns.length > 0) this.#pending += this.#line(columns);
    // The header is no lead: nobody counts the cells that are guarded in it.
    this.#guarded = 0;
  }

  async write(rows: readonly TableRow[]): Promise<void> {
    for (const row of rows) {
      this.#pending += this.#line(row);
      this.#rows += 1;
      if (this.#pending.length >= flushAt) await this.#flush();
    }
  }

  async end(): Promise<void> {
    await this.#flush();
  }

  async abandon(): Promise<void> {
    // Nothing runs between two writes.
  }

  notes(): string[] {
    if (this.#guarded === 0) return [];
    const count = this.#guarded.toLocaleString('en');
    return [
      `${this.#guarded === 1 ? '1 cell that begins' : `${count} cells that begin`} like a formula got an apostrophe in front, so that no program runs ${this.#guarded === 1 ? 'it' : 'them'}.`,
    ];
  }

  #line(cells: TableRow): string {
    const { delimiter, guardFormulas, lineEnd, quoteAll } = this.#form;
    const width = this.#columns.length;
    let text = '';
    for (let index = 0; index < width; index += 1) {
      let value = cells[index] ?? '';
      if (guardFormulas) {
        const guarded = guardFormula(value);
        if (guarded !== value) this.#guarded += 1;
        value = guarded;
      }
      if (index > 0) text += delimiter;
      text += quoteAll || this.#needsQuotes.test(value) ? quoted(value) : value;
    }
    // A row of one empty cell must not become a blank line, which readers skip.
    return `${width === 1 && text === '' ? '""' : text}${lineEnd}`;
  }

  async #flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (this.#form.encoding === 'utf-8') return this.#file.append(Buffer.from(text, 'utf8'));
    const encoded = encodeWindows1252(text);
    if (typeof encoded === 'string')
      throw new FileTrouble(
        'notWritten',
        `"${this.#file.name}" was not written: windows-1252 has no "${encoded}", which is in one of the first ${this.#rows.toLocaleString('en')} rows. Choose UTF-8, which has every character.`,
      );
    await this.#file.append(encoded);
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
      byteOrderMark: request.bom ?? request.excelSafe ?? false,
      lineEnd: '\r\n',
      guardFormulas: request.excelSafe ?? false,
      header: request.header ?? true,
      quoteAll: request.quoteAll ?? false,
    });
    let rows = 0;
    let batch: (readonly string[])[] = [];
    const writeBatch = async () => {
      await writer.write(batch);
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

const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Data rows of a CSV file written here, read back from the disk: line feeds outside of quotes. In UTF-8 and in windows-1252
 * no other character has these bytes. The header is not counted.
 * Throws FileTrouble `notWritten` when the file ends inside a row.
 */
export async function countCsvRows(path: string): Promise<number> {
  let rows = 0;
  let isQuoted = false;
  let last = lineFeed;
  for await (const chunk of createReadStream(path, { highWaterMark: flushAt })) {
    const bytes = chunk as Buffer;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) rows += 1;
    }
    last = bytes.at(-1) ?? last;
  }
  if (isQuoted || last !== lineFeed)
    throw new FileTrouble('notWritten', 'The file that was written is not whole. Save again, or choose another disk.');
  return Math.max(0, rows - 1);
}
