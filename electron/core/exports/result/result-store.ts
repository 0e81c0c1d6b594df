// Why: decision 0070.
import { DatabaseSync } from 'node:sqlite';
import type { PackedRows } from '../../files/writing/packed-rows.ts';
import { packedBatches } from './packed-batches.ts';

export interface SortKey {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

export interface View {
  readonly sort: readonly SortKey[];
  /** Rows in which any cell contains this text, without regard to case; empty: all rows. */
  readonly search: string;
}

export type Row = { number: number; cells: (string | null)[] };

/** Sorted or searched views in memory; each takes 4 bytes a row. */
const KEPT_VIEWS = 4;

/**
 * One export on disk: a table with a column for each path. A sorted or searched view is computed once, as a list of row
 * numbers, because `ORDER BY … OFFSET` takes seconds a page at half a million rows.
 */
export class ResultStore {
  readonly #database: DatabaseSync;
  readonly #views = new Map<string, { rows: number; numbers: Int32Array }>();
  #columns: number;
  #rows: number;

  /**
   * Creates the file when it is missing.
   *
   * @throws Error of SQLite for a file that is no database
   */
  constructor(path: string) {
    this.#database = new DatabaseSync(path, { timeout: 5000 });
    // NORMAL: a power cut may lose the last rows, never the file. They can be fetched again.
    // Large pages take a tenth less time while leads are stored. A file that exists keeps its page size.
    this.#database.exec('PRAGMA page_size=16384; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;');
    this.#database.function('holds', { deterministic: true }, (cell, wanted) =>
      typeof cell === 'string' && cell.toLowerCase().includes(String(wanted)) ? 1 : 0,
    );
    this.#database.exec('CREATE TABLE IF NOT EXISTS leads (number INTEGER PRIMARY KEY)');
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

  /** The rows of a view from `offset`, at most `limit`, and how many rows the view has. */
  page(view: View, offset: number, limit: number): { total: number; rows: Row[] } {
    const numbers = this.#numbers(view);
    if (numbers === null) return { total: this.#rows, rows: this.#between(offset + 1, offset + limit) };
    const wanted = numbers.subarray(offset, offset + limit);
    const select = this.#database.prepare('SELECT * FROM leads WHERE number = ?');
    select.setReturnArrays(true);
    const rows: Row[] = [];
    for (const number of wanted) {
      const row = select.get(number) as unknown as [number, ...(string | null)[]] | undefined;
      if (row) rows.push({ number: row[0], cells: row.slice(1) as (string | null)[] });
    }
    return { total: numbers.length, rows };
  }

  /**
   * The chosen columns of all rows of a view, in batches, so that a save never holds more than one. The view is the one of
   * now: rows that arrive later are not in it.
   */
  rowsOf(view: View, columns: readonly number[]): { total: number; batches: Generator<PackedRows> } {
    const numbers = this.#numbers(view);
    const total = numbers?.length ?? this.#rows;
    return { total, batches: packedBatches(this.#database, this.#names(columns), numbers ?? total) };
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

  #between(first: number, last: number): Row[] {
    const select = this.#database.prepare('SELECT * FROM leads WHERE number BETWEEN ? AND ? ORDER BY number');
    select.setReturnArrays(true);
    const rows = select.all(first, last) as unknown as [number, ...(string | null)[]][];
    return rows.map((row) => ({ number: row[0], cells: row.slice(1) as (string | null)[] }));
  }

  #numbers(view: View): Int32Array | null {
    const search = view.search.trim();
    const sort = view.sort.filter((key) => key.column < this.#columns);
    if (search === '' && sort.length === 0) return null;
    const key = JSON.stringify([search, sort]);
    const kept = this.#views.get(key);
    if (kept && kept.rows === this.#rows) return kept.numbers;
    const numbers = this.#materialise(search, sort);
    this.#views.delete(key);
    this.#views.set(key, { rows: this.#rows, numbers });
    if (this.#views.size > KEPT_VIEWS) this.#views.delete(this.#views.keys().next().value ?? '');
    return numbers;
  }

  #materialise(search: string, sort: readonly SortKey[]): Int32Array {
    const names = ['number', ...sort.map((key) => `c${key.column}`)];
    const condition = search === '' ? '' : `WHERE ${this.#condition(search)}`;
    const select = this.#database.prepare(`SELECT ${names.join(', ')} FROM leads ${condition}`);
    select.setReturnArrays(true);
    const found: [number, ...(string | null)[]][] = [];
    const parameters = search === '' ? [] : new Array<string>(this.#columns).fill(needle(search));
    for (const row of select.iterate(...parameters)) found.push(row as unknown as [number, ...(string | null)[]]);
    if (sort.length > 0) found.sort(compareBy(sort));
    return Int32Array.from(found, (row) => row[0]);
  }

  #condition(search: string): string {
    const parts = Array.from({ length: this.#columns }, (_, index) =>
      isAscii(search) ? String.raw`c${index} LIKE ? ESCAPE '\'` : `holds(c${index}, ?)`,
    );
    return parts.length === 0 ? '0' : parts.join(' OR ');
  }
}

/** LIKE ignores case for ASCII only (å and Å differ), but is several times faster than a function in JavaScript. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function needle(search: string): string {
  return isAscii(search) ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : search.toLowerCase();
}

/** Empty cells last in both directions; numbers in text by their size; letters in the order of the computer's language. */
function compareBy(sort: readonly SortKey[]) {
  const collator = new Intl.Collator(undefined, { numeric: true });
  return (left: readonly (number | string | null)[], right: readonly (number | string | null)[]): number => {
    for (const [position, key] of sort.entries()) {
      const a = left[position + 1] as string | null | undefined;
      const b = right[position + 1] as string | null | undefined;
      const isEmptyA = a === null || a === undefined || a === '';
      const isEmptyB = b === null || b === undefined || b === '';
      if (isEmptyA !== isEmptyB) return isEmptyA ? 1 : -1;
      if (isEmptyA || isEmptyB) continue;
      const order = collator.compare(a, b);
      if (order !== 0) return key.direction === 'asc' ? order : -order;
    }
    return Number(left[0]) - Number(right[0]);
  };
}
