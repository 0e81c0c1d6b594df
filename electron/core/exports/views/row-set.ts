/** Numbers of rows, a bit each: a million rows take 125 kB. */
export class RowSet {
  readonly #bits: Uint8Array;
  size = 0;

  constructor(from: RowSet | null = null, rows = 0) {
    this.#bits = new Uint8Array(Math.max((rows >>> 3) + 1, from === null ? 0 : from.#bits.length));
    if (from === null) return;
    this.#bits.set(from.#bits);
    this.size = from.size;
  }

  has(number: number): boolean {
    return (((this.#bits[number >>> 3] ?? 0) >>> (number & 7)) & 1) === 1;
  }

  /** Adds a number up to the `rows` of the constructor, or takes it out. */
  set(number: number, isIn: boolean): void {
    if (this.has(number) === isIn) return;
    this.#bits[number >>> 3] = (this.#bits[number >>> 3] as number) ^ (1 << (number & 7));
    this.size += isIn ? 1 : -1;
  }
}
