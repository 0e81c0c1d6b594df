import { completeLength } from '../../files/text/encodings/byte-survey.ts';
import {
  byteOrderMarkLength,
  type ChunkDecoder,
  createDecoder,
  encodingNamed,
} from '../../files/text/encodings/encoding.ts';

/** Bytes of the longest byte order mark. */
const MARK = 3;

/**
 * Text of an answer that arrives in pieces: by its byte order mark, by the charset of the answer's header, or else as
 * UTF-8. Without either, bytes that are not UTF-8 are read as windows-1252 as long as everything before was ASCII, where the
 * two agree.
 */
export class AnswerText {
  readonly #charset: string | null;
  #head = Buffer.alloc(0);
  /** Null while a byte order mark may not be whole. */
  #decoder: ChunkDecoder | null = null;
  readonly #unmarked = new Utf8OrWestern();

  /** @param charset as the answer's header names it; null without */
  constructor(charset: string | null) {
    this.#charset = charset === null ? null : encodingNamed(charset);
  }

  /** The text is UTF-8, and some of its bytes are not. */
  get isBroken(): boolean {
    return this.#unmarked.isBroken;
  }

  decode(bytes: Uint8Array): string {
    if (this.#decoder !== null) return this.#decoder.decode(bytes);
    this.#head = Buffer.concat([this.#head, bytes]);
    return this.#head.length < MARK ? '' : this.#begin();
  }

  /** What is left when the body has ended. */
  end(): string {
    const first = this.#decoder === null ? this.#begin() : '';
    return first + (this.#decoder?.end() ?? '');
  }

  #begin(): string {
    const head = this.#head;
    const marked = ['utf-8', 'utf-16le', 'utf-16be'].find((name) => byteOrderMarkLength(head, name) > 0);
    const encoding = marked ?? this.#charset;
    this.#decoder = encoding === null || encoding === 'utf-8' ? this.#unmarked : createDecoder(encoding);
    return this.#decoder.decode(head.subarray(marked === undefined ? 0 : byteOrderMarkLength(head, marked)));
  }
}

class Utf8OrWestern implements ChunkDecoder {
  readonly #strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #carry = Buffer.alloc(0);
  /** A character beyond ASCII was read as UTF-8: the answer is UTF-8, damaged or not. */
  #isUtf8 = false;
  #other: ChunkDecoder | null = null;

  get isBroken(): boolean {
    return this.#other !== null && this.#isUtf8;
  }

  decode(bytes: Uint8Array): string {
    if (this.#other !== null) return this.#other.decode(bytes);
    const whole = this.#carry.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#carry, bytes]);
    const cut = completeLength(whole);
    this.#carry = whole.subarray(cut);
    return this.#read(whole.subarray(0, cut), whole);
  }

  end(): string {
    if (this.#other !== null) return this.#other.end();
    const rest = this.#read(this.#carry, this.#carry);
    return rest + this.#endOther();
  }

  #endOther(): string {
    return this.#other === null ? '' : this.#other.end();
  }

  #read(bytes: Buffer, all: Buffer): string {
    try {
      const text = this.#strict.decode(bytes);
      this.#isUtf8 ||= text.length !== bytes.length;
      return text;
    } catch {
      // Letters before the damage count wherever the piece began.
      const [sound = ''] = bytes.toString('utf8').split('\ufffd', 1);
      this.#isUtf8 ||= sound.length !== Buffer.byteLength(sound);
      this.#other = createDecoder(this.#isUtf8 ? 'utf-8' : 'windows-1252');
      return this.#other.decode(all);
    }
  }
}
