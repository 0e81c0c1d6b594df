// Why: decision 0271.
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ShownRowChange } from '../../../../../../shared/contract/jobs/jobs.ts';
import { storedJson } from '../../../../storage/stored-json.ts';

export type ChangeKind = 'repair' | 'sendAgain' | 'leaveOut';

/** Values by column index. */
export type RepairedCells = Readonly<Record<string, string>>;

/** Rows of a change, each with its repaired cells on the other side of it; null: it has none there. */
export type ChangedRows = readonly (readonly [row: number, cells: RepairedCells | null])[];

/** A change of refused rows. */
export interface RowChange {
  readonly id: number;
  readonly kind: ChangeKind;
  /** For the screen. */
  readonly words: string;
  /** With their repaired cells before the change, or, of one that was undone, after it. */
  readonly rows: ChangedRows;
}

/** The state in which a row still is when a change of it can be undone. */
const STILL = `CASE c.kind WHEN 'sendAgain' THEN 'ready' WHEN 'leaveOut' THEN 'excluded' ELSE 'rejected' END`;

/** Rows of the list `column` of a change `c` that are in a state. */
const rowsIn = (column: string, state: string) =>
  `(SELECT count(*) FROM json_each(iif(json_valid(c.${column}), c.${column}, '[]')) e
    JOIN import_row r ON r.job = c.job AND r.n = json_extract(e.value, '$[0]') WHERE r.state = ${state})`;

/**
 * What a person did with refused rows, the steps in their order. The last one of which a row still waits can be undone, and
 * one that was undone can be made again until there is another change. Each method is a part of the open transaction.
 */
export class RowChanges {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
  }

  /** What was undone before it cannot be made again. */
  add(job: string, change: Omit<RowChange, 'id'>, at: number, run: string): void {
    this.#journal
      .prepare('UPDATE import_change SET taken_back = NULL WHERE job = ? AND taken_back IS NOT NULL')
      .run(job);
    this.#journal
      .prepare('INSERT INTO import_change (job, at, run, kind, words, rows) VALUES (?, ?, ?, ?, ?, ?)')
      .run(job, at, run, change.kind, change.words, JSON.stringify(change.rows));
  }

  /** The change that an undo takes back. When it is too late for all of them: the newest, with no row open. */
  last(job: string): ShownRowChange | null {
    return (
      this.#undoable(job) ??
      this.#shown(
        job,
        `SELECT id, words, rows AS list, 0 AS open FROM import_change WHERE job = ? AND undone_at IS NULL
         ORDER BY id DESC LIMIT 1`,
      )
    );
  }

  /** The change that a redo makes again. */
  next(job: string): ShownRowChange | null {
    return this.#shown(
      job,
      `SELECT * FROM (SELECT id, words, taken_back AS list, ${rowsIn('taken_back', "'rejected'")} AS open FROM import_change c
         WHERE job = ? AND taken_back IS NOT NULL) WHERE open > 0 ORDER BY id LIMIT 1`,
    );
  }

  /** A change that stands and is not followed by one that can still be undone; null: there is no such change. */
  toUndo(job: string, id: number): RowChange | null {
    const open = this.#undoable(job);
    if (open !== null && open.id > id) return null;
    return this.#find(job, id, 'rows', 'undone_at IS NULL');
  }

  toRedo(job: string, id: number): RowChange | null {
    return this.next(job)?.id === id ? this.#find(job, id, 'taken_back', 'taken_back IS NOT NULL') : null;
  }

  /** @param rows those that were taken back, with their repaired cells as they were with the change */
  undone(id: number, rows: ChangedRows, at: number): void {
    this.#journal
      .prepare('UPDATE import_change SET undone_at = ?, taken_back = ? WHERE id = ?')
      .run(at, JSON.stringify(rows), id);
  }

  madeAgain(id: number): void {
    this.#journal.prepare('UPDATE import_change SET undone_at = NULL, taken_back = NULL WHERE id = ?').run(id);
  }

  #undoable(job: string): ShownRowChange | null {
    return this.#shown(
      job,
      `SELECT * FROM (SELECT id, words, rows AS list, ${rowsIn('rows', STILL)} AS open FROM import_change c
         WHERE job = ? AND undone_at IS NULL) WHERE open > 0 ORDER BY id DESC LIMIT 1`,
    );
  }

  #shown(job: string, sql: string): ShownRowChange | null {
    const row = this.#journal.prepare(sql).get(job);
    return row === undefined ? null : shown(row);
  }

  #find(job: string, id: number, list: 'rows' | 'taken_back', condition: string): RowChange | null {
    const row = this.#journal
      .prepare(`SELECT id, kind, words, ${list} AS list FROM import_change WHERE job = ? AND id = ? AND ${condition}`)
      .get(job, id);
    if (row === undefined) return null;
    const { words } = shown({ ...row, open: 0 });
    return { id, kind: row['kind'] as ChangeKind, words, rows: storedJson(changedRowsSchema, row['list']) ?? [] };
  }
}

const changedRowsSchema = z.array(z.tuple([z.number(), z.record(z.string(), z.string()).nullable()]));
const DAMAGED_CHANGE = 'The last change cannot be undone: what the journal keeps of it is damaged.';

/** A change that is damaged says so and names no row, so there is nothing to undo. */
function shown(row: Record<string, unknown>): ShownRowChange {
  const rows = storedJson(changedRowsSchema, row['list']);
  return {
    id: Number(row['id']),
    words: rows === null ? DAMAGED_CHANGE : String(row['words']),
    rows: rows?.length ?? 0,
    open: Number(row['open']),
  };
}
