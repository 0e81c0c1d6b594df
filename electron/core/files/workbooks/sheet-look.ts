/** Rows with content that are looked at; a cover has fewer. */
export const lookedAtRows = 40;
const coverRows = 30;

/**
 * What the beginning of a sheet looks like, to choose one: `cover` is a title page or a "read me" (one cell in a row,
 * seldom two, and few rows), `table` has at least three cells in some row.
 */
export type SheetLook = 'cover' | 'table' | 'other';

export class SheetLooker {
  /** Rows with content seen so far. */
  rows = 0;
  private widest = 0;
  private pairs = 0;

  /** `filled`: cells with content of the next row. */
  add(filled: number): void {
    if (filled === 0) return;
    this.rows += 1;
    if (this.rows > lookedAtRows) return;
    this.widest = Math.max(this.widest, filled);
    if (filled > 1) this.pairs += 1;
  }

  get look(): SheetLook {
    if (this.widest >= 3) return this.rows > 1 ? 'table' : 'other';
    const isThin = this.widest === 1 || (this.widest === 2 && this.pairs < this.rows * 0.6);
    return isThin && this.rows < coverRows ? 'cover' : 'other';
  }
}
