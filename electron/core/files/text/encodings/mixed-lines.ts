import { isUtf8 } from 'node:buffer';
import type { MixedPartner } from '../../../../../shared/domain/files/encodings.ts';
import { completeLength } from './byte-survey.ts';

/**
 * Stands behind the first letter of a piece that was not UTF-8, so that the row can be named when the text is cut into rows.
 * Unicode keeps this code for use inside a program; no text has it.
 */
export const FOREIGN_MARK = '\ufdd0';

/** Bytes. A longer line is decoded in parts. */
const longestLine = 1_048_576;

/**
 * Decodes files put together from two sources: a line that is UTF-8 as that, any other line in the other encoding. In such a line,
 * a cell that is UTF-8 stays that, because some programs join the sources side by side.
 */
export class MixedLineDecoder {
  readonly #other: InstanceType<typeof TextDecoder>;
  readonly #mark: string;
  #held: Uint8Array = new Uint8Array(0);

  /** @param marks puts `FOREIGN_MARK` into what was not UTF-8 */
  constructor(partner: MixedPartner, marks: boolean) {
    this.#other = new TextDecoder(partner);
    this.#mark = marks ? FOREIGN_MARK : '';
  }

  decode(bytes: Uint8Array): string {
    const whole = this.#held.length === 0 ? bytes : Buffer.concat([this.#held, bytes]);
    const lineEnd = Math.max(whole.lastIndexOf(10), whole.lastIndexOf(13)) + 1;
    const cut = lineEnd === 0 && whole.length > longestLine ? completeLength(whole) : lineEnd;
    // A copy: the caller uses its bytes again.
    this.#held = new Uint8Array(whole.subarray(cut));
    return this.#lines(whole.subarray(0, cut));
  }

  end(): string {
    const rest = this.#held;
    this.#held = new Uint8Array(0);
    return this.#lines(rest);
  }

  #lines(bytes: Uint8Array): string {
    if (isUtf8(bytes)) return textOf(bytes);
    let text = '';
    for (let start = 0; start < bytes.length;) {
      const end = behindNext(bytes, start, (byte) => byte === 10 || byte === 13);
      const line = bytes.subarray(start, end);
      text += isUtf8(line) ? textOf(line) : this.#cells(line);
      start = end;
    }
    return text;
  }

  #cells(line: Uint8Array): string {
    let text = '';
    for (let start = 0; start < line.length;) {
      const end = behindNext(line, start, isSeparator);
      const cell = line.subarray(start, end);
      text += isUtf8(cell) ? textOf(cell) : this.#foreign(cell);
      start = end;
    }
    return text;
  }

  #foreign(cell: Uint8Array): string {
    const text = this.#other.decode(cell);
    return this.#mark === '' ? text : text.replace(/[^\u0000-\u007f]/, (letter) => letter + this.#mark);
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** Comma, semicolon, tab and bar are never part of another character. */
function isSeparator(byte: number): boolean {
  return byte === 0x2c || byte === 0x3b || byte === 9 || byte === 0x7c;
}

function behindNext(bytes: Uint8Array, from: number, ends: (byte: number) => boolean): number {
  let at = from;
  while (at < bytes.length && !ends(bytes[at] as number)) at += 1;
  return Math.min(at + 1, bytes.length);
}
