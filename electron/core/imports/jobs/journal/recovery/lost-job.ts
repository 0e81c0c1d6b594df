import type { DatabaseSync } from 'node:sqlite';
import { USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import type { RowSet } from '../../witness/row-set.ts';
import type { WitnessedJob } from '../../witness/witness-lines.ts';
import { insertJob } from '../records/job-records.ts';
import { recount } from './complete-rows.ts';

export interface LostJobFacts {
  readonly jobId: string;
  /** Null when that line of the witness is lost, too. */
  readonly job: WitnessedJob | null;
  readonly file: string;
  readonly rows: number;
  readonly sent: RowSet;
  /** Rows of which the witness says nothing may have left. */
  readonly isDoubtful: boolean;
}

const SENT = 'Sent, as the record of what was sent says. The journal of this import is lost. The lead may exist.';
const NOT_SENT = 'Not sent. Its cells were lost with the journal: import the file again to send it.';
const DOUBTFUL = 'The journal of this import is lost, and the record of what was sent is damaged. The lead may exist.';

/** Puts a job that only the witness knows into the journal, without a cell of its file: every row keeps its place in the counts. */
export function insertLostJob(journal: DatabaseSync, now: number, facts: LostJobFacts): void {
  const { jobId, job, file, rows, sent, isDoubtful } = facts;
  insertJob(
    journal,
    {
      id: jobId,
      name: file,
      fileName: file,
      fileSize: job?.bytes ?? 0,
      fileHash: job?.hash ?? '',
      columns: [],
      mapping: [],
      campaignCode: job?.campaign ?? '',
      poolName: job?.pool ?? null,
      stopAfterSameRefusal: 0,
      terms: USUAL_TERMS,
      createdAt: job?.at ?? now,
    },
    'run',
    rows,
  );
  const insertCell = journal.prepare(`INSERT INTO import_cell (job, n, line, cells) VALUES (?, ?, ?, '[]')`);
  const insertRow = journal.prepare(
    'INSERT INTO import_row (job, n, state, reason, at, attempts) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (let n = 1; n <= rows; n += 1) {
    insertCell.run(jobId, n, n);
    if (sent.has(n)) insertRow.run(jobId, n, 'unknown', SENT, now, 1);
    else insertRow.run(jobId, n, ...(isDoubtful ? ['unknown', DOUBTFUL] : ['skipped', NOT_SENT]), now, 0);
  }
  recount(journal, jobId);
  journal.prepare('UPDATE import_job SET ended_at = ? WHERE id = ?').run(now, jobId);
}
