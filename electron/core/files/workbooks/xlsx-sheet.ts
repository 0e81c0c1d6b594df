import { format } from '../../../../shared/domain/words/format.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { formatNumber, isInexact, plainFormat, type CellFormat } from './number-formats.ts';
import { mostColumns } from '../table/table-stager.ts';
import { isPlainText, RowPacker } from '../table/row-packer.ts';
import type { StringArena } from './string-arena.ts';
import { EMPTY_CELL_BYTES, type UnpackingRoom } from './unpacking-room.ts';
import { cellPosition, mostLines, type SheetSink, WHOLE_ROW } from './workbook.ts';
import { attribute, EnoughRead, type XmlHandler } from './xml-scanner.ts';

/** What cells of all sheets of a workbook refer to. */
export interface SheetContext {
  shared: Pick<StringArena, 'bytesOf' | 'get' | 'pack'>;
  formats: readonly CellFormat[];
  date1904: boolean;
  /** A spreadsheet program has to calculate all formulas when it opens the workbook. */
  isUncalculated?: boolean;
}

/** Excel writes line feeds and other controls as _x000A_; a literal underscore before such a code as _x005F_. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

/** Columns. Most hidden columns that are listed for one element. */
const mostHidden = 50;

/** Collects the cells of an XLSX worksheet from its XML, row by row. */
export class SheetHandler implements XmlHandler {
  wantsText = false;
  /** False between the beginning and the end of the rows. */
  isWhole = true;
  readonly #context: SheetContext;
  readonly #room: UnpackingRoom;
  readonly #sink: SheetSink;
  #line = 0;
  #column = -1;
  #cells: string[] = [];
  readonly #packer = new RowPacker();
  /** Columns of the row that is being packed; 0: its cells are collected in `cells`. */
  #packedWidth = 0;
  #reference = '';
  #type = 'n';
  #style = 0;
  #value = '';
  #hasValue = false;
  #hasFormula = false;
  #inPhonetic = false;

  /** @param room for texts and empty cells that the sheet stands for without holding them, and for what formats add */
  constructor(context: SheetContext, room: UnpackingRoom, sink: SheetSink) {
    this.#context = context;
    this.#room = room;
    this.#sink = sink;
  }

  open(name: string, tag: string): void {
    switch (name) {
      case 'c':
        this.#openCell(tag);
        break;
      case 'v':
        this.wantsText = true;
        this.#hasValue = true;
        break;
      case 't':
        this.wantsText = !this.#inPhonetic;
        this.#hasValue = true;
        break;
      case 'is':
        // Some programs write a number before the text of the cell, which the sheet does not show.
        this.#value = '';
        break;
      case 'f':
        this.#hasFormula = true;
        break;
      case 'rPh':
        this.#inPhonetic = true;
        break;
      case 'row':
        this.#openRow(tag);
        break;
      case 'sheetData':
        this.isWhole = false;
        break;
      case 'col':
        this.#remarkHiddenColumns(tag);
        break;
      case 'mergeCell':
        this.#remarkMerged(tag);
        break;
      default:
    }
  }

  text(text: string): void {
    this.#value += text;
  }

  close(name: string): void {
    switch (name) {
      case 'c':
        this.#closeCell();
        break;
      case 'v':
      case 't':
        this.wantsText = false;
        break;
      case 'rPh':
        this.#inPhonetic = false;
        break;
      case 'row':
        if (!this.#endRow()) throw new EnoughRead();
        break;
      case 'sheetData':
        this.isWhole = true;
        break;
      default:
    }
  }

  #openRow(tag: string): void {
    const line = Number(attribute(tag, 'r') ?? Number.NaN);
    this.#line = Number.isInteger(line) && line > this.#line && line < mostLines ? line : this.#line + 1;
    this.#column = -1;
    // A row may have no end, in a damaged file: its cells are not those of the next one.
    this.#cells = [];
    this.#packedWidth = this.#sink.packedWidth?.() ?? 0;
    if (this.#packedWidth > 0) this.#packer.begin();
    const hidden = attribute(tag, 'hidden');
    if (hidden === '1' || hidden === 'true') this.#sink.remark('hiddenRows', this.#line, WHOLE_ROW, '');
  }

  /** False when no more rows are wanted. */
  #endRow(): boolean {
    const packed = this.#packedWidth > 0 ? this.#packer.finish(this.#line, this.#packedWidth) : null;
    this.#packedWidth = 0;
    if (packed !== null && this.#sink.packed !== undefined) return this.#sink.packed(packed);
    const cells = this.#cells;
    this.#cells = [];
    return this.#sink.row(this.#line, cells);
  }

  /** Whether the current cell is behind all that are packed; cells in any other order are collected one by one. */
  #isPacking(): boolean {
    if (this.#packedWidth === 0) return false;
    if (this.#column >= this.#packer.width) return true;
    this.#cells = this.#packer.unpack();
    this.#packedWidth = 0;
    return false;
  }

  /** A cell without a value. `column` from 0 here and below, or -1 for the one behind the last. */
  emptyCell(column: number): void {
    this.#moveTo(column);
  }

  /** `index` into the shared strings. */
  sharedCell(column: number, index: number): void {
    this.#moveTo(column);
    this.#room.take(this.#context.shared.bytesOf(index));
    if (this.#isPacking() && this.#context.shared.pack(index, this.#packer, this.#column)) return;
    this.#put(this.#sharedText(index));
  }

  #sharedText(index: number): string {
    const text = this.#context.shared.get(index);
    if (text === null)
      throw new FileTrouble(
        'truncated',
        `Line ${this.#line} has a cell whose text is missing from the workbook, so the file is damaged. Save it again from a spreadsheet program and choose the new file.`,
      );
    return text;
  }

  /** `raw`: as in the file, with its entities decoded. */
  textCell(column: number, raw: string): void {
    this.#moveTo(column);
    this.#put(decodeEscapes(raw));
  }

  numberCell(column: number, raw: string, style: number): void {
    this.#moveTo(column);
    this.#put(this.#numberText(raw, style));
  }

  /** As `numberCell`, of the bytes of a whole number that is shown as it is; false, with nothing done, for any other. */
  packNumber(column: number, bytes: Buffer, start: number, end: number, style: number): boolean {
    if (this.#packedWidth === 0 || (this.#context.formats[style] ?? plainFormat) !== plainFormat) return false;
    if (!isWholeNumber(bytes, start, end)) return false;
    return this.#packBytes(column, bytes, start, end);
  }

  /** As `textCell`, of bytes that stand for themselves; false, with nothing done, when they must be decoded. */
  packText(column: number, bytes: Buffer, start: number, end: number): boolean {
    if (this.#packedWidth === 0 || !isPlainText(bytes, start, end)) return false;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at];
      // An entity, or the beginning of "_x000A_".
      if (byte === 38 || (byte === 95 && bytes[at + 1] === 120)) return false;
    }
    return this.#packBytes(column, bytes, start, end);
  }

  #packBytes(column: number, bytes: Buffer, start: number, end: number): boolean {
    const before = this.#column;
    this.#moveTo(column);
    if (this.#isPacking()) {
      this.#packer.plain(this.#column, bytes, start, end);
      return true;
    }
    this.#column = before;
    return false;
  }

  #moveTo(column: number): void {
    const next = this.#column + 1;
    this.#column = column === -1 ? next : column;
    if (this.#column >= mostColumns)
      throw new FileTrouble(
        'tooLarge',
        `Line ${this.#line} has more than ${format.number(mostColumns)} columns, more than a spreadsheet can have, so the file is damaged. Save it again from a spreadsheet program and choose the new file.`,
      );
    if (this.#column > next) this.#room.take((this.#column - next) * EMPTY_CELL_BYTES);
  }

  #put(text: string): void {
    if (text === '') return;
    if (this.#isPacking()) {
      this.#packer.text(this.#column, text);
      return;
    }
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells[this.#column] = text;
  }

  #openCell(tag: string): void {
    this.#reference = '';
    this.#type = 'n';
    this.#style = 0;
    this.#readAttributes(tag);
    const position = this.#reference === '' ? null : cellPosition(this.#reference);
    this.#moveTo(position === null ? -1 : position.column);
    this.#value = '';
    this.#hasValue = false;
    this.#hasFormula = false;
  }

  /** Reads r, s and t in one pass, because this runs for every cell of a sheet. */
  #readAttributes(tag: string): void {
    for (let equals = tag.indexOf('='); equals !== -1;) {
      const start = equals + 2;
      const end = tag.indexOf(tag.charAt(equals + 1), start);
      if (end === -1) return;
      if (tag.charCodeAt(equals - 2) <= 32) {
        const name = tag.charCodeAt(equals - 1);
        if (name === 114) this.#reference = tag.slice(start, end);
        else if (name === 115) this.#style = Number(tag.slice(start, end));
        else if (name === 116) this.#type = tag.slice(start, end);
      }
      equals = tag.indexOf('=', end + 1);
    }
  }

  #closeCell(): void {
    // XlsxWriter writes 0 for the result of every formula, which it does not calculate.
    if (this.#hasFormula && this.#type === 'n' && this.#value === '0' && this.#context.isUncalculated === true)
      this.#value = '';
    // Some programs write a cell without content as an empty value of any type.
    const text = this.#value === '' ? '' : this.#cellText();
    // A number cannot be empty: openpyxl leaves an empty value in a formula that it did not calculate.
    if (this.#hasFormula && this.#value === '' && (this.#type === 'n' || !this.#hasValue))
      this.#sink.remark('formulaUnknown', this.#line, this.#column, '');
    this.#put(text);
  }

  #cellText(): string {
    switch (this.#type) {
      case 's':
        this.#room.take(this.#context.shared.bytesOf(Number(this.#value)));
        return this.#sharedText(Number(this.#value));
      case 'str':
      case 'inlineStr':
        return decodeEscapes(this.#value);
      case 'b':
        return this.#value.trim() === '1' || this.#value.trim() === 'true' ? 'TRUE' : 'FALSE';
      case 'e':
        this.#sink.remark('formulaError', this.#line, this.#column, this.#value);
        return this.#value;
      case 'd':
        return this.#value
          .replace('T', ' ')
          .replace(/(?:\.\d+)?Z?$/, '')
          .replace(/ 00:00:00$/, '');
      default:
        return this.#numberText(this.#value, this.#style);
    }
  }

  #numberText(raw: string, style: number): string {
    const text = formatNumber(raw, this.#context.formats[style] ?? plainFormat, this.#context.date1904, () =>
      this.#sink.remark('formatUnknown', this.#line, this.#column, raw),
    );
    if (text.length > raw.length) this.#room.take(text.length - raw.length);
    if (isInexact(text)) this.#sink.remark('numberAsText', this.#line, this.#column, text);
    return text;
  }

  #remarkHiddenColumns(tag: string): void {
    const hidden = attribute(tag, 'hidden');
    if (hidden !== '1' && hidden !== 'true') return;
    const first = Number(attribute(tag, 'min'));
    const last = Math.min(Number(attribute(tag, 'max') ?? first), first + mostHidden - 1);
    // A block up to the last column hides only the empty rest of the sheet, and one beyond the sheet is damage.
    if (!(first >= 1) || Math.max(first, Number(attribute(tag, 'max'))) >= mostColumns) return;
    for (let column = first; column <= last; column += 1) this.#sink.remark('hiddenColumns', 1, column - 1, '');
  }

  #remarkMerged(tag: string): void {
    const area = attribute(tag, 'ref') ?? '';
    const position = cellPosition(area.split(':')[0] ?? '');
    if (position !== null) this.#sink.remark('merged', position.line, position.column, area);
  }
}

/** Digits that a spreadsheet shows as they are: at most 15, without a leading zero. */
function isWholeNumber(bytes: Buffer, start: number, end: number): boolean {
  if (end === start || end - start > 15 || (bytes[start] === 48 && end - start > 1)) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 48 || byte > 57) return false;
  }
  return true;
}
