// Why: decision 0035.
import { ByteScanner, elementEnd, isNamed, tagEnd } from './byte-scanner.ts';
import type { SheetHandler } from './xlsx-sheet.ts';
import { decodeEntities, XmlScanner } from './xml-scanner.ts';

/**
 * In place of a position: the cell is not written in the usual form, or it is not seen yet whether it is; the bytes end before
 * its end.
 */
const unusual = -2;
const unfinished = -1;
const isPlace = (found: number) => found >= 0;

/** The values of a cell's attribute `t` that are read here. */
const number = 0;
const shared = 1;
const text = 2;
const inline = 3;

const remarked = ['row', 'col', 'mergeCell', 'sheetData'];

/**
 * Reads a worksheet cell by cell from its bytes. It reads cells in the form that spreadsheet programs write; a cell in any
 * other form goes to the general XML reader.
 */
export class SheetScanner extends ByteScanner {
  readonly #handler: SheetHandler;
  readonly #general: XmlScanner;
  #column = -1;
  #type = number;
  #style = 0;

  constructor(handler: SheetHandler) {
    super();
    this.#handler = handler;
    this.#general = new XmlScanner(handler);
  }

  protected element(bytes: Buffer, open: number, name: number, nameEnd: number): number {
    if (bytes[name] === 99 && nameEnd === name + 1 && bytes[open + 1] !== 47) {
      const end = this.#plainCell(bytes, name - open - 1, nameEnd);
      return end === unusual ? this.#unusualCell(bytes, open, nameEnd) : end;
    }
    const end = tagEnd(bytes, nameEnd);
    if (end !== unfinished) this.#tag(bytes, open, name, nameEnd, end);
    return end;
  }

  /** Rows, columns and merged cells; all other markup outside of cells (filters, formats) is skipped. */
  #tag(bytes: Buffer, open: number, name: number, nameEnd: number, end: number): void {
    const local = remarked.find((word) => isNamed(bytes, name, nameEnd, word));
    if (local === undefined) return;
    const closesItself = bytes[end - 2] === 47;
    const opens = bytes[open + 1] !== 47;
    if (opens) this.#handler.open(local, bytes.toString('utf8', open + 1, end - (closesItself ? 2 : 1)));
    if (!opens || closesItself) this.#handler.close(local);
  }

  #unusualCell(bytes: Buffer, open: number, nameEnd: number): number {
    const end = elementEnd(bytes, open, nameEnd);
    if (end !== unfinished) this.#general.push(bytes.toString('utf8', open, end));
    return end;
  }

  /** `prefix`: bytes of the prefix of the name, with its colon. Returns the end of the cell, `unusual` or `unfinished`. */
  #plainCell(bytes: Buffer, prefix: number, from: number): number {
    this.#column = -1;
    this.#type = number;
    this.#style = 0;
    const start = this.#attributes(bytes, from);
    if (!isPlace(start)) return start;
    if (bytes[start - 2] === 47) {
      this.#handler.emptyCell(this.#column);
      return start;
    }
    if (bytes[start] !== 60) return unusual;
    if (bytes[start + 1] === 47) {
      const end = closing(bytes, start, prefix, 99);
      if (isPlace(end)) this.#handler.emptyCell(this.#column);
      return end;
    }
    return this.#type === inline ? this.#inlineCell(bytes, start, prefix) : this.#valueCell(bytes, start, prefix);
  }

  /** Reads r, s and t; returns the position behind the >, `unusual` or `unfinished`. */
  #attributes(bytes: Buffer, from: number): number {
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) return unfinished;
      if (byte === 62) return at + 1;
      at += 1;
      if (byte <= 32 || byte === 47) continue;
      // Only names of one letter without a prefix are read.
      let equals = at;
      for (let other = bytes[equals]; other !== 61; other = bytes[(equals += 1)]) {
        if (other === undefined) return unfinished;
        if (other === 62 || other <= 32) return unusual;
      }
      const quote = bytes[equals + 1];
      if (quote !== 34 && quote !== 39) return unusual;
      let end = equals + 2;
      for (let other = bytes[end]; other !== quote; other = bytes[(end += 1)])
        if (other === undefined) return unfinished;
      if (equals === at && !this.#attribute(bytes, byte, equals + 2, end)) return unusual;
      at = end + 1;
    }
  }

  /** False when the value is not one of the usual ones. */
  #attribute(bytes: Buffer, name: number, start: number, end: number): boolean {
    if (name === 114) {
      this.#column = columnOf(bytes, start, end);
      return this.#column >= 0;
    }
    if (name === 115) {
      this.#style = wholeNumber(bytes, start, end);
      return this.#style >= 0;
    }
    if (name !== 116) return true;
    const first = bytes[start];
    if (first === 115 && end - start === 1) this.#type = shared;
    else if (first === 110 && end - start === 1) this.#type = number;
    else if (isNamed(bytes, start, end, 'str')) this.#type = text;
    else if (isNamed(bytes, start, end, 'inlineStr')) this.#type = inline;
    else return false;
    return true;
  }

  /** `<v>…</v></c>` */
  #valueCell(bytes: Buffer, open: number, prefix: number): number {
    const start = open + 3 + prefix;
    if (bytes[start - 2] !== 118 || bytes[start - 1] !== 62) return unusual;
    const stop = textEnd(bytes, start);
    const end = closingTwo(bytes, stop, prefix, 118, 99);
    if (!isPlace(end)) return end;
    if (this.#type === shared) {
      const index = wholeNumber(bytes, start, stop);
      if (index < 0) return unusual;
      this.#handler.sharedCell(this.#column, index);
    } else if (this.#type === number) {
      if (!this.#handler.packNumber(this.#column, bytes, start, stop, this.#style))
        this.#handler.numberCell(this.#column, bytes.toString('latin1', start, stop), this.#style);
    } else this.#text(bytes, start, stop);
    return end;
  }

  /** `<is><t>…</t></is></c>` */
  #inlineCell(bytes: Buffer, open: number, prefix: number): number {
    const inner = open + 4 + prefix;
    if (bytes[inner - 3] !== 105 || bytes[inner - 2] !== 115 || bytes[inner - 1] !== 62 || bytes[inner] !== 60)
      return unusual;
    if (bytes[inner + 1 + prefix] !== 116) return unusual;
    const after = bytes[inner + 2 + prefix];
    if (after !== 62 && after !== 32) return unusual;
    const start = tagEnd(bytes, inner + 2 + prefix);
    if (start === unfinished) return unfinished;
    const stop = textEnd(bytes, start);
    const item = closing(bytes, stop, prefix, 116);
    if (!isPlace(item)) return item;
    const isEnd = item + 5 + prefix;
    if (bytes[item + 1] !== 47 || bytes[isEnd - 3] !== 105 || bytes[isEnd - 2] !== 115 || bytes[isEnd - 1] !== 62)
      return unusual;
    const end = closing(bytes, isEnd, prefix, 99);
    if (isPlace(end)) this.#text(bytes, start, stop);
    return end;
  }

  #text(bytes: Buffer, start: number, stop: number): void {
    if (!this.#handler.packText(this.#column, bytes, start, stop))
      this.#handler.textCell(this.#column, decodeEntities(bytes.toString('utf8', start, stop)));
  }
}

/** The position of the next <, which ends a text, or of the end of the bytes. */
function textEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 60) at += 1;
  return at;
}

/** The position behind the closing tag at `at` of an element with a name of one letter; `unusual` when there is none. */
function closing(bytes: Buffer, at: number, prefix: number, letter: number): number {
  const end = at + 4 + prefix;
  return bytes[at] === 60 && bytes[at + 1] === 47 && bytes[end - 2] === letter && bytes[end - 1] === 62 ? end : unusual;
}

function closingTwo(bytes: Buffer, at: number, prefix: number, first: number, second: number): number {
  const between = closing(bytes, at, prefix, first);
  return isPlace(between) ? closing(bytes, between, prefix, second) : between;
}

/** "AB12" → 27; -1 for anything else. */
function columnOf(bytes: Buffer, start: number, end: number): number {
  let column = 0;
  let at = start;
  for (; at < end; at += 1) {
    const letter = (bytes[at] as number) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return at === start || at - start > 3 || wholeNumber(bytes, at, end) < 1 ? -1 : column - 1;
}

/** Up to nine digits; -1 for anything else. */
function wholeNumber(bytes: Buffer, start: number, end: number): number {
  if (end === start || end - start > 9) return -1;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (bytes[at] as number) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
