// Why: decision 0300.
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../../storage/database.ts';
import { OTHER_WORK, type Slices } from '../../../threads/in-slices.ts';
import type { DeletedJobs, DeletedRequests, DeletedSends } from './sent/deleted-jobs.ts';
import { IS_WHOLE, type JobRecord } from './records/job-records.ts';
import { JOB_TABLES, ROW_TABLES_OF_JOB } from './records/journal-schema.ts';
import { mayHaveArrived } from './records/left-rows.ts';
import type { RowSteps } from './rows/row-steps.ts';
import type { SentElsewhere } from './sent/sent-elsewhere.ts';
import type { SentRecord } from './sent/sent-record.ts';

interface RemovalTools {
  readonly journal: DatabaseSync;
  readonly deleted: DeletedJobs;
  readonly rows: RowSteps;
  readonly sentElsewhere: SentElsewhere;
  readonly sentRecord: SentRecord;
}

export interface RemovalDetail {
  /** Unix milliseconds. */
  readonly at: number;
  /** Which run of the program. */
  readonly run: string;
}

/**
 * Removes jobs with their rows and attempts, and overwrites what the disk still has of them. The first transaction takes the
 * job out of everybody's sight; its rows go in slices, and what a program left that ended meanwhile goes later.
 */
export class JobRemoval {
  readonly #tools: RemovalTools;

  constructor(tools: RemovalTools) {
    this.#tools = tools;
  }

  /** Jobs whose making or removal did not come to its end, by a program that works on it or by one that ended. */
  unfinished(): string[] {
    const found = this.#tools.journal.prepare(`SELECT id FROM import_job WHERE NOT (${IS_WHOLE})`).all();
    return found.map(({ id }) => String(id));
  }

  isUnfinished(jobId: string): boolean {
    return this.unfinished().includes(jobId);
  }

  /**
   * Takes the job out of everybody's sight. Only the hashes of the rows that were sent stay.
   *
   * @param inTheSame runs in the same transaction
   */
  *hide(job: JobRecord, detail: RemovalDetail, inTheSame: () => void): Slices {
    const { journal, deleted, sentRecord } = this.#tools;
    const known = yield* sentRecord.witness.reading();
    // Before the transaction, which is long enough without it: whoever removes a job holds it, so no row of it leaves meanwhile.
    const requests = this.#requestsOf(job.id);
    yield OTHER_WORK;
    inTransaction(journal, () => {
      inTheSame();
      deleted.remember(job, this.#sendsOf(job.id, detail.at), requests);
      journal.prepare(`UPDATE import_job SET wish = 'delete' WHERE id = ?`).run(job.id);
      sentRecord.forget(job.id, known);
    });
  }

  /**
   * Removes what there is of a job that nobody sees; the log has to be emptied after it. Waiting rows of other jobs whose leads it sent are skipped.
   *
   * @param detail of its removal, as far as it is known
   */
  *rest(jobId: string, detail: RemovalDetail = { at: 0, run: '' }): Slices {
    const { journal, sentElsewhere, rows: steps } = this.#tools;
    // Slices count existing rows, because a damaged row number may be very large.
    const part = journal.prepare(
      'SELECT count(*) AS rows, max(n) AS last FROM (SELECT n FROM import_cell WHERE job = ? ORDER BY n LIMIT ?)',
    );
    const drop = rowRemover(journal, jobId);
    // It may have been made so far; the trigger of the attempts lets this wish pass.
    journal.prepare(`UPDATE import_job SET wish = 'delete' WHERE id = ?`).run(jobId);
    for (let done = 0, size = yield 0; ; size = yield done) {
      const { rows, last } = part.get(jobId, size) ?? {};
      if (Number(rows) === 0) break;
      inTransaction(journal, () => {
        // What these rows sent is forgotten with them, so waiting rows of other jobs learn it in the same transaction.
        sentElsewhere.beforeRemoval(jobId, Number(last), (job, n, reason) =>
          steps.step(job, n, 'sentElsewhere', { ...detail, reason }),
        );
        drop(Number(last));
      });
      done += Number(rows);
    }
    inTransaction(journal, () => dropJob(journal, jobId));
  }

  #sendsOf(jobId: string, now: number): DeletedSends {
    const row = this.#tools.journal
      .prepare(
        `SELECT count(*) AS sent, max(at) AS at FROM import_row WHERE job = ? AND ${mayHaveArrived('import_row')}`,
      )
      .get(jobId);
    return { sent: Number(row?.['sent']), at: Number(row?.['at'] ?? now) };
  }

  /** The service counted them all, whatever it answered. */
  #requestsOf(jobId: string): DeletedRequests {
    const row = this.#tools.journal
      .prepare("SELECT count(*) AS requests, max(at) AS at FROM import_attempt WHERE job = ? AND step = 'send'")
      .get(jobId);
    return { requests: Number(row?.['requests']), at: Number(row?.['at']) };
  }
}

/** Removes all that is kept of the job at once: for one whose rows are gone, or when nobody waits. Call it in a transaction. */
export function dropJob(journal: DatabaseSync, jobId: string): void {
  // The wish lets the trigger of the attempts pass.
  journal.prepare(`UPDATE import_job SET wish = 'delete' WHERE id = ?`).run(jobId);
  for (const table of JOB_TABLES) journal.prepare(`DELETE FROM ${table} WHERE job = ?`).run(jobId);
  journal.prepare('DELETE FROM import_job WHERE id = ?').run(jobId);
}

/** Removes the rows up to `last` in the open transaction. Counts and number of rows are those of the rows at every moment. */
function rowRemover(journal: DatabaseSync, jobId: string): (last: number) => void {
  const uncount = journal.prepare(
    `UPDATE import_tally AS t SET rows = rows - (
       SELECT count(*) FROM import_row r WHERE r.job = t.job AND r.state = t.state AND r.n <= ?)
     WHERE job = ?`,
  );
  const shrink = journal.prepare(
    `UPDATE import_job SET rows = rows - (SELECT count(*) FROM import_row r WHERE r.job = ?1 AND r.n <= ?2) WHERE id = ?1`,
  );
  const drops = ROW_TABLES_OF_JOB.map((table) => journal.prepare(`DELETE FROM ${table} WHERE job = ? AND n <= ?`));
  return (last) => {
    uncount.run(last, jobId);
    shrink.run(jobId, last);
    for (const drop of drops) drop.run(jobId, last);
  };
}
