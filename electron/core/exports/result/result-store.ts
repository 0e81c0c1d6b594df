// Why: decision 0070.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PackedRows } from '../../files/writing/packed-rows.ts';
import { inTransaction } from '../../storage/database.ts';
import { openResult } from './open-result.ts';
import { LeadNumbers } from './lead-numbers.ts';
import { packedBatches } from './packed-batches.ts';
import { ResultReader, type Row } from './result-reader.ts';

/** How many rows have a mask. */
export interface MissedCount {
  readonly mask: number;
  readonly rows: number;
}

/** Adds rows with this number of columns, one at a time or `size` together. */
interface RowInsert {
  readonly columns: number;
  readonly one: StatementSync;
  readonly group: StatementSync;
  readonly size: number;
}

/** Cells that one statement adds. Measured: fewer calls take less time, and from some 150 on more again. */
const MOST_VALUES = 120;

/** One export on disk: a table with a column for each path. Adds rows, and reads them for a file. */
export class ResultStore implements Disposable {
  readonly #database: DatabaseSync;
  readonly #reader: ResultReader;
  #columns = 0;
  #rows = 0;
  #named = 0;
  #insert: RowInsert | null = null;

  /**
   * Creates the file when it is missing.
   *
   * @throws Error of SQLite for a file that is not a database
   */
  constructor(path: string) {
    this.#database = openResult(path);
    this.#reader = new ResultReader(this.#database);
    this.readAgain();
  }

  /** Call after another connection added or changed rows. */
  readAgain(): void {
    this.#columns = this.#reader.columns();
    this.#rows = this.#reader.rows();
  }

  /** A larger number after rows that were there have changed. */
  edits(): number {
    return this.#reader.edits();
  }

  get rows(): number {
    return this.#rows;
  }

  /** Writes everything that `work` writes in one transaction, or nothing. */
  together<Value>(work: () => Value): Value {
    const [columns, rows, named] = [this.#columns, this.#rows, this.#named];
    try {
      return inTransaction(this.#database, work);
    } catch (error) {
      this.#columns = columns;
      this.#rows = rows;
      this.#named = named;
      throw error;
    }
  }

  /** Keeps the paths of the columns; call it before rows that have new ones are appended. */
  name(paths: readonly string[]): void {
    if (paths.length <= this.#named) return;
    const insert = this.#database.prepare('INSERT OR IGNORE INTO column_path (number, path) VALUES (?, ?)');
    for (; this.#named < paths.length; this.#named += 1) insert.run(this.#named, paths[this.#named] ?? '');
  }

  /** Paths of the columns, as far as they were kept: an earlier version kept none. */
  paths(): string[] {
    return this.#database
      .prepare('SELECT path FROM column_path ORDER BY number')
      .all()
      .map(({ path }) => String(path));
  }

  /** Appends rows in one transaction. `columns`: the number known now; it never decreases. */
  append(rows: readonly (readonly (string | null)[])[], columns: number): void {
    inTransaction(this.#database, () => {
      this.#widen(columns);
      const { one, group, size } = this.#insertOf(columns);
      const grouped = rows.length - (rows.length % size);
      // One list for all statements: 120 cells a time are worth it.
      const cells: (string | null)[] = [];
      for (let first = 0; first < grouped; first += size) {
        for (let index = 0, at = 0; index < size; index += 1) {
          const row = rows[first + index] as readonly (string | null)[];
          for (let column = 0; column < columns; column += 1, at += 1) cells[at] = row[column] ?? null;
        }
        group.run(...cells);
      }
      for (const row of rows.slice(grouped)) one.run(...padded(row, columns));
    });
    this.#columns = Math.max(this.#columns, columns);
    this.#rows += rows.length;
  }

  /** SQLite numbers the rows itself, one by one from the last: there are no gaps. */
  #insertOf(columns: number): RowInsert {
    if (this.#insert?.columns === columns) return this.#insert;
    const size = Math.max(1, Math.floor(MOST_VALUES / Math.max(1, columns)));
    const names = Array.from({ length: columns }, (_, index) => `c${index}`).join(', ');
    const values = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
    const prepare = (count: number) =>
      this.#database.prepare(
        columns === 0
          ? 'INSERT INTO leads DEFAULT VALUES'
          : `INSERT INTO leads (${names}) VALUES ${Array.from({ length: count }, () => values).join(', ')}`,
      );
    this.#insert = { columns, one: prepare(1), group: prepare(size), size: columns === 0 ? 1 : size };
    return this.#insert;
  }

  /**
   * Marks rows with the filters that they do not fit; 0 takes the mark away. Rows are marked before they are appended, so
   * that a reader never meets them without.
   */
  mark(rows: readonly (readonly [number: number, mask: number])[]): void {
    if (rows.length === 0) return;
    const insert = this.#database.prepare('INSERT OR REPLACE INTO missed (number, mask) VALUES (?, ?)');
    const remove = this.#database.prepare('DELETE FROM missed WHERE number = ?');
    inTransaction(this.#database, () => {
      if (rows.some(([number]) => number <= this.#rows)) this.#countEdit();
      for (const [number, mask] of rows) {
        if (mask === 0) remove.run(number);
        else insert.run(number, mask);
      }
    });
  }

  /** How many rows have each mask; those without are not counted. */
  missed(): MissedCount[] {
    return this.#database
      .prepare('SELECT mask, count(*) AS rows FROM missed WHERE number <= ? GROUP BY mask')
      .all(this.#rows) as unknown as MissedCount[];
  }

  /** Numbers of the rows without a mask, in their order; null: no row has one. */
  askedNumbers(): Int32Array | null {
    const asked = this.#reader.asked(this.#rows);
    if (asked === null) return null;
    return Int32Array.from(
      Array.from(asked.keys()).filter((row) => asked[row] === 1),
      (row) => row + 1,
    );
  }

  /** Puts other cells into rows that are there: views of them begin anew. `columns`: as for `append`. */
  replace(
    rows: readonly { readonly number: number; readonly cells: readonly (string | null)[] }[],
    columns: number,
  ): void {
    inTransaction(this.#database, () => {
      this.#countEdit();
      this.#widen(columns);
      const sets = Array.from({ length: columns }, (_, index) => `c${index} = ?`).join(', ');
      const update = this.#database.prepare(`UPDATE leads SET ${sets} WHERE number = ?`);
      for (const { number, cells } of rows) update.run(...padded(cells, columns), number);
    });
    this.#columns = Math.max(this.#columns, columns);
  }

  /** Rows by their number, both ends included. */
  between(first: number, last: number): Row[] {
    return this.#reader.between(first, last);
  }

  /** The rows of leads by their ids, for as long as leads may come again. */
  numbers(): LeadNumbers {
    return new LeadNumbers(this.#database);
  }

  /** A reader of views looks at this number to know that rows changed that it has read. */
  #countEdit(): void {
    this.#database.exec(`PRAGMA user_version = ${this.#reader.edits() + 1}`);
  }

  #widen(columns: number): void {
    for (let index = this.#columns; index < columns; index += 1)
      this.#database.exec(`ALTER TABLE leads ADD COLUMN c${index} TEXT`);
  }

  /**
   * Columns of the rows with these numbers, in the order of the numbers; a single number stands for the first rows, that
   * many. A column of null is empty.
   */
  rowsAt(columns: readonly (number | null)[], numbers: Int32Array | number): Generator<PackedRows> {
    return packedBatches(this.#database, this.#names(columns), numbers);
  }

  /** A column that no lead has brought yet is not in the table. */
  #names(columns: readonly (number | null)[]): (string | null)[] {
    return columns.map((column) => (column !== null && column < this.#columns ? `c${column}` : null));
  }

  /** By column: how many rows have a value in it. Reads the whole table. */
  filled(): number[] {
    if (this.#columns === 0) return [];
    const counts = Array.from({ length: this.#columns }, (_, index) => `count(nullif(c${index}, ''))`);
    const select = this.#database.prepare(`SELECT ${counts.join(', ')} FROM leads`);
    select.setReturnArrays(true);
    return (select.get() as unknown as number[]).map(Number);
  }

  /** Nothing that was stored can be lost in a power cut any more, and all of it is in the file itself. */
  settle(): void {
    this.#database.exec('PRAGMA wal_checkpoint(FULL)');
  }

  close(): void {
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

function padded(cells: readonly (string | null)[], columns: number): readonly (string | null)[] {
  return cells.length === columns ? cells : [...cells, ...new Array<null>(columns - cells.length).fill(null)];
}
