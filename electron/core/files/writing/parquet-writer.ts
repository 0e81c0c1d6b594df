// Why: decision 0111.
import { ByteWriter, ParquetWriter as RowGroupWriter } from 'hyparquet-writer';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { type ColumnType, typedValue } from './column-types.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { CELL_END, NOTHING, type PackedRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';

/** A row group is held in memory while it is written: whichever of these is reached first closes it. */
const groupRows = 20_000;
const groupBytes = 8_000_000;
const groupCells = 400_000;
/** Values of a column that are known again while it is written, by the first bits of their hash. */
const knownValues = 256;
const hashShift = 24;
/** Bytes of a value that is known again. */
const longestKnown = 64;
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
  /** The rows of the group as they came, and where each of their cells begins: copied once, and no text for each. */
  readonly #packed = new GrowingBytes();
  #memory: Buffer;
  #length = 0;
  readonly #starts: Int32Array;
  #cells = 0;

  /** @param types by position; the others are text */
  constructor(file: UnfinishedFile, columns: readonly string[], types: ReadonlyMap<number, ColumnType> = new Map()) {
    this.#file = file;
    this.#columns = columns;
    this.#types = types;
    this.#memory = this.#packed.next(0);
    // One row more than a full group, and where the last cell ends.
    this.#starts = new Int32Array(Math.min(groupCells, groupRows * this.#width) + this.#width + 1);
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

  /** Cells of a packed row; one without columns has one cell, which is nothing. */
  get #width(): number {
    return Math.max(1, this.#columns.length);
  }

  async write({ bytes }: PackedRows): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at = this.#take(bytes, at);
      if (this.#isFull(0)) await this.#endGroup();
    }
  }

  /** @param more bytes that were taken and are not copied yet */
  #isFull(more: number): boolean {
    return this.#cells >= groupRows * this.#width || this.#cells >= groupCells || this.#length + more >= groupBytes;
  }

  /** Takes rows until the group is full or there are no more; answers where the next one begins. */
  #take(bytes: Uint8Array, from: number): number {
    const shift = this.#length - from;
    let at = from;
    while (at < bytes.length && !this.#isFull(at - from))
      for (let byte = CELL_END; byte === CELL_END; at += 1) {
        this.#starts[this.#cells++] = at + shift;
        while ((bytes[at] as number) < NOTHING) at += 1;
        if (bytes[at] === NOTHING) at += 1;
        byte = bytes[at] as number;
      }
    this.#memory = this.#packed.grow(this.#length + at - from, this.#length);
    this.#memory.set(bytes.subarray(from, at), this.#length);
    this.#length += at - from;
    return at;
  }

  async end(): Promise<void> {
    if (this.#cells > 0) await this.#endGroup();
    await this.#groups.finish();
    await this.#flush();
  }

  async #endGroup(): Promise<void> {
    this.#starts[this.#cells] = this.#length;
    const values = (column: number) => this.#values(column);
    // The values of one column at a time: the writer asks for them when it comes to the column.
    const columnData = this.#columns.map((name, column) => ({
      name,
      get data() {
        return values(column);
      },
    }));
    await this.#groups.write({ columnData, rowGroupSize: this.#cells / this.#width });
    this.#keepBounds();
    this.#cells = 0;
    this.#length = 0;
    await this.#flush();
  }

  #values(column: number): unknown[] {
    const type = this.#types.get(column) ?? 'text';
    const read = type === 'text' ? this.#textReader() : (from: number, to: number) => this.#typed(type, from, to);
    const values = new Array<unknown>(this.#cells / this.#width);
    for (let row = 0, cell = column; row < values.length; row += 1, cell += this.#width) {
      const from = this.#starts[cell] as number;
      // Between two cells stands one byte.
      values[row] = this.#memory[from] === NOTHING ? null : read(from, (this.#starts[cell + 1] as number) - 1);
    }
    return values;
  }

  #typed(type: ColumnType, from: number, to: number): unknown {
    // All that has a type is ASCII, and no letter beyond it is taken for any of it.
    const value = typedValue(type, this.#memory.toString('latin1', from, to));
    if (value === undefined)
      throw new FileTrouble('changed', 'Leads changed while they were saved. No file was written. Save again.');
    return value;
  }

  /** Reads texts as views of their bytes; one that came lately is the same view, which the dictionary knows at once. */
  #textReader(): (from: number, to: number) => Uint8Array {
    const known = new Array<Uint8Array | undefined>(knownValues).fill(undefined);
    const memory = this.#memory;
    return (from, to) => {
      if (to - from > longestKnown) return viewOf(memory, from, to);
      let hash = 0;
      for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (memory[at] as number), 16_777_619);
      const before = known[hash >>> hashShift];
      if (before !== undefined && areEqual(before, memory, from, to)) return before;
      const view = viewOf(memory, from, to);
      known[hash >>> hashShift] = view;
      return view;
    };
  }

  /** The smallest and largest texts are written at the end: by then other rows stand where they did. */
  #keepBounds(): void {
    for (const { meta_data: data } of this.#groups.row_groups.at(-1)?.columns ?? []) {
      const bounds = data?.statistics;
      if (bounds?.min_value instanceof Uint8Array) bounds.min_value = bounds.min_value.slice();
      if (bounds?.max_value instanceof Uint8Array) bounds.max_value = bounds.max_value.slice();
    }
  }

  async #flush(): Promise<void> {
    await this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

function viewOf(memory: Buffer, from: number, to: number): Uint8Array {
  return new Uint8Array(memory.buffer, memory.byteOffset + from, to - from);
}

function areEqual(value: Uint8Array, memory: Buffer, from: number, to: number): boolean {
  if (value.length !== to - from) return false;
  for (let index = 0; index < value.length; index += 1) if (value[index] !== memory[from + index]) return false;
  return true;
}
