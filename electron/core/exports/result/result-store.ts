// Why: decision 0070.
import type { DatabaseSync } from 'node:sqlite';
import type { PackedRows } from '../../files/writing/packed-rows.ts';
import { openResult } from './open-result.ts';
import { packedBatches } from './packed-batches.ts';

/** One export on disk: a table with a column for each path. Adds rows, and reads them for a file. */
export class ResultStore {
  readonly #database: DatabaseSync;
  #columns: number;
  #rows: number;

  /**
   * Creates the file when it is missing.
   *
   * @throws Error of SQLite for a file that is no database
   */
  constructor(path: string) {
    this.#database = openResult(path);
    const columns = this.#database.prepare('SELECT count(*) AS n FROM pragma_table_info(?)').get('leads');
    this.#columns = Number(columns?.['n'] ?? 1) - 1;
    this.#rows = Number(this.#database.prepare('SELECT coalesce(max(number), 0) AS n FROM leads').get()?.['n'] ?? 0);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Appends rows in one transaction. `columns`: the number known now; it never decreases. */
  append(rows: readonly (readonly (string | null)[])[], columns: number): void {
    this.#database.exec('BEGIN');
    try {
      for (let index = this.#columns; index < columns; index += 1)
        this.#database.exec(`ALTER TABLE leads ADD COLUMN c${index} TEXT`);
      const names = Array.from({ length: columns }, (_, index) => `c${index}`);
      const insert = this.#database.prepare(
        `INSERT INTO leads (${['number', ...names].join(', ')}) VALUES (${['?', ...names.map(() => '?')].join(', ')})`,
      );
      let number = this.#rows;
      for (const row of rows) {
        number += 1;
        const cells = row.length === columns ? row : [...row, ...new Array<null>(columns - row.length).fill(null)];
        insert.run(number, ...cells);
      }
      this.#database.exec('COMMIT');
      this.#columns = Math.max(this.#columns, columns);
      this.#rows = number;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Columns of the rows with these numbers, in the order of the numbers; or of so many of the first rows. Null: a column
   * of nothing.
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

  close(): void {
    this.#database.close();
  }
}
