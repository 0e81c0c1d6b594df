import { isFormula } from '../../../../shared/domain/files/csv-line.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { CELL_END, NOTHING, type PackedRows, refuseOpenRow, ROW_END } from './packed-rows.ts';
import { BLANK_BYTES, hasBlankEdge, textBetween } from './utf8-texts.ts';

export interface CsvMarks {
  /** One character of ASCII. */
  readonly delimiter: string;
  readonly lineEnd: '\r\n' | '\n';
  /** Put an apostrophe before a cell that is a formula, see `isFormula`. */
  readonly guardFormulas: boolean;
  /** Every cell in quotes, even an empty one. */
  readonly quoteAll: boolean;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const PLUS = 0x2b;
const MINUS = 0x2d;
/** Bytes that are looked at together. */
const WORD = 4;

/** What a byte means for the cell that it is in. */
const ENDS = 1;
const NEEDS_QUOTES = 2;
/** White space needs quotes at either end of a cell. */
const MAY_BE_BLANK = 4;
const MAY_BE_FORMULA = 8;
/** Stands in phones and numbers: behind a sign, `isFormula` takes a cell of nothing else for one. */
const IN_NUMBERS = 16;

function meanings(delimiter: string): Uint8Array {
  const table = new Uint8Array(256);
  const mark = (characters: string, meaning: number): void => {
    for (const byte of Buffer.from(characters, 'latin1')) table[byte] = (table[byte] as number) | meaning;
  };
  // Separators that spreadsheet programs guess, and the delimiter itself.
  mark(`",;\t\r\n|${delimiter}`, NEEDS_QUOTES);
  // The last one begins the same signs in full width.
  mark('=@+-\t\r\n\u00ef', MAY_BE_FORMULA);
  mark('0123456789 ().,/-', IN_NUMBERS);
  for (const byte of BLANK_BYTES) table[byte] = (table[byte] as number) | MAY_BE_BLANK;
  for (const byte of [NOTHING, ROW_END, CELL_END]) table[byte] = ENDS;
  return table;
}

/** For each pair of bytes, whether one of them ends a cell or needs quotes: nearly all are copied four at a time. */
function pausesOf(table: Uint8Array): Uint8Array {
  const stops = table.map((meaning) => meaning & (ENDS | NEEDS_QUOTES));
  const pairs = new Uint8Array(65_536);
  for (let pair = 0; pair < pairs.length; pair += 1)
    pairs[pair] = (stops[pair & 255] as number) | (stops[pair >>> 8] as number);
  return pairs;
}

/** Turns packed rows into the bytes of a CSV file, in UTF-8. A cell is put in quotes when it needs them, whatever the delimiter is. */
export class CsvBytes {
  readonly #marks: CsvMarks;
  readonly #columns: number;
  readonly #meanings: Uint8Array;
  readonly #pauses: Uint8Array;
  readonly #delimiter: number;
  readonly #lineEnd: Buffer;
  readonly #memory = new GrowingBytes();
  /** Cells that got an apostrophe. */
  guarded = 0;

  constructor(columns: number, marks: CsvMarks) {
    this.#columns = columns;
    this.#marks = marks;
    this.#meanings = meanings(marks.delimiter);
    this.#pauses = pausesOf(this.#meanings);
    this.#delimiter = marks.delimiter.charCodeAt(0);
    this.#lineEnd = Buffer.from(marks.lineEnd);
  }

  /** The lines of the rows. Their memory is used again by the call after the next. */
  linesOf({ bytes, rows }: PackedRows): Buffer {
    refuseOpenRow(bytes);
    // Every byte may be a quote, and each cell may get quotes, an apostrophe and a line end.
    const most = 2 * bytes.length + 5 * rows * Math.max(1, this.#columns);
    const out = this.#memory.next(most);
    const source = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const sink = new DataView(out.buffer, out.byteOffset, out.length);
    const lastWord = bytes.length - WORD;
    const table = this.#meanings;
    const pauses = this.#pauses;
    const { guardFormulas, quoteAll } = this.#marks;
    const isPlainLineEnd = this.#lineEnd.length === 1;
    const isNarrow = this.#columns === 1;
    const edges = MAY_BE_BLANK | (guardFormulas ? MAY_BE_FORMULA : 0);
    let length = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const first = at;
      const start = length;
      let seen = 0;
      let byte = 0;
      let meaning = 0;
      // Copied as if it needed nothing, which nearly every cell does.
      while (meaning !== ENDS) {
        while (at <= lastWord) {
          const word = source.getUint32(at, true);
          if (((pauses[word & 0xffff] as number) | (pauses[word >>> 16] as number)) !== 0) break;
          sink.setUint32(length, word, true);
          at += WORD;
          length += WORD;
        }
        const next = at + WORD;
        byte = bytes[at] as number;
        meaning = table[byte] as number;
        while (meaning !== ENDS && at < next) {
          seen |= meaning;
          out[length++] = byte;
          byte = bytes[++at] as number;
          meaning = table[byte] as number;
        }
      }
      const end = at;
      if (byte === NOTHING) byte = bytes[++at] as number;
      const isSpecial =
        quoteAll ||
        (end === first
          ? isNarrow
          : (seen & NEEDS_QUOTES) !== 0 ||
            ((table[bytes[first] as number] as number) & edges) !== 0 ||
            ((table[bytes[end - 1] as number] as number) & MAY_BE_BLANK) !== 0);
      if (isSpecial) length = this.#putSpecial(bytes, first, end, (seen & NEEDS_QUOTES) !== 0, out, start);
      if (byte === CELL_END) out[length++] = this.#delimiter;
      else {
        if (!isPlainLineEnd) out[length++] = 13;
        out[length++] = 10;
      }
    }
    return out.subarray(0, length);
  }

  /** Writes one cell from `start` on, where its bytes stand as they are; answers where it ends. */
  #putSpecial(
    bytes: Uint8Array,
    first: number,
    end: number,
    hasSeparator: boolean,
    out: Buffer,
    start: number,
  ): number {
    const isGuarded =
      this.#marks.guardFormulas &&
      ((this.#meanings[bytes[first] as number] as number) & MAY_BE_FORMULA) !== 0 &&
      !this.#isPlainNumber(bytes, first, end) &&
      isFormula(textBetween(bytes, first, end));
    if (isGuarded) this.guarded += 1;
    const needsQuotes =
      this.#marks.quoteAll ||
      hasSeparator ||
      // A row of one empty cell must not become a blank line, which readers skip.
      end === first ||
      hasBlankEdge(bytes, first, end);
    // It was copied already.
    if (!needsQuotes && !isGuarded) return start + end - first;
    let length = start;
    if (needsQuotes) out[length++] = QUOTE;
    if (isGuarded) out[length++] = APOSTROPHE;
    for (let at = first; at < end; at += 1) {
      const byte = bytes[at] as number;
      out[length++] = byte;
      if (byte === QUOTE) out[length++] = QUOTE;
    }
    if (needsQuotes) out[length++] = QUOTE;
    return length;
  }

  /** A phone or a number, as nearly every cell that begins with a sign: known without making a text of it. */
  #isPlainNumber(bytes: Uint8Array, first: number, end: number): boolean {
    if (bytes[first] !== PLUS && bytes[first] !== MINUS) return false;
    for (let at = first + 1; at < end; at += 1)
      if (((this.#meanings[bytes[at] as number] as number) & IN_NUMBERS) === 0) return false;
    return true;
  }
}
