import { type Form, FormSet, MOST_BREAKS } from './secret-forms.ts';

/** Where the secret stands in some bytes: beginning and end. */
export type Place = readonly [from: number, to: number];

export interface FoundInBytes {
  readonly places: readonly Place[];
  /** From here on the end of the bytes could go on as the secret; their number when it could not. */
  readonly open: number;
}

/** The first characters of a form that are looked for byte by byte; a form begins with more of them seldom by chance. */
const HEAD = 3;
/** Bytes that are decoded to compare a form, at first; most are ruled out after two or three. */
const FIRST_LOOK = 64;
/** Bytes that are passed over together when no form begins with one of them. */
const WORD = 4;
const NONE: readonly Place[] = [];

/**
 * Finds the forms of a secret in bytes. What cannot begin a form is passed over byte by byte: leads come by the hundred
 * megabytes, and a text made of each piece would take as much memory again, and most of the time.
 */
export class SecretBytes {
  readonly #forms: FormSet;
  /** For each of the first characters: the forms, as bits, that have it where the byte stands. */
  readonly #heads: readonly Int32Array[];
  /** By pair of bytes: a form, or another spelling of its beginning, may begin at one of them. */
  readonly #mayBegin: Uint8Array;
  /** The first character of a form that is not a letter or digit: a backslash may stand before it. */
  readonly #mayBeEscaped = new Uint8Array(256);

  constructor(forms: readonly Form[]) {
    this.#forms = new FormSet(forms);
    this.#heads = Array.from({ length: HEAD }, (_, at) => headBits(forms, at));
    this.#mayBegin = beginnings(this.#heads[0] as Int32Array);
    for (const byte of [...'uUxX'].map(codeOf)) this.#mayBeEscaped[byte] = 1;
    for (const { characters } of forms)
      if (!/^[a-z0-9]$/i.test(characters[0] ?? ''))
        for (const byte of firstBytes(characters[0] ?? '')) this.#mayBeEscaped[byte] = 1;
  }

  find(bytes: Buffer): FoundInBytes {
    let places: Place[] | null = null;
    for (let at = this.#next(bytes, 0); at !== -1;) {
      const { length, isOpen } = this.#measure(bytes, at);
      if (isOpen) return { places: places ?? NONE, open: at };
      if (length > 0) (places ??= []).push([at, at + length]);
      at = this.#next(bytes, at + Math.max(1, length));
    }
    return { places: places ?? NONE, open: bytes.length };
  }

  /** All places, when no further bytes come. */
  findAll(bytes: Buffer): readonly Place[] {
    const places: Place[] = [];
    for (let at = this.#next(bytes, 0); at !== -1;) {
      const { length } = this.#measure(bytes, at);
      if (length > 0) places.push([at, at + length]);
      at = this.#next(bytes, at + Math.max(1, length));
    }
    return places;
  }

  /** Decodes no more than the comparison needs. */
  #measure(bytes: Buffer, at: number): { length: number; isOpen: boolean } {
    const rest = bytes.length - at;
    for (let look = FIRST_LOOK; look < rest; look *= 16) {
      const found = this.#forms.at(bytes.toString('latin1', at, at + look), 0);
      if (!found.isOpen) return found;
    }
    return this.#forms.at(bytes.toString('latin1', at), 0);
  }

  /** The next place at which a form may begin; -1 without. */
  #next(bytes: Buffer, from: number): number {
    const [first, second, third] = this.#heads as [Int32Array, Int32Array, Int32Array];
    const mayBegin = this.#mayBegin;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = bytes.length;
    const lastWord = end - WORD;
    for (let at = from; at < end; at += 1) {
      while (at <= lastWord) {
        const word = view.getUint32(at, true);
        if (((mayBegin[word & 0xffff] as number) | (mayBegin[word >>> 16] as number)) !== 0) break;
        at += WORD;
      }
      if (at === end) break;
      const one = first[bytes[at] as number] as number;
      if (one === 0) continue;
      if (one === OTHER_SPELLING) {
        if (this.#maySpell(bytes, at)) return at;
        continue;
      }
      const two = afterBreaks(bytes, at + 1, second, one);
      if (two === null) continue;
      if (two.forms === OTHER_SPELLING || afterBreaks(bytes, two.at + 1, third, two.forms) !== null) return at;
    }
    return -1;
  }

  /** Whether what stands at a backslash, a percent sign or an ampersand may be a character of another spelling. */
  #maySpell(bytes: Buffer, at: number): boolean {
    // A form may begin with a backslash itself.
    if (bytes[at] !== BACKSLASH || this.#mayBeEscaped[BACKSLASH] === 1) return true;
    let next = at + 1;
    while (bytes[next] === BACKSLASH && next - at < MOST_BACKSLASHES) next += 1;
    return next >= bytes.length || this.#mayBeEscaped[bytes[next] as number] === 1;
  }
}

const codeOf = (character: string): number => character.charCodeAt(0);
const BACKSLASH = codeOf('\\');
/** As many as `spelled` takes before a character. In a longer run no spelling begins before its end. */
const MOST_BACKSLASHES = 8;
/** Instead of forms: a character in another spelling begins here, or the bytes end. */
const OTHER_SPELLING = -1;
const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);

const isBreak = new Uint8Array(256);
for (const byte of [9, 10, 11, 12, 13, 0xa0, ...[...' "\',;|'].map(codeOf)]) isBreak[byte] = 1;

/** Which of the forms may go on at a place, after what may stand between their characters; null: none. */
function afterBreaks(
  bytes: Buffer,
  from: number,
  heads: Int32Array,
  forms: number,
): { readonly at: number; readonly forms: number } | null {
  let at = from;
  for (let breaks = 0; ; breaks += 1) {
    if (at >= bytes.length) return AT_THE_END;
    const byte = bytes[at] as number;
    const found = heads[byte] as number;
    if (found === OTHER_SPELLING) return AT_THE_END;
    if ((found & forms) !== 0) return { at, forms: found & forms };
    if (breaks >= MOST_BREAKS || isBreak[byte] === 0) return null;
    at += 1;
  }
}

const AT_THE_END = { at: 0, forms: OTHER_SPELLING } as const;

/** By byte: the forms that may have it for their character number `at`, as bits; what begins another spelling is all. */
function headBits(forms: readonly Form[], at: number): Int32Array {
  const bits = new Int32Array(256);
  for (const [index, { characters }] of forms.entries()) {
    // A character beyond ASCII takes one byte or several: what follows it is not looked at.
    const isBehindWide = characters.slice(0, at).some((character) => !isAscii(character));
    const bytes = isBehindWide || characters[at] === undefined ? EVERY_BYTE : firstBytes(characters[at]);
    for (const byte of bytes) bits[byte] = (bits[byte] as number) | (1 << index);
  }
  for (const byte of [...'\\%&'].map(codeOf)) bits[byte] = OTHER_SPELLING;
  return bits;
}

/** For each pair of bytes, whether one of them is the first of a form. */
function beginnings(first: Int32Array): Uint8Array {
  const pairs = new Uint8Array(65_536);
  for (let pair = 0; pair < pairs.length; pair += 1)
    if (first[pair & 0xff] !== 0 || first[pair >>> 8] !== 0) pairs[pair] = 1;
  return pairs;
}

const isAscii = (character: string): boolean => (character.codePointAt(0) ?? 0) < 128;

/** The bytes with which a character may begin in UTF-8, Latin-1 and UTF-16, in both cases, and in base64url. */
function firstBytes(character: string): number[] {
  const others = character === ' ' || character === '+' ? [' ', '+', '-'] : character === '/' ? ['_'] : [];
  return [character, character.toLowerCase(), character.toUpperCase(), ...others].flatMap((one) => {
    const wide = Buffer.from(one, 'utf16le');
    const code = one.codePointAt(0) ?? 0;
    return [Buffer.from(one, 'utf8')[0], wide[0], wide[1], code < 256 ? code : undefined].flatMap((byte) => byte ?? []);
  });
}
