import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { PreviewRow, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { readCsv, type ByteSource } from '../text/csv-reader.ts';
import { fileKind, type FileKind } from './file-kind.ts';
import { FileTrouble, readingTrouble } from '../foundation/file-trouble.ts';
import { padded } from './padded.ts';
import type { RowSink } from '../table/table-stager.ts';
import type { WorkbookReadOptions } from '../workbooks/read-workbook.ts';

/** The work of the reading thread. Files may be hostile, and reading hardly ever yields; so it has a thread of its own. */

export interface StageRequest {
  path: string;
  choices: ReadingChoices;
  target: string;
  /** Bytes read at a time; specs use small ones. */
  chunkBytes?: number;
}

export interface StageProgress {
  bytesRead: number;
  bytesTotal: number;
  rows: number;
}

export interface PreviewRequest {
  path: string;
  choices: ReadingChoices;
  rows: number;
}

/** Bytes that tell what kind of file it is: XML may begin with a long comment. */
const headBytes = 4096;
/** Bytes read at a time. */
const chunkSize = 262_144;
/** Bytes of a text file that a preview reads at most. */
const previewBytes = 1_048_576;
/** Bytes read at a time for a preview: small, so that it ends as soon as it has its rows. */
const previewChunk = 24_576;
/** Rows of a sheet that a preview reads, enough to find header and columns. */
const previewSheetRows = 500;

/** A table of its own, with values of the usual kinds, of which a thread that waits for a file has time to read. */
const PRACTICE_TABLE = [
  'Company,First name,Phone,E-mail,Website,Post code,City,Founded,Employees,Note',
  ...Array.from(
    { length: 240 },
    (_, row) =>
      `"Nord ${row} A/S",Anna ${row % 7},+45 33 12 ${10 + (row % 80)} 56,anna.${row}@example.com,www.example${row}.com,${2000 + row},Århus,2024-0${1 + (row % 9)}-12,${row * 13},"call, then ${row}"`,
  ),
  '',
].join('\r\n');

/** Makes ready what the first table in a thread takes most of its time for: words of headers, shapes of values, compiled code. */
export function practise(): void {
  const bytes = Buffer.from(PRACTICE_TABLE);
  const source: ByteSource = { size: bytes.length, chunks: () => [bytes].values() };
  readCsv(source, {}, { partial: false, write: () => undefined, onProgress: () => undefined });
}

/**
 * Loads and compiles what reads workbooks and writes staging files, for a thread that still waits for its file.
 * @param goesOn as for `practiseWorkbook`
 */
export async function practiseMore(goesOn: () => Promise<boolean>): Promise<void> {
  await import('./staging-writer.ts');
  await import('../workbooks/open-workbook.ts');
  await import('../workbooks/read-workbook.ts');
  const { practiseWorkbook } = await import('../workbooks/practise-workbook.ts');
  await practiseWorkbook(goesOn);
}

/** Reads the whole file into a staging file at `target`. Throws FileTrouble. */
export async function stageNow(request: StageRequest, onProgress: (progress: StageProgress) => void): Promise<Reading> {
  const { path, choices, target, chunkBytes = chunkSize } = request;
  return withFile(path, async (file, kind) => {
    const { size } = file;
    const { StagingWriter } = await import('./staging-writer.ts');
    const writer = new StagingWriter(target);
    const sink: RowSink = {
      write: (_row, line, cells) => writer.add(line, cells),
      writePacked: (_row, line, json) => writer.addJson(line, json),
    };
    const onRow = (rows: number) => onProgress({ bytesRead: 0, bytesTotal: size, rows });
    try {
      const reading =
        kind === 'text'
          ? readCsv(bytesOf(file, chunkBytes, size), choices, {
              ...sink,
              onProgress: ({ bytesRead, rows }) => onProgress({ bytesRead, rows, bytesTotal: size }),
            })
          : await readSheet(kind, file, true, choices, { size, previewRows: null, ...sink, onRow });
      if (kind !== 'text') onProgress({ bytesRead: size, bytesTotal: size, rows: reading.rows });
      writer.finish(reading);
      return reading;
    } catch (error) {
      writer.discard();
      throw error;
    }
  });
}

/** Reads only what the first rows need. Throws FileTrouble. */
export async function previewNow(request: PreviewRequest): Promise<{ reading: Reading; rows: PreviewRow[] }> {
  return withFile(request.path, async (file, kind) => {
    const { size } = file;
    const rows: PreviewRow[] = [];
    const write = (row: number, line: number, cells: string[]) => {
      if (rows.length < request.rows) rows.push({ row, line, cells });
    };
    let found = 0;
    const isEnough = () => size > previewBytes && found >= request.rows;
    const reading =
      kind === 'text'
        ? readCsv(bytesOf(file, previewChunk, previewBytes, isEnough), request.choices, {
            partial: size > previewBytes,
            write,
            onProgress: (progress) => void (found = progress.found),
          })
        : await readSheet(kind, file, false, request.choices, {
            size,
            previewRows: Math.max(previewSheetRows, request.rows * 2),
            write,
          });
    const width = reading.columns.length;
    return { reading, rows: rows.map((row) => ({ ...row, cells: padded(row.cells, width) })) };
  });
}

interface OpenFile {
  descriptor: number;
  size: number;
  name: string;
}

/** The code for workbooks is loaded only for a workbook, so that the first rows of a text file do not wait for it. */
async function readSheet(
  kind: Exclude<FileKind, 'text'>,
  file: OpenFile,
  whole: boolean,
  choices: ReadingChoices,
  options: WorkbookReadOptions,
): Promise<Reading> {
  const { openWorkbook } = await import('../workbooks/open-workbook.ts');
  const { readWorkbook } = await import('../workbooks/read-workbook.ts');
  const workbook = await openWorkbook(kind, { ...file, whole, encoding: choices.encoding });
  return readWorkbook(workbook, choices, options);
}

async function withFile<Result>(
  path: string,
  work: (file: OpenFile, kind: FileKind) => Promise<Result>,
): Promise<Result> {
  const name = basename(path);
  let descriptor: number | undefined;
  try {
    // Checked before opening: opening a pipe waits until something writes into it.
    const stats = statSync(path);
    if (stats.isDirectory())
      throw new FileTrouble('directory', `"${name}" is a folder, not a file. Choose the spreadsheet inside it.`);
    if (!stats.isFile())
      throw new FileTrouble(
        'unsupported',
        `"${name}" is not an ordinary file. Save the data as a file and choose that file.`,
      );
    descriptor = openSync(path, 'r');
    const head = Buffer.alloc(headBytes);
    const kind = fileKind(head.subarray(0, readSync(descriptor, head, 0, head.length, 0)), name);
    return await work({ descriptor, size: stats.size, name }, kind);
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? readingTrouble(error, name) : error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function bytesOf(
  { descriptor, size }: OpenFile,
  chunkBytes: number,
  limit: number,
  isEnough: () => boolean = () => false,
): ByteSource {
  return {
    size,
    *chunks() {
      const buffer = Buffer.alloc(chunkBytes);
      for (let position = 0; position < Math.min(limit, size) && !isEnough();) {
        const read = readSync(descriptor, buffer, 0, Math.min(chunkBytes, limit - position), position);
        if (read === 0) break;
        position += read;
        yield buffer.subarray(0, read);
      }
    },
  };
}
