import { FileTrouble } from '../../foundation/file-trouble.ts';

/** How the bytes of a part were written so that they pass through mail programs (RFC 2045). */
export type Transfer = 'asTheyAre' | 'quotedPrintable' | 'base64';

/** Decodes bytes chunk by chunk; a character that a chunk cuts is kept for the next chunk. */
export interface TransferDecoder {
  decode(bytes: Uint8Array): Buffer;
  /** What the last chunk left. */
  end(): Buffer;
}

/** `name`: of the file, for the message. Throws FileTrouble `unsupported` for a way that is not known. */
export function transferOf(written: string, name: string): Transfer {
  const way = written.toLowerCase();
  if (way === 'quoted-printable') return 'quotedPrintable';
  if (way === 'base64') return 'base64';
  if (['', '7bit', '8bit', 'binary'].includes(way)) return 'asTheyAre';
  throw new FileTrouble(
    'unsupported',
    `The page inside "${name}" is written in a way that this program does not read ("${written.slice(0, 40)}"). Open the file in a spreadsheet program, save it as XLSX or CSV, and choose that file.`,
  );
}

export function transferDecoder(transfer: Transfer): TransferDecoder {
  if (transfer === 'quotedPrintable') return new QuotedPrintable();
  if (transfer === 'base64') return new Base64();
  return {
    decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    end: () => Buffer.alloc(0),
  };
}

const EQUALS = 61;
/** Blanks that a mail program may have put between the = at the end of a line and the end itself. */
const mostBlanks = 16;

const BLANKS = [9, 32];

/** The byte that two hexadecimal digits are; -1 for other signs. */
function byteOf(high: number | undefined, low: number | undefined): number {
  const [left, right] = [digitOf(high), digitOf(low)];
  return left === -1 || right === -1 ? -1 : left * 16 + right;
}

function digitOf(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Where the next line begins when there are only blanks up to the end of this one; -1 when more follows. */
function afterLineEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < from + mostBlanks && BLANKS.includes(bytes[at] ?? 0)) at += 1;
  if (bytes[at] === 13) at += 1;
  return bytes[at] === 10 ? at + 1 : -1;
}

/** `=C3` is a byte, `=` at the end of a line joins it with the next one, and any other = stands for itself. */
class QuotedPrintable implements TransferDecoder {
  /** From an = on whose meaning depends on what follows. */
  #held: Buffer = Buffer.alloc(0);

  decode(bytes: Uint8Array): Buffer {
    return this.#decoded(Buffer.concat([this.#held, bytes]), false);
  }

  end(): Buffer {
    return this.#decoded(this.#held, true);
  }

  #decoded(bytes: Buffer, isEnd: boolean): Buffer {
    const out = Buffer.allocUnsafe(bytes.length);
    let length = 0;
    let at = 0;
    this.#held = Buffer.alloc(0);
    while (at < bytes.length) {
      const equals = bytes.indexOf(EQUALS, at);
      const until = equals === -1 ? bytes.length : equals;
      length += bytes.copy(out, length, at, until);
      at = until;
      if (equals === -1) break;
      if (!isEnd && bytes.length - at < mostBlanks + 3) {
        this.#held = Buffer.from(bytes.subarray(at));
        break;
      }
      const byte = byteOf(bytes[at + 1], bytes[at + 2]);
      if (byte !== -1) {
        out[length++] = byte;
        at += 3;
        continue;
      }
      const next = afterLineEnd(bytes, at + 1);
      if (next === -1) out[length++] = EQUALS;
      at = next === -1 ? at + 1 : next;
    }
    return out.subarray(0, length);
  }
}

/** Four letters are three bytes; everything else between them is passed over. */
class Base64 implements TransferDecoder {
  #held = '';
  #hasEnded = false;

  decode(bytes: Uint8Array): Buffer {
    if (this.#hasEnded) return Buffer.alloc(0);
    const [letters = '', ...rest] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replaceAll(/[^\w+/=-]/g, '')
      .split('=', 2);
    this.#hasEnded = rest.length > 0;
    const all = this.#held + letters;
    const whole = this.#hasEnded ? all.length : all.length - (all.length % 4);
    this.#held = all.slice(whole);
    return Buffer.from(all.slice(0, whole), 'base64');
  }

  end(): Buffer {
    return Buffer.from(this.#held, 'base64');
  }
}
