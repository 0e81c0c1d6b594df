import type { TextLine } from '../../../../../shared/contract/imports/file-text.ts';

export interface PhysicalLine {
  /** Positions in the window: `stop` behind the text, `after` behind the line end. */
  start: number;
  stop: number;
  after: number;
  end: TextLine['end'];
}

/** How a line end is encoded: in one byte, or in the byte order of UTF-16. */
export type Width = 1 | 'little' | 'big';

export function widthOf(encoding: string): Width {
  return encoding === 'utf-16le' ? 'little' : encoding === 'utf-16be' ? 'big' : 1;
}

/**
 * Finds the lines in a window of bytes from its beginning on. In all encodings that can be chosen, except UTF-16, the bytes
 * 10 and 13 are never part of another character.
 */
export class LineScanner {
  readonly #width: Width;
  #bytes: Buffer = Buffer.alloc(0);
  #isLast = false;
  /** Positions of the next ones; kept, so that a window without any is searched once. */
  #lineFeed = -1;
  #carriageReturn = -1;

  constructor(width: Width) {
    this.#width = width;
  }

  /** Takes a new or larger window. `isLast`: the file ends with it. */
  begin(bytes: Buffer, isLast: boolean): void {
    this.#bytes = bytes;
    this.#isLast = isLast;
    this.#lineFeed = this.#carriageReturn = -1;
  }

  /** The line from `start` on; null when its end is not in the window. `start` must not be lower than before. */
  lineAt(start: number): PhysicalLine | null {
    const { length } = this.#bytes;
    if (start >= length) return null;
    const step = this.#width === 1 ? 1 : 2;
    const at = this.#width === 1 ? this.#narrowEnd(start) : this.#wideEnd(start, this.#width);
    if (at === length) return this.#isLast ? { start, stop: length, after: length, end: 'none' } : null;
    const isReturn = this.#codeAt(at) === 13;
    if (isReturn && at + step >= length && !this.#isLast) return null;
    const isPair = isReturn && this.#codeAt(at + step) === 10;
    return { start, stop: at, after: at + (isPair ? step * 2 : step), end: isPair ? 'CRLF' : isReturn ? 'CR' : 'LF' };
  }

  #narrowEnd(start: number): number {
    if (this.#lineFeed < start) this.#lineFeed = this.#find(10, start);
    if (this.#carriageReturn < start) this.#carriageReturn = this.#find(13, start);
    return Math.min(this.#lineFeed, this.#carriageReturn);
  }

  #find(code: number, start: number): number {
    const at = this.#bytes.indexOf(code, start);
    return at === -1 ? this.#bytes.length : at;
  }

  #wideEnd(start: number, width: 'little' | 'big'): number {
    const high = width === 'little' ? 1 : 0;
    for (let at = start; at + 1 < this.#bytes.length; at += 2) {
      const code = this.#bytes[at + 1 - high];
      if ((code === 10 || code === 13) && this.#bytes[at + high] === 0) return at;
    }
    return this.#bytes.length;
  }

  /** The code of a character; -1 behind the end of the bytes. */
  #codeAt(at: number): number {
    if (this.#width === 1) return this.#bytes[at] ?? -1;
    if (at + 1 >= this.#bytes.length) return -1;
    return this.#width === 'little' ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }
}
