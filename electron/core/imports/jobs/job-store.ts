import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowState } from '../../../../shared/contract/jobs/jobs.ts';
import {
  EMPTY_TALLY,
  nextRowState,
  type RowStep,
  type RowTally,
  stateBefore,
} from '../../../../shared/domain/jobs/job-row.ts';
import { isPersonHold, type Hold, type JobWish } from '../../../../shared/domain/jobs/job-state.ts';
import { inTransaction, migrate } from '../../storage/database.ts';
import {
  decodeJob,
  decodeReadyRow,
  decodeRow,
  insertJob,
  JOB_COLUMNS,
  type JobRecord,
  type NewJob,
  type ReadyRow,
  ROW_COLUMNS,
  readJobsAndSuccess,
  ROW_TABLES,
  type StoredRow,
} from './job-records.ts';
import { IMPORT_SCHEMA } from './journal-schema.ts';

export interface RowStepDetail {
  readonly leadId?: string | null;
  /** Words for a person; also kept with the attempt. */
  readonly reason?: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Which run of the program did it. */
  readonly run: string;
}

/** Thrown instead of a step that the row's state does not allow: whatever was to follow must not happen. */
export class RowConflict extends Error {
  constructor(job: string, n: number, step: RowStep) {
    super(`Row ${n} of job ${job} is not in a state that allows "${step}".`);
    this.name = 'RowConflict';
  }
}

export interface RowFilter {
  readonly state: 'created' | 'refused' | 'unknown' | 'skipped' | 'excluded' | 'waiting' | 'all';
  readonly reason: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Makes the rows of a draft readable to SQL of the journal until the answer is disposed: `draft_cell (n, line, cells)` and
 * `draft_row (n, left_out)`, where `left_out` is the title under which a person left the row out, or NULL.
 */
export type AttachRows = (journal: DatabaseSync) => Disposable;

/** Steps that follow from an answer of the service, or from its lack. */
const ANSWERS: readonly RowStep[] = ['created', 'rejected', 'unknown'];
const MINUTE = 60_000;

export type JobStore = ReturnType<typeof createJobStore>;

/** Jobs and their rows in the account's journal. Every method is one transaction; a thrown error left nothing behind. */
export function createJobStore(journal: DatabaseSync) {
  migrate(journal, 'imports', IMPORT_SCHEMA);

  const moveRow = journal.prepare(
    `UPDATE import_row SET state = ?, at = ?, reason = ?, lead_id = ?, attempts = max(0, attempts + ?)
     WHERE job = ? AND n = ? AND state = ?`,
  );
  const addAttempt = journal.prepare(
    'INSERT INTO import_attempt (job, n, at, step, run, detail) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const addMinute = journal.prepare(
    `INSERT INTO import_minute (job, minute, rows) VALUES (?, ?, 1)
     ON CONFLICT (job, minute) DO UPDATE SET rows = rows + 1`,
  );
  const readReady = journal.prepare(
    `SELECT r.n, c.line, c.cells FROM ${ROW_TABLES} WHERE r.job = ? AND r.state = 'ready' ORDER BY r.n LIMIT ?`,
  );
  const readTally = journal.prepare('SELECT state, rows FROM import_tally WHERE job = ?');
  const readJob = journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE id = ?`);

  function step(job: string, n: number, name: RowStep, detail: RowStepDetail): void {
    const from = stateBefore(name);
    const to = nextRowState(from, name);
    if (to === null) throw new RowConflict(job, n, name);
    // An attempt that the service did not look at is not counted; the list of attempts keeps it all the same.
    const counted = name === 'send' ? 1 : name === 'takeBack' ? -1 : 0;
    inTransaction(journal, () => {
      const reason = to === 'ready' || to === 'intent' ? '' : (detail.reason ?? '');
      const moved = moveRow.run(to, detail.at, reason, detail.leadId ?? null, counted, job, n, from);
      if (moved.changes !== 1) throw new RowConflict(job, n, name);
      addAttempt.run(job, n, detail.at, name, detail.run, detail.leadId ?? detail.reason ?? '');
      if (ANSWERS.includes(name)) addMinute.run(job, Math.floor(detail.at / MINUTE) * MINUTE);
    });
  }

  function tally(job: string): RowTally {
    const found: Record<RowState, number> = { ...EMPTY_TALLY };
    for (const row of readTally.all(job)) found[row['state'] as RowState] = Number(row['rows']);
    return found;
  }

  return {
    /**
     * Takes a draft into the journal with all its rows, in one transaction; rows that a person left out as `excluded`.
     * Fails with a constraint error when the job exists.
     */
    create(job: NewJob, attachRows: AttachRows): void {
      using _rows = attachRows(journal);
      inTransaction(journal, () => {
        const counted = Number(journal.prepare('SELECT count(*) AS total FROM draft_row').get()?.['total']);
        insertJob(journal, job, counted);
        journal
          .prepare(`INSERT INTO import_cell (job, n, line, cells) SELECT ?, n, line, cells FROM draft_cell ORDER BY n`)
          .run(job.id);
        journal
          .prepare(
            `INSERT INTO import_row (job, n, state, reason, at)
             SELECT ?, n, iif(left_out IS NULL, 'ready', 'excluded'), iif(left_out IS NULL, '', 'Left out: ' || left_out),
               iif(left_out IS NULL, NULL, ?)
             FROM draft_row ORDER BY n`,
          )
          .run(job.id, job.createdAt);
        journal
          .prepare(
            `INSERT INTO import_tally (job, state, rows)
             SELECT job, state, count(*) FROM import_row WHERE job = ? GROUP BY job, state`,
          )
          .run(job.id);
      });
    },

    all: (): JobRecord[] =>
      journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job ORDER BY created_at DESC, id`).all().map(decodeJob),

    find(id: string): JobRecord | undefined {
      const row = readJob.get(id);
      return row ? decodeJob(row) : undefined;
    },

    allAndSuccess: () => readJobsAndSuccess(journal),

    setWish(id: string, wish: JobWish): void {
      journal.prepare('UPDATE import_job SET wish = ? WHERE id = ?').run(wish, id);
    },

    setHold(id: string, hold: Hold | null): void {
      const kept = hold !== null && isPersonHold(hold.kind) ? hold : null;
      journal
        .prepare('UPDATE import_job SET hold = ?, hold_reason = ? WHERE id = ?')
        .run(kept?.kind ?? null, kept?.reason ?? null, id);
    },

    setEnded(id: string, at: number | null): void {
      journal.prepare('UPDATE import_job SET ended_at = ? WHERE id = ?').run(at, id);
    },

    tally,
    step,

    stateOf(id: string, n: number): RowState | null {
      const row = journal.prepare('SELECT state FROM import_row WHERE job = ? AND n = ?').get(id, n);
      return row ? (row['state'] as RowState) : null;
    },

    ready: (id: string, limit: number): ReadyRow[] => readReady.all(id, limit).map(decodeReadyRow),

    /** What a run that ended without a word left on its way may have arrived: it becomes unknown. Answers how many. */
    recover(id: string, at: number, run: string): number {
      return inTransaction(journal, () => {
        const left = journal
          .prepare(
            `SELECT r.n, (SELECT run FROM import_attempt a WHERE a.job = r.job AND a.n = r.n ORDER BY a.id DESC LIMIT 1) AS run, r.at
             FROM import_row r WHERE r.job = ? AND r.state = 'intent' ORDER BY r.n`,
          )
          .all(id);
        for (const row of left) {
          const sentAt = new Date(Number(row['at'])).toISOString();
          const reason = `Sent at ${sentAt} by the run of Lead Console that ${String(row['run'])}, which ended before the answer was read. The lead may exist.`;
          step(id, Number(row['n']), 'unknown', { at, run, reason });
        }
        return left.length;
      });
    },

    /** The ready rows of a stopped job are left. Answers how many. */
    skipReady(id: string, reason: string, at: number, run: string): number {
      return inTransaction(journal, () => {
        journal
          .prepare(
            `INSERT INTO import_attempt (job, n, at, step, run, detail)
             SELECT job, n, ?, 'skip', ?, ? FROM import_row WHERE job = ? AND state = 'ready'`,
          )
          .run(at, run, reason, id);
        const moved = journal
          .prepare(`UPDATE import_row SET state = 'skipped', at = ?, reason = ? WHERE job = ? AND state = 'ready'`)
          .run(at, reason, id);
        return Number(moved.changes);
      });
    },

    rows(id: string, filter: RowFilter): { total: number; rows: StoredRow[] } {
      const { where, values } = whereOf(id, filter);
      const total = journal.prepare(`SELECT count(*) AS total FROM import_row r WHERE ${where}`).get(...values);
      const rows = journal
        .prepare(`SELECT ${ROW_COLUMNS} FROM ${ROW_TABLES} WHERE ${where} ORDER BY r.n LIMIT ? OFFSET ?`)
        .all(...values, filter.limit, filter.offset);
      return { total: Number(total?.['total']), rows: rows.map(decodeRow) };
    },

    /** Rows after row `n` in the file's order. */
    rowsAfter: (id: string, n: number, limit: number): StoredRow[] =>
      journal
        .prepare(`SELECT ${ROW_COLUMNS} FROM ${ROW_TABLES} WHERE r.job = ? AND r.n > ? ORDER BY r.n LIMIT ?`)
        .all(id, n, limit)
        .map(decodeRow),

    refusals: (id: string): { reason: string; count: number }[] =>
      journal
        .prepare(
          `SELECT reason, count(*) AS total FROM import_row WHERE job = ? AND state = 'rejected'
           GROUP BY reason ORDER BY total DESC, reason LIMIT 500`,
        )
        .all(id)
        .map((row) => ({ reason: String(row['reason']), count: Number(row['total']) })),

    /** Answered rows per minute, oldest first. */
    perMinute: (id: string, limit: number): { minute: number; rows: number }[] =>
      journal
        .prepare('SELECT minute, rows FROM import_minute WHERE job = ? ORDER BY minute DESC LIMIT ?')
        .all(id, limit)
        .map((row) => ({ minute: Number(row['minute']), rows: Number(row['rows']) }))
        .reverse(),
  };
}

const FILTER_STATES: Readonly<Record<Exclude<RowFilter['state'], 'all'>, readonly RowState[]>> = {
  created: ['created'],
  refused: ['rejected'],
  unknown: ['unknown'],
  skipped: ['skipped'],
  excluded: ['excluded'],
  waiting: ['ready', 'intent'],
};

function whereOf(id: string, filter: RowFilter): { where: string; values: SQLInputValue[] } {
  const parts = ['r.job = ?'];
  const values: SQLInputValue[] = [id];
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
