// Why: decision 0092.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  TEXT_LINE_CHARACTERS,
  type TextCursor,
  type TextLine,
} from '../../../../../shared/contract/imports/file-text.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { FileTrouble, readingTrouble } from '../../foundation/file-trouble.ts';
import { lineDecoder } from './line-decoder.ts';
import { LineScanner, type PhysicalLine, widthOf } from './line-scanner.ts';
import { RowCounter } from './row-counter.ts';

/** Bytes read for a page, at first and at most: a file may be one line of a gigabyte. */
const firstWindow = 262_144;
const largestWindow = 8_388_608;

export interface TextRequest {
  path: string;
  /** A value of `encodingChoices`. */
  encoding: string;
  /** Decides which lines belong to one row. Empty: each line is one. */
  delimiter: string;
  /** As in a reading. */
  quote?: string | undefined;
  from?: TextCursor | undefined;
  /** Lines wanted, at most 500. */
  limit: number;
}

export interface TextPage {
  lines: TextLine[];
  next: TextCursor | null;
}

const beginning: TextCursor = { byte: 0, line: 1, row: 1, linesOfRow: 0, isInLine: false };

/**
 * The lines of a text file from a place on, unchanged. Reads at most 8 MiB, and counts rows by the rules of the CSV reader.
 * Throws FileTrouble.
 */
export function readTextLines(request: TextRequest): TextPage {
  const name = basename(request.path);
  let descriptor: number | undefined;
  try {
    const stats = statSync(request.path);
    // Opening a pipe waits until something writes into it.
    if (!stats.isFile())
      throw new FileTrouble('unsupported', `"${name}" is not an ordinary file any more. Choose the file again.`);
    descriptor = openSync(request.path, 'r');
    return pageOf(new TextWindow(descriptor, (request.from ?? beginning).byte), request);
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? readingTrouble(error, name) : error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The bytes read so far from a place in the file on. The window grows, so that no byte is read twice. */
class TextWindow {
  bytes: Buffer = Buffer.alloc(0);
  /** The file ends with this window. */
  isLast = false;
  readonly #descriptor: number;
  readonly #start: number;

  constructor(descriptor: number, start: number) {
    this.#descriptor = descriptor;
    this.#start = start;
    this.grow();
  }

  get isLargest(): boolean {
    return this.bytes.length >= largestWindow;
  }

  grow(): void {
    const known = this.bytes.length;
    const bytes = Buffer.alloc(Math.min(Math.max(firstWindow, known * 4), largestWindow));
    this.bytes.copy(bytes);
    let filled = known;
    while (filled < bytes.length) {
      const read = readSync(this.#descriptor, bytes, filled, bytes.length - filled, this.#start + filled);
      if (read === 0) break;
      filled += read;
    }
    this.isLast = filled < bytes.length;
    this.bytes = bytes.subarray(0, filled);
  }
}

function pageOf(window: TextWindow, request: TextRequest): TextPage {
  const from = request.from ?? beginning;
  const limit = Math.min(request.limit, PAGE_LIMIT);
  const decode = lineDecoder(request.encoding);
  const scanner = new LineScanner(widthOf(request.encoding));
  const counter = new RowCounter(from, request.delimiter, request.quote);
  const shownLines: PhysicalLine[] = [];
  const texts: string[] = [];
  let count = 0;
  let place = 0;
  for (;;) {
    scanner.begin(window.bytes, window.isLast);
    while (counter.known < limit) {
      const found = scanner.lineAt(place);
      if (found === null) break;
      const text = decode(window.bytes.subarray(found.start, found.stop));
      counter.add(from.byte === 0 && place === 0 ? text.replace(/^\ufeff/, '') : text);
      count += 1;
      place = found.after;
      // Further lines are read only to find the end of the row.
      if (count > limit) continue;
      shownLines.push(found);
      texts.push(text);
    }
    if (window.isLast) counter.end();
    else counter.flush();
    if (window.isLast || counter.known >= limit || window.isLargest) break;
    window.grow();
  }
  const { bytes, isLast } = window;
  if (count === 0) return bytes.length === 0 ? { lines: [], next: null } : pieceOf(bytes, from, request);
  // The row ends beyond the window: its lines are shown, and rows are no longer counted.
  const shown = Math.min(limit, counter.known > 0 ? Math.min(counter.known, count) : count);
  const lines = shownLines.slice(0, shown).map((line, index): TextLine => ({
    line: from.line + index,
    row: counter.rowOf(index),
    ...shortened(texts[index] ?? ''),
    end: line.end,
    isContinued: index === 0 && from.isInLine,
  }));
  const last = shownLines[shown - 1] as PhysicalLine;
  if (isLast && last.after >= bytes.length) return { lines, next: null };
  return {
    lines,
    next: { byte: from.byte + last.after, line: from.line + shown, ...counter.after(shown), isInLine: false },
  };
}

/** The window ends inside one line: returns the part of the line in the window. */
function pieceOf(bytes: Buffer, from: TextCursor, request: TextRequest): TextPage {
  const cut = harmlessCut(bytes, request.encoding);
  const text = lineDecoder(request.encoding)(bytes.subarray(0, cut));
  return {
    lines: [{ line: from.line, row: from.row, ...shortened(text), end: 'open', isContinued: from.isInLine }],
    next: { byte: from.byte + cut, line: from.line, row: null, linesOfRow: 0, isInLine: true },
  };
}

/** Where the bytes can be cut without cutting a character: behind a byte below 0x30, a whole character except in UTF-16. */
function harmlessCut(bytes: Buffer, encoding: string): number {
  const { length } = bytes;
  const width = widthOf(encoding);
  if (width !== 1) {
    const unit = width === 'little' ? bytes.readUInt16LE(length - 2) : bytes.readUInt16BE(length - 2);
    const isHalf = unit === 13 || (unit >= 0xd800 && unit < 0xdc00);
    return isHalf ? length - 2 : length;
  }
  // A carriage return at the very end may be half of a line end.
  if (bytes[length - 1] === 13) return length - 1;
  for (let at = length - 1; at > length - 4096; at -= 1) if ((bytes[at] as number) < 0x30) return at + 1;
  if (encoding !== 'utf-8') return length;
  // Bytes from 0x80 to 0xBF continue a character, bytes from 0xC0 on begin one.
  for (let at = length - 1; at > length - 4; at -= 1) if ((bytes[at] as number) >= 0xc0) return at;
  return length;
}

function shortened(text: string): { text: string; hidden: number } {
  if (text.length <= TEXT_LINE_CHARACTERS) return { text, hidden: 0 };
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(TEXT_LINE_CHARACTERS - 1));
  const cut = isHalf ? TEXT_LINE_CHARACTERS - 1 : TEXT_LINE_CHARACTERS;
  return { text: text.slice(0, cut), hidden: text.length - cut };
}
