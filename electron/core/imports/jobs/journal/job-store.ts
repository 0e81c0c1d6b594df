// Why: decision 0050.
import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type JobOrigin, jobOriginSchema } from '../../../../../shared/contract/jobs/origin.ts';
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import { isPersonHold, type Hold, type JobWish } from '../../../../../shared/domain/jobs/job-state.ts';
import { knownZone } from '../../../../../shared/domain/service/service-time.ts';
import { emptyLog, inTransaction, migrate } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';
import { DeletedJobs, type DeletedSends } from './deleted-jobs.ts';
import { inParts } from './in-parts.ts';
import { decodeJob, insertJob, JOB_COLUMNS, type JobRecord, type NewJob, readJobsAndSuccess } from './job-records.ts';
import { IMPORT_SCHEMA, JOB_TABLES } from './journal-schema.ts';
import { journalTrouble } from './journal-trouble.ts';
import { readReceiptFacts, type ReceiptFacts } from './receipt-facts.ts';
import { mayHaveArrived } from './left-rows.ts';
import { REPAIR_SCHEMA } from './repair-schema.ts';
import { ResultFiles } from './result-files.ts';
import { Repairs } from './repairs.ts';
import { RowLists } from './row-lists.ts';
import { definePayload } from './lead-payload.ts';
import { RowSteps } from './row-steps.ts';
import { definePlaces } from './row-order.ts';
import { SentElsewhere } from './sent-elsewhere.ts';
import { SentRecord } from './sent-record.ts';

/**
 * Makes the rows of a draft readable to SQL of the journal until the answer is disposed: `draft_cell (n, line, cells)` and
 * `draft_row (n, left_out, is_answered, is_agreed)`, where `left_out` is the title under which a row was left out, or NULL,
 * `is_answered` 1 when a result file says that it is answered: then it is skipped, and `is_agreed` 1 when a person sends it
 * knowing that it was sent before.
 */
export type AttachRows = (journal: DatabaseSync) => Disposable;

/** Jobs in the account's journal. Every method is one transaction; after a thrown error nothing has changed. */
export class JobStore {
  readonly rows: RowSteps;
  readonly lists: RowLists;
  readonly repairs: Repairs;
  readonly sentRecord: SentRecord;
  readonly sentElsewhere: SentElsewhere;
  readonly deleted: DeletedJobs;
  readonly results: ResultFiles;
  /** Of the times in what is said of rows. */
  readonly zone: string;
  private readonly journal: DatabaseSync;

  /** @param zone of the times in what is said of a row; the service's own when left out */
  constructor(journal: DatabaseSync, zone = knownZone('')) {
    migrate(journal, 'imports', IMPORT_SCHEMA);
    migrate(journal, 'repairs', REPAIR_SCHEMA);
    this.journal = journal;
    this.zone = zone;
    this.sentRecord = new SentRecord(journal);
    this.deleted = new DeletedJobs(journal);
    this.results = new ResultFiles(journal);
    this.sentElsewhere = new SentElsewhere(journal, zone);
    this.rows = new RowSteps(journal, this.sentRecord, this.sentElsewhere);
    this.lists = new RowLists(journal);
    this.repairs = new Repairs(journal);
  }

  /**
   * Takes a draft into the journal with all its rows, in one transaction; rows that were left out as `excluded`.
   * Fails with a constraint error when the job exists. `isAgreed`: a person knows what other jobs have sent, of all rows and
   * not only of those that the draft says it of. `resultFolder`:
   * where the job keeps its result file; null: nowhere.
   */
  create(
    job: NewJob,
    attachRows: AttachRows,
    isAgreed = true,
    { origin, resultFolder = null }: { origin?: JobOrigin; resultFolder?: string | null } = {},
  ): void {
    const { journal } = this;
    using _rows = attachRows(journal);
    definePayload(journal, job);
    inTransaction(journal, () => {
      const counted = Number(journal.prepare('SELECT count(*) AS total FROM draft_row').get()?.['total']);
      insertJob(journal, job, counted);
      if (origin !== undefined)
        journal.prepare('INSERT INTO import_origin (job, json) VALUES (?, ?)').run(job.id, JSON.stringify(origin));
      if (resultFolder !== null) this.results.wish(job.id, resultFolder);
      const last = journal.prepare('SELECT max(n) AS last FROM draft_row').get()?.['last'];
      const addCells = journal.prepare(
        `INSERT INTO import_cell (job, n, line, cells, payload)
         SELECT ?, n, line, cells, lead_payload(n, cells) FROM draft_cell WHERE n BETWEEN ? AND ? ORDER BY n`,
      );
      inParts(last, (from, to) => addCells.run(job.id, from, to));
      definePlaces(journal, job);
      const addRows = journal.prepare(
        `INSERT INTO import_row (job, n, place, state, reason, at)
         SELECT ?, n, row_place(n), CASE WHEN left_out IS NULL THEN 'ready' WHEN is_answered THEN 'skipped' ELSE 'excluded' END,
           CASE WHEN left_out IS NULL THEN '' WHEN is_answered THEN left_out ELSE 'Left out: ' || left_out END,
           iif(left_out IS NULL, NULL, ?)
         FROM draft_row WHERE n BETWEEN ? AND ? ORDER BY n`,
      );
      inParts(last, (from, to) => addRows.run(job.id, job.createdAt, from, to));
      journal
        .prepare(
          `INSERT INTO import_tally (job, state, rows)
           SELECT job, state, count(*) FROM import_row WHERE job = ? GROUP BY job, state`,
        )
        .run(job.id);
      this.sentElsewhere.add(job);
      if (isAgreed) this.sentElsewhere.agree(job.id);
      else this.sentElsewhere.agreeToChosen(job.id);
      this.sentRecord.began(witnessed(job, counted));
    });
    // From here a write-ahead log that is lost takes no row of the file with it.
    this.unlessDiskTrouble(() => journal.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  }

  all(): JobRecord[] {
    return this.journal
      .prepare(`SELECT ${JOB_COLUMNS} FROM import_job ORDER BY created_at DESC, id`)
      .all()
      .map((row) => this.decoded(row));
  }

  find(id: string): JobRecord | undefined {
    const row = this.journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE id = ?`).get(id);
    return row ? this.decoded(row) : undefined;
  }

  /** A damaged job is completed by what the witness knows of its file, and by the width of its rows. */
  private decoded(row: Record<string, SQLOutputValue>): JobRecord {
    const job = decodeJob(row);
    if (!job.isDamaged) return job;
    const known = this.sentRecord.witness.read().jobs.get(job.id)?.job;
    const width = Math.max(0, ...this.lists.rowsAfter(job.id, 0, 1).map(({ cells }) => cells.length));
    const names = Array.from({ length: width }, (_, column) => `Column ${column + 1}`);
    const columns = job.columns.length === 0 ? names : job.columns;
    if (known === undefined || known === null) return { ...job, columns };
    const { file: fileName, hash: fileHash, bytes: fileSize, campaign: campaignCode, pool: poolName, rows } = known;
    return { ...job, columns, fileName, fileHash, fileSize, campaignCode, poolName, rows, createdAt: known.at };
  }

  /** The last job of a file with this content. */
  latestOf(fileHash: string): JobRecord | null {
    const row = this.journal
      .prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE file_hash = ? ORDER BY created_at DESC, id LIMIT 1`)
      .get(fileHash);
    return row === undefined ? null : this.decoded(row);
  }

  /** A job into this campaign that only the witness knew, of the same file; its cells are lost, so its rows cannot be compared. */
  lostJobOf({ fileHash, campaignCode }: Pick<JobRecord, 'fileHash' | 'campaignCode'>): JobRecord | null {
    const row = this.journal
      .prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE file_hash = ? AND campaign_code = ? AND columns = '[]'`)
      .get(fileHash, campaignCode);
    return row === undefined ? null : decodeJob(row);
  }

  allAndSuccess(): ReturnType<typeof readJobsAndSuccess> {
    return readJobsAndSuccess(this.journal);
  }

  /** What is not known, also after a damage, is empty; then repairs are judged by the usual rules. */
  originOf(id: string): JobOrigin {
    const row = this.journal.prepare('SELECT json FROM import_origin WHERE job = ?').get(id);
    return (row && storedJson(jobOriginSchema, row['json'])) ?? jobOriginSchema.parse({});
  }

  receiptFacts(id: string): ReceiptFacts {
    return readReceiptFacts(this.journal, id);
  }

  /** How often a row left since then (Unix milliseconds), rows of deleted jobs among them. */
  sentSince(from: number): number {
    const row = this.journal
      .prepare("SELECT count(*) AS sent FROM import_attempt WHERE step = 'send' AND at >= ?")
      .get(from);
    return Number(row?.['sent'] ?? 0) + this.deleted.sentSince(from);
  }

  /** Jobs with rows on their way, as the journal has it. */
  rowsOnTheirWay(): { readonly jobId: string; readonly rows: number }[] {
    return this.journal
      .prepare("SELECT job, rows FROM import_tally WHERE state = 'intent' AND rows > 0")
      .all()
      .map((row) => ({ jobId: String(row['job']), rows: Number(row['rows']) }));
  }

  setWish(id: string, wish: JobWish): void {
    this.journal.prepare('UPDATE import_job SET wish = ? WHERE id = ?').run(wish, id);
  }

  /** Stores only holds that wait for a person: the next run finds the others again. */
  setHold(id: string, hold: Hold | null): void {
    const kept = hold !== null && isPersonHold(hold.kind) ? hold : null;
    this.journal
      .prepare('UPDATE import_job SET hold = ?, hold_reason = ? WHERE id = ?')
      .run(kept?.kind ?? null, kept?.reason ?? null, id);
  }

  setName(id: string, name: string): void {
    this.journal.prepare('UPDATE import_job SET name = ? WHERE id = ?').run(name, id);
  }

  setTerms(id: string, terms: Terms): void {
    this.journal.prepare('UPDATE import_job SET terms = ? WHERE id = ?').run(JSON.stringify(terms), id);
  }

  /**
   * Removes the job with its rows and attempts, and overwrites what the disk still has of them. What stays is that so many
   * rows of a file were sent, by hashes. Waiting rows of other jobs whose leads it sent are skipped.
   *
   * @param detail when (Unix milliseconds), and which run of the program
   * @param inTheSame runs in the transaction that removes the job
   */
  remove(
    id: string,
    detail: { readonly at: number; readonly run: string },
    inTheSame: () => void = () => undefined,
  ): void {
    const { journal } = this;
    const job = this.find(id);
    if (job === undefined) return;
    inTransaction(journal, () => {
      this.sentElsewhere.beforeRemoval(id, (job, n, reason) =>
        this.rows.step(job, n, 'sentElsewhere', { ...detail, reason }),
      );
      inTheSame();
      this.deleted.remember(job, this.sendsOf(id, detail.at));
      // The wish lets the trigger of the attempts pass.
      journal.prepare(`UPDATE import_job SET wish = 'delete' WHERE id = ?`).run(id);
      for (const table of JOB_TABLES) journal.prepare(`DELETE FROM ${table} WHERE job = ?`).run(id);
      journal.prepare('DELETE FROM import_job WHERE id = ?').run(id);
      this.sentRecord.forget(id);
    });
    emptyLog(journal);
  }

  private sendsOf(id: string, now: number): DeletedSends {
    const row = this.journal
      .prepare(
        `SELECT count(*) AS sent, max(at) AS at FROM import_row
         WHERE job = ? AND ${mayHaveArrived('import_row')}`,
      )
      .get(id);
    return { sent: Number(row?.['sent'] ?? 0), at: Number(row?.['at'] ?? now) };
  }

  /** @param at Unix milliseconds; null while it is open */
  setEnded(id: string, at: number | null): void {
    this.journal.prepare('UPDATE import_job SET ended_at = ? WHERE id = ?').run(at, id);
    if (at !== null) this.unlessDiskTrouble(() => this.sentRecord.compact());
  }

  /** For what only tidies up: what was written before it stands, and the next opening of the account tidies up again. */
  private unlessDiskTrouble(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!journalTrouble(error).isExpected) throw error;
    }
  }
}

function witnessed({ id, fileName, fileHash, fileSize, campaignCode, poolName, createdAt }: NewJob, rows: number) {
  const [file, hash, bytes] = [fileName, fileHash, fileSize];
  return { job: id, file, hash, bytes, campaign: campaignCode, pool: poolName, rows, at: createdAt };
}

/** Whether the journal at this path, which no session needs to have open, has this job. */
export function journalHasJob(journalPath: string, jobId: string): boolean {
  if (!existsSync(journalPath)) return false;
  const journal = new DatabaseSync(journalPath, { readOnly: true });
  try {
    return journal.prepare('SELECT 1 FROM import_job WHERE id = ?').get(jobId) !== undefined;
  } finally {
    journal.close();
  }
}
