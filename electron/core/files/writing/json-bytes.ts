import { GrowingBytes, put } from './growing-bytes.ts';
import { CELL_END, NOTHING, type PackedRows, refuseOpenRow, ROW_END } from './packed-rows.ts';
import { textBetween } from './utf8-texts.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PLAIN = 0x20;

const ENDS = 1;
const ESCAPED = 2;

/** What a byte means for the text that it is in. JSON.stringify escapes these, and lone surrogates, which UTF-8 has not. */
const meanings = new Uint8Array(256);
meanings.fill(ESCAPED, 0, FIRST_PLAIN);
for (const byte of [QUOTE, BACKSLASH]) meanings[byte] = ESCAPED;
for (const byte of [NOTHING, ROW_END, CELL_END]) meanings[byte] = ENDS;

const LISTS_AND_OBJECTS: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);

/** The objects of a table: what stands before the value of each column, and behind the last one. */
export interface ObjectShape {
  readonly keys: readonly string[];
  readonly end: string;
  /** A value that is a list or an object of JSON is written as one; else it is text like all others. */
  readonly hasJson: boolean;
}

/** A key for each column. */
export function flatShape(columns: readonly string[]): ObjectShape {
  const keys = columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  return { keys, end: keys.length === 0 ? '{}' : '}', hasJson: false };
}

/** Turns packed rows into objects of JSON in UTF-8, one after the other: text as text, null where there is nothing. */
export class JsonBytes {
  readonly #keys: readonly Buffer[];
  readonly #hasJson: boolean;
  readonly #before: Buffer;
  readonly #after: Buffer;
  readonly #rowBytes: number;
  readonly #memory = new GrowingBytes();

  /** `before` and `after`: what stands around each object. */
  constructor({ keys, end, hasJson }: ObjectShape, before: string, after: string) {
    this.#keys = keys.map((key) => Buffer.from(key));
    this.#hasJson = hasJson;
    this.#before = Buffer.from(before);
    this.#after = Buffer.from(`${end}${after}`);
    // Around a value stand two quotes, or it is null.
    const keyBytes = this.#keys.reduce((sum, key) => sum + key.length + 4, 0);
    this.#rowBytes = this.#before.length + keyBytes + this.#after.length;
  }

  /** The objects of the rows. Their memory is used again by the call after the next. */
  objectsOf({ bytes, rows }: PackedRows): Buffer {
    refuseOpenRow(bytes);
    let rowsAhead = rows;
    let out = this.#memory.next(bytes.length + rows * this.#rowBytes);
    let length = 0;
    let column = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (column === 0) length = put(out, length, this.#before);
      const key = this.#keys[column];
      if (key !== undefined) length = put(out, length, key);
      const first = at;
      const start = length;
      out[length++] = QUOTE;
      let seen = 0;
      let byte = bytes[at] as number;
      let meaning = meanings[byte] as number;
      while (meaning !== ENDS) {
        seen |= meaning;
        out[length++] = byte;
        byte = bytes[++at] as number;
        meaning = meanings[byte] as number;
      }
      out[length++] = QUOTE;
      if (this.#hasJson && LISTS_AND_OBJECTS.has(bytes[first]) && isJsonLine(textBetween(bytes, first, at))) {
        // As it stands, without the quotes.
        length = put(out, start, bytes.subarray(first, at));
      } else if (seen !== 0) {
        const escaped = Buffer.from(JSON.stringify(textBetween(bytes, first, at)));
        out = this.#memory.grow(start + escaped.length + (bytes.length - at) + rowsAhead * this.#rowBytes, start);
        length = put(out, start, escaped);
      } else if (byte === NOTHING) {
        length = put(out, start, nothing);
        byte = bytes[++at] as number;
      }
      // Rows without columns have one cell, which is nothing.
      if (key === undefined) length = start;
      column += 1;
      if (byte !== ROW_END) continue;
      length = put(out, length, this.#after);
      column = 0;
      rowsAhead -= 1;
    }
    return out.subarray(0, length);
  }
}

const nothing = Buffer.from('null');

/** Lists and objects of a lead are kept without line ends; a file has one line a lead. */
function isJsonLine(text: string): boolean {
  if (/[\r\n]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
