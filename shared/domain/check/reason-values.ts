import type { RowSet } from './row-set.ts';

/** Different values that are kept, to bound the memory; above this only their shapes are. */
const MOST_VALUES = 100_000;
/** Rows in one block; a reason with few rows needs few blocks. */
const BLOCK = 1024;
/** Sorting numbers costs a fifth of sorting with a comparison, so what decides is packed into one: 2^51 at most. */
const COUNT_STEPS = 2 ** 16;
const NUMBER_STEPS = 2 ** 17;

/**
 * The values of a reason's rows, kept up to date row by row: how many rows have each, and the order of rows with the oddest
 * values first. Specs set `mostValues`.
 */
export class ReasonValues {
  #numbers = new Map<string | number, number>();
  readonly #rowCounts: number[] = [];
  readonly #names: (string | number)[] = [];
  readonly #blocks: (Uint32Array | undefined)[] = [];
  readonly #mostValues: number;
  #living = 0;
  #isByShape = false;
  #isGivenUp = false;
  #ordered: Uint32Array | null = null;

  constructor(mostValues = MOST_VALUES) {
    this.#mostValues = mostValues;
  }

  /** Null when there are more than are kept. */
  get size(): number | null {
    return this.#isByShape ? null : this.#living;
  }

  /** Whether rows differ at all, so that some are odder than others. */
  get hasOddest(): boolean {
    return !this.#isGivenUp && this.#living > 1;
  }

  add(row: number, value: string): void {
    if (this.#isGivenUp) return;
    this.#ordered = null;
    const number = this.#numberOf(this.#isByShape ? shapeNumber(value) : value);
    if (this.#rowCounts[number] === 0) this.#living += 1;
    this.#rowCounts[number] = (this.#rowCounts[number] as number) + 1;
    const block = (this.#blocks[Math.floor(row / BLOCK)] ??= new Uint32Array(BLOCK));
    block[row % BLOCK] = number;
    if (this.#living > this.#mostValues) this.#keepLess();
  }

  remove(row: number): void {
    if (this.#isGivenUp) return;
    this.#ordered = null;
    const number = this.#ofRow(row);
    this.#rowCounts[number] = (this.#rowCounts[number] as number) - 1;
    if (this.#rowCounts[number] === 0) this.#living -= 1;
  }

  /** Values with their rows, in no order; nothing when there are too many. */
  *entries(): Generator<readonly [value: string, rows: number], void, void> {
    if (this.#isByShape) return;
    for (const [value, number] of this.#numbers) {
      const rows = this.#rowCounts[number] as number;
      if (rows > 0) yield [String(value), rows];
    }
  }

  /** All rows of the reason, those with rare shapes first. 100,000 rows take a few hundredths of a second, once. */
  oddestFirst(rows: RowSet): Uint32Array {
    return this.#isGivenUp ? Uint32Array.from(rows) : (this.#ordered ??= this.#order(rows));
  }

  #order(rows: RowSet): Uint32Array {
    const known = this.#names.length;
    // Numbers in the order in which their first row stands in the file.
    const placeOf = new Int32Array(known).fill(-1);
    const numbers = new Uint32Array(this.#living);
    let places = 0;
    for (const row of rows) {
      const number = this.#ofRow(row);
      if (placeOf[number] !== -1) continue;
      placeOf[number] = places;
      numbers[places] = number;
      places += 1;
    }
    const rankOf = this.#shapeRanks(numbers);
    const keys = new Float64Array(places);
    for (let place = 0; place < places; place += 1) {
      const count = Math.min(this.#rowCounts[numbers[place] as number] as number, COUNT_STEPS - 1);
      keys[place] = ((rankOf[place] as number) * COUNT_STEPS + count) * NUMBER_STEPS + place;
    }
    keys.sort();
    const next = new Uint32Array(places);
    let at = 0;
    for (const key of keys) {
      const place = key % NUMBER_STEPS;
      next[place] = at;
      at += this.#rowCounts[numbers[place] as number] as number;
    }
    const ordered = new Uint32Array(rows.size);
    for (const row of rows) {
      const place = placeOf[this.#ofRow(row)] as number;
      ordered[next[place] as number] = row;
      next[place] = (next[place] as number) + 1;
    }
    return ordered;
  }

  /** For each of these numbers how rare its shape is among the rows; 0 is the rarest. */
  #shapeRanks(numbers: Uint32Array): Uint32Array {
    const shapes = new Map<number, number>();
    const rows: number[] = [];
    const ranks = new Uint32Array(numbers.length);
    for (let place = 0; place < numbers.length; place += 1) {
      const number = numbers[place] as number;
      const name = this.#names[number] as string | number;
      const shape = typeof name === 'number' ? name : shapeNumber(name);
      let index = shapes.get(shape);
      if (index === undefined) {
        index = rows.push(0) - 1;
        shapes.set(shape, index);
      }
      rows[index] = (rows[index] as number) + (this.#rowCounts[number] as number);
      ranks[place] = index;
    }
    const byRarity = Array.from(rows, (_, index) => index).sort(
      (one, other) => (rows[one] as number) - (rows[other] as number),
    );
    const rank = new Uint32Array(rows.length);
    for (const [place, index] of byRarity.entries()) rank[index] = place;
    for (let place = 0; place < ranks.length; place += 1) ranks[place] = rank[ranks[place] as number] as number;
    return ranks;
  }

  #numberOf(name: string | number): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#rowCounts.push(0);
    return number;
  }

  /** Null when only shapes are kept. */
  valueOf(row: number): string | null {
    return this.#isByShape ? null : String(this.#names[this.#ofRow(row)]);
  }

  #ofRow(row: number): number {
    return this.#blocks[Math.floor(row / BLOCK)]?.[row % BLOCK] ?? 0;
  }

  /** From values to shapes; when even the shapes are too many, nothing is kept any more. */
  #keepLess(): void {
    const counts = [...this.#rowCounts];
    const names = [...this.#names];
    this.#numbers = new Map();
    this.#names.length = 0;
    this.#rowCounts.length = 0;
    if (this.#isByShape) {
      this.#isGivenUp = true;
      this.#blocks.length = 0;
      return;
    }
    this.#isByShape = true;
    const shapes = names.map((name) => this.#numberOf(shapeNumber(String(name))));
    for (const [number, shape] of shapes.entries())
      this.#rowCounts[shape] = (this.#rowCounts[shape] as number) + (counts[number] as number);
    this.#living = this.#rowCounts.filter((count) => count > 0).length;
    for (const block of this.#blocks)
      block?.forEach((number, place) => {
        block[place] = shapes[number] as number;
      });
    if (this.#living > this.#mostValues) this.#keepLess();
  }
}

const DIGIT = 1;
const LETTER = 2;

/**
 * How a value is written, as one number: every digit counts as any digit, a run of letters as any word, everything else
 * as itself. "398840" and "493070" have one shape, "517 35520" another. Should two shapes get one number, they are sorted
 * together.
 */
export function shapeNumber(value: string): number {
  let shape = 0x811c9dc5;
  let last = 0;
  const end = Math.min(value.length, 200);
  for (let index = 0; index < end; index += 1) {
    const code = value.charCodeAt(index);
    const isLetter = ((code | 32) - 97) >>> 0 < 26 || code > 191;
    const kind = code >= 48 && code <= 57 ? DIGIT : isLetter ? LETTER : code + 8;
    if (kind === LETTER && last === LETTER) continue;
    shape = Math.imul(shape ^ kind, 0x01000193);
    last = kind;
  }
  return shape >>> 0;
}
