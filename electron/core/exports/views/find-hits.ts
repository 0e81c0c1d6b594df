import type { HitCount, SearchHit } from '../../../../shared/contract/exports/views.ts';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import { hitsIn, type SearchText } from './search-text.ts';
import type { Steps } from './steps.ts';
import type { ViewRows } from './view-rows.ts';

/** The cells of a view that contain a text. Rows are looked at while somebody waits for a hit or for the count. */
export class HitSearch {
  readonly #find: Uint8Array;
  readonly #columns: readonly number[];
  readonly #view: ViewRows;
  readonly #text: SearchText;
  /** Hits by row, from 0. */
  readonly #hits: Uint16Array;
  /** By row, from 0: in the view. Null: all are. */
  readonly #isIn: Uint8Array | null;
  /** In the order of arrival, so that hits are in order as they are found. */
  readonly #isInOrder: boolean;
  #blocks = 0;
  #counted = { hits: 0, rows: 0 };
  /** Rows of the view among those that were looked at. */
  #searched = 0;

  constructor(find: string, columns: readonly number[], view: ViewRows, text: SearchText) {
    this.#find = new TextEncoder().encode(foldText(find));
    this.#columns = columns;
    this.#view = view;
    this.#text = text;
    this.#hits = new Uint16Array(view.asOf);
    const { numbers } = view;
    this.#isIn = numbers === null ? null : new Uint8Array(view.asOf);
    let isInOrder = true;
    let last = 0;
    for (const number of numbers ?? []) {
      (this.#isIn as Uint8Array)[number - 1] = 1;
      if (number < last) isInOrder = false;
      last = number;
    }
    this.#isInOrder = isInOrder;
  }

  get isWhole(): boolean {
    return this.#blocks * this.#text.rowsPerBlock >= this.#view.asOf;
  }

  get counted(): HitCount {
    const rowsTotal = this.#view.numbers?.length ?? this.#view.asOf;
    return { ...this.#counted, searched: this.isWhole ? rowsTotal : this.#searched, rowsTotal };
  }

  /** Looks at this number of rows, or at the rest. */
  async count(rows: number, steps: Steps): Promise<void> {
    const end = this.#blocks + Math.ceil(rows / this.#text.rowsPerBlock);
    while (!this.isWhole && this.#blocks < end) await this.#next(steps);
  }

  /** The hit with this ordinal, from 0; null when there are fewer. */
  async nth(ordinal: number, steps: Steps): Promise<SearchHit | null> {
    while (!this.isWhole && (!this.#isInOrder || this.#counted.hits <= ordinal)) await this.#next(steps);
    return this.#locate((hitsBefore, hits) => hitsBefore + hits > ordinal, ordinal);
  }

  /** The first hit in the row at this position or after it; without one the first of all. */
  async from(position: number, steps: Steps): Promise<SearchHit | null> {
    let looked = -1;
    for (;;) {
      const mayHaveCome = this.isWhole || (this.#isInOrder && looked !== this.#counted.hits);
      looked = this.#counted.hits;
      const found = mayHaveCome ? this.#locate((_before, hits, at) => at >= position && hits > 0, null) : null;
      if (found !== null) return found;
      if (this.isWhole) return this.nth(0, steps);
      await this.#next(steps);
    }
  }

  async #next(steps: Steps): Promise<void> {
    const block = this.#blocks;
    const first = block * this.#text.rowsPerBlock;
    const end = Math.min(this.#view.asOf, first + this.#text.rowsPerBlock);
    this.#blocks += 1;
    for (const run of this.#text.block(block, this.#columns, this.#view.asOf))
      hitsIn(run, this.#find, (row) => {
        const at = first + row;
        if (this.#isIn !== null && this.#isIn[at] === 0) return;
        this.#counted.hits += 1;
        if (this.#hits[at] === 0) this.#counted.rows += 1;
        this.#hits[at] = (this.#hits[at] as number) + 1;
      });
    for (let row = first; row < end; row += 1) if (this.#isIn === null || this.#isIn[row] === 1) this.#searched += 1;
    if (steps.isDue((end - first) * this.#columns.length)) await steps.rest();
  }

  /** The first row for which `isIt` holds, and in it the hit with the ordinal, or its first. */
  #locate(
    isIt: (hitsBefore: number, hits: number, position: number) => boolean,
    ordinal: number | null,
  ): SearchHit | null {
    const { numbers, asOf } = this.#view;
    const total = numbers?.length ?? asOf;
    const looked = Math.min(asOf, this.#blocks * this.#text.rowsPerBlock);
    let before = 0;
    for (let position = 0; position < total; position += 1) {
      const number = numbers === null ? position + 1 : (numbers[position] as number);
      if (this.#isInOrder && number > looked) return null;
      const hits = this.#hits[number - 1] as number;
      if (isIt(before, hits, position)) {
        const inRow = ordinal === null ? 0 : ordinal - before;
        return { ordinal: before + inRow, position, number, column: this.#columnsHit(number)[inRow] ?? 0 };
      }
      before += hits;
    }
    return null;
  }

  #columnsHit(number: number): number[] {
    const block = Math.floor((number - 1) / this.#text.rowsPerBlock);
    const wanted = number - 1 - block * this.#text.rowsPerBlock;
    const found: number[] = [];
    let index = 0;
    for (const run of this.#text.block(block, this.#columns, this.#view.asOf)) {
      const column = this.#columns[index] ?? 0;
      index += 1;
      hitsIn(run, this.#find, (row) => {
        if (row === wanted) found.push(column);
      });
    }
    return found;
  }
}
