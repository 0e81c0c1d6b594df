import { CELL_END } from '../result/result-reader.ts';

/** The code of an empty cell. */
export const EMPTY = 0;

const FIRST_ROWS = 4096;
const FIRST_BYTES = 65_536;

/**
 * A column in memory: each different value once, and for each row the code of its value. Codes are given in the order in
 * which values first appear; 0 is the empty cell. A million rows of different texts of 20 characters take 36 MB, of few
 * different ones 4 MB.
 */
export class CodedColumn {
  /** Rows that are coded. */
  rows = 0;
  /** By row, from 0. Longer than `rows`. */
  codes = new Int32Array(FIRST_ROWS);
  /** Values one after the other; value `code` ends where the next begins. */
  #text = new Uint8Array(FIRST_BYTES);
  #starts = new Int32Array(FIRST_ROWS);
  /** Codes by hash of their value, -1 where free: open addressing. */
  #table = new Int32Array(2 * FIRST_ROWS).fill(-1);
  #size = 0;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor() {
    this.#code(new Uint8Array(), 0, 0, hashOf(new Uint8Array(), 0, 0));
  }

  /** Different values, the empty one included. */
  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.codes.byteLength + this.#text.byteLength + this.#starts.byteLength + this.#table.byteLength;
  }

  /** Adds the cells of a run, as `ResultReader.runs` gives it. */
  push(run: Uint8Array, rows: number): void {
    if (this.codes.length < this.rows + rows) this.codes = grown(this.codes, this.rows + rows);
    let start = 0;
    for (let row = 0; row < rows; row += 1) {
      let hash = FNV_START;
      let end = start;
      for (; end < run.length; end += 1) {
        const byte = run[end] as number;
        if (byte === CELL_END) break;
        hash = Math.imul(hash ^ byte, FNV_PRIME);
      }
      this.codes[this.rows + row] = end === start ? EMPTY : this.#code(run, start, end, hash);
      start = end + 1;
    }
    this.rows += rows;
  }

  value(code: number): string {
    return this.#decoder.decode(this.valueBytes(code));
  }

  valueBytes(code: number): Uint8Array {
    return this.#text.subarray(this.#starts[code], this.#starts[code + 1]);
  }

  #code(run: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1;
    let slot = mixed(hash) & mask;
    for (;;) {
      const code = this.#table[slot] as number;
      if (code < 0) break;
      if (this.#isValue(code, run, start, end)) return code;
      slot = (slot + 1) & mask;
    }
    const code = this.#add(run, start, end);
    this.#table[slot] = code;
    if (2 * this.#size > this.#table.length) this.#rehash();
    return code;
  }

  #isValue(code: number, run: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[code] as number;
    const length = (this.#starts[code + 1] as number) - from;
    if (length !== end - start) return false;
    for (let index = 0; index < length; index += 1) if (this.#text[from + index] !== run[start + index]) return false;
    return true;
  }

  #add(run: Uint8Array, start: number, end: number): number {
    const from = this.#starts[this.#size] as number;
    const to = from + end - start;
    if (this.#text.length < to) this.#text = grown(this.#text, to);
    this.#text.set(run.subarray(start, end), from);
    this.#size += 1;
    if (this.#starts.length <= this.#size) this.#starts = grown(this.#starts, this.#size + 1);
    this.#starts[this.#size] = to;
    return this.#size - 1;
  }

  #rehash(): void {
    const table = new Int32Array(2 * this.#table.length).fill(-1);
    const mask = table.length - 1;
    for (let code = 0; code < this.#size; code += 1) {
      const from = this.#starts[code] as number;
      let slot = mixed(hashOf(this.#text, from, this.#starts[code + 1] as number)) & mask;
      while ((table[slot] as number) >= 0) slot = (slot + 1) & mask;
      table[slot] = code;
    }
    this.#table = table;
  }
}

const FNV_START = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_START;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), FNV_PRIME);
  return hash;
}

/** The low bits of the hash depend on all bits after this. */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  return once ^ (once >>> 13);
}

function grown<Kind extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(array: Kind, atLeast: number): Kind {
  const larger = new (array.constructor as new (length: number) => Kind)(Math.max(2 * array.length, atLeast));
  larger.set(array);
  return larger;
}
