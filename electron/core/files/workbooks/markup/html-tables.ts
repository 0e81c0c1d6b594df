import { mostColumns } from '../../table/table-stager.ts';
import { lookedAtRows, SheetLooker } from '../sheet-look.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, type UnpackingRoom } from '../unpacking-room.ts';
import { refuseWide, type SheetSink, WHOLE_ROW, type WorkbookSheet } from '../workbook.ts';
import { EnoughRead, longestPiece, XmlTooLong } from '../xml-scanner.ts';
import type { HtmlHandler } from './html-scanner.ts';

export interface TableEvents {
  /** A table with content has ended, or (`isOpen`) has shown enough rows to be known as one. */
  onTable(table: WorkbookSheet, index: number, isOpen: boolean): void;
  sinkFor(index: number): SheetSink | null;
}

/** Tables inside tables. Pages that lay themselves out with tables reach ten; deeper ones are only counted. */
const deepest = 100;
/** As browsers do (HTML Living Standard, 4.9.11). */
const mostColumnsSpanned = 1000;
const mostRowsSpanned = 65_534;

const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre']);
/** Elements whose text is not shown in a cell, or is a list of what could be chosen there. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'select', 'svg', 'caption']);

/** They have no end, or need none, so nobody knows how much of a cell would be left out. */
const endless = new Set(['input', 'img', 'br', 'hr', 'wbr', 'embed', 'p', 'li', 'dt', 'dd']);

/** A key to sort by, which a page has before what it shows: `<span style="display:none">20261102</span>02.11.2026`. */
function isUnseen(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return !endless.has(name) && isHidden(attributes);
}

function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.has('hidden') || /display\s*:\s*none/i.test(attributes.get('style') ?? '');
}

/** Cells of rows above that reach into the row below. */
interface Reach {
  column: number;
  width: number;
  /** Line of the last row that it reaches into. */
  until: number;
}

interface OpenRow {
  readonly isHidden: boolean;
  readonly cells: string[];
  column: number;
  /** Reaches of the table, left of the cells that the row has so far. */
  passed: number;
  readonly reaches: Reach[];
}

interface OpenCell {
  readonly text: ShownText;
  readonly width: number;
  readonly height: number;
}

interface OpenTable {
  readonly index: number;
  readonly sheet: WorkbookSheet;
  readonly looker: SheetLooker;
  readonly sink: SheetSink | null;
  line: number;
  row: OpenRow | null;
  cell: OpenCell | null;
  /** From left to right. */
  reaches: Reach[];
  /** Line of the row in which the first of `reaches` ends. */
  nextEnd: number;
}

/** Collects the rows of the tables of a web page. As in a browser, a cell or row ends where the next one begins. */
export class HtmlTables implements HtmlHandler {
  readonly #room: UnpackingRoom;
  readonly #events: TableEvents;
  readonly #open_: OpenTable[] = [];
  #tables = 0;
  /** Open tables that are too deep to be read. */
  #tooDeep = 0;
  #silentUntil = '';
  /** Elements of that name that are open. */
  #silentDepth = 0;
  /** Excel hides the end of a text that is too long for its column: `Kristians<span style='display:none'>en</span>`. */
  #isOfExcel = false;

  /** @param room for the empty cells that a spanned one stands for */
  constructor(room: UnpackingRoom, events: TableEvents) {
    this.#room = room;
    this.#events = events;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'table') {
      this.#openTable();
      return;
    }
    if (name === 'meta' && /^microsoft excel/i.test(attributes.get('content') ?? '')) this.#isOfExcel = true;
    const table = this.#current();
    if (table === undefined) return;
    if (name === 'tr') {
      this.#endRow(table);
      table.row = startRow(table, isHidden(attributes));
    } else if (name === 'td' || name === 'th') {
      this.#silentUntil = '';
      this.#endCell(table);
      table.row ??= startRow(table, false);
      table.cell = {
        text: new ShownText(),
        width: spanOf(attributes.get('colspan'), mostColumnsSpanned),
        height: spanOf(attributes.get('rowspan'), mostRowsSpanned),
      };
    } else if (['thead', 'tbody', 'tfoot'].includes(name)) this.#endRow(table);
    else if (this.#silentUntil !== '') this.#silentDepth += name === this.#silentUntil ? 1 : 0;
    else if (silent.has(name) || (!this.#isOfExcel && isUnseen(name, attributes))) {
      this.#silentUntil = name;
      this.#silentDepth = 1;
    } else if (name === 'br') table.cell?.text.addBreak();
    else if (blocks.has(name)) table.cell?.text.addEdge();
  }

  close(name: string): void {
    if (name === this.#silentUntil) {
      this.#silentDepth -= 1;
      if (this.#silentDepth === 0) this.#silentUntil = '';
      return;
    }
    const table = this.#current();
    if (name === 'table') {
      this.#silentUntil = '';
      if (this.#tooDeep > 0) this.#tooDeep -= 1;
      else if (table !== undefined) this.#closeTable(table);
      return;
    }
    if (table === undefined) return;
    if (name === 'td' || name === 'th') this.#endCell(table);
    else if (['tr', 'thead', 'tbody', 'tfoot'].includes(name)) this.#endRow(table);
    else if (blocks.has(name) && this.#silentUntil === '') table.cell?.text.addEdge();
  }

  text(text: string): void {
    if (this.#silentUntil === '') this.#current()?.cell?.text.add(text);
  }

  /** A table whose rows are wanted has not ended. */
  get isInsideWanted(): boolean {
    return this.#open_.some(({ sink }) => sink !== null);
  }

  /** Call at the end of the page. */
  end(): void {
    for (let table = this.#open_.at(-1); table !== undefined; table = this.#open_.at(-1)) this.#closeTable(table);
  }

  #current(): OpenTable | undefined {
    return this.#tooDeep > 0 ? undefined : this.#open_.at(-1);
  }

  #openTable(): void {
    if (this.#open_.length >= deepest) {
      this.#tooDeep += 1;
      return;
    }
    const index = this.#tables;
    this.#tables += 1;
    this.#open_.push({
      index,
      sheet: { name: `Table ${index + 1}`, hidden: false, rows: null, hasContent: false, look: 'other' },
      looker: new SheetLooker(),
      sink: this.#events.sinkFor(index),
      line: 0,
      row: null,
      cell: null,
      reaches: [],
      nextEnd: Number.POSITIVE_INFINITY,
    });
  }

  #closeTable(table: OpenTable): void {
    this.#endRow(table);
    this.#open_.pop();
    table.sheet.look = table.looker.look;
    if (table.sheet.hasContent) this.#events.onTable(table.sheet, table.index, false);
  }

  #endRow(table: OpenTable): void {
    this.#endCell(table);
    const { row, sheet, sink, looker } = table;
    if (row === null) return;
    table.row = null;
    if (row.reaches.length > 0 || table.line >= table.nextEnd) this.#updateReaches(table, row.reaches);
    const { cells } = row;
    if (cells.length === 0) return;
    looker.add(cells.filter((cell) => cell !== '').length);
    sheet.hasContent = true;
    sheet.rows = looker.rows;
    if (row.isHidden) sink?.remark('hiddenRows', table.line, WHOLE_ROW, '');
    if (sink?.row(table.line, cells) === false) throw new EnoughRead();
    if (sheet.rows === lookedAtRows) {
      sheet.look = looker.look;
      this.#events.onTable(sheet, table.index, true);
    }
  }

  #updateReaches(table: OpenTable, more: readonly Reach[]): void {
    this.#room.take((table.reaches.length + more.length) * CELL_BYTES);
    table.reaches = [...table.reaches.filter(({ until }) => until > table.line), ...more].sort(
      (left, right) => left.column - right.column,
    );
    table.nextEnd = table.reaches.reduce((least, { until }) => Math.min(least, until), Number.POSITIVE_INFINITY);
  }

  #endCell(table: OpenTable): void {
    const { row, cell } = table;
    if (row === null || cell === null) return;
    table.cell = null;
    const { passed } = row;
    for (let reach = table.reaches[row.passed]; reach !== undefined && reach.column <= row.column;) {
      row.column = Math.max(row.column, reach.column + reach.width);
      row.passed += 1;
      reach = table.reaches[row.passed];
    }
    this.#room.take((row.passed - passed) * EMPTY_CELL_BYTES);
    const { column } = row;
    const { width, height } = cell;
    const { value } = cell.text;
    row.column = column + width;
    if (height > 1 && column < mostColumns) row.reaches.push({ column, width, until: table.line + height - 1 });
    if (value === '') return;
    refuseWide(column + 1, table.line, 'table');
    this.#room.take((column - row.cells.length) * EMPTY_CELL_BYTES + CELL_BYTES + value.length);
    while (row.cells.length < column) row.cells.push('');
    row.cells.push(value);
    if (width > 1 || height > 1) table.sink?.remark('merged', table.line, column, value);
  }
}

function startRow(table: OpenTable, isHidden: boolean): OpenRow {
  table.line += 1;
  return { isHidden, cells: [], column: 0, passed: 0, reaches: [] };
}

/** What a browser shows of a cell: blanks are one blank, and none stands at the edge of a line. */
class ShownText {
  #text = '';
  #breaks = 0;
  #isAtEdge = false;
  #isAfterBlank = false;

  add(piece: string): void {
    const shown = piece.replace(/[ \t\n\r\f]+/g, ' ');
    const begins = shown.startsWith(' ');
    const core = shown.slice(begins ? 1 : 0, shown.length > 1 && shown.endsWith(' ') ? -1 : undefined);
    this.#isAfterBlank ||= begins;
    if (core === '') return;
    if (this.#text.length > longestPiece) throw new XmlTooLong();
    if (this.#text !== '') this.#text += this.#separator + core;
    else this.#text = core;
    this.#breaks = 0;
    this.#isAtEdge = false;
    this.#isAfterBlank = shown.endsWith(' ');
  }

  addBreak(): void {
    this.#breaks += 1;
  }

  /** The beginning or end of a paragraph. */
  addEdge(): void {
    this.#isAtEdge = true;
  }

  get #separator(): string {
    if (this.#breaks > 0) return '\n'.repeat(this.#breaks);
    return this.#isAtEdge ? '\n' : this.#isAfterBlank ? ' ' : '';
  }

  get value(): string {
    return this.#text.includes('\u00a0') ? this.#text.split('\n').map(withoutEdges).join('\n') : this.#text;
  }
}

/** At least one, whatever the page says; 0 rows mean all that follow in the part of the table, which is taken for one. */
function spanOf(value: string | undefined, most: number): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span > 1 ? Math.min(span, most) : 1;
}

/** Pages fill empty cells with a blank that is never dropped (U+00A0), and set values apart with it. */
function withoutEdges(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && line.charCodeAt(start) === 0xa0) start += 1;
  while (end > start && line.charCodeAt(end - 1) === 0xa0) end -= 1;
  return line.slice(start, end);
}
