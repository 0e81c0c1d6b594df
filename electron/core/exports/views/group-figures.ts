import type { Group, Measure } from '../../../../shared/contract/exports/questions.ts';
import type { ResultColumns } from './column-memory.ts';
import type { Steps } from './steps.ts';
import { numberOf } from './value-kinds.ts';

export interface MeasuredColumn {
  readonly kind: Measure['kind'];
  readonly codes: Int32Array;
  /** Different values of the column, the empty one included. */
  readonly size: number;
  /** By code; NaN: not a number. */
  readonly numbers: Float64Array;
}

export async function measuredColumn(
  { kind, column }: Measure,
  columns: ResultColumns,
  asOf: number,
  steps: Steps,
): Promise<MeasuredColumn> {
  const coded = await columns.coded(column, asOf, steps);
  const numbers = new Float64Array(kind === 'distinct' ? 0 : coded.size);
  for (let code = 0; code < numbers.length; code += 1) {
    numbers[code] = numberOf(coded.value(code)) ?? Number.NaN;
    if (steps.isDue(30)) await steps.rest();
  }
  return { kind, codes: coded.codes, size: coded.size, numbers };
}

/** Rows, cells across and the measure of one group. */
export class Figures {
  #rows = 0;
  readonly #across: number[];
  readonly #measured: MeasuredColumn | null;
  readonly #values: CodeSet | null;
  #sum = 0;
  #numbers = 0;

  constructor(width: number, measured: MeasuredColumn | null) {
    this.#across = new Array<number>(width).fill(0);
    this.#measured = measured;
    this.#values = measured?.kind === 'distinct' ? new CodeSet(measured.size) : null;
  }

  /** For groups without values across and without a measure. */
  addRows(rows: number): void {
    this.#rows += rows;
  }

  add(row: number, cell: number): void {
    this.#rows += 1;
    if (cell >= 0) this.#across[cell] = (this.#across[cell] as number) + 1;
    const measured = this.#measured;
    if (measured === null) return;
    const code = measured.codes[row] as number;
    if (this.#values !== null) {
      if (code !== 0) this.#values.add(code);
      return;
    }
    const number = measured.numbers[code] as number;
    if (Number.isNaN(number)) return;
    this.#sum += number;
    this.#numbers += 1;
  }

  figures(): Pick<Group, 'rows' | 'measure' | 'across'> {
    return { rows: this.#rows, measure: this.#measure(), across: this.#across };
  }

  #measure(): number | null {
    if (this.#measured === null) return null;
    if (this.#values !== null) return this.#values.size;
    if (this.#numbers === 0) return null;
    return this.#measured.kind === 'sum' ? this.#sum : this.#sum / this.#numbers;
  }
}

/** Codes of a set that may become bits. */
const MANY = 32;

/** Different codes: few in a set, which is small, more as bits, which are fast. */
class CodeSet {
  size = 0;
  readonly #possible: number;
  readonly #few = new Set<number>();
  #bits: Uint32Array | null = null;

  constructor(possible: number) {
    this.#possible = possible;
  }

  add(code: number): void {
    const bits = this.#bits;
    if (bits === null) {
      this.#few.add(code);
      this.size = this.#few.size;
      // A bit for each possible code takes no more room than a set of this size.
      if (this.size >= MANY && this.size * MANY * MANY >= this.#possible) this.#toBits();
      return;
    }
    const [word, bit] = [code >>> 5, 1 << (code & 31)];
    const known = bits[word] as number;
    if ((known & bit) !== 0) return;
    bits[word] = known | bit;
    this.size += 1;
  }

  #toBits(): void {
    const bits = new Uint32Array((this.#possible >>> 5) + 1);
    for (const code of this.#few) bits[code >>> 5] = (bits[code >>> 5] as number) | (1 << (code & 31));
    this.#few.clear();
    this.#bits = bits;
  }
}
