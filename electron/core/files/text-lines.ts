import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  TEXT_LINE_CHARACTERS,
  TEXT_LINES_LIMIT,
  type TextCursor,
  type TextLine,
} from '../../../shared/contract/file-text.ts';
import { CellTooLong, RecordSplitter } from './csv-records.ts';
import { createDecoder, decodeWhole } from './encoding.ts';
import { FileTrouble, readingTrouble } from './file-trouble.ts';
import { spreadsheetLimits } from './limits.ts';

/** Bytes looked at for a page, at first and at most: a file may be one line of a gigabyte. */
const firstWindow = 262_144;
export const largestWindow = 8_388_608;

export interface TextRequest {
  path: string;
  /** A value of `encodingChoices`. */
  encoding: string;
  /** Tells which lines belong to one row. */
  delimiter: string;
  from?: TextCursor | undefined;
  /** Lines wanted, at most 500. */
  limit: number;
}

export interface TextPage {
  lines: TextLine[];
  next: TextCursor | null;
}

interface PhysicalLine {
  /** Bytes from the beginning of the window; `stop` is behind the text, `after` behind the line end. */
  start: number;
  stop: number;
  after: number;
  end: TextLine['end'];
}

const beginning: TextCursor = { byte: 0, line: 1, row: 1, linesOfRow: 0, isInLine: false };

/**
 * Lines of a text file from a place on, as they stand there. Reads no more than 8 MiB whatever the file holds, and
 * counts rows as the reader does. Throws FileTrouble.
 */
export function readTextLines(request: TextRequest): TextPage {
  const name = basename(request.path);
  let descriptor: number | undefined;
  try {
    const stats = statSync(request.path);
    // Opening a pipe would wait for someone to write into it.
    if (!stats.isFile()) throw new FileTrouble('unsupported', `"${name}" is not an ordinary file any more.`);
    descriptor = openSync(request.path, 'r');
    const from = request.from ?? beginning;
    for (let size = firstWindow; ; size *= 4) {
      const length = Math.min(size, largestWindow);
      const bytes = readAt(descriptor, from.byte, length);
      const isLast = bytes.length < length;
      const page = pageOf(bytes, from, request, isLast, length === largestWindow);
      if (page !== null) return page;
    }
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? readingTrouble(error, name) : error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(descriptor, bytes, filled, length - filled, position + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Null: the window was too small to tell. `isLast`: the file ends with it; `isLargest`: no larger one will be read. */
function pageOf(
  bytes: Buffer,
  from: TextCursor,
  request: TextRequest,
  isLast: boolean,
  isLargest: boolean,
): TextPage | null {
  const limit = Math.min(request.limit, TEXT_LINES_LIMIT);
  const lines: PhysicalLine[] = [];
  const texts: string[] = [];
  const counter = new RowCounter(from, request.delimiter);
  let place = 0;
  while (counter.known < limit) {
    const found = lineAt(bytes, place, widthOf(request.encoding), isLast);
    if (found === null) break;
    const text = decodeLine(bytes.subarray(found.start, found.stop), request.encoding);
    lines.push(found);
    texts.push(text);
    counter.add(from.byte === 0 && place === 0 ? text.replace(/^\ufeff/, '') : text);
    place = found.after;
  }
  const isAtEnd = isLast && place >= bytes.length;
  if (isAtEnd) counter.end();
  const isEnough = isAtEnd || counter.known >= limit;
  if (!isEnough && !isLargest) return null;
  if (lines.length === 0) return bytes.length === 0 ? { lines: [], next: null } : pieceOf(bytes, from, request);
  // A row whose end lies beyond the window: its lines are shown all the same, and rows are no longer counted.
  const shown = Math.min(limit, counter.known > 0 ? Math.min(counter.known, lines.length) : lines.length);
  const result = lines.slice(0, shown).map((line, index): TextLine => ({
    line: from.line + index,
    row: counter.rowOf(index),
    ...shortened(texts[index] ?? ''),
    end: line.end,
    isContinued: index === 0 && from.isInLine,
  }));
  const last = lines[shown - 1] as PhysicalLine;
  if (last.end === 'none' || (isLast && last.after >= bytes.length)) return { lines: result, next: null };
  return {
    lines: result,
    next: { byte: from.byte + last.after, line: from.line + shown, ...counter.after(shown), isInLine: false },
  };
}

/** The window ends inside one line: what there is of it. */
function pieceOf(bytes: Buffer, from: TextCursor, request: TextRequest): TextPage {
  const cut = harmlessCut(bytes, widthOf(request.encoding));
  const text = createDecoder(request.encoding).decode(bytes.subarray(0, cut));
  return {
    lines: [{ line: from.line, row: from.row, ...shortened(text), end: 'open', isContinued: from.isInLine }],
    next: { byte: from.byte + cut, line: from.line, row: null, linesOfRow: 0, isInLine: true },
  };
}

/** Bytes below 0x30 are characters of their own in every encoding but UTF-16: behind the last of them no character is cut. */
function harmlessCut(bytes: Buffer, width: Width): number {
  const { length } = bytes;
  if (width !== 1) {
    const unit = width === 'little' ? bytes.readUInt16LE(length - 2) : bytes.readUInt16BE(length - 2);
    const isHalf = unit === 13 || (unit >= 0xd800 && unit < 0xdc00);
    return isHalf ? length - 2 : length;
  }
  // A carriage return at the very end may be half of a line end.
  for (let at = length - 2; at > length - 4096 && at >= 0; at -= 1) if ((bytes[at] as number) < 0x30) return at + 1;
  return length;
}

function shortened(text: string): { text: string; hidden: number } {
  if (text.length <= TEXT_LINE_CHARACTERS) return { text, hidden: 0 };
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(TEXT_LINE_CHARACTERS - 1));
  const cut = isHalf ? TEXT_LINE_CHARACTERS - 1 : TEXT_LINE_CHARACTERS;
  return { text: text.slice(0, cut), hidden: text.length - cut };
}

/** Bytes of a line end's character, and for UTF-16 their order. */
type Width = 1 | 'little' | 'big';

function widthOf(encoding: string): Width {
  return encoding === 'utf-16le' ? 'little' : encoding === 'utf-16be' ? 'big' : 1;
}

/**
 * The line from `start` on; null when its end is not in the window. In every encoding that can be chosen but UTF-16 the
 * bytes 10 and 13 are no part of another character.
 */
function lineAt(bytes: Buffer, start: number, width: Width, isLast: boolean): PhysicalLine | null {
  if (start >= bytes.length) return null;
  const step = width === 1 ? 1 : 2;
  const at = width === 1 ? narrowLineEnd(bytes, start) : wideLineEnd(bytes, start, width);
  if (at === -1) return isLast ? { start, stop: bytes.length, after: bytes.length, end: 'none' } : null;
  const isReturn = codeAt(bytes, at, width) === 13;
  if (isReturn && at + step >= bytes.length && !isLast) return null;
  const isPair = isReturn && codeAt(bytes, at + step, width) === 10;
  return { start, stop: at, after: at + (isPair ? step * 2 : step), end: isPair ? 'CRLF' : isReturn ? 'CR' : 'LF' };
}

function narrowLineEnd(bytes: Buffer, start: number): number {
  const lineFeed = bytes.indexOf(10, start);
  // Looked for only up to the line feed: most files have no other carriage return.
  const carriageReturn = bytes.subarray(start, lineFeed === -1 ? bytes.length : lineFeed).indexOf(13);
  return carriageReturn === -1 ? lineFeed : start + carriageReturn;
}

function wideLineEnd(bytes: Buffer, start: number, width: Width): number {
  for (let at = start; at + 1 < bytes.length; at += 2) {
    const code = codeAt(bytes, at, width);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}

/** -1 behind the end of the bytes. */
function codeAt(bytes: Buffer, at: number, width: Width): number {
  if (width === 1) return bytes[at] ?? -1;
  if (at + 1 >= bytes.length) return -1;
  return width === 'little' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
}

function decodeLine(bytes: Buffer, encoding: string): string {
  return encoding === 'utf-8' && !isUtf8(bytes) ? decodeDamaged(bytes) : decodeWhole(bytes, encoding);
}

/** UTF-8 with every stray byte kept as a lone surrogate, so that the page can name it. */
function decodeDamaged(bytes: Buffer): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] as number;
    const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0x80 || (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', from, at) + String.fromCharCode(0xdc00 + lead);
    at += 1;
    from = at;
  }
  return text + bytes.toString('utf8', from);
}

/** Which row each line belongs to, by the reader's own rules about quotation marks. */
class RowCounter {
  /** Lines, from the first, whose row is known. */
  known = 0;
  private readonly rows: (number | null)[] = [];
  private readonly splitter: RecordSplitter | null;
  private readonly carried: number;
  private row: number | null;
  private lines = 0;
  /** For each known line how many lines of the same row follow. */
  private readonly following: number[] = [];

  constructor(from: TextCursor, delimiter: string) {
    this.row = from.row;
    this.carried = from.linesOfRow;
    this.splitter =
      from.row === null
        ? null
        : new RecordSplitter(
            { delimiter, longestCell: spreadsheetLimits.cellCharacters },
            { record: (cells) => this.settle(1 + lineFeedsIn(cells)) },
          );
  }

  add(text: string): void {
    this.lines += 1;
    if (this.row === null || this.splitter === null) {
      this.note(null, 0);
      return;
    }
    if (this.lines <= this.carried) {
      this.note(this.row, this.carried - this.lines);
      if (this.lines === this.carried) this.row += 1;
      return;
    }
    try {
      // Every line end counts alike here, so that a row's lines can be counted by its line feeds.
      this.splitter.push(`${text}\n`);
    } catch (error) {
      this.giveUp(error);
    }
  }

  end(): void {
    if (this.row === null) return;
    try {
      this.splitter?.end();
    } catch (error) {
      this.giveUp(error);
    }
  }

  rowOf(index: number): number | null {
    return this.rows[index] ?? null;
  }

  after(lines: number): { row: number | null; linesOfRow: number } {
    const row = this.rowOf(lines - 1);
    if (row === null) return { row: null, linesOfRow: 0 };
    const linesOfRow = this.following[lines - 1] ?? 0;
    return { row: linesOfRow > 0 ? row : row + 1, linesOfRow };
  }

  private settle(lines: number): void {
    if (this.row === null) return;
    for (let left = lines; left > 0; left -= 1) this.note(this.row, left - 1);
    this.row += 1;
  }

  private note(row: number | null, following: number): void {
    this.rows.push(row);
    this.following.push(following);
    this.known += 1;
  }

  /** A cell beyond the limit: the reader refuses such a file, and its lines are shown without rows. */
  private giveUp(error: unknown): void {
    if (!(error instanceof CellTooLong)) throw error;
    this.row = null;
    while (this.known < this.lines) this.note(null, 0);
  }
}

function lineFeedsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}
