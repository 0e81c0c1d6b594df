// Why: decision 0035.
import { mayBeginBlanks, mayBeginInvisible, mayHoldInvisibleBytes } from '../table/cells/invisible-characters.ts';
import { cellKind, isBlankJson, PackedRow, shortenedSign, type PackedBlock } from '../table/packed-row.ts';
import { isStrayQuote } from './stray-quotes.ts';

/**
 * What a byte is by itself. The first three are bits, so that the bytes of a cell add up to what the cell consists of;
 * bytes of these kinds are copied as they are.
 */
const maybeBlank = 0;
const visible = 1;
const maybeInvisible = 2;
const copied = visible | maybeInvisible;
const separator = 4;
const lineFeed = 5;
const carriageReturn = 6;
const quotation = 7;
const escaped = 8;
const odd = 9;

/**
 * Four bytes as one number. Adding 1 gives DEL a high bit; subtracting gives one to what is smaller, and leaves it to what
 * begins a character beyond ASCII.
 */
const FOUR_ONES = 0x01010101;
const FOUR_BLANKS = 0x20202020;
const FOUR_QUOTES = 0x22222222;
const FOUR_BACKSLASHES = 0x5c5c5c5c;
const FOUR_HIGH_BITS = 0x80808080 | 0;

export interface PackedSink {
  packed(row: PackedRow): void;
  readonly blanks: { upTo(line: number): void };
  /** A quotation mark inside a cell that does not begin with one. */
  innerQuote(row: PackedRow, column: number): void;
}

/**
 * Cuts UTF-8 into rows without decoding it: bytes of the file become bytes of the stored JSON. It reads what well-made
 * files consist of and stops at everything else, which the general splitter then reads.
 */
export class PackedReader {
  readonly newlines: { LF: number; CRLF: number; CR: number };
  /** Records read so far, by this reader and by the general splitter. */
  records = 0;
  /** As `RecordSplitter.width`. */
  width = 0;
  /** Why `read` stopped. True: at a record for the general splitter. False: because the bytes ended. */
  stoppedAtOdd = false;
  readonly #kinds: Uint8Array;
  readonly #sink: PackedSink;
  readonly #delimiter: string;
  /** The separator four times. */
  readonly #separators: number;

  constructor(delimiter: string, newlines: { LF: number; CRLF: number; CR: number }, sink: PackedSink) {
    this.#kinds = kindsOf(delimiter.charCodeAt(0));
    this.#separators = Math.imul(FOUR_ONES, delimiter.charCodeAt(0));
    this.newlines = newlines;
    this.#sink = sink;
    this.#delimiter = delimiter;
  }

  static suits(delimiter: string): boolean {
    return /^[\t!#-[\]-~]$/.test(delimiter);
  }

  /**
   * Reads whole records; returns where the first one begins that was not read. One function on purpose: with a function
   * for each record reading took 28 % longer, with one for each cell 36 %.
   */
  read(bytes: Uint8Array): number {
    const kinds = this.#kinds;
    const { newlines } = this;
    const { length } = bytes;
    // Bytes. A visible byte becomes at most two (with a backslash), a separator three.
    const out = Buffer.allocUnsafeSlow(length * 3 + 16);
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, length);
    const mayHold = { mayHoldShortened: all.includes(shortenedSign), mayHoldTextFormula: all.includes('="') };
    const block: PackedBlock = { bytes: out, marks: new Int32Array((length >> 3) + 64), ...mayHold };
    const words = new DataView(bytes.buffer, bytes.byteOffset, length);
    const written = new DataView(out.buffer, out.byteOffset, out.length);
    const separators = this.#separators;
    const lastWord = length - 4;
    this.stoppedAtOdd = false;
    let at = 0;
    let end = 0;
    let mark = 0;
    for (;;) {
      const recordAt = at;
      const start = end;
      const firstMark = mark;
      let filled = 0;
      let innerQuote = -1;
      let invisible = false;
      let kind = odd;
      out[end] = 0x5b;
      out[end + 1] = 0x22;
      end += 2;
      do {
        const cellStart = end;
        let seen = maybeBlank;
        let isQuoted = false;
        let openAt = 0;
        let lineEnds = 0;
        for (;;) {
          // Four bytes at once, a quarter faster, as long as all are ASCII that is copied; a high bit shows one that is not.
          for (; at <= lastWord; at += 4, end += 4) {
            const word = words.getInt32(at, true);
            const above = (word + FOUR_ONES) | (word - FOUR_BLANKS);
            const unlike = ((word ^ separators) - FOUR_ONES) | ((word ^ FOUR_QUOTES) - FOUR_ONES);
            if (((above | unlike | ((word ^ FOUR_BACKSLASHES) - FOUR_ONES)) & FOUR_HIGH_BITS) !== 0) break;
            written.setInt32(end, word, true);
            if (word !== FOUR_BLANKS) seen |= visible;
          }
          for (; at < length; at += 1) {
            const byte = bytes[at] as number;
            kind = kinds[byte] as number;
            if (kind > copied) break;
            out[end] = byte;
            end += 1;
            seen |= kind;
          }
          if (at >= length) return recordAt;
          if (kind === odd) {
            this.stoppedAtOdd = true;
            return recordAt;
          }
          if (kind === quotation && !isQuoted && end === cellStart) {
            isQuoted = true;
            openAt = at;
            at += 1;
            continue;
          }
          if (!isQuoted && (kind === separator || kind === lineFeed || kind === carriageReturn)) break;
          if (kind === quotation) {
            if (isQuoted) {
              if (at + 1 >= length) return recordAt;
              at += 1;
              if (bytes[at] !== 0x22) {
                kind = kinds[bytes[at] as number] as number;
                const isEnd = kind === separator || kind === lineFeed || kind === carriageReturn;
                if (isEnd && !(lineEnds > 1 && this.#mayBeStray(bytes.subarray(openAt, at - 1), mark - firstMark)))
                  break;
                this.stoppedAtOdd = true;
                return recordAt;
              }
            } else {
              // Blanks before a quotation mark may or may not belong to the cell.
              if ((seen & visible) === 0) {
                this.stoppedAtOdd = true;
                return recordAt;
              }
              if (innerQuote === -1) innerQuote = mark - firstMark;
            }
          }
          const byte = bytes[at] as number;
          const code = escapeOf(byte);
          if (byte === 10 || byte === 13) lineEnds += 1;
          if (code !== 0) out[end++] = 0x5c;
          out[end++] = code === 0 ? byte : code;
          if (byte > 32) seen |= visible;
          at += 1;
        }
        const size = end - cellStart;
        let meaning: number = cellKind.filled;
        if (seen >= maybeInvisible && !invisible) invisible = mayHoldInvisibleBytes(out, cellStart, end);
        if ((seen & visible) !== 0) filled += 1;
        else if (size === 0) meaning = cellKind.empty;
        else if (isBlankJson(out, cellStart, end)) meaning = cellKind.onlySpaces;
        else filled += 1;
        if (mark === block.marks.length) block.marks = grown(block.marks);
        block.marks[mark] = size * 4 + meaning;
        mark += 1;
        if (kind === separator) {
          out[end] = 0x22;
          out[end + 1] = 0x2c;
          out[end + 2] = 0x22;
          end += 3;
          at += 1;
        }
      } while (kind === separator);
      if (kind === carriageReturn) {
        // A line feed may follow in the next bytes.
        if (at + 1 >= length) return recordAt;
        at += 1;
        if (bytes[at] === 10) {
          at += 1;
          newlines.CRLF += 1;
        } else newlines.CR += 1;
      } else {
        at += 1;
        newlines.LF += 1;
      }
      this.records += 1;
      if (mark - firstMark > 1) this.width = mark - firstMark;
      if (filled === 0) {
        this.#sink.blanks.upTo(this.records);
        continue;
      }
      out[end] = 0x22;
      out[end + 1] = 0x5d;
      end += 2;
      const width = mark - firstMark;
      const row = new PackedRow(this.records, block, { start, end, firstMark, width, filled, invisible });
      if (innerQuote !== -1) this.#sink.innerQuote(row, innerQuote);
      this.#sink.packed(row);
    }
  }

  /** Whether whole rows seem to stand in a quoted cell; what follows it decides. `inside`: without its closing quotation mark. */
  #mayBeStray(inside: Uint8Array, before: number): boolean {
    const text = Buffer.from(inside.buffer, inside.byteOffset, inside.length).toString('latin1');
    const quoted = { text, open: 0, close: text.length, final: false, before, above: this.width, fewestRows: 1 };
    return isStrayQuote(quoted, this.#delimiter, '"') !== false;
  }
}

function grown(marks: Int32Array): Int32Array {
  const larger = new Int32Array(marks.length * 2);
  larger.set(marks);
  return larger;
}

/** The letter that JSON writes behind a backslash for this byte; 0 when the byte is written as it is. */
function escapeOf(byte: number): number {
  switch (byte) {
    case 9:
      return 0x74;
    case 10:
      return 0x6e;
    case 13:
      return 0x72;
    case 0x22:
    case 0x5c:
      return byte;
    default:
      return 0;
  }
}

function kindsOf(delimiter: number): Uint8Array {
  const kinds = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    const isContinued = byte >= 0x80 && byte < 0xc0;
    const isVisible = byte !== 32 && !isContinued && !mayBeginBlanks.has(byte);
    if (byte < 32 || byte === 127) kinds[byte] = odd;
    else kinds[byte] = (isVisible ? visible : maybeBlank) | (mayBeginInvisible.has(byte) ? maybeInvisible : 0);
  }
  kinds[9] = escaped;
  kinds[0x5c] = escaped;
  kinds[10] = lineFeed;
  kinds[13] = carriageReturn;
  kinds[0x22] = quotation;
  kinds[delimiter] = separator;
  return kinds;
}
