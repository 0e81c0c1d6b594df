// Why: decision 0114.
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { type Cells, DEPTH_LIMIT, type Field, type LeadFlattener } from './flatten.ts';
import { compactJson, wellFormed } from './json-text.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_SQUARE = 0x5b;
const CLOSE_SQUARE = 0x5d;
const OPEN_CURLY = 0x7b;
const CLOSE_CURLY = 0x7d;

/** What a byte means inside a string. */
const STOP = 1;
const ESCAPE = 2;
const BEYOND_ASCII = 4;
const WRONG = 8;
const meanings = new Uint8Array(256);
meanings.fill(WRONG, 0, 0x20);
meanings.fill(BEYOND_ASCII, 0x80);
meanings[QUOTE] = STOP;
meanings[BACKSLASH] = ESCAPE;

/** Bytes of numbers and of true, false and null. */
const isInWord = new Uint8Array(256);
for (const byte of Buffer.from('0123456789+-.eEtrufalsn')) isInWord[byte] = 1;

/** Names of one object whose order is remembered. */
const MOST_NAMES = 1000;
/** Bytes of a name that is remembered. */
const LONGEST_NAME = 200;
/** Position of what is not JSON. */
const NOWHERE = -1;
/**
 * Bytes decoded into one text, from which values are cut. V8 keeps a text of this size among its short-lived objects,
 * without new memory from the system.
 */
const WINDOW = 32 * 1024;
/** Places for values beyond ASCII, and bytes of the longest: names, towns and codes come again and again. */
const PLACES = 2048;
const LONGEST_VALUE = 40;

/**
 * Reads leads out of JSON straight into rows, without an object between them: it accepts what JSON.parse accepts, and
 * leads repeat their names in one order, so that a name is mostly compared and not made. Numbers keep every digit that the
 * service wrote. Of a name that stands twice in one object both values stay.
 */
export class LeadScanner {
  readonly #flattener: LeadFlattener;
  #bytes: Buffer = Buffer.alloc(0);
  /** One character a byte, of the bytes from `#textFrom` to before `#textTo`. */
  #text = '';
  #textFrom = 0;
  #textTo = 0;
  /** Values beyond ASCII, each at the place that its bytes give; the first one there keeps it. */
  readonly #values: ({ readonly bytes: Buffer; readonly value: string } | undefined)[] = Array.from({ length: PLACES });

  constructor(flattener: LeadFlattener) {
    this.#flattener = flattener;
  }

  /** The rows of one or more leads with commas between them; null when the bytes are anything else. */
  rows(bytes: Buffer): Cells[] | null {
    this.#bytes = bytes;
    this.#textTo = 0;
    const before = this.#flattener.mark();
    const rows: Cells[] = [];
    let at = this.#afterSpace(0);
    for (;;) {
      const cells = this.#flattener.begin();
      at = bytes[at] === OPEN_CURLY ? this.#members(this.#flattener.root, at + 1, 0, cells) : this.#bare(at, cells);
      if (at === NOWHERE) break;
      rows.push(this.#flattener.end(cells));
      at = this.#afterSpace(at);
      if (at === bytes.length) return rows;
      if (bytes[at] !== COMMA) break;
      at = this.#afterSpace(at + 1);
    }
    this.#flattener.undo(before);
    return null;
  }

  /** The members of an object from behind its bracket on; answers the position behind it. */
  #members(parent: Field, from: number, depth: number, cells: Cells): number {
    const bytes = this.#bytes;
    let at = this.#afterSpace(from);
    if (bytes[at] === CLOSE_CURLY) return at + 1;
    for (let index = 0; ; index += 1) {
      if (bytes[at] !== QUOTE) return NOWHERE;
      const known = parent.order[index];
      let field: Field | null;
      if (known !== undefined && this.#is(known.name, at + 1)) {
        ({ field } = known);
        at += 1 + known.name.length;
      } else {
        const end = this.#stringEnd(at + 1);
        field = end === NOWHERE ? null : this.#named(parent, index, at, end);
        if (field === null) return NOWHERE;
        at = end + 1;
      }
      if (bytes[at] !== COLON) at = this.#afterSpace(at);
      if (bytes[at] !== COLON) return NOWHERE;
      at = this.#value(field, at + 1, depth, cells);
      if (at === NOWHERE) return NOWHERE;
      if (bytes[at] !== COMMA) at = this.#afterSpace(at);
      if (bytes[at] === CLOSE_CURLY) return at + 1;
      if (bytes[at] !== COMMA) return NOWHERE;
      at += 1;
      if (bytes[at] !== QUOTE) at = this.#afterSpace(at);
    }
  }

  #value(field: Field, from: number, depth: number, cells: Cells): number {
    const bytes = this.#bytes;
    let at = from;
    let byte = bytes[at] as number;
    if (byte <= 0x20) {
      at = this.#afterSpace(at);
      byte = bytes[at] as number;
    }
    if (byte === QUOTE) return this.#string(field, at + 1, cells);
    if (byte === OPEN_CURLY && depth + 1 < DEPTH_LIMIT) return this.#members(field, at + 1, depth + 1, cells);
    if (byte === OPEN_CURLY || byte === OPEN_SQUARE) return this.#nested(field, at, cells);
    return this.#word(field, at, cells);
  }

  #string(field: Field, from: number, cells: Cells): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = from;
    let seen = 0;
    // A number from the start: without one `bench -- export` was slower in two runs of two.
    let meaning = 0;
    while (at < length && (meaning = meanings[bytes[at] as number] as number) !== STOP) {
      seen |= meaning;
      at += meaning === ESCAPE ? 2 : 1;
    }
    if (at >= length || (seen & WRONG) !== 0) return NOWHERE;
    if (seen === 0) this.#flattener.put(field, this.#cut(from, at), cells);
    else if ((seen & ESCAPE) === 0) this.#flattener.put(field, this.#beyondAscii(from, at), cells);
    else {
      const value = parseJson(bytes.toString('utf8', from - 1, at + 1));
      if (typeof value !== 'string') return NOWHERE;
      this.#flattener.put(field, wellFormed(value), cells);
    }
    return at + 1;
  }

  /** One character a byte. A value never lies before the one that was cut last. */
  #cut(from: number, to: number): string {
    if (to > this.#textTo) {
      this.#textFrom = from;
      this.#textTo = Math.min(this.#bytes.length, Math.max(to, from + WINDOW));
      this.#text = this.#bytes.toString('latin1', from, this.#textTo);
    }
    return this.#text.substring(from - this.#textFrom, to - this.#textFrom);
  }

  #beyondAscii(from: number, to: number): string {
    const bytes = this.#bytes;
    if (to - from > LONGEST_VALUE) return bytes.toString('utf8', from, to);
    let mixed = to - from;
    for (let at = from; at < to; at += 1) mixed = (Math.imul(mixed, 31) + (bytes[at] as number)) | 0;
    const place = (mixed ^ (mixed >>> 11)) & (PLACES - 1);
    const known = this.#values[place];
    if (known !== undefined && known.bytes.length === to - from && this.#is(known.bytes, from)) return known.value;
    const value = bytes.toString('utf8', from, to);
    this.#values[place] ??= { bytes: Buffer.from(bytes.subarray(from, to)), value };
    return value;
  }

  /** A list, or an object too deep for columns of its own. An empty list is nothing. */
  #nested(field: Field, from: number, cells: Cells): number {
    if (this.#bytes[from + 1] === CLOSE_SQUARE && this.#bytes[from] === OPEN_SQUARE) return from + 2;
    const end = this.#bracketsEnd(from);
    if (end === NOWHERE) return NOWHERE;
    const source = this.#bytes.toString('utf8', from, end);
    const value = parseJson(source);
    if (value === undefined) return NOWHERE;
    if (!Array.isArray(value) || value.length > 0) this.#flattener.putJson(field, compactJson(source), cells);
    return end;
  }

  /** A number, true, false or null. */
  #word(field: Field, from: number, cells: Cells): number {
    const end = this.#wordEnd(from);
    const word = this.#cut(from, end);
    if (word === 'null') return end;
    if (word !== 'true' && word !== 'false' && !isNumber(word)) return NOWHERE;
    this.#flattener.put(field, word, cells);
    return end;
  }

  /** A lead that is not an object. */
  #bare(from: number, cells: Cells): number {
    const { bare } = this.#flattener;
    if (this.#bytes[from] !== OPEN_SQUARE) return this.#value(bare, from, DEPTH_LIMIT, cells);
    const end = this.#bracketsEnd(from);
    const source = end === NOWHERE ? '' : this.#bytes.toString('utf8', from, end);
    if (parseJson(source) === undefined) return NOWHERE;
    this.#flattener.putJson(bare, compactJson(source), cells);
    return end;
  }

  /** The field of the name between two quotes; null when it is not proper JSON. */
  #named(parent: Field, index: number, start: number, end: number): Field | null {
    const name = parseJson(this.#bytes.toString('utf8', start, end + 1));
    if (typeof name !== 'string') return null;
    const field = this.#flattener.member(parent, wellFormed(name));
    if (index < MOST_NAMES && end - start <= LONGEST_NAME)
      parent.order[index] = { name: Buffer.from(this.#bytes.subarray(start + 1, end + 1)), field };
    return field;
  }

  #is(name: Buffer, from: number): boolean {
    const bytes = this.#bytes;
    for (let index = 0; index < name.length; index += 1) if (bytes[from + index] !== name[index]) return false;
    return true;
  }

  /** Position of the quote that ends a string. */
  #stringEnd(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    return at < bytes.length ? at : NOWHERE;
  }

  /** Position behind the bracket that closes the one at `from`. */
  #bracketsEnd(from: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        at = this.#stringEnd(at + 1);
        if (at === NOWHERE) return NOWHERE;
      } else if (byte === OPEN_CURLY || byte === OPEN_SQUARE) depth += 1;
      else if ((byte === CLOSE_CURLY || byte === CLOSE_SQUARE) && --depth === 0) return at + 1;
    }
    return NOWHERE;
  }

  #wordEnd(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < bytes.length && isInWord[bytes[at] as number] === 1) at += 1;
    return at;
  }

  /** The next position without the white space of JSON, or the end. */
  #afterSpace(from: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    }
    return at;
  }
}

function isNumber(word: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word);
}
