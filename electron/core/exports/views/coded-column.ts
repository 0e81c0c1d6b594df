import { CELL_END } from '../result/result-reader.ts';

/** The code of an empty cell. */
export const EMPTY = 0;

const FIRST_ROWS = 4096;
const FIRST_BYTES = 65_536;

/**
 * A column in memory: each different value once, and for each row the code of its value. Codes are given in the order in
 * which values first appear; 0 is the empty cell. A million rows of different texts of 20 characters take 28 MB, of few
 * different ones 4 MB.
 */
export class CodedColumn {
  /** Rows that are coded. */
  rows = 0;
  /** By row, from 0. May be longer than `rows`. */
  codes = new Int32Array(FIRST_ROWS);
  /** Values one after the other; value `code` ends where the next begins. */
  #text = new Uint8Array(FIRST_BYTES);
  #starts = new Int32Array(FIRST_ROWS);
  /** Finds the code of a value; null while no rows are added. */
  #finder: Finder | null = null;
  #size = 0;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor() {
    this.#add(new Uint8Array(), 0, 0);
  }

  /** Different values, the empty one included. */
  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.codes.byteLength + this.#text.byteLength + this.#starts.byteLength;
  }

  /** Reserves memory for this total number of rows. */
  reserve(rows: number): void {
    if (this.codes.length < rows) this.codes = resized(this.codes, rows);
  }

  /** Adds the cells of a run, as `ResultReader.runs` gives it. */
  push(run: Uint8Array, rows: number): void {
    if (this.codes.length < this.rows + rows) this.codes = resized(this.codes, 2 * (this.rows + rows));
    this.#finder ??= this.#newFinder();
    this.#makeRoom(run.length);
    let start = 0;
    for (let row = 0; row < rows; row += 1) start = this.#take(this.#finder, run, start, this.rows + row);
    this.rows += rows;
  }

  /**
   * Codes one cell; answers where the next begins. A function of its own: V8 would give up what it compiled of a loop in a
   * loop at the end of every cell, and take twice the time.
   */
  #take(finder: Finder, run: Uint8Array, start: number, row: number): number {
    let hash = FNV_START;
    let end = start;
    for (; end < run.length; end += 1) {
      const byte = run[end] as number;
      if (byte === CELL_END) break;
      hash = Math.imul(hash ^ byte, FNV_PRIME);
    }
    this.codes[row] = end === start ? EMPTY : this.#code(finder, run, start, end, hash);
    return end + 1;
  }

  /** Gives back the memory that only adding rows needs. */
  settle(): void {
    this.#finder = null;
    if (this.#text.length > 1.1 * this.#end) this.#text = resized(this.#text, this.#end);
    if (this.#starts.length > 1.1 * (this.#size + 1)) this.#starts = resized(this.#starts, this.#size + 1);
  }

  value(code: number): string {
    return this.#decoder.decode(this.valueBytes(code));
  }

  valueBytes(code: number): Uint8Array {
    return this.#text.subarray(this.#starts[code], this.#starts[code + 1]);
  }

  /** The code of a value; -1 when no row has it. Looks at all values. */
  codeOf(value: string): number {
    const bytes = new TextEncoder().encode(value);
    for (let code = 0; code < this.#size; code += 1) if (this.#isValue(code, bytes, 0, bytes.length)) return code;
    return -1;
  }

  /** Bytes of all different values. */
  get textBytes(): number {
    return this.#end;
  }

  get #end(): number {
    return this.#starts[this.#size] as number;
  }

  /** Makes room for a run in which all values may be new, and for all rows at the current rate of new values. */
  #makeRoom(bytes: number): void {
    const needed = this.#end + bytes;
    if (this.#text.length >= needed) return;
    const expected = this.rows === 0 ? 0 : Math.ceil(1.05 * (this.#end / this.rows) * this.codes.length);
    this.#text = resized(this.#text, Math.max(needed, expected > needed ? expected : 2 * this.#text.length));
  }

  #code(finder: Finder, run: Uint8Array, start: number, end: number, hash: number): number {
    const { slots, hashes } = finder;
    const mask = slots.length - 1;
    let slot = mixed(hash) & mask;
    for (;;) {
      const code = slots[slot] as number;
      if (code === EMPTY) break;
      if (hashes[code] === hash && this.#isValue(code, run, start, end)) return code;
      slot = (slot + 1) & mask;
    }
    const code = this.#add(run, start, end);
    slots[slot] = code;
    hashes[code] = hash;
    if (2 * this.#size > slots.length) this.#widen(finder);
    return code;
  }

  #isValue(code: number, run: Uint8Array, start: number, end: number): boolean {
    const text = this.#text;
    const from = this.#starts[code] as number;
    const length = (this.#starts[code + 1] as number) - from;
    if (length !== end - start) return false;
    for (let index = 0; index < length; index += 1) if (text[from + index] !== run[start + index]) return false;
    return true;
  }

  #add(run: Uint8Array, start: number, end: number): number {
    const text = this.#text;
    const from = this.#end;
    const to = from + end - start;
    for (let index = start, at = from; index < end; index += 1, at += 1) text[at] = run[index] as number;
    this.#size += 1;
    if (this.#starts.length <= this.#size) this.#starts = resized(this.#starts, 2 * this.#starts.length);
    this.#starts[this.#size] = to;
    return this.#size - 1;
  }

  /** Grows in one step to the size that all rows will need at the current rate of new values. */
  #widen({ slots, hashes }: Finder): void {
    const expected = this.rows === 0 ? 0 : (this.#size / this.rows) * this.codes.length;
    let length = 2 * slots.length;
    while (length < 1.5 * expected && length < 2 * this.codes.length) length *= 2;
    this.#finder = { slots: filled(length, hashes, this.#size), hashes: resized(hashes, length / 2 + 1) };
  }

  #newFinder(): Finder {
    let length = 2 * FIRST_ROWS;
    while (length < 2 * this.#size) length *= 2;
    const hashes = new Int32Array(length / 2 + 1);
    for (let code = 1; code < this.#size; code += 1) {
      let hash = FNV_START;
      const end = this.#starts[code + 1] as number;
      for (let index = this.#starts[code] as number; index < end; index += 1)
        hash = Math.imul(hash ^ (this.#text[index] as number), FNV_PRIME);
      hashes[code] = hash;
    }
    return { slots: filled(length, hashes, this.#size), hashes };
  }
}

/** Codes by the hash of their value: open addressing, at most half full. */
interface Finder {
  /** 0 where free: nobody looks for the empty cell. */
  readonly slots: Int32Array;
  /** By code; one more than half the slots, because a value is added before the slots are widened. */
  readonly hashes: Int32Array;
}

function filled(length: number, hashes: Int32Array, size: number): Int32Array {
  const slots = new Int32Array(length);
  for (let code = 1; code < size; code += 1) {
    let slot = mixed(hashes[code] as number) & (length - 1);
    while (slots[slot] !== EMPTY) slot = (slot + 1) & (length - 1);
    slots[slot] = code;
  }
  return slots;
}

const FNV_START = 0x81_1c_9d_c5 | 0;
const FNV_PRIME = 0x01_00_01_93;

/** The low bits of the hash depend on all bits after this. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return once ^ (once >>> 13);
}

/** The first `length` elements; zeros follow when it was shorter. */
function resized<Kind extends Int32Array | Uint8Array>(array: Kind, length: number): Kind {
  const other = new (array.constructor as new (length: number) => Kind)(length);
  other.set(array.length > length ? array.subarray(0, length) : array);
  return other;
}
