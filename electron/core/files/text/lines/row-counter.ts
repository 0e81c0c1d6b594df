import type { TextCursor } from '../../../../../shared/contract/imports/file-text.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { CellTooLong, RecordSplitter } from '../csv-records.ts';
import { spreadsheetLimits } from '../../foundation/limits.ts';

const NO_SIGN = '\ufdd1';

/** Finds the row that each line belongs to, by the rules of the CSV reader about quotation marks. */
export class RowCounter {
  /** Lines from the first on whose row is known. */
  known = 0;
  readonly #rows: (number | null)[] = [];
  readonly #splitter: RecordSplitter;
  readonly #carried: number;
  #row: number | null;
  #lines = 0;
  #pending = '';
  /** For each known line, how many lines of the same row follow. */
  readonly #following: number[] = [];

  constructor(from: TextCursor, delimiter: string, quote?: string) {
    // In columns of fixed width no sign means anything; no text has this one.
    const signs = delimiter === '' ? { delimiter: NO_SIGN, quote: NO_SIGN } : { delimiter, quote };
    this.#row = from.row;
    this.#carried = from.linesOfRow;
    this.#splitter = new RecordSplitter(
      { ...signs, longestCell: spreadsheetLimits.cellCharacters },
      { record: (cells) => this.#settle(1 + lineFeedsIn(cells)) },
    );
  }

  add(text: string): void {
    this.#lines += 1;
    if (this.#row === null) {
      this.#note(null, 0);
      return;
    }
    if (this.#lines <= this.#carried) {
      this.#note(this.#row, this.#carried - this.#lines);
      if (this.#lines === this.#carried) this.#row += 1;
      return;
    }
    // All line ends become the same here, so that the lines of a row can be counted by its line feeds.
    this.#pending += `${text}\n`;
    // An unfinished row is scanned again only when its length has doubled, so that the cost stays linear.
    if (this.#pending.length >= this.#splitter.held) this.flush();
  }

  /** Finds the rows of all lines so far, except those of an unfinished row. */
  flush(): void {
    if (this.#row === null) return;
    const pending = this.#pending;
    this.#pending = '';
    try {
      this.#splitter.push(pending);
    } catch (error) {
      // A cell is longer than the limit, so the reader refuses the file: its lines are shown without rows.
      if (!(error instanceof CellTooLong)) throw error;
      this.#row = null;
      while (this.known < this.#lines) this.#note(null, 0);
    }
  }

  /** Call after the last line of the file. */
  end(): void {
    this.flush();
    // A cell that is too long would have been refused with its last line: what is pending here has none.
    if (this.#row !== null) this.#splitter.end();
  }

  rowOf(index: number): number | null {
    return this.#rows[index] ?? null;
  }

  after(lines: number): { row: number | null; linesOfRow: number } {
    const row = this.rowOf(lines - 1);
    if (row === null) return { row: null, linesOfRow: 0 };
    const linesOfRow = this.#following[lines - 1] ?? 0;
    return { row: linesOfRow > 0 ? row : row + 1, linesOfRow };
  }

  #settle(lines: number): void {
    if (this.#row === null) return;
    for (let left = lines; left > 0; left -= 1) this.#note(this.#row, left - 1);
    this.#row += 1;
  }

  #note(row: number | null, following: number): void {
    this.known += 1;
    // A row of a million lines is counted to its end, but no page shows as many lines.
    if (this.#rows.length >= PAGE_LIMIT) return;
    this.#rows.push(row);
    this.#following.push(following);
  }
}

function lineFeedsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}
