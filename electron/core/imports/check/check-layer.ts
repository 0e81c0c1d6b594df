// Why: decision 0081.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { checkSettingsSchema, type CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { CellEdit } from '../../../../shared/domain/check/edited-cells.ts';
import type { ResultCounts } from '../../../../shared/domain/jobs/result-columns.ts';
import { inTransaction } from '../../storage/database.ts';
import { neededJson } from '../../storage/stored-json.ts';
import { CAMPAIGN_SCHEMA, RowsInCampaign } from './campaign/rows-in-campaign.ts';

/**
 * What a person changed in a draft, kept beside the staged rows, which never change. `edit` and `left_out` are the state
 * now; each step remembers what it replaced, so that taking it back needs no second copy of the table.
 */
export const LAYER_SCHEMA = [
  `CREATE TABLE setting (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE edit (n INTEGER NOT NULL, col INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (n, col)) STRICT, WITHOUT ROWID;
   CREATE TABLE left_out (n INTEGER PRIMARY KEY, reason TEXT NOT NULL, title TEXT NOT NULL) STRICT;
   CREATE TABLE step (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL) STRICT;
   CREATE TABLE step_cell (
     step INTEGER NOT NULL, n INTEGER NOT NULL, col INTEGER NOT NULL, before TEXT, PRIMARY KEY (step, n, col)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE step_row (
     step INTEGER NOT NULL, n INTEGER NOT NULL, reason TEXT, title TEXT, PRIMARY KEY (step, n)
   ) STRICT, WITHOUT ROWID;`,
  CAMPAIGN_SCHEMA,
] as const;

export interface CellChange {
  readonly row: number;
  readonly column: number;
  /** Null: as it is in the file. */
  readonly value: string | null;
}

export interface LeftOutChange {
  readonly row: number;
  /** Null: the row is taken back. `id` is empty for rows chosen one by one. */
  readonly reason: { readonly id: string; readonly title: string } | null;
}

/** Every change is on the disk when its method returns. Owns the database and closes it. */
export class CheckLayer implements Disposable {
  /** Rows that the campaign holds already. */
  readonly there: RowsInCampaign;
  private readonly database: DatabaseSync;
  private readonly cells: ReturnType<typeof cellStatements>;
  private readonly leftOut: ReturnType<typeof leftOutStatements>;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.cells = cellStatements(database);
    this.leftOut = leftOutStatements(database);
    this.there = new RowsInCampaign(database);
  }

  /** Makes several changes everything or nothing. */
  together(work: () => void): void {
    inTransaction(this.database, work);
  }

  settings(): CheckSettings {
    return settingsIn(this.database);
  }

  saveSettings(settings: CheckSettings): void {
    this.database
      .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('check', ?)`)
      .run(JSON.stringify(settings));
  }

  /** What a result file of this program says about its rows. */
  saveResultCounts(counts: ResultCounts): void {
    this.database
      .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('result', ?)`)
      .run(JSON.stringify(counts));
  }

  /** Changes cells and rows in one step that can be undone; everything or nothing. */
  change(title: string, cells: readonly CellChange[], rows: readonly LeftOutChange[]): void {
    inTransaction(this.database, () => {
      const { lastInsertRowid } = this.database.prepare('INSERT INTO step (title) VALUES (?)').run(title);
      const step = Number(lastInsertRowid);
      for (const cell of cells) {
        const before = this.cells.read.get(cell.row, cell.column);
        this.cells.keep.run(step, cell.row, cell.column, before ? String(before['value']) : null);
        this.setCell(cell);
      }
      for (const entry of rows) {
        const before = this.leftOut.read.get(entry.row);
        const reason = before ? String(before['reason']) : null;
        this.leftOut.keep.run(step, entry.row, reason, before ? String(before['title']) : null);
        this.setLeftOut(entry);
      }
    });
  }

  lastStep(): { readonly id: number; readonly title: string } | null {
    const row = this.database.prepare('SELECT id, title FROM step ORDER BY id DESC LIMIT 1').get();
    return row ? { id: Number(row['id']), title: String(row['title']) } : null;
  }

  steps(): number {
    return this.total('SELECT count(*) AS total FROM step');
  }

  /** Rows that an undo would change. */
  rowsOfLastStep(): number[] {
    const step = this.lastStep();
    if (step === null) return [];
    return this.database
      .prepare('SELECT n FROM step_cell WHERE step = ? UNION SELECT n FROM step_row WHERE step = ? ORDER BY n')
      .all(step.id, step.id)
      .map((row) => Number(row['n']));
  }

  /** Takes the last step back. */
  undo(): void {
    const step = this.lastStep();
    if (step === null) return;
    const { database } = this;
    inTransaction(database, () => {
      for (const row of database.prepare('SELECT n, col, before FROM step_cell WHERE step = ?').all(step.id)) {
        const value = row['before'] === null ? null : String(row['before']);
        this.setCell({ row: Number(row['n']), column: Number(row['col']), value });
      }
      for (const row of database.prepare('SELECT n, reason, title FROM step_row WHERE step = ?').all(step.id)) {
        const reason = row['reason'] === null ? null : { id: String(row['reason']), title: String(row['title']) };
        this.setLeftOut({ row: Number(row['n']), reason });
      }
      for (const table of ['step_cell', 'step_row'])
        database.prepare(`DELETE FROM ${table} WHERE step = ?`).run(step.id);
      database.prepare('DELETE FROM step WHERE id = ?').run(step.id);
    });
  }

  editsOf(row: number): CellEdit[] {
    return this.cells.readRow.all(row).map(decodeEdit);
  }

  isLeftOut(row: number): boolean {
    return this.leftOut.read.get(row) !== undefined;
  }

  editedCells(): number {
    return this.total('SELECT count(*) AS total FROM edit');
  }

  editedRows(): number {
    return this.total('SELECT count(DISTINCT n) AS total FROM edit');
  }

  editedRowPage(offset: number, limit: number): number[] {
    return this.database
      .prepare('SELECT DISTINCT n FROM edit ORDER BY n LIMIT ? OFFSET ?')
      .all(limit, offset)
      .map((row) => Number(row['n']));
  }

  /** Rows left out, by the reason they were left out for; null for rows chosen one by one. */
  leftOutBy(): { reasonId: string | null; title: string; rows: number }[] {
    return this.database
      .prepare(
        'SELECT reason, title, count(*) AS total FROM left_out GROUP BY reason, title ORDER BY total DESC, reason',
      )
      .all()
      .map((row) => ({
        reasonId: row['reason'] === '' ? null : String(row['reason']),
        title: String(row['title']),
        rows: Number(row['total']),
      }));
  }

  /** All rows left out, or those of one reason, in the file's order. */
  rowsLeftOut(reasonId?: string): number[] {
    const found =
      reasonId === undefined
        ? this.database.prepare('SELECT n FROM left_out ORDER BY n').all()
        : this.database.prepare('SELECT n FROM left_out WHERE reason = ? ORDER BY n').all(reasonId);
    return found.map((row) => Number(row['n']));
  }

  /** All edits in the file's order, a row at a time. */
  *allEdits(): Generator<{ readonly row: number; readonly edits: CellEdit[] }, void, void> {
    let row = 0;
    let edits: CellEdit[] = [];
    for (const found of this.database.prepare('SELECT n, col, value FROM edit ORDER BY n, col').iterate()) {
      const n = Number(found['n']);
      if (n !== row) {
        if (edits.length > 0) yield { row, edits };
        row = n;
        edits = [];
      }
      edits.push(decodeEdit(found));
    }
    if (edits.length > 0) yield { row, edits };
  }

  close(): void {
    this.database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  private setCell({ row, column, value }: CellChange): void {
    if (value === null) this.cells.drop.run(row, column);
    else this.cells.put.run(row, column, value);
  }

  private setLeftOut({ row, reason }: LeftOutChange): void {
    if (reason === null) this.leftOut.drop.run(row);
    else this.leftOut.put.run(row, reason.id, reason.title);
  }

  private total(sql: string): number {
    return Number(this.database.prepare(sql).get()?.['total'] ?? 0);
  }
}

const READ_EDITS = 'SELECT col, value FROM edit WHERE n = ? ORDER BY col';

function cellStatements(database: DatabaseSync) {
  return {
    readRow: database.prepare(READ_EDITS),
    read: database.prepare('SELECT value FROM edit WHERE n = ? AND col = ?'),
    put: database.prepare('INSERT OR REPLACE INTO edit (n, col, value) VALUES (?, ?, ?)'),
    drop: database.prepare('DELETE FROM edit WHERE n = ? AND col = ?'),
    keep: database.prepare('INSERT OR IGNORE INTO step_cell (step, n, col, before) VALUES (?, ?, ?, ?)'),
  };
}

function leftOutStatements(database: DatabaseSync) {
  return {
    read: database.prepare('SELECT reason, title FROM left_out WHERE n = ?'),
    put: database.prepare('INSERT OR REPLACE INTO left_out (n, reason, title) VALUES (?, ?, ?)'),
    drop: database.prepare('DELETE FROM left_out WHERE n = ?'),
    keep: database.prepare('INSERT OR IGNORE INTO step_row (step, n, reason, title) VALUES (?, ?, ?, ?)'),
  };
}

const resultCountsSchema: z.ZodType<ResultCounts> = z.object({
  created: z.number(),
  refused: z.number(),
  unknown: z.number(),
  waiting: z.number(),
  other: z.number(),
});

function decodeEdit(row: Record<string, SQLOutputValue>): CellEdit {
  return { column: Number(row['col']), value: String(row['value']) };
}

/** A person's choices about the check, kept in its layer. */
export function settingsIn(database: DatabaseSync): CheckSettings {
  const row = database.prepare(`SELECT json FROM setting WHERE name = 'check'`).get();
  return row ? neededJson(checkSettingsSchema, row['json']) : checkSettingsSchema.parse({});
}

/** What a result file of this program says about its rows; null for any other file. */
export function resultCountsIn(database: DatabaseSync): ResultCounts | null {
  const row = database.prepare(`SELECT json FROM setting WHERE name = 'result'`).get();
  return row ? neededJson(resultCountsSchema, row['json']) : null;
}

/** Edits of one row; for a database that is not opened as a layer. */
export function editsIn(database: DatabaseSync, row: number): CellEdit[] {
  return database.prepare(READ_EDITS).all(row).map(decodeEdit);
}

export function stepsIn(database: DatabaseSync): number {
  return Number(database.prepare('SELECT count(*) AS total FROM step').get()?.['total']);
}
