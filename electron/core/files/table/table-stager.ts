import type { ColumnProfile, Guess } from '../../../../shared/contract/imports/reading.ts';
import { exponentNumber } from '../../../../shared/domain/phones/damage.ts';
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { fullyProfiledRows, TableProfile, type ProfiledRow } from './column-profile.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { typeOf } from './cell-answers.ts';
import { findLayout, typicalFilled, type Layout } from './layout.ts';
import { holdsInvisible, mayHoldInvisible, withInvisibleNamed } from './invisible-characters.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { PackedRow, shortenedSign } from './packed-row.ts';
import type { ProblemList } from './problem-list.ts';
import { RepeatedHeader, remarkHeaders } from './table-header.ts';
import { filledCount, isBlankRow, median, rowText, type SheetRow } from './sheet-row.ts';
import {
  findTableEnd,
  isLikeMostAbove,
  isPageFoot,
  isSectionHeading,
  isNamedTotal,
  isTotal,
  isTotalLabel,
  LeadRows,
  type TableEnd,
  type TailRow,
  unfinishedEnd,
} from './table-end.ts';
import { mayBeTextFormula, textOfFormula } from './text-formulas.ts';
import { isUnticked, isUntickedPacked } from './unticked-rows.ts';
import { cutWhole, separatorInCells, wholeRow } from './whole-rows.ts';

/** Rows that are held back at the end, because they may turn out to be notes below the table. */
const tailRows = 200;
/** Rows with content that are read before the header is chosen. */
const headRows = 200;
/** Rows whose filled cells are counted to know an ordinary row. */
const settledRows = 2000;
/** Blank lines whose numbers are kept as examples. */
const keptBlanks = 20;
export const mostColumns = spreadsheetLimits.columns;
/** Characters. Spreadsheet programs cut off longer cells. */
const longCell = 32_767;
/** Rows. Between two groups stand a total, a heading or two, and the header again. */
const longestGap = 4;
/** Rows that show what the columns hold, for a row that looks like a group's total. */
const comparedRows = 40;
/** Filled cells of an ordinary row. In a narrower table, a row with few values may be a lead. */
const fewestOfTotals = 4;

/** Where the rows of a table go. */
export interface RowSink {
  write(row: number, line: number, cells: string[]): void;
  /** Takes a row as UTF-8 JSON, valid during the call only. Without it all rows go to `write`. */
  writePacked?(row: number, line: number, json: Uint8Array): void;
}

export interface StagerChoices {
  /** What has the rows, in the words for one with too many. */
  holder: 'file' | 'sheet';
  /** Text files write every cell, so a missing one is a problem; workbooks leave out empty ones. */
  shortRowsAreOdd: boolean;
  headerLine?: number | null | undefined;
  firstDataLine?: number | undefined;
  lastDataLine?: number | undefined;
  keepSpaces?: boolean | undefined;
  /** The separator that a person chose for a text file. */
  delimiter?: string | undefined;
  /** The separator at which the rows of a text file were cut. */
  cutAt?: string | undefined;
}

export interface StagedTable {
  headerLine: Guess<number | null>;
  firstDataLine: Guess<number>;
  lastDataLine: Guess<number>;
  columns: ColumnProfile[];
  rows: number;
}

/**
 * Takes the rows of a sheet in order and decides which are title, header, data and notes. Passes data rows on to `write`,
 * numbered from 1; the memory it uses does not grow with the rows.
 */
export class TableStager {
  /** Data rows passed on so far. */
  rows = 0;
  /** Rows with content taken so far. */
  seen = 0;
  /** Cells may hold invisible characters, so they are searched. Packed rows know it themselves. */
  watchesInvisible = false;
  /** Between the values of rows that stand in one cell each; null in any other table. */
  separatorInCells: string | null = null;
  readonly #choices: StagerChoices;
  readonly #problems: ProblemList;
  readonly #sink: RowSink;
  readonly #profile = new TableProfile();
  #layout: Layout | null = null;
  #head: SheetRow[] = [];
  #tail: (TailRow | PackedRow)[] = [];
  readonly #filledCounts: number[] = [];
  /** Blank lines that no row of the table follows yet: the first and the last of each run. */
  readonly #openBlanks: { readonly from: number; to: number }[] = [];
  /** Blank lines between rows of the table, and the first of them. */
  #blanks = 0;
  readonly #blankLines: number[] = [];
  #queuedLine = 0;
  /** Behind the last row, blank or not. */
  #nextLine = 1;
  /** Rows with content that a reader leaves out. */
  #notRead = { from: 0, behind: 0 };
  #typical = 0;
  #firstLine = 0;
  #lastLine = 0;
  #repeatedHeader: RepeatedHeader | null = null;
  /** Of the queue that is being passed on, once it is asked for: a report may have a total below every third row. */
  #leads: LeadRows | null = null;
  /** The last row of data that was passed on. */
  #above: Pick<SheetRow, 'cells'> | undefined;
  /** Cells that most rows at the beginning have. */
  #usualWidth = 0;
  /** What stands above the names, and comes again on each page of a printed list; the numbers in it differ. */
  readonly #titles = new Set<string>();
  /** What stands between the names and the first row, and comes again as it is. */
  readonly #belowNames = new Set<string>();
  /** The row before this one repeated the header. */
  #isBelowHeader = false;
  /** The row before this one is data. */
  #isBelowData = false;
  #width = 0;

  constructor(choices: StagerChoices, problems: ProblemList, sink: RowSink) {
    this.#choices = choices;
    this.#problems = problems;
    this.#sink = sink;
  }

  /** The stager keeps `cells` and may change it. Throws FileTrouble `tooLarge`. */
  add(line: number, cells: string[]): void {
    refuseWide(cells, line);
    if (isBlankRow(cells)) {
      this.blank(line);
      return;
    }
    // In a text file of one column the word is the value.
    if (this.#leavesUnticked && (cells.length > 1 || !this.#choices.shortRowsAreOdd) && isUnticked(cells)) {
      this.#leaveUnticked({ line, cells });
      return;
    }
    this.#pass(line);
    if (this.#layout !== null) {
      this.#enqueue({ line, cells: this.#kept(cells, line) });
      return;
    }
    this.#head.push({ line, cells });
    if (this.#head.length >= headRows && line > (this.#choices.headerLine ?? 0)) this.#openTable();
  }

  /** Rows in one cell are cut when all are such, or when as many values come out as other rows have. */
  #cutWhole(cells: string[], line: number): string[] {
    if (this.separatorInCells !== null) {
      const values = cutWhole(cells, this.separatorInCells);
      refuseWide(values, line);
      return values;
    }
    const values = cells.length === 1 ? wholeRow(cells, this.#choices.cutAt, this.#usualWidth) : null;
    if (values !== null) this.#problems.add('wholeRows', line, '', () => rowText(cells));
    return values ?? cells;
  }

  /** The cells of a row in the form in which they are kept. */
  #kept(cells: string[], line: number): string[] {
    const whole = this.#cutWhole(cells, line);
    const texts = whole.some(mayBeTextFormula) ? whole.map((cell, index) => this.#textOf(cell, line, index)) : whole;
    return this.#choices.keepSpaces === false ? texts.map((cell) => cell.trim()) : texts;
  }

  #textOf(cell: string, line: number, index: number): string {
    const text = textOfFormula(cell);
    if (text !== null) this.#problems.add('textFormula', line, `#${index}`, cell);
    return text ?? cell;
  }

  /** Rows of the table so far, with the last ones, which may still turn out to be notes below it. */
  get found(): number {
    return this.rows + this.#tail.length;
  }

  /** Packed rows may come once the columns are known, when most rows only have to be counted. */
  get takesPacked(): boolean {
    return (
      this.#layout !== null &&
      this.rows >= fullyProfiledRows &&
      this.#choices.keepSpaces !== false &&
      this.separatorInCells === null
    );
  }

  /** Columns that a row has, when it may come packed; 0 when it may not. */
  get packedWidth(): number {
    return this.takesPacked ? this.#width : 0;
  }

  packed(row: PackedRow): void {
    if (row.width > mostColumns || row.mayHoldTextFormula) {
      this.watchesInvisible ||= row.invisible;
      this.add(row.line, row.cells);
      return;
    }
    if (this.#leavesUnticked && isUntickedPacked(row)) {
      this.#leaveUnticked(row);
      return;
    }
    this.#pass(row.line);
    this.#queue(row);
  }

  /** The lines up to this one are blank: most workbooks do not hold theirs at all. */
  blank(line: number): void {
    const from = this.#nextLine === this.#notRead.from ? this.#notRead.behind : this.#nextLine;
    if (line < from) return;
    this.#nextLine = line + 1;
    const run = this.#openBlanks.at(-1);
    if (run?.to === from - 1) run.to = line;
    else this.#openBlanks.push({ from, to: line });
  }

  innerQuote(row: PackedRow, column: number): void {
    if (row.mayHoldTextFormula && textOfFormula(row.cells[column] ?? '') !== null) return;
    this.#problems.add('innerQuote', row.line, `#${column}`, () => row.cells[column] ?? '');
  }

  /**
   * Call once after the last row. `atEnd` false: the rows end inside the sheet (a preview), so none of them is a note below
   * the table. Throws FileTrouble `noRows` when there is nothing to import.
   */
  finish(atEnd: boolean): StagedTable {
    if (this.#layout === null) this.#openTable();
    const layout = this.#layout as unknown as Layout;
    const width = this.#width;
    const end = atEnd
      ? findTableEnd(this.#tail, median(this.#filledCounts), this.#choices.lastDataLine, (row) => this.#isHeader(row))
      : unfinishedEnd(this.#tail.length);
    this.#commitFirst(end.keep, end.totals);
    for (const row of this.#tail)
      this.#problems.add(end.totals.has(row.line) ? 'totals' : 'notesBelow', row.line, '', () => rowText(row.cells));
    if (this.rows === 0)
      throw new FileTrouble(
        'noRows',
        'The file has a header but no rows below it, so there is nothing to import. Choose another file or sheet.',
      );
    for (const line of this.#blankLines) this.#problems.add('blankRows', line, '', '');
    const others = this.#blanks - this.#blankLines.length;
    if (others > 0) this.#problems.add('blankRows', this.#lastLine, '', '', others);
    const columns = this.#profile.profiles(layout.header, Math.max(width, this.#profile.width));
    if (layout.headerLine.value !== null) remarkHeaders(columns, layout.headerLine.value, this.#problems);
    return {
      headerLine: layout.headerLine,
      firstDataLine: this.#firstDataLine(layout.firstDataLine),
      lastDataLine: end.guess(this.#lastLine),
      columns,
      rows: this.rows,
    };
  }

  /** Lines with content that do not come, from this one on. */
  leaveOut(line: number, count: number): void {
    this.#notRead = { from: line, behind: line + count };
  }

  /** Up to a last row that was chosen, all rows are data: those that go on from a job keep their numbers. */
  get #leavesUnticked(): boolean {
    return this.#choices.lastDataLine === undefined;
  }

  /** Such a row is left out before anything else is decided: hundreds of them would hide the header and the end of the table. */
  #leaveUnticked({ line, cells }: Pick<SheetRow, 'line' | 'cells'>): void {
    this.#pass(line);
    this.#problems.add('unticked', line, '', () => rowText(cells));
  }

  #pass(line: number): void {
    if (line !== this.#nextLine) this.blank(line - 1);
    this.#nextLine = line + 1;
    this.seen += 1;
  }

  /** Counts the blank lines above a row of the table, as far as they are below the first. */
  #countBlanks(line: number): void {
    const below = this.#openBlanks.findIndex(({ from }) => from > line);
    for (const { from, to } of this.#openBlanks.splice(0, below === -1 ? this.#openBlanks.length : below)) {
      const first = Math.max(from, (this.#layout as Layout).firstDataLine.value + 1);
      this.#blanks += Math.max(0, to - first + 1);
      for (let blank = first; blank <= to && this.#blankLines.length < keptBlanks; blank += 1)
        this.#blankLines.push(blank);
    }
  }

  #openTable(): void {
    if (this.#head.length === 0)
      throw new FileTrouble(
        'noRows',
        'The file has no rows with content, so there is nothing to import. Choose another file or sheet.',
      );
    this.separatorInCells = separatorInCells(this.#head, this.#choices.delimiter);
    this.#usualWidth = median(this.#head.map(({ cells }) => cells.length));
    for (const row of this.#head) row.cells = this.#kept(row.cells, row.line);
    const layout = findLayout(this.#head, this.#choices);
    if (this.separatorInCells !== null)
      this.#problems.add('wholeRows', layout.headerLine.value ?? layout.firstDataLine.value, '', '');
    this.#layout = layout;
    this.#width = layout.header.length;
    const names = this.#head.find((row) => row.line === layout.headerLine.value)?.cells ?? [];
    if (filledCount(names) > 1) this.#repeatedHeader = new RepeatedHeader(names);
    if (layout.headerLine.value !== null) this.#remarkInvisible(layout.headerLine.value, layout.header);
    for (const row of this.#head) {
      if (row.line === layout.headerLine.value || layout.headerLines.includes(row.line)) continue;
      if (row.line < layout.firstDataLine.value) {
        this.#problems.add('titleLines', row.line, '', () => rowText(row.cells));
        if (row.line < (layout.headerLine.value ?? 0)) this.#titles.add(titleOf(row.cells));
        else this.#belowNames.add(row.cells.join());
      } else this.#enqueue(row);
    }
    this.#head = [];
  }

  #enqueue(row: SheetRow): void {
    if (row.line < (this.#layout as Layout).firstDataLine.value) return;
    this.#queue({ ...row, blankBefore: 0 });
  }

  #queue(row: TailRow | PackedRow): void {
    row.blankBefore = row.line - this.#queuedLine - 1;
    this.#tail.push(row);
    this.#queuedLine = row.line;
    if (this.#tail.length >= tailRows * 2) this.#commitFirst(tailRows);
  }

  /** Passes on the first `count` rows of the queue, except headings and totals between them, and removes them from it. */
  #commitFirst(count: number, totals: TableEnd['totals'] = new Set()): void {
    const typical = this.#typicalOf(count);
    this.#leads = null;
    for (let index = 0; index < count; index += 1) {
      const row = this.#tail[index] as TailRow | PackedRow;
      const apart = this.#choices.lastDataLine === undefined ? this.#kindAtHeader(index, typical) : null;
      this.#isBelowHeader = apart === 'repeatedHeader';
      this.#isBelowData = apart === null;
      if (apart !== null) this.#problems.add(apart, row.line, '', () => rowText(row.cells));
      else if (totals.has(row.line) || this.#isGroupTotal(row, typical))
        this.#problems.add('totals', row.line, '', () => rowText(row.cells));
      else if (row instanceof PackedRow && row.filled > 1) this.#commit(row);
      else if (this.#choices.lastDataLine === undefined && isPageFoot(row, typical))
        this.#problems.add('pageFeet', row.line, '', () => rowText(row.cells));
      else if (
        this.#choices.lastDataLine === undefined &&
        isSectionHeading(row, this.#tail[index + 1], this.#tail[index + 2], typical)
      )
        this.#problems.add('sectionRows', row.line, '', () => rowText(row.cells));
      else this.#commit(row);
    }
    this.#tail.splice(0, count);
  }

  #isHeader(row: TailRow | PackedRow): boolean {
    return this.#repeatedHeader?.equals(row) === true;
  }

  /**
   * What a row is that repeats the header, or stands at one that does: a group's total, the next one's heading, a page's title,
   * or the line below its names.
   */
  #kindAtHeader(index: number, typical: number): 'repeatedHeader' | 'totals' | 'sectionRows' | null {
    const row = this.#tail[index] as TailRow | PackedRow;
    if (this.#isHeader(row)) return 'repeatedHeader';
    if (this.#isBelowHeader && this.#belowNames.has(row.cells.join())) return 'repeatedHeader';
    for (let at = index; at < index + longestGap; at += 1) {
      const next = this.#tail[at];
      if (next === undefined) return null;
      if (this.#isHeader(next)) return this.#kindInGap(row, index, typical);
      const filled = next instanceof PackedRow ? next.filled : filledCount(next.cells);
      if (filled > typical * 0.5) return null;
    }
    return null;
  }

  /** The total of a group, with rows behind it. "Total Bygg AS" with its number alone is a lead. */
  #isGroupTotal(row: TailRow | PackedRow, typical: number): boolean {
    const filled = row instanceof PackedRow ? row.filled : filledCount(row.cells);
    const isApart = this.#choices.lastDataLine === undefined && filled > 1 && filled <= typical * 0.5;
    if (!isApart || typical < fewestOfTotals) return false;
    return isTotalLabel(row)
      ? this.#isTotal(row, typical)
      : isNamedTotal(row, this.#above, () => this.#leadsOf(typical));
  }

  #isTotal(row: TailRow, typical: number): boolean {
    return typical >= fewestOfTotals && isTotal(row, [], () => this.#leadsOf(typical));
  }

  #leadsOf(typical: number): LeadRows {
    return (this.#leads ??= new LeadRows(this.#tail.slice(0, comparedRows), typical));
  }

  #kindInGap(row: TailRow, index: number, typical: number): 'repeatedHeader' | 'totals' | 'sectionRows' | null {
    if (this.#isTotal(row, typical)) return 'totals';
    const title = titleOf(row.cells);
    if (title !== '' && this.#titles.has(title)) return 'repeatedHeader';
    const words = row.cells.filter((cell) => !isBlank(cell));
    if (typical < 4 || words.length !== 1 || typeOf(words[0] ?? '') !== 'text') return null;
    // The last lead before the next header may have only a name.
    const isBelowRow = this.#isBelowData && row.blankBefore === 0;
    const above = this.#tail.slice(Math.max(0, index - comparedRows), index);
    return isBelowRow && isLikeMostAbove(row, above) ? null : 'sectionRows';
  }

  /** Filled cells of an ordinary row: of the first 2,000, or of the queue as long as there are fewer than 20. */
  #typicalOf(count: number): number {
    if (this.#filledCounts.length < 20) return typicalFilled(this.#tail.slice(0, count));
    if (this.#filledCounts.length < settledRows || this.#typical === 0) this.#typical = median(this.#filledCounts);
    return this.#typical;
  }

  #commit(row: TailRow | PackedRow): void {
    const { line } = row;
    if (this.#choices.lastDataLine !== undefined && line > this.#choices.lastDataLine) {
      this.#problems.add('notesBelow', line, '', () => rowText(row.cells));
      return;
    }
    this.rows += 1;
    this.#above = row;
    if (this.rows > spreadsheetLimits.rows)
      throw new FileTrouble(
        'tooLarge',
        `The ${this.#choices.holder} has more than ${format.number(spreadsheetLimits.rows)} rows. Split it into several files and import them one after the other.`,
      );
    if (this.#openBlanks.length > 0) this.#countBlanks(line);
    this.#firstLine ||= line;
    this.#lastLine = line;
    if (row instanceof PackedRow ? row.mayHoldShortened : true) this.#remarkShortened(line, row.cells);
    if (row instanceof PackedRow ? row.invisible : this.watchesInvisible) this.#remarkInvisible(line, row.cells);
    if (row instanceof PackedRow && row.width === this.#width && this.#profile.addPacked(row, this.#remarkSpaces)) {
      this.#sink.writePacked?.(this.rows, line, row.json);
      return;
    }
    const { cells } = row;
    if (this.#filledCounts.length < settledRows) this.#filledCounts.push(filledCount(cells));
    // Without a header the first row decides how many cells a row has.
    if (this.#width === 0) this.#width = cells.length;
    if (cells.length !== this.#width) this.#raggedRow(line, cells, this.#width);
    for (let index = 0; index < cells.length; index += 1) {
      if ((cells[index] as string).length > longCell)
        this.#problems.add('longCell', line, `#${index}`, cells[index] as string);
    }
    this.#profile.add(row, this.#remarkSpaces);
    this.#sink.write(this.rows, line, cells);
  }

  readonly #remarkSpaces = (row: ProfiledRow, column: number): void => {
    this.#problems.add('onlySpaces', row.line, `#${column}`, () => row.cells[column] ?? '');
  };

  #remarkShortened(line: number, cells: readonly string[]): void {
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] as string;
      if (cell.includes(shortenedSign) && exponentNumber(cell)?.digits === null)
        this.#problems.add('shortened', line, `#${index}`, cell);
    }
  }

  #remarkInvisible(line: number, cells: readonly string[]): void {
    // One search in the whole row: hardly any row has such a character, and a search in each cell costs more than reading it.
    if (!mayHoldInvisible(cells.join(''))) return;
    cells.forEach((cell, index) => {
      if (holdsInvisible(cell)) this.#problems.add('invisible', line, `#${index}`, () => withInvisibleNamed(cell));
    });
  }

  /** Headings of groups above the first row of data are not data: the guess moves behind them. */
  #firstDataLine(guess: Guess<number>): Guess<number> {
    return guess.certainty === 'follows' && this.#firstLine > 0 ? { ...guess, value: this.#firstLine } : guess;
  }

  #raggedRow(line: number, cells: string[], expected: number): void {
    let end = cells.length;
    while (end > expected && isBlank(cells[end - 1] as string)) end -= 1;
    cells.length = end;
    if (end > expected || (end < expected && this.#choices.shortRowsAreOdd))
      this.#problems.add('ragged', line, '', () => rowText(cells));
  }
}

function refuseWide(cells: readonly string[], line: number): void {
  if (cells.length > mostColumns)
    throw new FileTrouble(
      'tooLarge',
      `Line ${line} has ${format.number(cells.length)} columns; at most ${format.number(mostColumns)} can be read. The separator may be wrong, or rows and columns are swapped.`,
    );
}

/** The words of a title, without the numbers that differ from page to page. */
function titleOf(cells: readonly string[]): string {
  return cells.join('').replaceAll(/[\d\s]+/g, '');
}
