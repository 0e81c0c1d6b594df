import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowRepair } from '../../../../../../shared/contract/jobs/jobs.ts';
import type { CellEdit } from '../../../../../../shared/domain/check/edited-cells.ts';
import { inTransaction } from '../../../../storage/database.ts';
import { storedCells, storedLead } from '../../../../storage/stored-json.ts';
import { type RepairedCells, RowChanges } from './row-changes.ts';

export interface RefusedRow {
  readonly row: number;
  /** As in the file. */
  readonly cells: readonly string[];
  readonly edits: RepairedCells | null;
}

/** Which refused rows: these, those with this reason, or all. */
export interface WhichRows {
  readonly rows?: readonly number[] | undefined;
  readonly reason?: string | undefined;
}

/** What a person changed in refused rows, in the journal. Each method is one transaction or part of the open one. */
export class Repairs {
  readonly changes: RowChanges;
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
    this.changes = new RowChanges(journal);
  }

  /** Refused rows in the file's order. */
  refused(job: string, which: WhichRows): RefusedRow[] {
    const { where, values } = refusedWhere(job, which);
    return this.#journal
      .prepare(`SELECT r.n, c.cells, p.edits FROM ${TABLES} WHERE ${where} ORDER BY r.n`)
      .all(...values)
      .map((row) => ({
        row: Number(row['n']),
        cells: storedCells(row['cells']) ?? [],
        edits: row['edits'] === null ? null : storedLead(String(row['edits'])),
      }));
  }

  /** Refused rows whose value in this column is `value`, repaired or not. */
  withValue(job: string, which: WhichRows, column: number, value: string): RefusedRow[] {
    return this.refused(job, which).filter(({ cells, edits }) => valueIn(cells, edits, column) === value);
  }

  /** Refused rows with a repair that passes the check and was not sent. */
  fixed(job: string, which: WhichRows): number[] {
    const { where, values } = refusedWhere(job, which);
    return this.#journal
      .prepare(`SELECT r.n FROM ${TABLES} WHERE ${where} AND ${IS_FIXED} ORDER BY r.n`)
      .all(...values)
      .map((row) => Number(row['n']));
  }

  /** Fixed rows by the reason of their refusal. */
  fixedByReason(job: string): Map<string, number> {
    const rows = this.#journal
      .prepare(
        `SELECT r.reason, count(*) AS total FROM ${TABLES} WHERE r.job = ? AND r.state = 'rejected' AND ${IS_FIXED} GROUP BY r.reason`,
      )
      .all(job);
    return new Map(rows.map((row) => [String(row['reason']), Number(row['total'])]));
  }

  /** Different values of a column in refused rows, the most frequent first. */
  values(job: string, which: WhichRows, column: number, offset: number, limit: number) {
    const { where, values } = refusedWhere(job, which);
    const edited = `json_extract(iif(json_valid(p.edits), p.edits, NULL), '$."${column}"')`;
    const value = `coalesce(${edited}, json_extract(iif(json_valid(c.cells), c.cells, NULL), '$[${column}]'), '')`;
    const grouped = `SELECT ${value} AS value, count(*) AS total, max(iif(p.is_sent = 0, p.problem, '')) AS problem FROM ${TABLES} WHERE ${where} GROUP BY 1`;
    const total = this.#journal.prepare(`SELECT count(*) AS total FROM (${grouped})`).get(...values);
    const found = this.#journal
      .prepare(`${grouped} ORDER BY total DESC, value LIMIT ? OFFSET ?`)
      .all(...values, limit, offset);
    return {
      total: Number(total?.['total']),
      values: found.map((row) => ({
        value: String(row['value']),
        rows: Number(row['total']),
        problem: String(row['problem'] ?? ''),
      })),
    };
  }

  /** Repairs of these rows. */
  of(job: string, rows: readonly number[]): Map<number, RowRepair> {
    const found = this.#journal
      .prepare(
        'SELECT n, edits, problem, is_sent FROM import_repair WHERE job = ? AND n IN (SELECT value FROM json_each(?))',
      )
      .all(job, JSON.stringify(rows));
    return new Map(
      found.map((row) => {
        const edits = storedLead(String(row['edits']));
        const problem = edits === null ? DAMAGED_REPAIR : String(row['problem']);
        return [Number(row['n']), { cells: editsOf(edits ?? {}), problem, isSent: row['is_sent'] === 1 }];
      }),
    );
  }

  /**
   * Sets the repaired cells of a refused row and the lead that is sent for it; null puts back what the file says.
   *
   * @param lead the lead with these cells, as JSON
   * @param at Unix milliseconds
   */
  put(job: string, row: number, repair: { edits: RepairedCells; problem: string; lead: string } | null, at: number) {
    inTransaction(this.#journal, () => {
      const known = this.#journal.prepare('SELECT former FROM import_repair WHERE job = ? AND n = ?').get(job, row);
      const setLead = this.#journal.prepare('UPDATE import_cell SET payload = ? WHERE job = ? AND n = ?');
      if (repair === null) {
        if (known === undefined) return;
        setLead.run(known['former'] ?? null, job, row);
        this.#journal.prepare('DELETE FROM import_repair WHERE job = ? AND n = ?').run(job, row);
        return;
      }
      this.#journal
        .prepare(
          `INSERT INTO import_repair (job, n, at, edits, problem, former)
           VALUES (?, ?, ?, ?, ?, (SELECT payload FROM import_cell WHERE job = ? AND n = ?))
           ON CONFLICT (job, n) DO UPDATE SET at = excluded.at, edits = excluded.edits, problem = excluded.problem, is_sent = 0`,
        )
        .run(job, row, at, JSON.stringify(repair.edits), repair.problem, job, row);
      setLead.run(repair.lead, job, row);
    });
  }

  /** Whether the row went into the queue with its repair. */
  setSent(job: string, row: number, isSent: boolean): void {
    this.#journal.prepare('UPDATE import_repair SET is_sent = ? WHERE job = ? AND n = ?').run(isSent ? 1 : 0, job, row);
  }

  /** What the service said when it refused the row the last time. */
  refusalOf(job: string, row: number): string {
    const found = this.#journal
      .prepare(
        `SELECT detail FROM import_attempt WHERE job = ? AND n = ? AND step = 'rejected' ORDER BY id DESC LIMIT 1`,
      )
      .get(job, row);
    return String(found?.['detail'] ?? '');
  }
}

const TABLES =
  'import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n LEFT JOIN import_repair p ON p.job = r.job AND p.n = r.n';
const IS_FIXED = `p.problem = '' AND p.is_sent = 0 AND json_valid(p.edits)`;

const DAMAGED_REPAIR =
  'What was changed in this row is damaged and cannot be read. Change it again, or put back what the file says.';

export function editsOf(cells: RepairedCells): CellEdit[] {
  return Object.entries(cells).map(([column, value]) => ({ column: Number(column), value }));
}

export function valueIn(cells: readonly string[], edits: RepairedCells | null, column: number): string {
  return edits?.[column] ?? cells[column] ?? '';
}

function refusedWhere(job: string, { rows, reason }: WhichRows): { where: string; values: SQLInputValue[] } {
  const parts = [`r.job = ? AND r.state = 'rejected'`];
  const values: SQLInputValue[] = [job];
  if (rows !== undefined) {
    parts.push('r.n IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(rows));
  }
  if (reason !== undefined) {
    parts.push('r.reason = ?');
    values.push(reason);
  }
  return { where: parts.join(' AND '), values };
}
