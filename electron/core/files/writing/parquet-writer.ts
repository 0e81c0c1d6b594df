// Why: decision 0111.
import { ByteWriter, ParquetWriter as RowGroupWriter } from 'hyparquet-writer';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { type ColumnType, typedValue } from './column-types.ts';
import { CELL_END, NOTHING, type PackedRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';
import { textBetween } from './utf8-texts.ts';

/** A row group is held in memory while it is written: whichever of these is reached first closes it. */
const groupRows = 20_000;
const groupCharacters = 8_000_000;
const groupCells = 400_000;
/** Texts that are kept for each column, by the first bits of their hash. */
const textsOfColumn = 256;
const hashShift = 24;
/** Bytes of a text that is kept. */
const longestKept = 64;
/** Bytes of the smallest and largest value that are kept for readers that skip row groups. */
const statisticsBytes = 64;

type SchemaElement = ConstructorParameters<typeof RowGroupWriter>[0]['schema'][number];

/** How Parquet calls the types. Times have no zone: they are the service's wall clock. */
const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  truth: { type: 'BOOLEAN' },
  whole: { type: 'INT64' },
  decimal: { type: 'DOUBLE' },
  day: { type: 'INT32', converted_type: 'DATE' },
  time: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
};

/**
 * Apache Parquet: one optional column for each column, in row groups, packed with Snappy. Null is null, and an empty text
 * is an empty text. Columns are text unless their type is given. Throws FileTrouble `changed` for a value that is not of
 * the type of its column.
 */
export class ParquetWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #columns: readonly string[];
  readonly #types: ReadonlyMap<number, ColumnType>;
  readonly #bytes = new ByteWriter();
  readonly #groups: RowGroupWriter;
  #cells: (string | null)[][];
  /** Texts of each column by their hash, the last one with each. */
  readonly #texts: (string | undefined)[];
  #rows = 0;
  #characters = 0;

  /** @param types by position; the others are text */
  constructor(file: UnfinishedFile, columns: readonly string[], types: ReadonlyMap<number, ColumnType> = new Map()) {
    this.#file = file;
    this.#columns = columns;
    this.#types = types;
    this.#cells = columns.map(() => []);
    this.#texts = new Array<undefined>(columns.length * textsOfColumn).fill(undefined);
    this.#groups = new RowGroupWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map((name, index) => ({
          name,
          ...ELEMENTS[types.get(index) ?? 'text'],
          repetition_type: 'OPTIONAL' as const,
        })),
      ],
      statisticsTruncateLength: statisticsBytes,
      createdBy: 'Lead Console',
    });
  }

  async write({ bytes }: PackedRows): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at = this.#take(bytes, at);
      const isFull =
        this.#rows >= groupRows ||
        this.#characters >= groupCharacters ||
        this.#rows * this.#columns.length >= groupCells;
      if (isFull) await this.#endGroup();
    }
  }

  /** Takes one row; answers where the next one begins. */
  #take(bytes: Uint8Array, from: number): number {
    let at = from;
    for (let column = 0; ; column += 1) {
      const first = at;
      let hash = 0;
      for (; (bytes[at] as number) < NOTHING; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619);
      const isNothing = bytes[at] === NOTHING;
      this.#cells[column]?.push(isNothing ? null : this.#text(column, hash, bytes, first, at));
      this.#characters += at - first;
      if (isNothing) at += 1;
      at += 1;
      if (bytes[at - 1] === CELL_END) continue;
      this.#rows += 1;
      return at;
    }
  }

  /** The text of a cell; one that the column had before is the same text, and not a second one in memory. */
  #text(column: number, hash: number, bytes: Uint8Array, from: number, to: number): string {
    const place = column * textsOfColumn + (hash >>> hashShift);
    const known = this.#texts[place];
    if (known !== undefined && isText(known, bytes, from, to)) return known;
    const text = textBetween(bytes, from, to);
    if (to - from <= longestKept) this.#texts[place] = text;
    return text;
  }

  async end(): Promise<void> {
    if (this.#rows > 0) await this.#endGroup();
    await this.#groups.finish();
    await this.#flush();
  }

  async abandon(): Promise<void> {
    // Nothing runs between two writes.
  }

  notes(): string[] {
    return [];
  }

  async #endGroup(): Promise<void> {
    const columnData = this.#columns.map((name, index) => ({ name, data: this.#values(index) }));
    await this.#groups.write({ columnData, rowGroupSize: this.#rows });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    this.#characters = 0;
    await this.#flush();
  }

  #values(column: number): unknown[] {
    const cells = this.#cells[column] ?? [];
    const type = this.#types.get(column) ?? 'text';
    if (type === 'text') return cells;
    return cells.map((cell) => {
      const value = cell === null ? null : typedValue(type, cell);
      if (value === undefined)
        throw new FileTrouble('changed', 'Leads changed while they were saved. No file was written. Save again.');
      return value;
    });
  }

  async #flush(): Promise<void> {
    await this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

/** Whether the bytes are that text, of ASCII; a text with other letters is not known again. */
function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) !== bytes[from + index]) return false;
  return true;
}
