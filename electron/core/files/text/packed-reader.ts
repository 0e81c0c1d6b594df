import { mayBeginInvisible, mayHoldInvisibleBytes } from '../table/invisible-characters.ts';
import { cellKind, isBlankJson, PackedRow, type PackedBlock } from '../table/packed-row.ts';

/**
 * What a byte means outside of its neighbours. The first three are bits: what a cell consists of is known without
 * looking at it again. Bytes of no more than these are copied as they are.
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

/** First bytes of UTF-8 characters among which there are blanks, and the bytes that continue any character. */
const mayBeginBlanks = new Set([0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

export interface PackedSink {
  packed(row: PackedRow): void;
  blank(line: number): void;
  /** A quotation mark inside a cell that does not begin with one. */
  innerQuote(row: PackedRow, column: number): void;
}

/**
 * Cuts UTF-8 text into rows without making text of it: bytes of the file become bytes of the stored JSON. It reads
 * what well-made files consist of and stops at everything else, which the general splitter then reads.
 */
export class PackedReader {
  readonly newlines: { LF: number; CRLF: number; CR: number };
  /** Records read so far, by whomever. */
  records = 0;
  /** Why `read` stopped: at a record that is for the general splitter, or because the bytes ended. */
  stoppedAtOdd = false;
  private readonly kinds: Uint8Array;
  private readonly sink: PackedSink;

  constructor(delimiter: string, newlines: { LF: number; CRLF: number; CR: number }, sink: PackedSink) {
    this.kinds = kindsOf(delimiter.charCodeAt(0));
    this.newlines = newlines;
    this.sink = sink;
  }

  static suits(delimiter: string): boolean {
    return /^[\t!#-[\]-~]$/.test(delimiter);
  }

  /** Reads whole records; answers where the first one begins that was not read. */
  read(bytes: Uint8Array): number {
    const { kinds, newlines } = this;
    const { length } = bytes;
    // A visible byte takes at most two, a separator three, and a row of both at most three times its bytes.
    const out = Buffer.allocUnsafeSlow(length * 3 + 16);
    const block: PackedBlock = { bytes: out, marks: new Int32Array((length >> 3) + 64) };
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
        for (;;) {
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
                if (kind === separator || kind === lineFeed || kind === carriageReturn) break;
                this.stoppedAtOdd = true;
                return recordAt;
              }
            } else {
              // Blanks before a quotation mark may belong to neither.
              if ((seen & visible) === 0) {
                this.stoppedAtOdd = true;
                return recordAt;
              }
              if (innerQuote === -1) innerQuote = mark - firstMark;
            }
          }
          const byte = bytes[at] as number;
          const code = escapeOf(byte);
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
        // Whether a line feed follows has to be known.
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
      if (filled === 0) {
        end = start;
        mark = firstMark;
        this.sink.blank(this.records);
        continue;
      }
      out[end] = 0x22;
      out[end + 1] = 0x5d;
      end += 2;
      const width = mark - firstMark;
      const row = new PackedRow(this.records, block, { start, end, firstMark, width, filled, invisible });
      if (innerQuote !== -1) this.sink.innerQuote(row, innerQuote);
      this.sink.packed(row);
    }
  }
}

function grown(marks: Int32Array): Int32Array {
  const larger = new Int32Array(marks.length * 2);
  larger.set(marks);
  return larger;
}

/** The letter JSON writes behind a backslash for this byte; 0 when it is written as it is. */
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
