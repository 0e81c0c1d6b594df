// Why: decision 0081 and decision 0270.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { checkSettingsSchema, type CheckSettings } from '../../../../shared/contract/check/check.ts';
import { type FileResult, fileResultSchema } from '../../../../shared/contract/imports/imports.ts';
import type { CellEdit } from '../../../../shared/domain/check/edited-cells.ts';
import { inTransaction } from '../../storage/database.ts';
import { neededJson } from '../../storage/stored-json.ts';
import { RowsInCampaign } from './campaign/rows-in-campaign.ts';
import { type CellChange, CheckHistory } from './check-history.ts';
import { RowsAtColleagues } from './team/rows-at-colleagues.ts';
import { RowDecisions, type RowDecision } from './row-decisions.ts';

export interface RowChange {
  readonly row: number;
  readonly decision: RowDecision;
}

/** Every change is on the disk when its method returns. Owns the database and closes it. */
export class CheckLayer implements Disposable {
  /** Rows that the campaign holds already. */
  readonly there: RowsInCampaign;
  /** Rows that colleagues of the team have. */
  readonly team: RowsAtColleagues;
  readonly history: CheckHistory;
  readonly rows: RowDecisions;
  readonly #database: DatabaseSync;
  readonly #cells: ReturnType<typeof cellStatements>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#cells = cellStatements(database);
    this.rows = new RowDecisions(database);
    this.there = new RowsInCampaign(database);
    this.team = new RowsAtColleagues(database);
    this.history = new CheckHistory(database);
  }

  /** Makes several changes everything or nothing. */
  together(work: () => void): void {
    inTransaction(this.#database, work);
  }

  settings(): CheckSettings {
    return settingsIn(this.#database);
  }

  saveSettings(settings: CheckSettings): void {
    this.#database
      .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('check', ?)`)
      .run(JSON.stringify(settings));
  }

  /** What a result file of this program says about its rows. */
  saveResult(result: FileResult): void {
    this.#database
      .prepare(`INSERT OR REPLACE INTO setting (name, json) VALUES ('result', ?)`)
      .run(JSON.stringify(result));
  }

  /** Changes cells and rows in one named step; everything or nothing. */
  change(title: string, cells: readonly CellChange[], rows: readonly RowChange[]): void {
    inTransaction(this.#database, () => {
      const decided = rows.map(({ row, decision }) => ({
        row,
        before: this.rows.of(row),
        after: this.rows.idOf(row, decision),
      }));
      this.history.add(title, cells, decided);
      for (const { row, after } of decided) this.rows.set(row, after);
    });
  }

  /** Sets cells that were changed before this history began. */
  carryOver(cells: readonly CellChange[]): void {
    inTransaction(this.#database, () => this.history.carryOver(cells));
  }

  /** Takes steps back, or makes them again, until this one is the last that stands; 0: none does. */
  goTo(step: number): void {
    inTransaction(this.#database, () => this.history.goTo(step));
  }

  editsOf(row: number): CellEdit[] {
    return this.#cells.readRow.all(row).map(decodeEdit);
  }

  /** Edits of a column as two lists in the file's order: of many, a fraction of the time of reading row by row. */
  editsIn(column: number): { readonly rows: number[]; readonly values: string[] } {
    const found = this.#cells.readColumn.get(column);
    return {
      rows: JSON.parse(String(found?.['rows'])) as number[],
      values: JSON.parse(String(found?.['texts'])) as string[],
    };
  }

  /** All edits, as `editsIn` has those of a column. */
  editsInOrder(): { readonly rows: number[]; readonly columns: number[]; readonly values: string[] } {
    const found = this.#cells.readAll.get();
    return {
      rows: JSON.parse(String(found?.['rows'])) as number[],
      columns: JSON.parse(String(found?.['columns'])) as number[],
      values: JSON.parse(String(found?.['texts'])) as string[],
    };
  }

  editedCells(): number {
    return this.#total('SELECT count(*) AS total FROM edit');
  }

  editedRows(): number {
    return this.#total('SELECT count(DISTINCT n) AS total FROM edit');
  }

  editedRowPage(offset: number, limit: number): number[] {
    return this.#database
      .prepare('SELECT DISTINCT n FROM edit ORDER BY n LIMIT ? OFFSET ?')
      .all(limit, offset)
      .map((row) => Number(row['n']));
  }

  /** All edits in the file's order, a row at a time. */
  *allEdits(): Generator<{ readonly row: number; readonly edits: CellEdit[] }, void, void> {
    let row = 0;
    let edits: CellEdit[] = [];
    for (const found of this.#database.prepare('SELECT n, col, value FROM edit ORDER BY n, col').iterate()) {
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
    this.#database.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #total(sql: string): number {
    return Number(this.#database.prepare(sql).get()?.['total']);
  }
}

const READ_EDITS = 'SELECT col, value FROM edit WHERE n = ? ORDER BY col';

function cellStatements(database: DatabaseSync) {
  return {
    readRow: database.prepare(READ_EDITS),
    readColumn: database.prepare(
      `SELECT json_group_array(n) AS rows, json_group_array(value) AS texts
       FROM (SELECT n, value FROM edit WHERE col = ? ORDER BY n)`,
    ),
    readAll: database.prepare(
      `SELECT json_group_array(n) AS rows, json_group_array(col) AS columns, json_group_array(value) AS texts
       FROM (SELECT n, col, value FROM edit ORDER BY n, col)`,
    ),
  };
}

function decodeEdit(row: Record<string, SQLOutputValue>): CellEdit {
  return { column: Number(row['col']), value: String(row['value']) };
}

/** A person's choices about the check, kept in its layer. */
export function settingsIn(database: DatabaseSync): CheckSettings {
  const row = database.prepare(`SELECT json FROM setting WHERE name = 'check'`).get();
  return row ? neededJson(checkSettingsSchema, row['json']) : checkSettingsSchema.parse({});
}

/** What a result file of this program says about its rows; null for any other file. */
export function fileResultIn(database: DatabaseSync): FileResult | null {
  const row = database.prepare(`SELECT json FROM setting WHERE name = 'result'`).get();
  return row ? neededJson(fileResultSchema, row['json']) : null;
}

/** Edits of one row; for a database that is not opened as a layer. */
export function editsIn(database: DatabaseSync, row: number): CellEdit[] {
  return database.prepare(READ_EDITS).all(row).map(decodeEdit);
}
