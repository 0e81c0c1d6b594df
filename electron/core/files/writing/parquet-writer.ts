// Why: decision 0111.
import { ByteWriter, ParquetWriter as RowGroupWriter } from 'hyparquet-writer';
import { CELL_END, NOTHING, type PackedRows } from './packed-rows.ts';
import type { TableWriter } from './table-writer.ts';
import type { UnfinishedFile } from './target-file.ts';
import { textBetween } from './utf8-texts.ts';

/** A row group is held in memory while it is written: whichever of these is reached first closes it. */
const groupRows = 20_000;
const groupCharacters = 8_000_000;
const groupCells = 400_000;
/** Bytes of the smallest and largest value that are kept for readers that skip row groups. */
const statisticsBytes = 64;

/**
 * Apache Parquet: one optional UTF-8 column for each column, in row groups, packed with Snappy. Null is null, and an empty
 * text is an empty text.
 */
export class ParquetWriter implements TableWriter {
  readonly #file: UnfinishedFile;
  readonly #columns: readonly string[];
  readonly #bytes = new ByteWriter();
  readonly #groups: RowGroupWriter;
  #cells: (string | null)[][];
  #rows = 0;
  #characters = 0;

  constructor(file: UnfinishedFile, columns: readonly string[]) {
    this.#file = file;
    this.#columns = columns;
    this.#cells = columns.map(() => []);
    this.#groups = new RowGroupWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map((name) => ({
          name,
          type: 'BYTE_ARRAY' as const,
          converted_type: 'UTF8' as const,
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
      while ((bytes[at] as number) < NOTHING) at += 1;
      const isNothing = bytes[at] === NOTHING;
      this.#cells[column]?.push(isNothing ? null : textBetween(bytes, first, at));
      this.#characters += at - first;
      if (isNothing) at += 1;
      at += 1;
      if (bytes[at - 1] === CELL_END) continue;
      this.#rows += 1;
      return at;
    }
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
    const columnData = this.#columns.map((name, index) => ({ name, data: this.#cells[index] ?? [] }));
    await this.#groups.write({ columnData, rowGroupSize: this.#rows });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    this.#characters = 0;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}
