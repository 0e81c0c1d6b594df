// Why: decision 0270 and decision 0480.
import type { DatabaseSync } from 'node:sqlite';
import type { HistoryStep } from '../../../../shared/contract/check/check.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { storedValues } from '../../storage/stored-json.ts';

/** Null: as it is in the file. */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** What a person decided about a row, by the id of the decision; null: nothing. */
export interface SteppedRow {
  readonly row: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** The named steps of a person, in the order in which they were made. Each method is a part of the caller's transaction. */
export class CheckHistory {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = statementsOf(database);
  }

  /** Adds a step and writes its cells. Steps that were undone cannot be redone after it. */
  add(title: string, cells: readonly CellChange[], rows: readonly SteppedRow[]): void {
    const at = this.at();
    for (const forget of this.#statements.forgetAfter) forget.run(at);
    const step = Number(this.#statements.add.run(title, touchedBy(cells, rows)).lastInsertRowid);
    for (const { column, before, after } of byColumn(cells)) {
      this.#statements.addCells.run(step, column, before, after);
      this.#setCells(column, after);
    }
    for (const { row, before, after } of rows) this.#statements.addRow.run(step, row, before, after);
    this.#statements.moveTo.run(step);
  }

  /** Id of the last step that stands; 0: none does. */
  at(): number {
    return Number(this.#database.prepare('SELECT at FROM history').get()?.['at']);
  }

  /** Id of the step before the last that stands; 0: that was the first. */
  before(): number {
    const row = this.#database.prepare('SELECT max(id) AS id FROM step WHERE id < (SELECT at FROM history)').get();
    return Number(row?.['id']);
  }

  /** The step that an undo takes back, and how many stand. */
  last(): { readonly id: number; readonly title: string; readonly steps: number } | null {
    return this.#one('SELECT id, title, count(*) OVER () AS steps FROM step WHERE id <= ? ORDER BY id DESC LIMIT 1');
  }

  /** The step that a redo makes again, and how many were undone. */
  next(): { readonly id: number; readonly title: string; readonly steps: number } | null {
    return this.#one('SELECT id, title, count(*) OVER () AS steps FROM step WHERE id > ? ORDER BY id LIMIT 1');
  }

  /** The newest first, those that were undone among them. */
  page(offset: number, limit: number): { readonly total: number; readonly steps: HistoryStep[] } {
    const total = this.#database.prepare('SELECT count(*) AS total FROM step').get()?.['total'];
    const steps = this.#database
      .prepare(
        'SELECT id, title, rows, id <= (SELECT at FROM history) AS stands FROM step ORDER BY id DESC LIMIT ? OFFSET ?',
      )
      .all(limit, offset)
      .map((row) => ({
        id: Number(row['id']),
        title: String(row['title']),
        rows: Number(row['rows']),
        stands: row['stands'] === 1,
      }));
    return { total: Number(total), steps };
  }

  /** Whether there is such a step; 0 is the beginning. */
  has(step: number): boolean {
    return step === 0 || this.#database.prepare('SELECT 1 FROM step WHERE id = ?').get(step) !== undefined;
  }

  /** Rows that would be left out, or taken in, if this step were the last that stands, in the file's order. */
  decidedUpTo(step: number): number[] {
    return JSON.parse(String(this.#statements.rowsBetween.get(...this.#between(step))?.['rows'])) as number[];
  }

  /**
   * Values that cells would have if this step were the last that stands, by row; null: as in the file.
   *
   * @throws DamagedText
   */
  cellsUpTo(step: number): { readonly column: number; readonly values: ReadonlyMap<number, string | null> }[] {
    const side = step < this.at() ? 'before' : 'after';
    const columns = new Map<number, Map<number, string | null>>();
    for (const { col, json } of this.#statements.cellsBetween[side].all(...this.#between(step))) {
      const column = Number(col);
      const values = columns.get(column) ?? new Map<number, string | null>();
      columns.set(column, values);
      for (const [row, value] of Object.entries(storedValues(json))) values.set(Number(row), value);
    }
    return [...columns].map(([column, values]) => ({ column, values }));
  }

  /** Ids of steps after the first and up to the last that are taken back, or made again. */
  #between(step: number): [after: number, last: number] {
    const at = this.at();
    return step < at ? [step, at] : [at, step];
  }

  /** Takes steps back, or makes them again, until this one is the last that stands. */
  goTo(step: number): void {
    const at = this.at();
    if (step < at) for (const id of this.#ids(step, at).reverse()) this.#put(id, 'before');
    else for (const id of this.#ids(at, step)) this.#put(id, 'after');
    this.#statements.moveTo.run(step);
  }

  #ids(after: number, last: number): number[] {
    const rows = this.#database.prepare('SELECT id FROM step WHERE id > ? AND id <= ? ORDER BY id').all(after, last);
    return rows.map((row) => Number(row['id']));
  }

  /** Puts cells and rows where the step had found them, or had put them. */
  #put(step: number, side: 'before' | 'after'): void {
    const { cellsOf, put } = this.#statements;
    for (const { col, json } of cellsOf[side].all(step)) this.#setCells(Number(col), String(json));
    for (const statement of put[side]) statement.run(step);
  }

  /** Sets cells that were changed before this history began. */
  carryOver(cells: readonly CellChange[]): void {
    for (const { column, after } of byColumn(cells)) this.#setCells(column, after);
  }

  /**
   * Sets cells of a column: hundreds of thousands in a tenth of the time of one after the other.
   *
   * @param json an object of values by row; null: as it is in the file
   */
  #setCells(column: number, json: string): void {
    // A value may hold these signs too; then a statement finds nothing to do.
    if (json.includes(':null')) this.#statements.dropCells.run(column, json);
    if (json.includes(':"')) this.#statements.putCells.run(column, json);
  }

  #one(sql: string): { id: number; title: string; steps: number } | null {
    const row = this.#database.prepare(sql).get(this.at());
    return row ? { id: Number(row['id']), title: String(row['title']), steps: Number(row['steps']) } : null;
  }
}

/** How many rows they are of. */
function touchedBy(cells: readonly CellChange[], rows: readonly SteppedRow[]): number {
  let last = 0;
  for (const { row } of cells) last = Math.max(last, row);
  for (const { row } of rows) last = Math.max(last, row);
  const touched = new RowSet(last);
  for (const { row } of cells) touched.add(row);
  for (const { row } of rows) touched.add(row);
  return touched.size;
}

type Values = Record<number, string | null>;

/** Changes column by column, for statements about all of a column: objects of the values by row, as JSON. */
function byColumn(cells: readonly CellChange[]): { column: number; before: string; after: string }[] {
  const columns = new Map<number, { readonly before: Values; readonly after: Values }>();
  for (const { row, column, before, after } of cells) {
    const values = columns.get(column) ?? { before: {}, after: {} };
    columns.set(column, values);
    values.before[row] = before;
    values.after[row] = after;
  }
  return [...columns].map(([column, { before, after }]) => ({
    column,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
}

function puttingRows(database: DatabaseSync, side: 'before' | 'after') {
  return [
    `DELETE FROM decided WHERE n IN (SELECT n FROM step_row WHERE step = ? AND ${side} IS NULL)`,
    `INSERT OR REPLACE INTO decided (n, decision)
     SELECT n, ${side} FROM step_row WHERE step = ? AND ${side} IS NOT NULL`,
  ].map((sql) => database.prepare(sql));
}

/** Step by step in the order in which they are put, so that the last one counts. */
function readingCells(database: DatabaseSync, side: 'before' | 'after') {
  return database.prepare(
    `SELECT col, ${side} AS json FROM step_column
     WHERE step > ? AND step <= ? ORDER BY step ${side === 'before' ? 'DESC' : 'ASC'}, col`,
  );
}

function statementsOf(database: DatabaseSync) {
  const bothSides = <Made>(make: (side: 'before' | 'after') => Made) => ({
    before: make('before'),
    after: make('after'),
  });
  return {
    forgetAfter: ['step_column WHERE step', 'step_row WHERE step', 'step WHERE id'].map((what) =>
      database.prepare(`DELETE FROM ${what} > ?`),
    ),
    add: database.prepare('INSERT INTO step (title, rows) VALUES (?, ?)'),
    addCells: database.prepare('INSERT INTO step_column (step, col, before, after) VALUES (?, ?, ?, ?)'),
    addRow: database.prepare('INSERT INTO step_row (step, n, before, after) VALUES (?, ?, ?, ?)'),
    moveTo: database.prepare('UPDATE history SET at = ?'),
    putCells: database.prepare(
      `INSERT INTO edit (n, col, value) SELECT CAST(key AS INTEGER), ?1, value FROM json_each(?2) WHERE value IS NOT NULL
       ON CONFLICT (n, col) DO UPDATE SET value = excluded.value`,
    ),
    dropCells: database.prepare(
      `DELETE FROM edit WHERE col = ?1 AND n IN (SELECT CAST(key AS INTEGER) FROM json_each(?2) WHERE value IS NULL)`,
    ),
    cellsOf: bothSides((side) => database.prepare(`SELECT col, ${side} AS json FROM step_column WHERE step = ?`)),
    put: bothSides((side) => puttingRows(database, side)),
    rowsBetween: database.prepare(
      'SELECT json_group_array(n) AS rows FROM (SELECT DISTINCT n FROM step_row WHERE step > ? AND step <= ? ORDER BY n)',
    ),
    cellsBetween: bothSides((side) => readingCells(database, side)),
  };
}

/** Steps that stand; for a database that is not opened as a layer. */
export function stepsIn(database: DatabaseSync): number {
  const row = database.prepare('SELECT count(*) AS total FROM step WHERE id <= (SELECT at FROM history)').get();
  return Number(row?.['total']);
}

/** Id of the last step that stands, or 0: higher than before only where a step was made, or made again. */
export function lastStepIn(database: DatabaseSync): number {
  return Number(database.prepare('SELECT at FROM history').get()?.['at']);
}
