// Why: decision 0300.
import type { DatabaseSync } from 'node:sqlite';
import type { JobOrigin } from '../../../../../shared/contract/jobs/origin.ts';
import type { RowState } from '../../../../../shared/contract/jobs/jobs.ts';
import { placesInOrder } from '../../../../../shared/domain/jobs/row-order.ts';
import type { LeadClaims } from '../../../foundation/lead-claims.ts';
import { storageTrouble } from '../../../foundation/failure.ts';
import { inTransaction, secureLog } from '../../../storage/database.ts';
import { storedCells } from '../../../storage/stored-json.ts';
import { OTHER_WORK, type Slices } from '../../../threads/in-slices.ts';
import { insertJob, type NewJob } from './records/job-records.ts';
import type { JobRemoval } from './job-removal.ts';
import { leadDigest } from './records/lead-digest.ts';
import type { ClaimedLeads } from './sent/claimed-leads.ts';
import { leadOf } from './records/lead-payload.ts';
import type { NewRow, NewRows } from './records/new-rows.ts';
import type { ResultFiles } from './records/result-files.ts';
import type { SentElsewhere } from './sent/sent-elsewhere.ts';
import type { SentRecord } from './sent/sent-record.ts';

export interface MakingOptions {
  /** A person knows what other jobs have sent, of all rows and not only of those that say so, and wants them sent all the same. */
  readonly isAgreed?: boolean;
  readonly origin?: JobOrigin | undefined;
  /** Where the job keeps its result file; null: nowhere. */
  readonly resultFolder?: string | null;
  /** Called in the last transaction; what it throws undoes the job. */
  readonly beforeLast?: () => unknown;
}

interface MakingTools {
  readonly journal: DatabaseSync;
  readonly removal: JobRemoval;
  readonly results: ResultFiles;
  readonly sentElsewhere: SentElsewhere;
  readonly sentRecord: SentRecord;
  readonly claims: LeadClaims;
  readonly claimed: ClaimedLeads;
}

/**
 * Makes a job of rows. It is in the journal from the first slice on, with the wish `make`, and nobody sees it; the last
 * transaction, a few bytes, makes it a job like all others. A program that ends before leaves rows that are removed later.
 * Throws a constraint error when the job exists; nothing has changed then.
 */
export function* makeJob(tools: MakingTools, job: NewJob, rows: NewRows, options: MakingOptions): Slices {
  const { isAgreed = true, origin, resultFolder = null, beforeLast } = options;
  const { journal, removal, results, sentRecord } = tools;
  if (removal.isUnfinished(job.id)) yield* removal.rest(job.id);
  inTransaction(journal, () => {
    insertJob(journal, job, 'make');
    if (origin !== undefined)
      journal.prepare('INSERT INTO import_origin (job, json) VALUES (?, ?)').run(job.id, JSON.stringify(origin));
    if (resultFolder !== null) results.wish(job.id, resultFolder);
  });
  try {
    const places = yield* placesOf(job, rows);
    yield OTHER_WORK;
    yield* takeIn(tools, job, rows, places, isAgreed);
    secureLog(journal);
    yield OTHER_WORK;
    inTransaction(journal, () => {
      beforeLast?.();
      journal.prepare(`UPDATE import_job SET wish = 'run' WHERE id = ?`).run(job.id);
      sentRecord.began(witnessed(job, rows.total));
    });
  } catch (error) {
    yield* takeBack(tools, job.id);
    throw error;
  }
  // Few pages by now. What a lost log takes from here on are answers, which the other two memories know (decision 0161).
  secureLog(journal);
}

function* takeIn(
  { journal, sentElsewhere, claims, claimed }: MakingTools,
  job: NewJob,
  rows: NewRows,
  places: ReadonlyMap<number, number> | null,
  isAgreed: boolean,
): Slices {
  const write = rowWriter(journal, job);
  let last = 0;
  for (let size = yield last; ; size = yield last) {
    const page = rows.after(last, size);
    if (page.length === 0) return;
    inTransaction(journal, () => {
      write(page, places);
      if (claims.isByPhone) for (const row of page) claimed.keep(job.id, row.n);
      for (const row of page) if (isAgreed || row.isAgreed) sentElsewhere.agree(job.id, row.n, row.n);
      for (const { n, insisted } of page) if (insisted !== null) claims.insist(job.id, n, insisted);
    });
    last = page.at(-1)?.n ?? last;
  }
}

/** A disk without room may not even let them go: nobody sees them, and the next opening of the account that can write removes them. */
function* takeBack({ removal }: MakingTools, jobId: string): Slices {
  try {
    yield* removal.rest(jobId);
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
}

/** Null: the rows go out as in the file. */
function* placesOf({ terms: { order } }: NewJob, rows: NewRows): Slices<ReadonlyMap<number, number> | null> {
  if (order === null) return null;
  const cells: { n: number; cell: string }[] = [];
  for (let size = yield 0; ; size = yield 0) {
    const page = rows.after(cells.length, size);
    if (page.length === 0) break;
    for (const row of page) cells.push({ n: row.n, cell: storedCells(row.cells)?.[order.column] ?? '' });
  }
  return yield* placesInOrder(cells, order);
}

/** Writes rows of the job in the open transaction. Counts and number of rows are those of the rows at every moment. */
function rowWriter(journal: DatabaseSync, job: NewJob) {
  const addCell = journal.prepare('INSERT INTO import_cell (job, n, line, cells, payload) VALUES (?, ?, ?, ?, ?)');
  const addRow = journal.prepare('INSERT INTO import_row (job, n, place, state, reason, at) VALUES (?, ?, ?, ?, ?, ?)');
  const addLead = journal.prepare('INSERT INTO import_lead (job, n, digest) VALUES (?, ?, ?)');
  const count = journal.prepare(
    `INSERT INTO import_tally (job, state, rows) VALUES (?, ?, ?)
     ON CONFLICT (job, state) DO UPDATE SET rows = rows + excluded.rows`,
  );
  const grow = journal.prepare('UPDATE import_job SET rows = rows + ? WHERE id = ?');
  const { id, campaignCode, createdAt } = job;
  const { tagField } = job.terms;
  return (rows: readonly NewRow[], places: ReadonlyMap<number, number> | null) => {
    const counts = new Map<RowState, number>();
    for (const row of rows) {
      const { n, line } = row;
      const cells = storedCells(row.cells);
      // A damaged row gets no lead, so that it is never sent.
      const data = cells === null ? null : leadOf(job, { n, cells, payload: null });
      addCell.run(id, n, line, row.cells, data === null ? '' : JSON.stringify(data));
      const digest = data === null ? null : leadDigest({ campaignCode, data, tagField });
      if (digest !== null) addLead.run(id, n, digest);
      const { state, reason } = beginningOf(row);
      addRow.run(id, n, places?.get(n) ?? 0, state, reason, state === 'ready' ? null : createdAt);
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    for (const [state, total] of counts) count.run(id, state, total);
    grow.run(rows.length, id);
  };
}

function beginningOf({ leftOut, isAnswered }: NewRow): { readonly state: RowState; readonly reason: string } {
  if (leftOut === null) return { state: 'ready', reason: '' };
  if (isAnswered) return { state: 'skipped', reason: leftOut };
  return { state: 'excluded', reason: `Left out: ${leftOut}` };
}

function witnessed({ id, fileName, fileHash, fileSize, campaignCode, poolName, createdAt }: NewJob, rows: number) {
  const [file, hash, bytes] = [fileName, fileHash, fileSize];
  return { job: id, file, hash, bytes, campaign: campaignCode, pool: poolName, rows, at: createdAt };
}
