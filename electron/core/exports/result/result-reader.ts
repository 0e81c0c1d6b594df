import type { DatabaseSync } from 'node:sqlite';

/** Between two cells of one column in a run. It never occurs in UTF-8. */
export const CELL_END = 0xff;

export type Row = { number: number; cells: (string | null)[] };

/**
 * Reads the rows of a result, also while another thread adds some. Rows have the numbers from 1, without a gap. Names of columns in SQL are `c` and a number: nothing of a lead is ever part of a statement.
 */
export class ResultReader {
  readonly #database: DatabaseSync;
  /** Columns that were found at some time; there are never fewer. */
  #known = 0;

  /** @param database stays open when the reader is no longer used; its owner closes it */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Rows that have arrived. */
  rows(): number {
    return lastRow(this.#database, 'leads');
  }

  /** A larger number after rows that were there have changed. */
  edits(): number {
    return Number(this.#database.prepare('PRAGMA user_version').get()?.['user_version']);
  }

  /** A larger number after rows got other numbers. */
  moves(): number {
    return Number(this.#database.prepare('PRAGMA application_id').get()?.['application_id']);
  }

  /** Columns that a lead has brought so far. */
  columns(): number {
    const found = this.#database.prepare('SELECT count(*) AS n FROM pragma_table_info(?)').get('leads');
    return Number(found?.['n']) - 1;
  }

  /** By row, from 0, of the first `rows`: 1 when the lead fits every filter of the query. Null: all do. */
  asked(rows: number): Uint8Array | null {
    if (this.#database.prepare('SELECT 1 FROM missed LIMIT 1').get() === undefined) return null;
    const select = this.#database.prepare('SELECT number FROM missed WHERE number <= ?');
    const asked = new Uint8Array(rows).fill(1);
    for (const row of select.iterate(rows)) asked[Number(row['number']) - 1] = 0;
    return asked;
  }

  /** Bytes of an average row, from the size of the file. */
  rowBytes(): number {
    const size = this.#database
      .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()')
      .get();
    return Number(size?.['bytes']) / Math.max(1, this.rows());
  }

  /** Rows in the order of their numbers, both included. */
  between(first: number, last: number): Row[] {
    return this.#rowsWhere('number BETWEEN ? AND ? ORDER BY number').read(first, last);
  }

  /** Rows in the order of `numbers`. */
  at(numbers: Iterable<number>): Row[] {
    const rows = this.#rowsWhere('number = ?');
    return Array.from(numbers, (number) => rows.read(number)).flat();
  }

  /**
   * The cells of some columns in the rows from `first` to `last`: for each column one run of UTF-8 with `CELL_END` between
   * two cells. A cell without a value is empty, and so is a column that no lead has brought. SQLite joins the cells,
   * because a string for each cell takes several times longer.
   */
  runs(columns: readonly number[], first: number, last: number): Uint8Array[] {
    if (columns.some((column) => column >= this.#known)) this.#known = this.columns();
    const parts = columns.map((column) =>
      column < this.#known
        ? `CAST(group_concat(coalesce(c${column}, ''), CAST(x'FF' AS TEXT)) AS BLOB)`
        : `CAST(group_concat('', CAST(x'FF' AS TEXT)) AS BLOB)`,
    );
    if (parts.length === 0) return [];
    const read = ['number', ...columns.filter((column) => column < this.#known).map((column) => `c${column}`)].join(
      ', ',
    );
    const select = this.#database.prepare(
      `SELECT ${parts.join(', ')} FROM (SELECT ${read} FROM leads WHERE number BETWEEN ? AND ? ORDER BY number)`,
    );
    select.setReturnArrays(true);
    const runs = select.get(first, last) as unknown as (Uint8Array | null)[];
    return runs.map((run) => run ?? new Uint8Array());
  }

  #rowsWhere(condition: string): { read(...parameters: number[]): Row[] } {
    const cells = Array.from({ length: this.columns() }, (_, column) => `c${column}`);
    const select = this.#database.prepare(`SELECT ${['number', ...cells].join(', ')} FROM leads WHERE ${condition}`);
    select.setReturnArrays(true);
    return {
      read: (...parameters) => (select.all(...parameters) as unknown as [number, ...(string | null)[]][]).map(toRow),
    };
  }
}

function toRow([number, ...cells]: [number, ...(string | null)[]]): Row {
  return { number, cells };
}

/** The largest number in a table of rows; 0: it is empty. */
export function lastRow(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT coalesce(max(number), 0) AS n FROM ${table}`).get()?.['n']);
}
