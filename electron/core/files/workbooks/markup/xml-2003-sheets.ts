import { FileTrouble } from '../../foundation/file-trouble.ts';
import { mostColumns } from '../../table/table-stager.ts';
import { formatNumber, isInexact, parseFormat, plainFormat, type CellFormat } from '../number-formats.ts';
import { SheetLooker } from '../sheet-look.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, type UnpackingRoom } from '../unpacking-room.ts';
import { refuseWide, type SheetSink, WHOLE_ROW, type WorkbookSheet } from '../workbook.ts';
import { attribute, EnoughRead, longestPiece, type XmlHandler, XmlTooLong } from '../xml-scanner.ts';

export interface SheetEvents {
  onSheet(sheet: WorkbookSheet, index: number): void;
  sinkFor(index: number): SheetSink | null;
}

/** Formats that the workbook names by words; all others of these words leave a number as it is. */
const namedFormats: Readonly<Record<string, string>> = {
  'General Date': 'yyyy-mm-dd hh:mm',
  'Long Date': 'yyyy-mm-dd',
  'Medium Date': 'yyyy-mm-dd',
  'Short Date': 'yyyy-mm-dd',
  'Long Time': 'hh:mm:ss',
  'Medium Time': 'hh:mm',
  'Short Time': 'hh:mm',
};
/** No format, or one of the words that stand for a number as it is: "General Number", "Fixed", "Yes/No". */
const wordFormat =
  /^(?:|General(?: Number)?|Currency|Euro Currency|Fixed|Standard|Percent|Scientific|Yes\/No|True\/False|On\/Off)$/;

/** Elements of a cell that hold text which is not its value. */
const besides = new Set(['Comment', 'PhoneticText', 'NamedCell']);

/** Columns. Most hidden columns that are listed for one element. */
const mostHidden = 50;

interface OpenSheet {
  readonly sheet: WorkbookSheet;
  readonly sink: SheetSink | null;
  readonly looker: SheetLooker;
  line: number;
  /** Lines that the row stands for: an element may span further rows without cells. */
  rowSpan: number;
  headColumn: number;
  readonly columnStyles: string[];
}

interface OpenRow {
  readonly style: string | null;
  readonly cells: string[];
  nextColumn: number;
}

interface OpenCell {
  readonly tag: string;
  readonly column: number;
  type: string;
  value: string;
}

/** Collects the sheets of a workbook in the XML of Excel 2003 (SpreadsheetML), row by row. */
export class Xml2003Sheets implements XmlHandler {
  wantsText = false;
  /** The workbook was closed, so nothing is missing. */
  isWhole = false;
  readonly #room: UnpackingRoom;
  readonly #events: SheetEvents;
  readonly #formats = new Map<string, CellFormat>();
  #styleId = '';
  #index = -1;
  #open: OpenSheet | null = null;
  #row: OpenRow | null = null;
  #cell: OpenCell | null = null;
  #besides = 0;
  #isInVisible = false;

  /** @param room for the empty cells that stand between cells with an index */
  constructor(room: UnpackingRoom, events: SheetEvents) {
    this.#room = room;
    this.#events = events;
  }

  declaration(text: string): void {
    refuseEntities(text);
  }

  open(name: string, tag: string): void {
    if (besides.has(name)) {
      this.#besides += 1;
      return;
    }
    switch (name) {
      case 'Style':
        this.#openStyle(tag);
        break;
      case 'NumberFormat':
        this.#formats.set(this.#styleId, formatOf(attribute(tag, 'ss:Format') ?? attribute(tag, 'Format') ?? ''));
        break;
      case 'Worksheet':
        this.#openSheet(tag);
        break;
      case 'Column':
        this.#openColumn(tag);
        break;
      case 'Row':
        this.#openRow(tag);
        break;
      case 'Cell':
        this.#openCell(tag);
        break;
      case 'Data':
        if (this.#cell === null || this.#besides > 0) break;
        this.#cell.type = attribute(tag, 'ss:Type') ?? attribute(tag, 'Type') ?? 'String';
        this.wantsText = true;
        break;
      case 'Visible':
        this.#isInVisible = this.#open !== null && this.#cell === null;
        this.wantsText ||= this.#isInVisible;
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#isInVisible) {
      if (/^\s*Sheet(?:Very)?Hidden/.test(text) && this.#open !== null) this.#open.sheet.hidden = true;
      return;
    }
    if (this.#cell === null) return;
    if (this.#cell.value.length > longestPiece) throw new XmlTooLong();
    this.#cell.value += text;
  }

  close(name: string): void {
    if (besides.has(name)) {
      this.#besides -= 1;
      return;
    }
    switch (name) {
      case 'Data':
        this.wantsText = false;
        break;
      case 'Visible':
        this.#isInVisible = false;
        this.wantsText = false;
        break;
      case 'Cell':
        this.#closeCell();
        break;
      case 'Row':
        this.#closeRow();
        break;
      case 'Worksheet':
        if (this.#open !== null)
          this.#events.onSheet({ ...this.#open.sheet, look: this.#open.looker.look }, this.#index);
        this.#open = null;
        break;
      case 'Workbook':
      // The root of some other kind of file.
      case 'workbook':
        this.isWhole = true;
        break;
      default:
    }
  }

  #openStyle(tag: string): void {
    this.#styleId = attribute(tag, 'ss:ID') ?? attribute(tag, 'ID') ?? '';
    const parent = this.#formats.get(attribute(tag, 'ss:Parent') ?? 'Default');
    if (parent !== undefined) this.#formats.set(this.#styleId, parent);
  }

  #openSheet(tag: string): void {
    this.#index += 1;
    const name = attribute(tag, 'ss:Name') ?? attribute(tag, 'Name') ?? `Sheet${this.#index + 1}`;
    this.#open = {
      sheet: { name, hidden: false, rows: 0, hasContent: false, look: 'other' },
      sink: this.#events.sinkFor(this.#index),
      looker: new SheetLooker(),
      line: 0,
      rowSpan: 0,
      headColumn: 0,
      columnStyles: [],
    };
  }

  #openColumn(tag: string): void {
    if (this.#open === null) return;
    const { sink, columnStyles, headColumn } = this.#open;
    const first = (wholeNumber(tag, 'Index') ?? headColumn + 1) - 1;
    const behind = Math.min(first + (wholeNumber(tag, 'Span') ?? 0) + 1, mostColumns);
    const style = attribute(tag, 'ss:StyleID');
    for (let column = first; column < behind; column += 1) {
      if (style !== null) columnStyles[column] = style;
      if (isTrue(tag, 'Hidden') && column < first + mostHidden) sink?.remark('hiddenColumns', 1, column, '');
    }
    this.#open.headColumn = behind;
  }

  #openRow(tag: string): void {
    if (this.#open === null) return;
    const { line, rowSpan, sink } = this.#open;
    const next = line + rowSpan + 1;
    this.#open.line = Math.max(wholeNumber(tag, 'Index') ?? next, next);
    this.#open.rowSpan = wholeNumber(tag, 'Span') ?? 0;
    this.#row = { style: attribute(tag, 'ss:StyleID'), cells: [], nextColumn: 0 };
    if (isTrue(tag, 'Hidden')) sink?.remark('hiddenRows', this.#open.line, WHOLE_ROW, '');
  }

  #closeRow(): void {
    const cells = this.#row?.cells ?? [];
    this.#row = null;
    if (this.#open === null || cells.length === 0) return;
    const { sheet, looker, sink, line } = this.#open;
    looker.add(cells.filter((cell) => cell !== '').length);
    sheet.hasContent = true;
    sheet.rows = looker.rows;
    if (sink?.row(line, cells) === false) throw new EnoughRead();
  }

  #openCell(tag: string): void {
    if (this.#row === null) return;
    const column = Math.max((wholeNumber(tag, 'Index') ?? 1) - 1, this.#row.nextColumn);
    this.#row.nextColumn = column + 1 + (wholeNumber(tag, 'MergeAcross') ?? 0);
    this.#cell = { tag, column, type: '', value: '' };
  }

  #closeCell(): void {
    const [open, row, cell] = [this.#open, this.#row, this.#cell];
    this.#cell = null;
    if (open === null || row === null || cell === null) return;
    const { tag, column } = cell;
    const value = this.#cellText(open, row, cell);
    if (value === '') return;
    refuseWide(column + 1, open.line, 'sheet');
    this.#room.take((column - row.cells.length) * EMPTY_CELL_BYTES + CELL_BYTES + value.length);
    while (row.cells.length < column) row.cells.push('');
    row.cells.push(value);
    if (wholeNumber(tag, 'MergeAcross') !== null || wholeNumber(tag, 'MergeDown') !== null)
      open.sink?.remark('merged', open.line, column, value);
  }

  #numberText(raw: string, { sink, line, columnStyles }: OpenSheet, row: OpenRow, { tag, column }: OpenCell): string {
    // The file has all digits, whatever a spreadsheet program makes of them.
    if (isInexact(raw)) {
      sink?.remark('numberAsText', line, column, raw);
      return raw;
    }
    const style = attribute(tag, 'ss:StyleID') ?? row.style ?? columnStyles[column] ?? 'Default';
    const format = this.#formats.get(style) ?? plainFormat;
    return formatNumber(raw, format, false, () => sink?.remark('formatUnknown', line, column, raw));
  }

  #cellText(open: OpenSheet, row: OpenRow, cell: OpenCell): string {
    const { type, value, column } = cell;
    switch (type) {
      case 'Number':
        return this.#numberText(value.trim(), open, row, cell);
      case 'DateTime':
        return dateOf(value.trim());
      case 'Boolean':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'Error':
        open.sink?.remark('formulaError', open.line, column, value);
        return value;
      default:
        return value;
    }
  }
}

/** "2026-05-04T00:00:00.000" → 2026-05-04. A time of day alone stands on the day before the calendar begins. */
function dateOf(value: string): string {
  return value
    .replace(/\.\d+$/, '')
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')
    .replace(/^18(?:99-12-3[01]) (?=\d)/, '');
}

function formatOf(code: string): CellFormat {
  const named = namedFormats[code];
  if (named !== undefined) return parseFormat(named);
  return wordFormat.test(code) ? plainFormat : parseFormat(code);
}

/** A number that may stand there, with the prefix of the format or without; null when there is none. */
function wholeNumber(tag: string, name: string): number | null {
  const value = Number(attribute(tag, `ss:${name}`) ?? attribute(tag, name) ?? Number.NaN);
  return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
}

function isTrue(tag: string, name: string): boolean {
  return ['1', 'true'].includes(attribute(tag, `ss:${name}`) ?? '');
}

/** No spreadsheet program writes entities of its own; they make a small file stand for an endless text. Throws FileTrouble. */
export function refuseEntities(declaration: string): void {
  if (!/<!ENTITY/i.test(declaration)) return;
  throw new FileTrouble(
    'bomb',
    'The file defines abbreviations of its own (XML entities), which no spreadsheet program writes and which can stand for endless text. It was not read. If you trust the file, open it in a spreadsheet program, save it as XLSX, and choose that file.',
  );
}
