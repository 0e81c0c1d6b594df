/**
 * A set of row numbers (from 1) as bits: a million rows take 125 KB, rows come out in the order of the file, and a page
 * far down is found by counting words.
 */
export class RowSet {
  words: Uint32Array;
  #members = 0;

  /** `rows`: the highest row number. */
  constructor(rows: number) {
    this.words = new Uint32Array((rows >>> 5) + 1);
  }

  get size(): number {
    return this.#members;
  }

  has(row: number): boolean {
    return ((this.words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  /** Answers whether it was not in the set before. */
  add(row: number): boolean {
    if (this.has(row)) return false;
    this.words[row >>> 5] = (this.words[row >>> 5] as number) | (1 << (row & 31));
    this.#members += 1;
    return true;
  }

  remove(row: number): boolean {
    if (!this.has(row)) return false;
    this.words[row >>> 5] = (this.words[row >>> 5] as number) & ~(1 << (row & 31));
    this.#members -= 1;
    return true;
  }

  /** Adds every row of another set made for the same number of rows. */
  addAll(other: RowSet): void {
    for (let index = 0; index < this.words.length; index += 1) {
      const both = (this.words[index] as number) | (other.words[index] as number);
      this.#members += bits(both) - bits(this.words[index] as number);
      this.words[index] = both;
    }
  }

  removeAll(other: RowSet): void {
    for (let index = 0; index < this.words.length; index += 1) {
      const rest = (this.words[index] as number) & ~(other.words[index] as number);
      this.#members += bits(rest) - bits(this.words[index] as number);
      this.words[index] = rest;
    }
  }

  /** Rows in the order of the file, from the `offset`th on. */
  page(offset: number, limit: number): number[] {
    const found: number[] = [];
    let before = 0;
    for (let index = 0; index < this.words.length && found.length < limit; index += 1) {
      const word = this.words[index] as number;
      if (word === 0) continue;
      const here = bits(word);
      if (before + here <= offset) {
        before += here;
        continue;
      }
      for (let bit = 0; bit < 32 && found.length < limit; bit += 1) {
        if ((word & (1 << bit)) === 0) continue;
        if (before >= offset) found.push(index * 32 + bit);
        before += 1;
      }
    }
    return found;
  }

  /** How many rows of the set come before this row. */
  rankOf(row: number): number {
    let before = 0;
    const end = row >>> 5;
    for (let index = 0; index < end; index += 1) before += bits(this.words[index] as number);
    const word = this.words[end] ?? 0;
    return before + bits(word & ((1 << (row & 31)) - 1));
  }

  *[Symbol.iterator](): Generator<number, void, void> {
    for (let index = 0; index < this.words.length; index += 1) {
      const word = this.words[index] as number;
      if (word === 0) continue;
      for (let bit = 0; bit < 32; bit += 1) if ((word & (1 << bit)) !== 0) yield index * 32 + bit;
    }
  }
}

function bits(word: number): number {
  let value = word - ((word >>> 1) & 0x55555555);
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333);
  return (((value + (value >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
