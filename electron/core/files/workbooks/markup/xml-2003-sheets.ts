import { format } from '../../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { mostColumns } from '../../table/table-stager.ts';
import { formatNumber, isInexact, parseFormat, plainFormat, type CellFormat } from '../number-formats.ts';
import { SheetLooker } from '../sheet-look.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, type UnpackingRoom } from '../unpacking-room.ts';
import type { SheetSink, WorkbookSheet } from '../workbook.ts';
import { attribute, longestPiece, type XmlHandler, XmlTooLong } from '../xml-scanner.ts';

export interface SheetEvents {
  onSheet(sheet: WorkbookSheet, index: number): void;
  sinkFor(index: number): SheetSink | null;
  /** The sink wants no more rows. */
  onEnough(): never;
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

/** Collects the sheets of a workbook in the XML of Excel 2003 (SpreadsheetML), row by row. */
export class Xml2003Sheets implements XmlHandler {
  wantsText = false;
  /** The workbook was closed, so nothing is missing. */
  isWhole = false;
  readonly #room: UnpackingRoom;
  readonly #events: SheetEvents;
  readonly #formats = new Map<string, CellFormat>();
  #styleId = '';
  #sheet: WorkbookSheet | null = null;
  #sink: SheetSink | null = null;
  #looker = new SheetLooker();
  #index = -1;
  #line = 0;
  /** Lines that the row stands for: an element may span further rows without cells. */
  #rowSpan = 0;
  #rowStyle: string | null = null;
  #headColumn = 0;
  #columnStyles: (string | null)[] = [];
  #column = 0;
  #nextColumn = 0;
  #cells: string[] = [];
  #cellTag = '';
  #isInCell = false;
  #besides = 0;
  #isInVisible = false;
  #type = '';
  #value = '';

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
      this.wantsText = false;
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
        if (!this.#isInCell || this.#besides > 0) break;
        this.#type = attribute(tag, 'ss:Type') ?? attribute(tag, 'Type') ?? 'String';
        this.wantsText = true;
        break;
      case 'Visible':
        this.#isInVisible = this.#sheet !== null && !this.#isInCell;
        this.wantsText ||= this.#isInVisible;
        break;
      default:
    }
  }

  text(text: string): void {
    if (this.#isInVisible) {
      if (/^\s*Sheet(?:Very)?Hidden/.test(text) && this.#sheet !== null) this.#sheet.hidden = true;
      return;
    }
    if (this.#value.length > longestPiece) throw new XmlTooLong();
    this.#value += text;
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
        if (this.#sheet !== null) this.#events.onSheet({ ...this.#sheet, look: this.#looker.look }, this.#index);
        this.#sheet = null;
        this.#sink = null;
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
    this.#sheet = { name, hidden: false, rows: 0, hasContent: false, look: 'other' };
    this.#sink = this.#events.sinkFor(this.#index);
    this.#looker = new SheetLooker();
    this.#line = 0;
    this.#rowSpan = 0;
    this.#headColumn = 0;
    this.#columnStyles = [];
  }

  #openColumn(tag: string): void {
    const first = (wholeNumber(tag, 'Index') ?? this.#headColumn + 1) - 1;
    const behind = Math.min(first + (wholeNumber(tag, 'Span') ?? 0) + 1, mostColumns);
    const style = attribute(tag, 'ss:StyleID');
    for (let column = first; column < behind; column += 1) {
      if (style !== null) this.#columnStyles[column] = style;
      if (isTrue(tag, 'Hidden') && column < first + mostHidden) this.#sink?.remark('hiddenColumns', 1, column, '');
    }
    this.#headColumn = behind;
  }

  #openRow(tag: string): void {
    const next = this.#line + this.#rowSpan + 1;
    const line = wholeNumber(tag, 'Index') ?? next;
    this.#line = line >= next ? line : next;
    this.#rowSpan = wholeNumber(tag, 'Span') ?? 0;
    this.#rowStyle = attribute(tag, 'ss:StyleID');
    this.#cells = [];
    this.#nextColumn = 0;
    if (isTrue(tag, 'Hidden')) this.#sink?.remark('hiddenRows', this.#line, -1, '');
  }

  #closeRow(): void {
    if (this.#sheet === null || this.#cells.length === 0) return;
    this.#sheet.hasContent = true;
    this.#sheet.rows = (this.#sheet.rows ?? 0) + 1;
    this.#looker.add(this.#cells.filter((cell) => cell !== '').length);
    const cells = this.#cells;
    this.#cells = [];
    if (this.#sink?.row(this.#line, cells) === false) this.#events.onEnough();
  }

  #openCell(tag: string): void {
    const index = wholeNumber(tag, 'Index');
    this.#column = index === null ? this.#nextColumn : Math.max(index - 1, this.#nextColumn);
    this.#nextColumn = this.#column + 1 + (wholeNumber(tag, 'MergeAcross') ?? 0);
    this.#cellTag = tag;
    this.#isInCell = true;
    this.#type = '';
    this.#value = '';
  }

  #closeCell(): void {
    this.#isInCell = false;
    this.wantsText = false;
    const value = this.#type === '' ? '' : this.#cellText();
    if (value === '') return;
    if (this.#column >= mostColumns)
      throw new FileTrouble(
        'tooLarge',
        `Row ${this.#line} has more than ${format.number(mostColumns)} columns. Save the sheet as CSV with fewer columns and choose that file.`,
      );
    this.#room.take((this.#column - this.#cells.length) * EMPTY_CELL_BYTES + CELL_BYTES + value.length);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells.push(value);
    if (wholeNumber(this.#cellTag, 'MergeAcross') !== null || wholeNumber(this.#cellTag, 'MergeDown') !== null)
      this.#sink?.remark('merged', this.#line, this.#column, value);
  }

  #numberText(raw: string): string {
    // The file has all digits, whatever a spreadsheet program makes of them.
    if (isInexact(raw)) {
      this.#sink?.remark('numberAsText', this.#line, this.#column, raw);
      return raw;
    }
    const style = attribute(this.#cellTag, 'ss:StyleID') ?? this.#rowStyle ?? this.#columnStyles[this.#column];
    const format = this.#formats.get(style ?? 'Default') ?? plainFormat;
    return formatNumber(raw, format, false, () => this.#sink?.remark('formatUnknown', this.#line, this.#column, raw));
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case 'Number':
        return this.#numberText(value.trim());
      case 'DateTime':
        return dateOf(value.trim());
      case 'Boolean':
        return value.trim() === '1' ? 'TRUE' : 'FALSE';
      case 'Error':
        this.#sink?.remark('formulaError', this.#line, this.#column, value);
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
