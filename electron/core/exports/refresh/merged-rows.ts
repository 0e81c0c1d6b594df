import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { lastRow } from '../result/result-reader.ts';

export type Cells = readonly (string | null)[];

/** Reads and changes the rows of a result inside a transaction. The leads that came are attached as `came`. */
export class MergedRows {
  /** Rows of the result before, and leads that came. */
  readonly before: number;
  readonly came: number;
  readonly #database: DatabaseSync;
  readonly #places: readonly number[];
  readonly #width: number;
  readonly #read: StatementSync;
  readonly #readCame: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #mark: StatementSync;
  readonly #unmark: StatementSync;
  #rows: number;
  #gaps = 0;
  #isEdited = false;

  constructor(
    database: DatabaseSync,
    { paths, places }: { readonly paths: readonly string[]; readonly places: readonly number[] },
  ) {
    this.#database = database;
    this.#places = places;
    this.#width = paths.length;
    const known = widthOf(database, 'main');
    for (let column = known; column < this.#width; column += 1)
      database.exec(`ALTER TABLE main.leads ADD COLUMN c${column} TEXT`);
    database.exec('CREATE TEMP TABLE gap (number INTEGER PRIMARY KEY)');
    this.before = lastRow(database, 'main.leads');
    this.came = lastRow(database, 'came.leads');
    this.#rows = this.before;
    const names = Array.from({ length: this.#width }, (_, column) => `c${column}`);
    const select = (schema: string, columns: readonly string[]) => {
      const statement = database.prepare(
        `SELECT ${columns.join(', ') || 'NULL'} FROM ${schema}.leads WHERE number = ?`,
      );
      statement.setReturnArrays(true);
      return statement;
    };
    this.#read = select('main', names);
    this.#readCame = select(
      'came',
      places.map((_, column) => (column < widthOf(database, 'came') ? `c${column}` : 'NULL')),
    );
    this.#insert = database.prepare(
      `INSERT INTO main.leads (${['number', ...names].join(', ')}) VALUES (${['?', ...names.map(() => '?')].join(', ')})`,
    );
    const sets = names.map((name) => `${name} = ?`).join(', ') || 'number = number';
    this.#update = database.prepare(`UPDATE main.leads SET ${sets} WHERE number = ?`);
    this.#mark = database.prepare('INSERT OR REPLACE INTO main.missed (number, mask) VALUES (?, ?)');
    this.#unmark = database.prepare('DELETE FROM main.missed WHERE number = ?');
  }

  cells(number: number): Cells {
    return this.#read.get(number) as unknown as Cells;
  }

  /** The cells of a lead that came, in the columns of the result. */
  cellsThatCame(number: number): Cells {
    const found = this.#readCame.get(number) as unknown as Cells;
    const cells = new Array<string | null>(this.#width).fill(null);
    for (const [column, place] of this.#places.entries()) cells[place] = found[column] ?? null;
    return cells;
  }

  add(cells: Cells, missed: number): void {
    this.#rows += 1;
    this.#insert.run(this.#rows, ...cells);
    this.#setMark(this.#rows, missed);
  }

  put(number: number, cells: Cells, missed: number): void {
    this.#isEdited = true;
    this.#update.run(...cells, number);
    this.#setMark(number, missed);
  }

  /** Takes a row out. Its number stays free until `closeGaps`. */
  drop(number: number): void {
    this.#isEdited = true;
    this.#database.prepare('DELETE FROM main.leads WHERE number = ?').run(number);
    this.#unmark.run(number);
    this.#database.prepare('INSERT INTO temp.gap VALUES (?)').run(number);
    this.#gaps += 1;
  }

  /** Rows have the numbers from 1 without a gap: the last ones take the free numbers. */
  closeGaps(): void {
    if (this.#gaps === 0) return;
    const rows = this.#rows - this.#gaps;
    const free = this.#database.prepare('SELECT number FROM temp.gap WHERE number > ? AND number <= ? LIMIT 1');
    const move = this.#database.prepare('UPDATE main.leads SET number = ? WHERE number = ?');
    const isFree = this.#database.prepare('SELECT 1 FROM temp.gap WHERE number = ?');
    const moveMark = this.#database.prepare('UPDATE main.missed SET number = ? WHERE number = ?');
    let gap = 0;
    for (let last = this.#rows; last > rows; last -= 1) {
      if (isFree.get(last) !== undefined) continue;
      gap = Number(free.get(gap, rows)?.['number']);
      move.run(gap, last);
      moveMark.run(gap, last);
    }
    // Whoever remembers rows by their numbers must forget them.
    this.#raise('application_id');
  }

  /** Views of the result begin anew when a row changed that they may have read. */
  countEdit(): void {
    if (this.#isEdited) this.#raise('user_version');
  }

  /** Whoever reads the result compares these numbers with those from before. */
  #raise(pragma: 'application_id' | 'user_version'): void {
    const known = this.#database.prepare(`PRAGMA main.${pragma}`).get()?.[pragma];
    const next = Number(known) + 1;
    this.#database.exec(`PRAGMA main.${pragma} = ${next}`);
  }

  #setMark(number: number, missed: number): void {
    if (missed === 0) this.#unmark.run(number);
    else this.#mark.run(number, missed);
  }
}

/** Columns of the table of leads. */
export function widthOf(database: DatabaseSync, schema: 'main' | 'came'): number {
  const found = database.prepare('SELECT count(*) AS n FROM pragma_table_info(?, ?)').get('leads', schema);
  return Number(found?.['n']) - 1;
}
