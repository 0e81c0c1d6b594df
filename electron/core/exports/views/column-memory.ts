import type { ResultReader } from '../result/result-reader.ts';
import { CodedColumn } from './coded-column.ts';
import type { Steps } from './steps.ts';
import { placesOf } from './value-order.ts';

/** Bytes of all columns that are held in memory. The one in use is held even if it alone is larger. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Rows that are read at a stretch: some milliseconds. */
const STRETCH = 8192;
/** Bytes of one stretch, which fat rows must not exceed by far. */
const STRETCH_BYTES = 16 * 1024 * 1024;
/** Languages whose order is remembered, by column. */
const KEPT_ORDERS = 2;

interface Held {
  readonly column: CodedColumn;
  /** Places by language, of as many values as there were. */
  readonly places: Map<string, Int32Array>;
}

/** Columns of results in memory, the latest used ones. */
export class ColumnMemory {
  readonly #held = new Map<string, Held>();

  /** The column of a result, with no rows when it is not in memory. */
  take(result: string, column: number): Held {
    const key = `${column} ${result}`;
    const held = this.#held.get(key) ?? { column: new CodedColumn(), places: new Map<string, Int32Array>() };
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  /** Drops what was not used for longest until the rest fits. */
  trim(): void {
    let bytes = 0;
    for (const [key, held] of [...this.#held].reverse()) {
      bytes += held.column.bytes + [...held.places.values()].reduce((sum, places) => sum + places.byteLength, 0);
      if (bytes > MOST_BYTES && held !== [...this.#held.values()].at(-1)) this.#held.delete(key);
    }
  }

  forget(result: string): void {
    for (const key of this.#held.keys()) if (key.endsWith(` ${result}`)) this.#held.delete(key);
  }
}

/** The columns of one result, coded when they are first needed, and brought up to date while rows arrive. */
export class ResultColumns {
  readonly #result: string;
  readonly #reader: ResultReader;
  readonly #memory: ColumnMemory;

  constructor(result: string, reader: ResultReader, memory: ColumnMemory) {
    this.#result = result;
    this.#reader = reader;
    this.#memory = memory;
  }

  /** Whether the column is in memory with this number of rows. */
  has(column: number, rows: number): boolean {
    return this.#memory.take(this.#result, column).column.rows >= rows;
  }

  get count(): number {
    return this.#reader.columns();
  }

  /** Rows that were read have changed. */
  forget(): void {
    this.#memory.forget(this.#result);
  }

  /** The column with at least `rows` rows. */
  async coded(column: number, rows: number, steps: Steps): Promise<CodedColumn> {
    const held = this.#memory.take(this.#result, column);
    await this.#extend(held.column, column, rows, steps);
    this.#memory.trim();
    return held.column;
  }

  /** The column, and the place of each value in the order of a language. */
  async ordered(
    column: number,
    rows: number,
    locale: string,
    steps: Steps,
  ): Promise<{ readonly coded: CodedColumn; readonly places: Int32Array }> {
    const held = this.#memory.take(this.#result, column);
    await this.#extend(held.column, column, rows, steps);
    let places = held.places.get(locale);
    if (places === undefined || places.length < held.column.size) {
      places = await placesOf(held.column, locale, steps);
      held.places.delete(locale);
      held.places.set(locale, places);
      for (const old of [...held.places.keys()].slice(0, -KEPT_ORDERS)) held.places.delete(old);
    }
    this.#memory.trim();
    return { coded: held.column, places };
  }

  /** Two callers may extend a column at the same time: each stretch begins where the column ends then. */
  async #extend(coded: CodedColumn, column: number, rows: number, steps: Steps): Promise<void> {
    if (coded.rows >= rows) return;
    const stretch = Math.max(1, Math.min(STRETCH, Math.floor(STRETCH_BYTES / this.#reader.rowBytes())));
    coded.reserve(rows);
    while (coded.rows < rows) {
      const last = Math.min(rows, coded.rows + stretch);
      const added = last - coded.rows;
      const [run = new Uint8Array()] = this.#reader.runs([column], coded.rows + 1, last);
      coded.push(run, added);
      if (steps.isDue(20 * added)) await steps.rest();
    }
    coded.settle();
  }
}
