// Why: decision 0270.
import type { DatabaseSync } from 'node:sqlite';
import type { HistoryStep } from '../../../../shared/contract/check/check.ts';

/** A cell as it was before a step and as it is after it; null: as it is in the file. */
export interface SteppedCell {
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

/** Puts the state of a cell or of a row where a step had found it, or had put it. */
export interface StepTarget {
  setCell(change: { readonly row: number; readonly column: number; readonly value: string | null }): void;
  setDecision(row: number, decision: number | null): void;
}

/** The named steps of a person, in the order in which they were made. Each method is a part of the caller's transaction. */
export class CheckHistory {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = statementsOf(database);
  }

  /** Steps that were undone cannot be redone after it. */
  add(title: string, cells: readonly SteppedCell[], rows: readonly SteppedRow[]): void {
    const at = this.at();
    for (const forget of this.#statements.forgetAfter) forget.run(at);
    const touched = new Set([...cells, ...rows].map(({ row }) => row)).size;
    const step = Number(this.#statements.add.run(title, touched).lastInsertRowid);
    for (const { row, column, before, after } of cells) this.#statements.addCell.run(step, row, column, before, after);
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

  /** Rows that would be other ones if this step were the last that stands, in the file's order. */
  rowsUpTo(step: number): number[] {
    const at = this.at();
    const [after, last] = step < at ? [step, at] : [at, step];
    return this.#statements.rowsBetween.all(after, last, after, last).map((row) => Number(row['n']));
  }

  /** Takes steps back, or makes them again, until this one is the last that stands. */
  goTo(step: number, target: StepTarget): void {
    const at = this.at();
    if (step < at) for (const id of this.#ids(step, at).reverse()) this.#put(id, 'before', target);
    else for (const id of this.#ids(at, step)) this.#put(id, 'after', target);
    this.#statements.moveTo.run(step);
  }

  #ids(after: number, last: number): number[] {
    const rows = this.#database.prepare('SELECT id FROM step WHERE id > ? AND id <= ? ORDER BY id').all(after, last);
    return rows.map((row) => Number(row['id']));
  }

  #put(step: number, side: 'before' | 'after', target: StepTarget): void {
    for (const row of this.#statements.cellsOf.all(step)) {
      const value = row[side] === null ? null : String(row[side]);
      target.setCell({ row: Number(row['n']), column: Number(row['col']), value });
    }
    for (const row of this.#statements.rowsOf.all(step))
      target.setDecision(Number(row['n']), row[side] === null ? null : Number(row[side]));
  }

  #one(sql: string): { id: number; title: string; steps: number } | null {
    const row = this.#database.prepare(sql).get(this.at());
    return row ? { id: Number(row['id']), title: String(row['title']), steps: Number(row['steps']) } : null;
  }
}

function statementsOf(database: DatabaseSync) {
  return {
    forgetAfter: ['step_cell WHERE step', 'step_row WHERE step', 'step WHERE id'].map((what) =>
      database.prepare(`DELETE FROM ${what} > ?`),
    ),
    add: database.prepare('INSERT INTO step (title, rows) VALUES (?, ?)'),
    addCell: database.prepare('INSERT INTO step_cell (step, n, col, before, after) VALUES (?, ?, ?, ?, ?)'),
    addRow: database.prepare('INSERT INTO step_row (step, n, before, after) VALUES (?, ?, ?, ?)'),
    moveTo: database.prepare('UPDATE history SET at = ?'),
    cellsOf: database.prepare('SELECT n, col, before, after FROM step_cell WHERE step = ?'),
    rowsOf: database.prepare('SELECT n, before, after FROM step_row WHERE step = ?'),
    rowsBetween: database.prepare(
      `SELECT n FROM step_cell WHERE step > ? AND step <= ?
       UNION SELECT n FROM step_row WHERE step > ? AND step <= ? ORDER BY n`,
    ),
  };
}

/** Steps that stand; for a database that is not opened as a layer. */
export function stepsIn(database: DatabaseSync): number {
  const row = database.prepare('SELECT count(*) AS total FROM step WHERE id <= (SELECT at FROM history)').get();
  return Number(row?.['total']);
}
