import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';

/** Memory that the packed rows of one piece of a file share. */
export interface PackedBlock {
  readonly bytes: Buffer;
  /** For every cell the bytes it takes inside its quotation marks, times four, plus its kind. */
  marks: Int32Array;
}

export const cellKind = { filled: 0, empty: 1, onlySpaces: 2 } as const;

/**
 * A row in the form in which it is stored, the JSON text of its cells as UTF-8, with what has to be known about every
 * row. Its cells become text only when somebody asks for them, which for most rows of a long file nobody does.
 */
export class PackedRow {
  readonly line: number;
  readonly width: number;
  /** Cells with more than blanks. */
  readonly filled: number;
  blankBefore = 0;
  /** Some cell may hold characters that take no room. */
  readonly invisible: boolean;
  private readonly block: PackedBlock;
  private readonly start: number;
  private readonly end: number;
  private readonly firstMark: number;
  private unpacked: string[] | null = null;

  constructor(
    line: number,
    block: PackedBlock,
    position: { start: number; end: number; firstMark: number; width: number; filled: number; invisible: boolean },
  ) {
    this.line = line;
    this.block = block;
    this.start = position.start;
    this.end = position.end;
    this.firstMark = position.firstMark;
    this.width = position.width;
    this.filled = position.filled;
    this.invisible = position.invisible;
  }

  /** Bytes of `json`. */
  get size(): number {
    return this.end - this.start;
  }

  /** A view of the block: to be used before the block is. */
  get json(): Uint8Array {
    return this.block.bytes.subarray(this.start, this.end);
  }

  get cells(): string[] {
    return (this.unpacked ??= JSON.parse(this.block.bytes.toString('utf8', this.start, this.end)) as string[]);
  }

  kindOf(column: number): number {
    return (this.block.marks[this.firstMark + column] as number) & 3;
  }

  /** Bytes of a cell as JSON: never fewer than it has characters. */
  bytesOf(column: number): number {
    return (this.block.marks[this.firstMark + column] as number) >> 2;
  }

  /** Characters of a cell as JSON. `offset`: bytes of the cells before it and their separators. */
  charactersOf(column: number, offset: number): number {
    const from = this.start + 2 + offset;
    const to = from + this.bytesOf(column);
    let characters = 0;
    // Bytes that continue a character do not count; the first byte of four begins two UTF-16 units.
    for (let at = from; at < to; at += 1) {
      const byte = this.block.bytes[at] as number;
      if ((byte & 0xc0) !== 0x80) characters += byte >= 0xf0 ? 2 : 1;
    }
    return characters;
  }
}

/** `bytes` from `start` to `end` are the JSON text of a cell without one byte that only a visible character has. */
export function isBlankJson(bytes: Buffer, start: number, end: number): boolean {
  return isBlank(JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string);
}
