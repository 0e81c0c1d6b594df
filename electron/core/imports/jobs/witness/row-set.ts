/** Numbers of rows, counted from 1, one bit each: a job may have a million. */
export class RowSet {
  #bits = new Uint8Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(n: number): boolean {
    return ((this.#bits[n >> 3] ?? 0) & (1 << (n & 7))) !== 0;
  }

  add(n: number): void {
    if (this.has(n)) return;
    const byte = n >> 3;
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(byte + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[byte] = (this.#bits[byte] as number) | (1 << (n & 7));
    this.#size += 1;
  }

  delete(n: number): void {
    if (!this.has(n)) return;
    this.#bits[n >> 3] = (this.#bits[n >> 3] as number) & ~(1 << (n & 7));
    this.#size -= 1;
  }

  *[Symbol.iterator](): Generator<number, void, void> {
    for (let byte = 0; byte < this.#bits.length; byte += 1) {
      if (this.#bits[byte] === 0) continue;
      for (let n = byte * 8; n < byte * 8 + 8; n += 1) if (this.has(n)) yield n;
    }
  }
}

/** "1-57,60" */
export function rangesText(rows: Iterable<number>): string {
  const parts: string[] = [];
  let first = 0;
  let last = 0;
  const end = () => {
    if (first > 0) parts.push(first === last ? `${first}` : `${first}-${last}`);
  };
  for (const n of rows) {
    if (n !== last + 1 || first === 0) {
      end();
      first = n;
    }
    last = n;
  }
  end();
  return parts.join(',');
}

/** @throws RangeError for a text that `rangesText` does not write, or a row above `LARGEST_ROW` */
export function rowsIn(ranges: string): RowSet {
  const rows = new RowSet();
  for (const part of ranges === '' ? [] : ranges.split(',')) {
    const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
    if (!(from >= 1 && to >= from && to <= LARGEST_ROW)) throw new RangeError('no ranges of rows');
    for (let n = from; n <= to; n += 1) rows.add(n);
  }
  return rows;
}

/** Above what a spreadsheet or a day's import holds; keeps a damaged line from taking all memory. */
export const LARGEST_ROW = 50_000_000;
