import type { ColumnProfile, Guess } from '../../../../shared/contract/imports/reading.ts';
import { exponentNumber } from '../../../../shared/domain/phones/damage.ts';
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { BlankLines } from './blank-lines.ts';
import { fullyProfiledRows, TableProfile, type ProfiledRow } from './column-profile.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { findLayout, typicalFilled, type Layout } from './layout.ts';
import { holdsInvisible, mayHoldInvisible, withInvisibleNamed } from './cells/invisible-characters.ts';
import { spreadsheetLimits } from '../foundation/limits.ts';
import { PackedRow, shortenedSign } from './packed-row.ts';
import { longCell, type ProblemList } from './problem-list.ts';
import { type QueuedRow, RowsApart } from './rows-apart.ts';
import { remarkHeaders } from './table-header.ts';
import { filledCount, isBlankRow, median, rowText, type SheetRow } from './sheet-row.ts';
import { findTableEnd, type TableEnd, unfinishedEnd } from './table-end.ts';
import { mayBeTextFormula, textOfFormula } from './cells/text-formulas.ts';
import { isUnticked, isUntickedPacked } from './unticked-rows.ts';
import { cutWhole, separatorInCells, wholeRow } from './whole-rows.ts';

/** Rows that are held back at the end, because they may turn out to be notes below the table. */
const tailRows = 200;
/** Rows with content that are read before the header is chosen. */
const headRows = 200;
/** Rows whose filled cells are counted to know an ordinary row. */
const settledRows = 2000;
export const mostColumns = spreadsheetLimits.columns;

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
  readonly blanks = new BlankLines();
  readonly #choices: StagerChoices;
  readonly #problems: ProblemList;
  readonly #sink: RowSink;
  readonly #profile = new TableProfile();
  #layout: Layout | null = null;
  #head: SheetRow[] = [];
  #tail: QueuedRow[] = [];
  readonly #filledCounts: number[] = [];
  #queuedLine = 0;
  #typical = 0;
  #firstLine = 0;
  #lastLine = 0;
  #apart = new RowsApart([]);
  /** The last row of data that was passed on. */
  #above: Pick<SheetRow, 'cells'> | undefined;
  /** Cells that most rows at the beginning have. */
  #usualWidth = 0;
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
      this.blanks.upTo(line);
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
      ? findTableEnd(this.#tail, median(this.#filledCounts), this.#choices.lastDataLine, (row) =>
          this.#apart.isHeader(row),
        )
      : unfinishedEnd(this.#tail.length);
    this.#commitFirst(end.keep, end.totals);
    for (const row of this.#tail)
      this.#problems.add(end.totals.has(row.line) ? 'totals' : 'notesBelow', row.line, '', () => rowText(row.cells));
    if (this.rows === 0)
      throw new FileTrouble(
        'noRows',
        'The file has a header but no rows below it, so there is nothing to import. Choose another file or sheet.',
      );
    this.blanks.remark(this.#problems, this.#lastLine);
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
    this.blanks.pass(line);
    this.seen += 1;
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
    this.#apart = new RowsApart(names);
    if (layout.headerLine.value !== null) this.#remarkInvisible(layout.headerLine.value, layout.header);
    for (const row of this.#head) {
      if (row.line === layout.headerLine.value || layout.headerLines.includes(row.line)) continue;
      if (row.line < layout.firstDataLine.value) {
        this.#problems.add('titleLines', row.line, '', () => rowText(row.cells));
        if (row.line < (layout.headerLine.value ?? 0)) this.#apart.addAboveNames(row.cells);
        else this.#apart.addBelowNames(row.cells);
      } else this.#enqueue(row);
    }
    this.#head = [];
  }

  #enqueue(row: SheetRow): void {
    if (row.line < (this.#layout as Layout).firstDataLine.value) return;
    this.#queue({ line: row.line, cells: row.cells, filled: filledCount(row.cells), blankBefore: 0 });
  }

  #queue(row: QueuedRow): void {
    row.blankBefore = row.line - this.#queuedLine - 1;
    this.#tail.push(row);
    this.#queuedLine = row.line;
    if (this.#tail.length >= tailRows * 2) this.#commitFirst(tailRows);
  }

  /** Passes on the first `count` rows of the queue, except headings and totals between them, and removes them from it. */
  #commitFirst(count: number, totals: TableEnd['totals'] = new Set()): void {
    this.#apart.begin(this.#tail, this.#typicalOf(count));
    for (let index = 0; index < count; index += 1) {
      const row = this.#tail[index] as QueuedRow;
      const isChosen = this.#choices.lastDataLine !== undefined;
      const kind = isChosen ? null : this.#apart.kindOf(index, this.#above, totals.has(row.line));
      if (kind === null) this.#commit(row);
      else this.#problems.add(kind, row.line, '', () => rowText(row.cells));
    }
    this.#tail.splice(0, count);
  }

  /** Filled cells of an ordinary row: of the first 2,000, or of the queue as long as there are fewer than 20. */
  #typicalOf(count: number): number {
    if (this.#filledCounts.length < 20) return typicalFilled(this.#tail.slice(0, count));
    if (this.#filledCounts.length < settledRows || this.#typical === 0) this.#typical = median(this.#filledCounts);
    return this.#typical;
  }

  #commit(row: QueuedRow): void {
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
    this.blanks.countAbove(line, (this.#layout as Layout).firstDataLine.value);
    this.#firstLine ||= line;
    this.#lastLine = line;
    if (row instanceof PackedRow ? row.mayHoldShortened : true) this.#remarkShortened(line, row.cells);
    if (row instanceof PackedRow ? row.invisible : this.watchesInvisible) this.#remarkInvisible(line, row.cells);
    if (row instanceof PackedRow && row.width === this.#width && this.#profile.addPacked(row, this.#remarkSpaces)) {
      this.#sink.writePacked?.(this.rows, line, row.json);
      return;
    }
    const { cells } = row;
    if (this.#filledCounts.length < settledRows) this.#filledCounts.push(row.filled);
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
