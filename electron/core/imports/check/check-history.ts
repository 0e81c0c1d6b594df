// Why: decision 0270.
import type { DatabaseSync } from 'node:sqlite';
import type { HistoryStep } from '../../../../shared/contract/check/check.ts';

export interface CellChange {
  readonly row: number;
  readonly column: number;
  /** Null: as it is in the file. */
  readonly value: string | null;
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

  /** Adds a step before its cells are written. Steps that were undone cannot be redone after it. */
  add(title: string, cells: ColumnChanges, rows: readonly SteppedRow[]): void {
    const at = this.at();
    for (const forget of this.#statements.forgetAfter) forget.run(at);
    const touched = new Set(cells.rows);
    for (const { row } of rows) touched.add(row);
    const step = Number(this.#statements.add.run(title, touched.size).lastInsertRowid);
    for (const { column, json } of cells.columns) this.#statements.addCells.run(step, column, json);
    for (const { row, before, after } of rows) this.#statements.addRow.run(step, row, before, after);
    this.#statements.moveTo.run(step);
  }

  /** Id of the last step that stands; 0: none does. */
  at(): number {
    return Number(this.#database.prepare('SELECT at FROM history').get()?.['at'] ?? 0);
  }

  /** Id of the step before the last that stands; 0: that was the first. */
  before(): number {
    const row = this.#database.prepare('SELECT max(id) AS id FROM step WHERE id < (SELECT at FROM history)').get();
    return Number(row?.['id'] ?? 0);
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

  /** Rows that would be other ones if this step were the last that stands, in the file's order; `decided`: left out or taken in. */
  rowsUpTo(step: number): { readonly rows: number[]; readonly decided: number[] } {
    const between = this.#between(step);
    const { rowsBetween, cellRowsBetween } = this.#statements;
    const [decided, edited] = [rowsBetween, cellRowsBetween].map(
      (statement) => JSON.parse(String(statement.get(...between)?.['rows'])) as number[],
    ) as [number[], number[]];
    if (decided.length === 0) return { rows: edited, decided };
    return { rows: [...new Set([...edited, ...decided])].sort((one, other) => one - other), decided };
  }

  /** Values that cells would have if this step were the last that stands, by row; null: as in the file. */
  cellsUpTo(step: number): { readonly column: number; readonly values: ReadonlyMap<number, string | null> }[] {
    const side = step < this.at() ? 'before' : 'after';
    const columns = new Map<number, Map<number, string | null>>();
    for (const { col, rows, texts } of this.#statements.cellsBetween[side].all(...this.#between(step))) {
      const column = Number(col);
      const values = columns.get(column) ?? new Map<number, string | null>();
      columns.set(column, values);
      const found = JSON.parse(String(texts)) as (string | null)[];
      for (const [index, row] of (JSON.parse(String(rows)) as number[]).entries())
        values.set(row, found[index] ?? null);
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
    for (const statement of this.#statements.put[side]) statement.run(step);
  }

  #one(sql: string): { id: number; title: string; steps: number } | null {
    const row = this.#database.prepare(sql).get(this.at());
    return row ? { id: Number(row['id']), title: String(row['title']), steps: Number(row['steps']) } : null;
  }
}

/** Changes of cells, column by column, for statements about all of a column. */
export interface ColumnChanges {
  readonly rows: ReadonlySet<number>;
  /** `json`: an object of the values by row. */
  readonly columns: readonly {
    readonly column: number;
    readonly json: string;
    readonly isPutting: boolean;
    readonly isDropping: boolean;
  }[];
}

export function byColumn(cells: readonly CellChange[]): ColumnChanges {
  const rows = new Set<number>();
  const columns = new Map<number, { values: Record<number, string | null>; filled: number; count: number }>();
  for (const { row, column, value } of cells) {
    rows.add(row);
    const found = columns.get(column) ?? { values: {}, filled: 0, count: 0 };
    columns.set(column, found);
    found.values[row] = value;
    found.count += 1;
    if (value !== null) found.filled += 1;
  }
  return {
    rows,
    columns: [...columns].map(([column, { values, filled, count }]) => ({
      column,
      json: JSON.stringify(values),
      isPutting: filled > 0,
      isDropping: filled < count,
    })),
  };
}

function putting(database: DatabaseSync, side: 'before' | 'after') {
  return [
    `DELETE FROM edit WHERE (n, col) IN (SELECT n, col FROM step_cell WHERE step = ? AND ${side} IS NULL)`,
    `INSERT OR REPLACE INTO edit (n, col, value)
     SELECT n, col, ${side} FROM step_cell WHERE step = ? AND ${side} IS NOT NULL`,
    `DELETE FROM decided WHERE n IN (SELECT n FROM step_row WHERE step = ? AND ${side} IS NULL)`,
    `INSERT OR REPLACE INTO decided (n, decision)
     SELECT n, ${side} FROM step_row WHERE step = ? AND ${side} IS NOT NULL`,
  ].map((sql) => database.prepare(sql));
}

/** Step by step in the order in which they are put, so that the last one counts; a step a column in two lists. */
function readingCells(database: DatabaseSync, side: 'before' | 'after') {
  return database.prepare(
    `SELECT col, json_group_array(n) AS rows, json_group_array(${side}) AS texts FROM step_cell
     WHERE step > ? AND step <= ? GROUP BY step, col ORDER BY step ${side === 'before' ? 'DESC' : 'ASC'}, col`,
  );
}

function statementsOf(database: DatabaseSync) {
  return {
    forgetAfter: ['step_cell WHERE step', 'step_row WHERE step', 'step WHERE id'].map((what) =>
      database.prepare(`DELETE FROM ${what} > ?`),
    ),
    add: database.prepare('INSERT INTO step (title, rows) VALUES (?, ?)'),
    addCells: database.prepare(
      `INSERT INTO step_cell (step, n, col, before, after)
       SELECT ?1, c.n, ?2, e.value, c.value
       FROM (SELECT CAST(key AS INTEGER) AS n, value FROM json_each(?3)) c
       LEFT JOIN edit e ON e.n = c.n AND e.col = ?2`,
    ),
    addRow: database.prepare('INSERT INTO step_row (step, n, before, after) VALUES (?, ?, ?, ?)'),
    moveTo: database.prepare('UPDATE history SET at = ?'),
    put: { before: putting(database, 'before'), after: putting(database, 'after') },
    cellRowsBetween: database.prepare(
      'SELECT json_group_array(n) AS rows FROM (SELECT DISTINCT n FROM step_cell WHERE step > ? AND step <= ? ORDER BY n)',
    ),
    rowsBetween: database.prepare(
      'SELECT json_group_array(n) AS rows FROM (SELECT DISTINCT n FROM step_row WHERE step > ? AND step <= ? ORDER BY n)',
    ),
    cellsBetween: { before: readingCells(database, 'before'), after: readingCells(database, 'after') },
  };
}

/** Steps that stand; for a database that is not opened as a layer. */
export function stepsIn(database: DatabaseSync): number {
  const row = database.prepare('SELECT count(*) AS total FROM step WHERE id <= (SELECT at FROM history)').get();
  return Number(row?.['total']);
}
