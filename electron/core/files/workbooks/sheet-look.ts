/** Rows with content that decide what a sheet looks like. */
export const lookedAtRows = 40;
/** Rows with content. A cover has fewer. */
const coverRows = 30;

/**
 * What the beginning of a sheet looks like, to choose one of them. `cover`: a title page or a "read me" (few rows, mostly
 * of one cell). `table`: some row has at least three cells, and there are many. `short`: such a table with so few rows that it
 * may be a form. `thin`: at most two cells a row; a list, or a longer text. These two are told apart by what they say.
 */
export type SheetLook = 'cover' | 'table' | 'short' | 'thin' | 'other';

export class SheetLooker {
  /** Rows with content seen so far. */
  rows = 0;
  #widest = 0;
  #pairs = 0;

  /** `filled`: cells with content of the next row. */
  add(filled: number): void {
    if (filled === 0) return;
    this.rows += 1;
    if (this.rows > lookedAtRows) return;
    this.#widest = Math.max(this.#widest, filled);
    if (filled > 1) this.#pairs += 1;
  }

  get look(): SheetLook {
    if (this.#widest >= 3) return this.rows >= lookedAtRows ? 'table' : this.rows > 1 ? 'short' : 'other';
    const isThin = this.#widest === 1 || (this.#widest === 2 && this.#pairs < this.rows * 0.6);
    return isThin && this.rows < coverRows ? 'cover' : 'thin';
  }
}
