import { isAscii, isUtf8 } from 'node:buffer';

/**
 * The result of one fast pass over all bytes (about 2 GB/s) before decoding: whether they are UTF-8, and samples of the
 * letters beyond ASCII. It takes a pass over everything, because a single £ in the last row may decide.
 */
export interface ByteSurvey {
  bytes: number;
  head: Uint8Array;
  /** False when any byte sequence is not UTF-8. */
  utf8: boolean;
  ascii: boolean;
  /** Multi-byte sequences that are UTF-8, counted in the pieces that are looked at, and all bytes that are not. */
  validSequences: number;
  invalidBytes: number;
  /** NUL bytes at even and odd offsets of the first 64 KiB, which show UTF-16. */
  nulEven: number;
  nulOdd: number;
  /** Stretches around bytes beyond ASCII, cut at ASCII blanks, from all over the file; at most 128 KiB. */
  samples: Uint8Array[];
}

/** Bytes from the beginning that the guesses are made from. */
const headBytes = 65_536;
/** Bytes of all samples. More hardly change the guess. */
const sampleLimit = 131_072;
/** Bytes of the samples that are UTF-8, so that others further down in the same file are found too. */
const validSampleLimit = 32_768;
/** Pieces that are UTF-8 whose letters are looked at. A few letters there show that a file of another encoding has both. */
const mostValidPieces = 16;

export class ByteSurveyor {
  readonly #survey: ByteSurvey = {
    bytes: 0,
    head: new Uint8Array(0),
    utf8: true,
    ascii: true,
    validSequences: 0,
    invalidBytes: 0,
    nulEven: 0,
    nulOdd: 0,
    samples: [],
  };
  #headParts: Uint8Array[] = [];
  #headLength = 0;
  #sampled = 0;
  #sampledValid = 0;
  #validPieces = 0;
  #carry: Uint8Array = new Uint8Array(0);
  readonly #headOnly: boolean;

  /** `headOnly`: the bytes end inside the file, so a character cut at the end is not damage. */
  constructor(headOnly = false) {
    this.#headOnly = headOnly;
  }

  add(chunk: Uint8Array): void {
    this.#addHead(chunk);
    this.#survey.bytes += chunk.length;
    const whole = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const cut = completeLength(whole);
    this.#carry = copyOf(whole.subarray(cut));
    this.#examine(whole.subarray(0, cut));
  }

  finish(): ByteSurvey {
    if (this.#carry.length > 0 && !this.#headOnly) this.#examine(this.#carry);
    this.#survey.head = Buffer.concat(this.#headParts);
    const { head } = this.#survey;
    for (let index = head.indexOf(0); index !== -1; index = head.indexOf(0, index + 1)) {
      if (index % 2 === 0) this.#survey.nulEven += 1;
      else this.#survey.nulOdd += 1;
    }
    return this.#survey;
  }

  #addHead(chunk: Uint8Array): void {
    if (this.#headLength >= headBytes) return;
    const part = copyOf(chunk.subarray(0, headBytes - this.#headLength));
    this.#headParts.push(part);
    this.#headLength += part.length;
  }

  #examine(bytes: Uint8Array): void {
    const isValid = isUtf8(bytes);
    this.#survey.utf8 &&= isValid;
    if (isValid && (this.#validPieces >= mostValidPieces || isAscii(bytes))) return;
    if (isValid) this.#validPieces += 1;
    this.#survey.ascii = false;
    this.#countSequences(bytes, isValid);
    this.#takeSamples(bytes);
  }

  #countSequences(bytes: Uint8Array, isValid: boolean): void {
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] as number;
      if (byte < 0x80) continue;
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      if (isValid || isUtf8(bytes.subarray(index, index + length))) {
        this.#survey.validSequences += 1;
        index += length - 1;
      } else this.#survey.invalidBytes += 1;
    }
  }

  #takeSamples(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length && this.#sampled < sampleLimit; index += 1) {
      if ((bytes[index] as number) < 0x80) continue;
      let start = index;
      while (start > 0 && index - start < 24 && !isBreak(bytes[start - 1] as number)) start -= 1;
      let end = index + 1;
      while (
        end < bytes.length &&
        !isBreak(bytes[end] as number) &&
        (end - index < 64 || ((bytes[end] as number) >= 0x40 && end - index < 512))
      )
        end += 1;
      const found = bytes.subarray(start, end);
      const isValid = isUtf8(found);
      index = end;
      if (isValid && this.#sampledValid > validSampleLimit) continue;
      const sample = copyOf(found);
      if (isValid) this.#sampledValid += sample.length;
      this.#survey.samples.push(sample);
      this.#sampled += sample.length;
    }
  }
}

/** Copies, because chunks are views of a buffer that is used again; `Buffer.slice` would not copy. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** Line ends, tabs and commas cannot be the second byte of a character in any encoding looked for. */
function isBreak(byte: number): boolean {
  return byte === 10 || byte === 13 || byte === 9 || byte === 0x2c || byte === 0x3b;
}

/** Length without a UTF-8 sequence cut off at the end. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return bytes.length;
    const isCut = byte >= 0xf0 || (byte >= 0xe0 && back < 3) || back === 1;
    if (byte >= 0xc0) return isCut ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
