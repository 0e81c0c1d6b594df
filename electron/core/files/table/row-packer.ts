// Why: decision 0035.
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { mayBeginBlanks, mayBeginInvisible, mayHoldInvisible } from './cells/invisible-characters.ts';
import { cellKind, PackedRow, type PackedBlock } from './packed-row.ts';
import { mayBeTextFormula } from './cells/text-formulas.ts';

/** Bytes of a block; one holds some thousand rows of a usual sheet. */
const BLOCK_BYTES = 262_144;
/** Room that a block must have left for another row to begin in it, in bytes and in cells. */
const ROOM = { bytes: 16_384, cells: 512 };
const BLOCK_CELLS = 32_768;

/** What each byte is in a text that becomes a cell: written as it is, or only after a look at the whole text. */
const plainByte = 1;
const blankByte = 0;
const otherByte = 2;
const kinds = byteKinds();

/** Makes packed rows of cells that come one after the other, from left to right. */
export class RowPacker {
  #block = newBlock(BLOCK_BYTES, BLOCK_CELLS);
  #start = 0;
  #end = 0;
  #firstMark = 0;
  #mark = 0;
  #filled = 0;
  #invisible = false;

  begin(): void {
    const { bytes: room, marks } = this.#block;
    if (this.#end + ROOM.bytes > room.length || this.#mark + ROOM.cells > marks.length) {
      this.#block = newBlock(BLOCK_BYTES, BLOCK_CELLS);
      this.#end = 0;
      this.#mark = 0;
    }
    this.#start = this.#end;
    this.#firstMark = this.#mark;
    this.#filled = 0;
    this.#invisible = false;
    this.#write(0x5b);
  }

  /** Cells of the row so far: the next one must stand in this column or right of it. */
  get width(): number {
    return this.#mark - this.#firstMark;
  }

  /** Adds a cell of text; columns that were left out are empty. */
  text(column: number, text: string): void {
    this.#skipTo(column);
    this.#make(text.length * 6 + 3);
    const at = this.#open();
    if (!this.#writePlain(text)) {
      // Other bytes are rare: marks of quotation, line ends, letters beyond ASCII.
      this.#end = at;
      this.#end += this.#block.bytes.write(JSON.stringify(text).slice(1, -1), at, 'utf8');
      this.#invisible ||= mayHoldInvisible(text);
      this.#block.mayHoldShortened ||= text.includes('E+');
      this.#block.mayHoldTextFormula ||= mayBeTextFormula(text);
    }
    this.#close(at, isBlank(text) ? cellKind.onlySpaces : cellKind.filled);
  }

  /** Adds a cell whose text is these bytes of UTF-8, of which `isPlainText` is true. */
  plain(column: number, source: Buffer, start: number, end: number): void {
    this.#skipTo(column);
    this.#make(end - start + 3);
    const at = this.#open();
    const target = this.#block.bytes;
    // Most cells are short, and a call takes longer than to copy some bytes.
    let to = at;
    for (let from = start; from < end; from += 1) target[to++] = source[from] as number;
    this.#end = to;
    this.#close(at, cellKind.filled);
  }

  /** The row with at least `width` cells; null when none of them has content. */
  finish(line: number, width: number): PackedRow | null {
    if (this.#filled === 0) {
      this.#mark = this.#firstMark;
      return null;
    }
    this.#skipTo(width);
    this.#make(1);
    this.#write(0x5d);
    return new PackedRow(line, this.#block, {
      start: this.#start,
      end: this.#end,
      firstMark: this.#firstMark,
      width: this.width,
      filled: this.#filled,
      invisible: this.#invisible,
    });
  }

  /** Gives the row up, whose bytes stay unused: the cells that it has so far. */
  unpack(): string[] {
    const cells = JSON.parse(`${this.#block.bytes.toString('utf8', this.#start, this.#end)}]`) as string[];
    this.#mark = this.#firstMark;
    return cells;
  }

  #skipTo(column: number): void {
    while (this.width < column) {
      this.#make(3);
      this.#close(this.#open(), cellKind.empty);
    }
  }

  /** Begins a cell; answers where its text begins. */
  #open(): number {
    if (this.width > 0) this.#write(0x2c);
    this.#write(0x22);
    return this.#end;
  }

  #close(at: number, kind: number): void {
    const { marks } = this.#block;
    marks[this.#mark] = (this.#end - at) * 4 + kind;
    this.#mark += 1;
    if (kind === cellKind.filled) this.#filled += 1;
    this.#write(0x22);
  }

  #write(byte: number): void {
    this.#block.bytes[this.#end] = byte;
    this.#end += 1;
  }

  /** False, with something written, when the text needs a look as a whole. */
  #writePlain(text: string): boolean {
    const target = this.#block.bytes;
    let at = this.#end;
    let isVisible = false;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 126 || kinds[code] === otherByte || (code === 43 && text.charCodeAt(index - 1) === 69)) return false;
      isVisible ||= code !== 32;
      target[at++] = code;
    }
    this.#end = at;
    return isVisible;
  }

  /** Makes room for this number of bytes and one more cell; a row that does not fit moves to a block of its own. */
  #make(more: number): void {
    const { bytes: room, marks, mayHoldShortened, mayHoldTextFormula } = this.#block;
    if (this.#end + more + 4 <= room.length && this.#mark < marks.length) return;
    const used = this.#end - this.#start;
    const cells = this.#mark - this.#firstMark;
    const block = newBlock(Math.max(BLOCK_BYTES, (used + more + 4) * 2), Math.max(BLOCK_CELLS, cells * 2 + 1));
    room.copy(block.bytes, 0, this.#start, this.#end);
    block.marks.set(marks.subarray(this.#firstMark, this.#mark));
    block.mayHoldShortened = mayHoldShortened;
    block.mayHoldTextFormula = mayHoldTextFormula;
    this.#block = block;
    this.#start = 0;
    this.#end = used;
    this.#firstMark = 0;
    this.#mark = cells;
  }
}

/** Whether the bytes are a text with content that JSON writes as it is, and that no check of single rows needs to see. */
export function isPlainText(text: Uint8Array, start: number, end: number): boolean {
  let isVisible = false;
  for (let at = start; at < end; at += 1) {
    const byte = text[at] as number;
    const kind = kinds[byte] as number;
    if (kind === otherByte || (byte === 43 && at > start && text[at - 1] === 69)) return false;
    isVisible ||= kind === plainByte;
  }
  return isVisible;
}

/** Copies a text, and answers what `isPlainText` says of it. */
export function copyText(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): boolean {
  let isVisible = false;
  let isPlain = true;
  let before = 0;
  // Most texts are short, and a call takes longer than to copy some bytes.
  for (let from = start, to = at; from < end; from += 1, to += 1) {
    const byte = source[from] as number;
    target[to] = byte;
    const kind = kinds[byte] as number;
    if (kind === otherByte || (byte === 43 && before === 69)) isPlain = false;
    isVisible ||= kind === plainByte;
    before = byte;
  }
  return isPlain && isVisible;
}

type Block = { -readonly [Part in keyof PackedBlock]: PackedBlock[Part] };

function newBlock(size: number, cells: number): Block {
  return {
    bytes: Buffer.allocUnsafeSlow(size),
    marks: new Int32Array(cells),
    mayHoldShortened: false,
    mayHoldTextFormula: false,
  };
}

function byteKinds(): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    if (byte === 32) return blankByte;
    const isOther =
      byte < 32 ||
      byte === 0x22 ||
      byte === 0x5c ||
      byte === 127 ||
      mayBeginBlanks.has(byte) ||
      mayBeginInvisible.has(byte);
    return isOther ? otherByte : plainByte;
  });
}
