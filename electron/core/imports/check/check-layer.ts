import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkSettingsSchema, type CheckSettings } from '../../../../shared/contract/check/check.ts';
import { isDamaged } from '../../foundation/failure.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { inTransaction, migrate, openDurable } from '../../storage/database.ts';
import { fileFailure } from '../jobs/result-file.ts';

/**
 * What a person changed in a draft, kept beside the staged rows, which never change. `edit` and `left_out` are the state
 * now; each step remembers what it replaced, so that taking it back needs no second copy of the table.
 */
const STEPS = [
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

export type CheckLayer = ReturnType<typeof openCheckLayer>;

/**
 * Opens the layer, or makes an empty one. Every change is on the disk when its method returns. Throws FileTrouble
 * `unreadable` when it is damaged.
 */
export function openCheckLayer(path: string) {
  const database = openWhole(path);
  const readEdits = database.prepare('SELECT col, value FROM edit WHERE n = ? ORDER BY col');
  const readEdit = database.prepare('SELECT value FROM edit WHERE n = ? AND col = ?');
  const readLeftOut = database.prepare('SELECT reason, title FROM left_out WHERE n = ?');
  const putEdit = database.prepare('INSERT OR REPLACE INTO edit (n, col, value) VALUES (?, ?, ?)');
  const dropEdit = database.prepare('DELETE FROM edit WHERE n = ? AND col = ?');
  const putLeftOut = database.prepare('INSERT OR REPLACE INTO left_out (n, reason, title) VALUES (?, ?, ?)');
  const dropLeftOut = database.prepare('DELETE FROM left_out WHERE n = ?');
  const keepCell = database.prepare('INSERT OR IGNORE INTO step_cell (step, n, col, before) VALUES (?, ?, ?, ?)');
  const keepRow = database.prepare('INSERT OR IGNORE INTO step_row (step, n, reason, title) VALUES (?, ?, ?, ?)');
  const total = (sql: string) => Number(database.prepare(sql).get()?.['total'] ?? 0);

  function setCell({ row, column, value }: CellChange): void {
    if (value === null) dropEdit.run(row, column);
    else putEdit.run(row, column, value);
  }

  function setLeftOut({ row, reason }: LeftOutChange): void {
    if (reason === null) dropLeftOut.run(row);
    else putLeftOut.run(row, reason.id, reason.title);
  }

  function lastStep(): { id: number; title: string } | null {
    const row = database.prepare('SELECT id, title FROM step ORDER BY id DESC LIMIT 1').get();
    return row ? { id: Number(row['id']), title: String(row['title']) } : null;
  }

  return {
    settings: (): CheckSettings => settingsIn(database),

    saveSettings(settings: CheckSettings): void {
      database.prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('check', ?)`).run(JSON.stringify(settings));
    },

    /** Changes cells and rows in one step that can be taken back; everything or nothing. */
    change(title: string, cells: readonly CellChange[], rows: readonly LeftOutChange[]): void {
      inTransaction(database, () => {
        const step = Number(database.prepare('INSERT INTO step (title) VALUES (?)').run(title).lastInsertRowid);
        for (const cell of cells) {
          const before = readEdit.get(cell.row, cell.column);
          keepCell.run(step, cell.row, cell.column, before ? String(before['value']) : null);
          setCell(cell);
        }
        for (const entry of rows) {
          const before = readLeftOut.get(entry.row);
          keepRow.run(
            step,
            entry.row,
            before ? String(before['reason']) : null,
            before ? String(before['title']) : null,
          );
          setLeftOut(entry);
        }
      });
    },

    lastStep,
    steps: () => total('SELECT count(*) AS total FROM step'),

    /** Rows that taking back the last step would change. */
    rowsOfLastStep(): number[] {
      const step = lastStep();
      if (step === null) return [];
      return database
        .prepare('SELECT n FROM step_cell WHERE step = ? UNION SELECT n FROM step_row WHERE step = ? ORDER BY n')
        .all(step.id, step.id)
        .map((row) => Number(row['n']));
    },

    undo(): void {
      const step = lastStep();
      if (step === null) return;
      inTransaction(database, () => {
        for (const row of database.prepare('SELECT n, col, before FROM step_cell WHERE step = ?').all(step.id)) {
          const value = row['before'] === null ? null : String(row['before']);
          setCell({ row: Number(row['n']), column: Number(row['col']), value });
        }
        for (const row of database.prepare('SELECT n, reason, title FROM step_row WHERE step = ?').all(step.id)) {
          const reason = row['reason'] === null ? null : { id: String(row['reason']), title: String(row['title']) };
          setLeftOut({ row: Number(row['n']), reason });
        }
        for (const table of ['step_cell', 'step_row'])
          database.prepare(`DELETE FROM ${table} WHERE step = ?`).run(step.id);
        database.prepare('DELETE FROM step WHERE id = ?').run(step.id);
      });
    },

    editsOf: (row: number): { column: number; value: string }[] =>
      readEdits.all(row).map((edit) => ({ column: Number(edit['col']), value: String(edit['value']) })),

    isLeftOut: (row: number): boolean => readLeftOut.get(row) !== undefined,

    editedCells: () => total('SELECT count(*) AS total FROM edit'),
    editedRows: () => total('SELECT count(DISTINCT n) AS total FROM edit'),

    editedRowPage: (offset: number, limit: number): number[] =>
      database
        .prepare('SELECT DISTINCT n FROM edit ORDER BY n LIMIT ? OFFSET ?')
        .all(limit, offset)
        .map((row) => Number(row['n'])),

    leftOutBy: (): { reasonId: string | null; title: string; rows: number }[] =>
      database
        .prepare(
          'SELECT reason, title, count(*) AS total FROM left_out GROUP BY reason, title ORDER BY total DESC, reason',
        )
        .all()
        .map((row) => ({
          reasonId: row['reason'] === '' ? null : String(row['reason']),
          title: String(row['title']),
          rows: Number(row['total']),
        })),

    rowsLeftOut: (reasonId?: string): number[] =>
      (reasonId === undefined
        ? database.prepare('SELECT n FROM left_out ORDER BY n').all()
        : database.prepare('SELECT n FROM left_out WHERE reason = ? ORDER BY n').all(reasonId)
      ).map((row) => Number(row['n'])),

    /** All edits in the order of rows, a row at a time. */
    *allEdits(): Generator<{ row: number; edits: { column: number; value: string }[] }, void, void> {
      let row = 0;
      let edits: { column: number; value: string }[] = [];
      for (const found of database.prepare('SELECT n, col, value FROM edit ORDER BY n, col').iterate()) {
        const n = Number(found['n']);
        if (n !== row) {
          if (edits.length > 0) yield { row, edits };
          row = n;
          edits = [];
        }
        edits.push({ column: Number(found['col']), value: String(found['value']) });
      }
      if (edits.length > 0) yield { row, edits };
    },

    close: () => database.close(),
  };
}

function openWhole(path: string): DatabaseSync {
  try {
    const database = openDurable(path);
    migrate(database, 'check', STEPS);
    return database;
  } catch (error) {
    throw layerTrouble(error);
  }
}

/** In words for a person when the layer is damaged; any other error as it is. */
export function layerTrouble(error: unknown): unknown {
  if (!isDamaged(error)) return error;
  return new FileTrouble(
    'unreadable',
    'What was edited, repaired and left out in this draft cannot be read: its file on the disk is damaged. The rows as they were read are there. Go on without these changes, or choose the spreadsheet again.',
  );
}

/** Edits of one row, for a look from outside the check's thread; none when nothing was ever checked. */
export function readEditsOf(layerPath: string, row: number): { column: number; value: string }[] {
  try {
    return lookInto(layerPath, [], (database) => {
      const found = database.prepare('SELECT col, value FROM edit WHERE n = ? ORDER BY col').all(row);
      return found.map((edit) => ({ column: Number(edit['col']), value: String(edit['value']) }));
    });
  } catch (error) {
    throw fileFailure(layerTrouble(error));
  }
}

/** Steps that could be taken back (edits, repairs, rows left out), for a look from outside the check's thread. */
export function readStepsOf(layerPath: string): number {
  try {
    return lookInto(layerPath, 0, (database) =>
      Number(database.prepare('SELECT count(*) AS total FROM step').get()?.['total']),
    );
  } catch (error) {
    // Of a damaged layer only the check speaks; there is something in it that would be forgotten.
    if (isDamaged(error)) return 1;
    throw error;
  }
}

/** A person's choices about the check, for a look from outside its thread; of a damaged layer only the check speaks. */
export function readSettingsOf(layerPath: string): CheckSettings {
  try {
    return lookInto(layerPath, checkSettingsSchema.parse({}), settingsIn);
  } catch (error) {
    if (isDamaged(error)) return checkSettingsSchema.parse({});
    throw error;
  }
}

/** Reads without a lock: while the check's thread writes a large step, the last state before it is read. */
function lookInto<Value>(layerPath: string, nothing: Value, look: (database: DatabaseSync) => Value): Value {
  if (!existsSync(layerPath)) return nothing;
  const database = new DatabaseSync(layerPath, { timeout: 5000 });
  try {
    // A program that ended while it made the layer left it without tables.
    const isMade = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'step_row'`).get() !== undefined;
    return isMade ? look(database) : nothing;
  } finally {
    database.close();
  }
}

function settingsIn(database: DatabaseSync): CheckSettings {
  const row = database.prepare(`SELECT json FROM setting WHERE name = 'check'`).get();
  return checkSettingsSchema.parse(row ? JSON.parse(String(row['json'])) : {});
}

/** Where the layer of a staging file is: beside it, under its name. */
export function layerPathOf(stagedPath: string): string {
  return stagedPath.replace(/rows-([^/\\]*)$/, 'edits-$1');
}

/** A damaged layer makes room for an empty one; what is left of it stays beside the draft until the draft is gone. */
export function setLayerAside(stagedPath: string): void {
  const path = layerPathOf(stagedPath);
  if (existsSync(path)) renameSync(path, `${path}.damaged`);
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
}

export function removeLayer(stagedPath: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(layerPathOf(stagedPath) + ending, { force: true });
}

/** Puts edits over the cells of a row; a row of the staging file may be shorter than the table. */
export function editedCells(
  cells: readonly string[],
  edits: readonly { readonly column: number; readonly value: string }[],
): string[] {
  const edited = [...cells];
  for (const { column, value } of edits) {
    while (edited.length <= column) edited.push('');
    edited[column] = value;
  }
  return edited;
}

/**
 * Makes the layer's edits known to SQL: `edited_cells(cells, edits)` with cells as the staging file keeps them and edits
 * as JSON pairs of column and value.
 */
export function defineEditedCells(database: DatabaseSync): void {
  database.function('edited_cells', { deterministic: true }, (cells, edits) => {
    const pairs = JSON.parse(String(edits)) as [number, string][];
    const changes = pairs.map(([column, value]) => ({ column, value }));
    return JSON.stringify(editedCells(JSON.parse(String(cells)) as string[], changes));
  });
}
