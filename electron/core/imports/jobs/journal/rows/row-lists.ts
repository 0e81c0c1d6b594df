import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowAnswer, RowState } from '../../../../../../shared/contract/jobs/jobs.ts';
import { codesAsWritten, IS_INTO } from '../records/campaign-codes.ts';
import { decodeRow, IS_WHOLE, ROW_COLUMNS, ROW_TABLES, type StoredRow } from '../records/job-records.ts';

/** Reasons of refusals that are listed; more kinds than a person can act on. */
const MOST_REASONS = 500;
const LEADS_A_PAGE = 2000;

/** Answers about unknown rows that can still be taken back, in the words of the index that finds them. */
const STANDING = `a.job = ? AND a.step IN ('exists', 'sendOnce', 'leave')
  AND NOT EXISTS (SELECT 1 FROM import_attempt b WHERE b.job = a.job AND b.n = a.n AND b.id > a.id)`;

/**
 * The attempts that made rows of a job created, the last one first. The LIMIT keeps SQLite at reading this from the end of
 * both indexes: a long import has too many created rows to sort.
 */
const LAST_CREATED = `(SELECT a.id, a.n FROM import_attempt a WHERE a.job = ? AND a.step = 'created'
  UNION ALL SELECT a.id, a.n FROM import_attempt a WHERE ${STANDING} AND a.step = 'exists' ORDER BY id DESC LIMIT -1) k`;

export interface RowFilter {
  readonly state: 'created' | 'refused' | 'unknown' | 'skipped' | 'excluded' | 'waiting' | 'onTheirWay' | 'all';
  readonly reason: string | undefined;
  /** Created rows from the one that was created last, in place of the file's order. */
  readonly lastFirst?: boolean | undefined;
  /** In the order in which they are sent, in place of the file's. */
  readonly asSent?: boolean | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** What a page lists of the rows of a job. */
export class RowLists {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
  }

  /** A page of the rows that fit the filter, in the file's order or the filter's; `total` counts all that fit. */
  rows(job: string, filter: RowFilter): { total: number; rows: StoredRow[] } {
    const { where, values } = whereOf(job, filter);
    const total = this.#journal.prepare(`SELECT count(*) AS total FROM import_row r WHERE ${where}`).get(...values);
    const isLastFirst = filter.lastFirst === true && this.#knowsWhenCreated(job, Number(total?.['total']));
    const tables = isLastFirst ? `${LAST_CREATED} CROSS JOIN ${ROW_TABLES} AND r.n = k.n` : ROW_TABLES;
    const fileOrder = filter.lastFirst === true ? 'r.n DESC' : 'r.n';
    const order = isLastFirst ? 'k.id DESC' : filter.asSent === true ? 'r.place, r.n' : fileOrder;
    const rows = this.#journal
      .prepare(`SELECT ${ROW_COLUMNS} FROM ${tables} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...(isLastFirst ? [job, job] : []), ...values, filter.limit, filter.offset);
    return { total: Number(total?.['total']), rows: rows.map(decodeRow) };
  }

  /** False for a journal that was damaged and made anew: it may lack attempts, but no row. */
  #knowsWhenCreated(job: string, created: number): boolean {
    const known = this.#journal.prepare(`SELECT count(*) AS known FROM ${LAST_CREATED}`).get(job, job);
    return Number(known?.['known']) >= created;
  }

  /** Rows after row `n`, in the file's order. */
  rowsAfter(job: string, n: number, limit: number): StoredRow[] {
    return this.#whole(job, 'r.n > ? ORDER BY r.n LIMIT ?', n, limit);
  }

  /** Numbers of the rows that are refused or wait, in the file's order. */
  openRows(job: string): number[] {
    return this.#journal
      .prepare(`SELECT n FROM import_row WHERE job = ? AND state IN ('ready', 'rejected') ORDER BY n`)
      .all(job)
      .map((row) => Number(row['n']));
  }

  /** These rows, in the file's order. */
  rowsAt(job: string, rows: readonly number[]): StoredRow[] {
    return this.#whole(job, 'r.n IN (SELECT value FROM json_each(?)) ORDER BY r.n', JSON.stringify(rows));
  }

  /** Waiting rows after row `n`, in the file's order. */
  waitingAfter(job: string, n: number, limit: number): StoredRow[] {
    return this.#whole(job, `r.state = 'ready' AND r.n > ? ORDER BY r.n LIMIT ?`, n, limit);
  }

  /** @param which SQL behind the job, whose values follow */
  #whole(job: string, which: string, ...values: SQLInputValue[]): StoredRow[] {
    return this.#journal
      .prepare(`SELECT ${ROW_COLUMNS} FROM ${ROW_TABLES} WHERE r.job = ? AND ${which}`)
      .all(job, ...values)
      .map(decodeRow);
  }

  /** Ids of the created leads in the file's order, page by page, so that other work has a turn; without those that the service did not name. */
  *createdLeads(job: string): Generator<string[], void, void> {
    for (let last = 0; ;) {
      const page = this.createdIdsAfter(job, last, LEADS_A_PAGE);
      const end = page.at(-1);
      if (end === undefined) return;
      last = end.row;
      yield page.map(({ leadId }) => leadId).filter((id) => id !== '');
    }
  }

  /** Created rows after row `n` with the lead ids that the service gave, in the file's order. */
  createdIdsAfter(job: string, n: number, limit: number): { readonly row: number; readonly leadId: string }[] {
    return this.#journal
      .prepare(`SELECT n, lead_id FROM import_row WHERE job = ? AND state = 'created' AND n > ? ORDER BY n LIMIT ?`)
      .all(job, n, limit)
      .map((row) => ({ row: Number(row['n']), leadId: String(row['lead_id'] ?? '') }));
  }

  /** Created leads of all jobs into a campaign, as `createdLeads`. */
  *leadsIn(campaignCode: string): Generator<{ readonly jobName: string; readonly leadIds: string[] }, void, void> {
    const jobs = this.#journal
      .prepare(`SELECT id, name FROM import_job WHERE ${IS_INTO} AND ${IS_WHOLE}`)
      .all(codesAsWritten(this.#journal, campaignCode));
    for (const job of jobs)
      for (const leadIds of this.createdLeads(String(job['id']))) yield { jobName: String(job['name']), leadIds };
  }

  /** Counts waiting rows that have more than this number of characters in a field of the lead. */
  waitingLonger(job: string, field: string, characters: number): number {
    const row = this.#journal
      .prepare(
        `SELECT count(*) AS total FROM ${ROW_TABLES} WHERE r.job = ? AND r.state = 'ready'
         AND EXISTS (SELECT 1 FROM json_each(iif(json_valid(c.payload), c.payload, '{}')) e WHERE e.key = ? AND length(e.value) > ?)`,
      )
      .get(job, field, characters);
    return Number(row?.['total']);
  }

  /** When the oldest unknown row became unknown, Unix milliseconds; null when none is. */
  oldestUnknown(job: string): number | null {
    const row = this.#journal
      .prepare(`SELECT min(at) AS oldest FROM import_row WHERE job = ? AND state = 'unknown'`)
      .get(job);
    return typeof row?.['oldest'] === 'number' ? row['oldest'] : null;
  }

  /** Answers about unknown rows that can still be taken back, the last one first; `total` counts all of them. */
  answers(job: string, offset: number, limit: number): { total: number; answers: RowAnswer[] } {
    const total = this.#journal.prepare(`SELECT count(*) AS total FROM import_attempt a WHERE ${STANDING}`).get(job);
    const answers = this.#journal
      .prepare(
        `SELECT a.n, a.step, a.at, c.line FROM import_attempt a JOIN import_cell c ON c.job = a.job AND c.n = a.n
         WHERE ${STANDING} ORDER BY a.id DESC LIMIT ? OFFSET ?`,
      )
      .all(job, limit, offset);
    return {
      total: Number(total?.['total']),
      answers: answers.map((row) => ({
        row: Number(row['n']),
        line: Number(row['line']),
        decision: row['step'] as RowAnswer['decision'],
        at: Number(row['at']),
      })),
    };
  }

  /** Reasons for which the service refused rows, the most frequent first. */
  refusals(job: string): { reason: string; count: number }[] {
    return this.#journal
      .prepare(
        `SELECT reason, count(*) AS total FROM import_row WHERE job = ? AND state = 'rejected'
         GROUP BY reason ORDER BY total DESC, reason LIMIT ${MOST_REASONS}`,
      )
      .all(job)
      .map((row) => ({ reason: String(row['reason']), count: Number(row['total']) }));
  }

  /** Answered rows by minute (Unix milliseconds of its beginning), oldest first; the last `limit` minutes with any. */
  perMinute(job: string, limit: number): { minute: number; rows: number }[] {
    return this.#journal
      .prepare('SELECT minute, rows FROM import_minute WHERE job = ? ORDER BY minute DESC LIMIT ?')
      .all(job, limit)
      .map((row) => ({ minute: Number(row['minute']), rows: Number(row['rows']) }))
      .reverse();
  }
}

const FILTER_STATES: Readonly<Record<Exclude<RowFilter['state'], 'all'>, readonly RowState[]>> = {
  created: ['created'],
  refused: ['rejected'],
  unknown: ['unknown'],
  skipped: ['skipped'],
  excluded: ['excluded'],
  waiting: ['ready', 'intent'],
  onTheirWay: ['intent'],
};

function whereOf(job: string, filter: RowFilter): { where: string; values: SQLInputValue[] } {
  const parts = ['r.job = ?'];
  const values: SQLInputValue[] = [job];
  if (filter.state !== 'all') {
    const states = FILTER_STATES[filter.state];
    parts.push(`r.state IN (${states.map(() => '?').join(', ')})`);
    values.push(...states);
  }
  if (filter.reason !== undefined) {
    parts.push('r.reason = ?');
    values.push(filter.reason);
  }
  return { where: parts.join(' AND '), values };
}
