import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';

/** The memory that the packed rows of one piece of a file share. */
export interface PackedBlock {
  readonly bytes: Buffer;
  /** One number for each cell: four times the bytes inside its quotation marks, plus its kind. */
  marks: Int32Array;
  /** Some cell may hold a shortened number; false in nearly every piece, so that its rows need no search. */
  readonly mayHoldShortened: boolean;
  /** The same of a formula that is only a text. */
  readonly mayHoldTextFormula: boolean;
}

/** Stands in every long number that a spreadsheet program shortened, as in 4.17E+10. */
export const shortenedSign = 'E+';

export const cellKind = { filled: 0, empty: 1, onlySpaces: 2 } as const;

/**
 * A row as it is stored: the JSON of its cells as UTF-8, with what is needed of every row. Its cells are decoded only when
 * `cells` is read, which hardly happens in a long file.
 */
export class PackedRow {
  readonly line: number;
  readonly width: number;
  /** Cells with more than blanks. */
  readonly filled: number;
  blankBefore = 0;
  /** Some cell may hold invisible characters. */
  readonly invisible: boolean;
  readonly #block: PackedBlock;
  readonly #start: number;
  readonly #end: number;
  readonly #firstMark: number;
  #unpacked: string[] | null = null;

  constructor(
    line: number,
    block: PackedBlock,
    position: { start: number; end: number; firstMark: number; width: number; filled: number; invisible: boolean },
  ) {
    this.line = line;
    this.#block = block;
    this.#start = position.start;
    this.#end = position.end;
    this.#firstMark = position.firstMark;
    this.width = position.width;
    this.filled = position.filled;
    this.invisible = position.invisible;
  }

  /** Bytes of `json`. */
  get size(): number {
    return this.#end - this.#start;
  }

  /** Some cell may hold a shortened number. */
  get mayHoldShortened(): boolean {
    return this.#block.mayHoldShortened && this.#block.bytes.subarray(this.#start, this.#end).includes(shortenedSign);
  }

  /** Some cell may be a formula that is only a text. */
  get mayHoldTextFormula(): boolean {
    return this.#block.mayHoldTextFormula && this.#block.bytes.subarray(this.#start, this.#end).includes('"=\\"');
  }

  /** A view of the block, not a copy. */
  get json(): Uint8Array {
    const { bytes } = this.#block;
    return new Uint8Array(bytes.buffer, bytes.byteOffset + this.#start, this.#end - this.#start);
  }

  /** A byte of `json`, without a view of it. */
  byteAt(at: number): number | undefined {
    return this.#block.bytes[this.#start + at];
  }

  get cells(): string[] {
    return (this.#unpacked ??= JSON.parse(this.#block.bytes.toString('utf8', this.#start, this.#end)) as string[]);
  }

  kindOf(column: number): number {
    return (this.#block.marks[this.#firstMark + column] as number) & 3;
  }

  /** Bytes of a cell as JSON; at least as many as it has characters. */
  bytesOf(column: number): number {
    return (this.#block.marks[this.#firstMark + column] as number) >> 2;
  }

  /** Characters (UTF-16 units) of a cell. `offset`: bytes of the cells before it and of their separators. */
  charactersOf(column: number, offset: number): number {
    const from = this.#start + 2 + offset;
    const to = from + this.bytesOf(column);
    let characters = 0;
    // Bytes that continue a character do not count; a character of four bytes is two UTF-16 units.
    for (let at = from; at < to; at += 1) {
      const byte = this.#block.bytes[at] as number;
      // A backslash and the byte behind it stand for one character.
      if (byte === 0x5c) at += 1;
      if ((byte & 0xc0) !== 0x80) characters += byte >= 0xf0 ? 2 : 1;
    }
    return characters;
  }
}

/** Whether a cell is blank. `bytes` from `start` to `end` are its JSON, in which no byte belongs to visible characters only. */
export function isBlankJson(bytes: Buffer, start: number, end: number): boolean {
  return isBlank(JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string);
}
