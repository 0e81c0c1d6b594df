import { GrowingBytes, put } from './growing-bytes.ts';
import { type DatePrecision, isoDate } from './iso-dates.ts';
import { CELL_END, NOTHING, type PackedRows, refuseOpenRow, ROW_END } from './packed-rows.ts';
import { BLANK_BYTES, textBetween } from './utf8-texts.ts';
import { cellStyle, columnLetters, textCellXml } from './xlsx-parts.ts';

const ENDS = 1;
/** Bytes that XML or a workbook may not hold as they are, or begins of them; see `textCellXml`. */
const MAY_NEED_ESCAPE = 2;
/** White space is kept only with a mark, at either end. */
const MAY_BE_BLANK = 4;

const meanings = new Uint8Array(256);
meanings.fill(MAY_NEED_ESCAPE, 0, 0x20);
for (const byte of Buffer.from('&<>_')) meanings[byte] = MAY_NEED_ESCAPE;
for (const byte of BLANK_BYTES) meanings[byte] = (meanings[byte] as number) | MAY_BE_BLANK;
// U+FFFE and U+FFFF begin with it.
meanings[0xef] = MAY_NEED_ESCAPE | MAY_BE_BLANK;
for (const byte of [NOTHING, ROW_END, CELL_END]) meanings[byte] = ENDS;

const textStart = Buffer.from('" t="str"><v>');
const textEnd = Buffer.from('</v></c>');
const rowStart = Buffer.from('<row r="');
const rowStartEnd = Buffer.from('">');
const rowEnd = Buffer.from('</row>');
/** The longest row number: 1,048,576. */
const mostDigits = 7;
const rowBytes = rowStart.length + mostDigits + rowStartEnd.length + rowEnd.length;

/** How a cell that holds a date or a number is written; others are text. */
export type CellForm = DatePrecision | 'figure';

/** A number as a program writes it: at most 21 digits before the point, and 6 zeros and 17 digits behind it. */
const figure = /^-?\d{1,21}(?:\.\d{1,23})?(?:e[+-]\d{1,3})?$/;

/** A part of packed rows: from a position in their bytes, at most this number of rows. */
export interface RowsAhead {
  readonly packed: PackedRows;
  readonly at: number;
  readonly most: number;
}

/** Turns packed rows into the rows of a sheet. Empty cells are left out. */
export class SheetBytes {
  /** `<c r="A`, by column. */
  readonly #starts: readonly Buffer[];
  readonly #forms: ReadonlyMap<number, CellForm>;
  readonly #memory = new GrowingBytes();
  readonly #digits = Buffer.alloc(mostDigits);
  #longest: number;
  /** Tells of a text that is longer than a cell holds; answers what is kept of it. */
  readonly #cut: (text: string, row: number, column: number) => string;

  constructor(
    columns: number,
    forms: ReadonlyMap<number, CellForm>,
    longest: number,
    cut: (text: string, row: number, column: number) => string,
  ) {
    this.#starts = Array.from({ length: columns }, (_, index) => Buffer.from(`<c r="${columnLetters(index)}`));
    this.#forms = forms;
    this.#longest = longest;
    this.#cut = cut;
  }

  /**
   * The rows as XML, where the next one begins in the packed bytes, and how many they are. The memory of the XML is used
   * again by the call after the next. `number`: that of the first row in its sheet.
   */
  rowsOf({ packed, at: begin, most }: RowsAhead, number: number): { xml: Buffer; next: number; rows: number } {
    const { bytes } = packed;
    refuseOpenRow(bytes);
    const fixed = this.#fixedBytes();
    let out = this.#memory.next(bytes.length - begin + packed.rows * fixed);
    let length = 0;
    let rows = 0;
    let at = begin;
    for (; at < bytes.length && rows < most; rows += 1) {
      const digits = this.#setDigits(number + rows);
      length = put(out, length, rowStart);
      length = put(out, length, this.#digits, digits);
      length = put(out, length, rowStartEnd);
      let byte = 0;
      for (let column = 0; byte !== ROW_END; column += 1, at += 1) {
        const first = at;
        const start = length;
        const cell = this.#starts[column] ?? textStart;
        length = put(out, length, cell);
        length = put(out, length, this.#digits, digits);
        length = put(out, length, textStart);
        let seen = 0;
        byte = bytes[at] as number;
        let meaning = meanings[byte] as number;
        // Copied as if it needed nothing, which nearly every cell does.
        while (meaning !== ENDS) {
          seen |= meaning;
          out[length++] = byte;
          byte = bytes[++at] as number;
          meaning = meanings[byte] as number;
        }
        if (at === first) {
          length = start;
          if (byte === NOTHING) byte = bytes[++at] as number;
        } else if (this.#isPlain(bytes, first, at, seen) && !this.#forms.has(column)) {
          length = put(out, length, textEnd);
        } else {
          const xml = this.#specialCell(bytes, first, at, number + rows, column);
          // A unit of UTF-16 takes three bytes at most.
          const ahead = bytes.length - at + (packed.rows - rows) * fixed;
          out = this.#memory.grow(start + 3 * xml.length + ahead, start);
          length = start + out.write(xml, start);
        }
      }
      length = put(out, length, rowEnd);
    }
    return { xml: out.subarray(0, length), next: at, rows };
  }

  #isPlain(bytes: Uint8Array, first: number, end: number, seen: number): boolean {
    if (seen === 0) return end - first <= this.#longest;
    if ((seen & MAY_NEED_ESCAPE) !== 0 || end - first > this.#longest) return false;
    return (
      ((meanings[bytes[first] as number] as number) & MAY_BE_BLANK) === 0 &&
      ((meanings[bytes[end - 1] as number] as number) & MAY_BE_BLANK) === 0
    );
  }

  #specialCell(bytes: Uint8Array, first: number, end: number, row: number, column: number): string {
    const place = `${columnLetters(column)}${row}`;
    const form = this.#forms.get(column);
    const date = form === undefined || form === 'figure' ? null : isoDate(bytes, first, end);
    if (date !== null && form !== undefined) return `<c r="${place}" s="${cellStyle[form]}"><v>${date.serial}</v></c>`;
    const text = textBetween(bytes, first, end);
    if (form === 'figure' && figure.test(text)) return `<c r="${place}" s="${cellStyle.figure}"><v>${text}</v></c>`;
    return textCellXml(text.length > this.#longest ? this.#cut(text, row, column) : text, place);
  }

  /** Bytes around the cells of one row, at most. */
  #fixedBytes(): number {
    const cells = this.#starts.reduce(
      (sum, start) => sum + start.length + mostDigits + textStart.length + textEnd.length,
      0,
    );
    return rowBytes + cells;
  }

  /** Writes the digits of a number; answers how many. */
  #setDigits(number: number): number {
    return this.#digits.write(String(number), 'latin1');
  }
}
