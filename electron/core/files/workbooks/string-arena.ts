import { copyText, isPlainText, type RowPacker } from '../table/row-packer.ts';

/** Bytes that are set aside at once at most; what a workbook says of itself need not be true. */
const mostExpected = 64 * 1024 * 1024;
/** Strings kept as text. */
const remembered = 16_384;

const AMPERSAND = 0x26;
const UNDERSCORE = 0x5f;
const LETTER_X = 0x78;
/** The named entities of XML without their ampersand, and what they stand for. */
const entities = (
  [
    ['amp;', '&'],
    ['lt;', '<'],
    ['gt;', '>'],
    ['quot;', '"'],
    ['apos;', "'"],
  ] as const
).map(([name, character]) => ({ name: Buffer.from(name), byte: character.charCodeAt(0) }));

/**
 * The shared strings of a workbook as UTF-8 bytes outside the JavaScript heap: half a million short strings need a tenth of
 * the memory of an array of strings.
 */
export class StringArena {
  #bytes: Buffer;
  #used = 0;
  #ends = new Uint32Array(4096);
  /** 1 for each string whose bytes stand in a packed row as they are. */
  #plain = new Uint8Array(4096);
  #count = 0;
  /** The last string read for each slot (index modulo `remembered`): repeated strings mostly lie near each other. */
  readonly #recent: string[] = Array<string>(remembered).fill('');
  readonly #recentIndex = new Int32Array(remembered).fill(-1);

  /** @param bytes how many are expected: room that need not be made anew, again and again, while it fills */
  constructor(bytes = 65_536) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(Math.max(bytes, 65_536), mostExpected));
  }

  /** Bytes held; the caller checks the limit. */
  get size(): number {
    return this.#used;
  }

  add(text: string): void {
    this.#reserve(text.length * 3);
    const before = this.#used;
    this.#used += this.#bytes.write(text, before, 'utf8');
    this.#close(isPlainText(this.#bytes, before, this.#used));
  }

  /** Adds a string as UTF-8 bytes. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    const isPlain = copyText(bytes, start, end, this.#bytes, this.#used);
    this.#used += end - start;
    this.#close(isPlain);
  }

  /**
   * Adds a string as the UTF-8 bytes of XML, with its named entities replaced; false, with nothing added, when it has any
   * other entity, or a code of a character as in `_x000A_`.
   */
  addXml(bytes: Buffer, start: number, end: number): boolean {
    this.#reserve(end - start);
    const target = this.#bytes;
    let to = this.#used;
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from] as number;
      if (byte === AMPERSAND) {
        const entity = entities.find(({ name }) => isAt(bytes, from + 1, end, name));
        if (entity === undefined) return false;
        target[to++] = entity.byte;
        from += entity.name.length;
      } else if (byte === UNDERSCORE && bytes[from + 1] === LETTER_X) return false;
      else target[to++] = byte;
    }
    const before = this.#used;
    this.#used = to;
    this.#close(isPlainText(target, before, to));
    return true;
  }

  #reserve(length: number): void {
    const needed = this.#used + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }

  #close(isPlain: boolean): void {
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
      const morePlain = new Uint8Array(larger.length);
      morePlain.set(this.#plain);
      this.#plain = morePlain;
    }
    this.#plain[this.#count] = isPlain ? 1 : 0;
    this.#ends[this.#count] = this.#used;
    this.#count += 1;
  }

  #startOf(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] as number);
  }

  /** Adds the string at `index` to a row as a cell of this column; false when it must be added as text. */
  pack(index: number, packer: RowPacker, column: number): boolean {
    if (!(index >= 0 && index < this.#count) || this.#plain[index] === 0) return false;
    packer.plain(column, this.#bytes, this.#startOf(index), this.#ends[index] as number);
    return true;
  }

  /** Bytes of the string at `index`; 0 when there is none. */
  bytesOf(index: number): number {
    return index >= 0 && index < this.#count ? (this.#ends[index] as number) - this.#startOf(index) : 0;
  }

  /** The string at `index`, or null when there is none. */
  get(index: number): string | null {
    if (!(index >= 0 && index < this.#count)) return null;
    const slot = index % remembered;
    if (this.#recentIndex[slot] === index) return this.#recent[slot] as string;
    const text = this.#bytes.toString('utf8', this.#startOf(index), this.#ends[index]);
    this.#recent[slot] = text;
    this.#recentIndex[slot] = index;
    return text;
  }
}

function isAt(bytes: Buffer, from: number, end: number, name: Buffer): boolean {
  if (from + name.length > end) return false;
  for (let index = 0; index < name.length; index += 1) if (bytes[from + index] !== name[index]) return false;
  return true;
}
