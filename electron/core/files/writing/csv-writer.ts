import { open, type FileHandle } from 'node:fs/promises';
import { createReadStream, existsSync, linkSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCode, FileTrouble, writingTrouble } from '../foundation/file-trouble.ts';
import { RecordSplitter } from '../text/csv-records.ts';

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
/** Characters. A saved file may have longer cells than a file that is read. */
const longestSavedCell = 64_000_000;

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

/** The cell in quotes when it has a separator, a quote, a line end, or a blank at either end. */
function csvCell(value: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/**
 * Writes rows as UTF-8 CSV (comma, CRLF) beside the target under another name, and renames it when every byte is on the
 * disk. After any failure no half file is left, and an existing file is unchanged. Throws FileTrouble `exists`, `diskFull`, `notWritten`, `missing`, `directory` or `cancelled`.
 */
export async function writeCsv(
  request: CsvRequest,
  options: { signal?: AbortSignal | undefined; onProgress?: ((rows: number) => void) | undefined } = {},
): Promise<{ rows: number; bytes: number }> {
  const name = basename(request.target);
  refuseTarget(request, name);
  const part = `${request.target}.${process.pid}.part`;
  let handle: FileHandle | undefined;
  try {
    handle = await open(part, 'w', 0o600);
    const written = await writeRows(handle, request, name, options);
    await handle.sync();
    await handle.close();
    handle = undefined;
    put(part, request, name);
    return written;
  } catch (error) {
    await handle?.close().catch(() => undefined);
    rmSync(part, { force: true });
    throw isSystemError(error) ? writingTrouble(error, name) : error;
  }
}

function refuseTarget(request: CsvRequest, name: string): void {
  if (!existsSync(request.target)) return;
  if (statSync(request.target).isDirectory())
    throw new FileTrouble('directory', `"${name}" is a folder. Nothing was written. Choose a file name.`);
  if (!request.overwrite) throw exists(name);
}

function exists(name: string): FileTrouble {
  return new FileTrouble(
    'exists',
    `"${name}" exists already and was not changed. Choose another name, or allow to replace it.`,
  );
}

async function writeRows(
  handle: FileHandle,
  request: CsvRequest,
  name: string,
  options: { signal?: AbortSignal | undefined; onProgress?: ((rows: number) => void) | undefined },
): Promise<{ rows: number; bytes: number }> {
  const width = request.columns.length;
  const written = request.quoteAll === true ? (value: string) => `"${value.replaceAll('"', '""')}"` : csvCell;
  const line = (cells: readonly string[]) => {
    let text = '';
    for (let index = 0; index < width; index += 1) {
      const value = cells[index] ?? '';
      text += (index === 0 ? '' : ',') + written(request.excelSafe === true ? guardFormula(value) : value);
    }
    // A row of one empty cell must not become a blank line, which readers skip.
    return `${width === 1 && text === '' ? '""' : text}\r\n`;
  };
  let pending =
    ((request.bom ?? request.excelSafe) === true ? '\ufeff' : '') +
    (request.header === false ? '' : line(request.columns));
  let rows = 0;
  let bytes = 0;
  const flush = async () => {
    if (options.signal?.aborted === true)
      throw new FileTrouble('cancelled', `Saving "${name}" was cancelled. No file was written.`);
    const buffer = Buffer.from(pending, 'utf8');
    pending = '';
    for (let position = 0; position < buffer.length;) {
      const { bytesWritten } = await handle.write(buffer, position, buffer.length - position);
      position += bytesWritten;
    }
    bytes += buffer.length;
    options.onProgress?.(rows);
  };
  for await (const cells of request.rows) {
    pending += line(cells);
    rows += 1;
    if (pending.length >= flushAt) await flush();
  }
  await flush();
  return { rows, bytes };
}

/** Linking fails when the name is taken, so a file that appeared meanwhile is not replaced. Not every file system has links. */
function put(part: string, request: CsvRequest, name: string): void {
  if (request.overwrite) {
    renameSync(part, request.target);
    return;
  }
  try {
    linkSync(part, request.target);
    unlinkSync(part);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || existsSync(request.target)) throw exists(name);
    renameSync(part, request.target);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && errorCode(error) !== '' && 'syscall' in error;
}

/** Data rows of a CSV file written here, read back from the disk; the header is not counted. */
export async function countCsvRows(path: string): Promise<number> {
  let records = 0;
  const splitter = new RecordSplitter(
    { delimiter: ',', longestCell: longestSavedCell },
    { record: () => void (records += 1) },
  );
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: flushAt });
  for await (const chunk of stream) splitter.push(String(chunk));
  splitter.end();
  return Math.max(0, records - 1);
}
