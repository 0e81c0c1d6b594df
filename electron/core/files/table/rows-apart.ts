import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { typeOf } from './cell-answers.ts';
import type { PackedRow } from './packed-row.ts';
import { filledCount, type SheetRow } from './sheet-row.ts';
import {
  isLikeMostAbove,
  isNamedTotal,
  isPageFoot,
  isSectionHeading,
  isTotal,
  isTotalLabel,
  LeadRows,
  type TailRow,
} from './table-end.ts';
import { RepeatedHeader } from './table-header.ts';

/** Rows. Between two groups stand a total, a heading or two, and the header again. */
const longestGap = 4;
/** Rows that show what the columns hold, for a row that looks like a group's total. */
const comparedRows = 40;
/** Filled cells of an ordinary row. In a narrower table, a row with few values may be a lead. */
const fewestOfTotals = 4;

/** A row of the queue knows how many of its cells are filled, because that is asked of every row several times. */
export type QueuedRow = (TailRow & Pick<PackedRow, 'filled'>) | PackedRow;
type KindAtHeader = 'repeatedHeader' | 'totals' | 'sectionRows';

/** Tells the leads of a table from what stands among them: the header again, titles and feet of pages, headings and totals of groups. */
export class RowsApart {
  readonly #header: RepeatedHeader | null;
  /** What stands above the names, and comes again on each page of a printed list; the numbers in it differ. */
  readonly #titles = new Set<string>();
  /** What stands between the names and the first row, and comes again as it is. */
  readonly #belowNames = new Set<string>();
  #queue: readonly QueuedRow[] = [];
  /** Filled cells of an ordinary row. */
  #typical = 0;
  /** Of the queue, once it is asked for: a report may have a total below every third row. */
  #leads: LeadRows | null = null;
  /** The row before this one repeated the header. */
  #isBelowHeader = false;
  /** The row before this one is data. */
  #isBelowData = false;

  /** @param names in the header; empty without one */
  constructor(names: readonly string[]) {
    this.#header = filledCount(names) > 1 ? new RepeatedHeader(names) : null;
  }

  addAboveNames(cells: readonly string[]): void {
    this.#titles.add(titleOf(cells));
  }

  addBelowNames(cells: readonly string[]): void {
    this.#belowNames.add(cells.join());
  }

  /** The rows of the queue are looked at next, from the first one on. */
  begin(queue: readonly QueuedRow[], typical: number): void {
    this.#queue = queue;
    this.#typical = typical;
    this.#leads = null;
  }

  /**
   * What a row of the queue is that is left out; null: it is data.
   * @param above the last row of data
   * @param isEndTotal it was found to be a total where the end of the table was looked for
   */
  kindOf(
    index: number,
    above: Pick<SheetRow, 'cells'> | undefined,
    isEndTotal: boolean,
  ): KindAtHeader | 'pageFeet' | null {
    const row = this.#queue[index] as QueuedRow;
    const kind = this.#kindAtHeader(index);
    this.#isBelowHeader = kind === 'repeatedHeader';
    this.#isBelowData = kind === null;
    if (kind !== null) return kind;
    if (isEndTotal || this.#isGroupTotal(row, above)) return 'totals';
    // The foot of a page and a heading are one cell.
    if (row.filled > 1) return null;
    if (isPageFoot(row, this.#typical)) return 'pageFeet';
    const isHeading = isSectionHeading(row, this.#queue[index + 1], this.#queue[index + 2], this.#typical);
    return isHeading ? 'sectionRows' : null;
  }

  isHeader(row: TailRow): boolean {
    return this.#header?.equals(row) === true;
  }

  /**
   * What a row is that repeats the header, or stands at one that does: a group's total, the next one's heading, a page's title,
   * or the line below its names.
   */
  #kindAtHeader(index: number): KindAtHeader | null {
    const row = this.#queue[index] as QueuedRow;
    if (this.isHeader(row)) return 'repeatedHeader';
    if (this.#isBelowHeader && this.#belowNames.has(row.cells.join())) return 'repeatedHeader';
    for (let at = index; at < index + longestGap; at += 1) {
      const next = this.#queue[at];
      if (next === undefined) return null;
      if (this.isHeader(next)) return this.#kindInGap(row, index);
      if (next.filled > this.#typical * 0.5) return null;
    }
    return null;
  }

  #kindInGap(row: TailRow, index: number): KindAtHeader | null {
    if (this.#isTotal(row)) return 'totals';
    const title = titleOf(row.cells);
    if (title !== '' && this.#titles.has(title)) return 'repeatedHeader';
    const words = row.cells.filter((cell) => !isBlank(cell));
    if (this.#typical < 4 || words.length !== 1 || typeOf(words[0] ?? '') !== 'text') return null;
    // The last lead before the next header may have only a name.
    const isBelowRow = this.#isBelowData && row.blankBefore === 0;
    const above = this.#queue.slice(Math.max(0, index - comparedRows), index);
    return isBelowRow && isLikeMostAbove(row, above) ? null : 'sectionRows';
  }

  /** The total of a group, with rows behind it. "Total Bygg AS" with its number alone is a lead. */
  #isGroupTotal(row: QueuedRow, above: Pick<SheetRow, 'cells'> | undefined): boolean {
    const { filled } = row;
    if (filled < 2 || filled > this.#typical * 0.5 || this.#typical < fewestOfTotals) return false;
    return isTotalLabel(row) ? this.#isTotal(row) : isNamedTotal(row, above, () => this.#leadsOfQueue());
  }

  #isTotal(row: TailRow): boolean {
    return this.#typical >= fewestOfTotals && isTotal(row, [], () => this.#leadsOfQueue());
  }

  #leadsOfQueue(): LeadRows {
    return (this.#leads ??= new LeadRows(this.#queue.slice(0, comparedRows), this.#typical));
  }
}

/** The words of a title, without the numbers that differ from page to page. */
function titleOf(cells: readonly string[]): string {
  return cells.join('').replaceAll(/[\d\s]+/g, '');
}
