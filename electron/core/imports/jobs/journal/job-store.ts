// Why: decision 0050.
import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type JobOrigin, jobOriginSchema } from '../../../../../shared/contract/jobs/origin.ts';
import type { Terms } from '../../../../../shared/contract/imports/imports.ts';
import { isPersonHold, type Hold, type JobWish } from '../../../../../shared/domain/jobs/job-state.ts';
import { knownZone } from '../../../../../shared/domain/service/service-time.ts';
import { type LeadClaims, NO_TEAM } from '../../../foundation/lead-claims.ts';
import { migrate } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { DeletedJobs } from './sent/deleted-jobs.ts';
import { makeJob, type MakingOptions } from './job-making.ts';
import { codesAsWritten, IS_INTO } from './records/campaign-codes.ts';
import {
  decodeJob,
  IS_WHOLE,
  JOB_COLUMNS,
  type JobRecord,
  type NewJob,
  readJobsAndSuccess,
} from './records/job-records.ts';
import { JobRemoval } from './job-removal.ts';
import { IMPORT_SCHEMA } from './records/journal-schema.ts';
import type { NewRows } from './records/new-rows.ts';
import { OutcomeStore } from './outcome-store.ts';
import { REPAIR_SCHEMA } from './records/repair-schema.ts';
import { ResultFiles } from './records/result-files.ts';
import { Repairs } from './rows/repairs.ts';
import { RowLists } from './rows/row-lists.ts';
import { RowSteps } from './rows/row-steps.ts';
import { ClaimedLeads } from './sent/claimed-leads.ts';
import { SentElsewhere } from './sent/sent-elsewhere.ts';
import { SentRecord } from './sent/sent-record.ts';

/**
 * Jobs in the account's journal. Every method is one transaction; after a thrown error nothing has changed. Work in slices is
 * seen by nobody before its end.
 */
export class JobStore {
  readonly rows: RowSteps;
  readonly lists: RowLists;
  readonly repairs: Repairs;
  readonly outcomes: OutcomeStore;
  readonly sentRecord: SentRecord;
  readonly sentElsewhere: SentElsewhere;
  /** How the rows are claimed in a team. */
  readonly claimed: ClaimedLeads;
  readonly deleted: DeletedJobs;
  readonly results: ResultFiles;
  /** Time zone of the times in the texts about rows. */
  readonly zone: string;
  readonly removal: JobRemoval;
  /** Called when a job has ended: the record of what was sent can be short then. */
  onEnded: () => void = () => undefined;
  readonly #journal: DatabaseSync;
  readonly #claims: LeadClaims;

  /**
   * @param zone of the times in what is said of a row; the service's own when left out
   * @param claims of the account in its team; left out: it is in none
   */
  constructor(journal: DatabaseSync, zone = knownZone(''), claims: LeadClaims = NO_TEAM) {
    migrate(journal, 'imports', IMPORT_SCHEMA);
    migrate(journal, 'repairs', REPAIR_SCHEMA);
    this.#journal = journal;
    this.#claims = claims;
    this.zone = zone;
    this.sentRecord = new SentRecord(journal);
    this.deleted = new DeletedJobs(journal);
    this.results = new ResultFiles(journal);
    this.sentElsewhere = new SentElsewhere(journal, zone);
    this.claimed = new ClaimedLeads(journal, claims);
    this.rows = new RowSteps(journal, this.sentRecord, this.sentElsewhere, { claims, claimed: this.claimed });
    claims.connect(this.claimed);
    this.lists = new RowLists(journal);
    this.repairs = new Repairs(journal);
    this.outcomes = new OutcomeStore(journal);
    const { deleted, rows, sentElsewhere, sentRecord } = this;
    this.removal = new JobRemoval({ journal, deleted, rows, sentElsewhere, sentRecord });
  }

  /** Throws a constraint error when the job exists. */
  making(job: NewJob, rows: NewRows, options: MakingOptions = {}): Slices {
    const { removal, results, sentElsewhere, sentRecord, claimed } = this;
    const tools = {
      journal: this.#journal,
      claims: this.#claims,
      removal,
      results,
      sentElsewhere,
      sentRecord,
      claimed,
    };
    return makeJob(tools, job, rows, options);
  }

  /** Call it when the row becomes another lead, in the same transaction. */
  changedLead(job: JobRecord, n: number): void {
    this.sentElsewhere.changed(job, n);
    this.claimed.keep(job.id, n);
  }

  all(): JobRecord[] {
    return this.#journal
      .prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE ${IS_WHOLE} ORDER BY created_at DESC, id`)
      .all()
      .map((row) => this.#decoded(row));
  }

  ids(): Set<string> {
    const rows = this.#journal.prepare(`SELECT id FROM import_job WHERE ${IS_WHOLE}`).all();
    return new Set(rows.map(({ id }) => String(id)));
  }

  find(id: string): JobRecord | undefined {
    const row = this.#journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE id = ? AND ${IS_WHOLE}`).get(id);
    return row ? this.#decoded(row) : undefined;
  }

  /** A damaged job is completed by what the witness knows of its file, and by the width of its rows. */
  #decoded(row: Record<string, SQLOutputValue>): JobRecord {
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
    const row = this.#journal
      .prepare(
        `SELECT ${JOB_COLUMNS} FROM import_job WHERE file_hash = ? AND ${IS_WHOLE} ORDER BY created_at DESC, id LIMIT 1`,
      )
      .get(fileHash);
    return row === undefined ? null : this.#decoded(row);
  }

  /** A job into this campaign that only the witness knew, of the same file; its cells are lost, so its rows cannot be compared. */
  lostJobOf({ fileHash, campaignCode }: Pick<JobRecord, 'fileHash' | 'campaignCode'>): JobRecord | null {
    const row = this.#journal
      .prepare(
        `SELECT ${JOB_COLUMNS} FROM import_job WHERE file_hash = ? AND ${IS_INTO} AND columns = '[]' AND ${IS_WHOLE}`,
      )
      .get(fileHash, codesAsWritten(this.#journal, campaignCode));
    return row === undefined ? null : decodeJob(row);
  }

  allAndSuccess(): ReturnType<typeof readJobsAndSuccess> {
    return readJobsAndSuccess(this.#journal);
  }

  /** What is not known, also after a damage, is empty; then repairs are judged by the usual rules. */
  originOf(id: string): JobOrigin {
    const row = this.#journal.prepare('SELECT json FROM import_origin WHERE job = ?').get(id);
    return (row && storedJson(jobOriginSchema, row['json'])) ?? jobOriginSchema.parse({});
  }

  /** How often a row left since then (Unix milliseconds), rows of deleted jobs among them. */
  sentSince(from: number): number {
    const row = this.#journal
      .prepare(
        `SELECT count(*) AS sent FROM import_attempt WHERE step = 'send' AND at >= ?
         AND job NOT IN (SELECT id FROM import_job WHERE NOT (${IS_WHOLE}))`,
      )
      .get(from);
    return Number(row?.['sent']) + this.deleted.sentSince(from);
  }

  /** Counts leads created since then (Unix milliseconds), among the latest thousand: a journal may have a million. */
  createdSince(from: number): number {
    const row = this.#journal
      .prepare(
        `SELECT count(*) AS created FROM
         (SELECT at FROM import_attempt WHERE step = 'created' ORDER BY id DESC LIMIT 1000) WHERE at >= ?`,
      )
      .get(from);
    return Number(row?.['created']);
  }

  /** Jobs with rows on their way, as the journal has it. */
  rowsOnTheirWay(): { readonly jobId: string; readonly rows: number }[] {
    return this.#journal
      .prepare("SELECT job, rows FROM import_tally WHERE state = 'intent' AND rows > 0")
      .all()
      .map((row) => ({ jobId: String(row['job']), rows: Number(row['rows']) }));
  }

  /** Changes nothing of a job that another program deletes in this moment. */
  setWish(id: string, wish: JobWish): void {
    this.#journal.prepare(`UPDATE import_job SET wish = ? WHERE id = ? AND ${IS_WHOLE}`).run(wish, id);
  }

  /** Stores only holds that wait for a person: the next run finds the others again. */
  setHold(id: string, hold: Hold | null): void {
    const kept = hold !== null && isPersonHold(hold.kind) ? hold : null;
    this.#journal
      .prepare('UPDATE import_job SET hold = ?, hold_reason = ? WHERE id = ?')
      .run(kept?.kind ?? null, kept?.reason ?? null, id);
  }

  setName(id: string, name: string): void {
    this.#journal.prepare('UPDATE import_job SET name = ? WHERE id = ?').run(name, id);
  }

  setTerms(id: string, terms: Terms): void {
    this.#journal.prepare('UPDATE import_job SET terms = ? WHERE id = ?').run(JSON.stringify(terms), id);
  }

  /** @param at Unix milliseconds; null while it is open */
  setEnded(id: string, at: number | null): void {
    this.#journal.prepare('UPDATE import_job SET ended_at = ? WHERE id = ?').run(at, id);
    if (at !== null) this.onEnded();
  }
}

/** Whether the journal at this path, which no session needs to have open, has this job. */
export function journalHasJob(journalPath: string, jobId: string): boolean {
  if (!existsSync(journalPath)) return false;
  using journal = new DatabaseSync(journalPath, { readOnly: true });
  return journal.prepare(`SELECT 1 FROM import_job WHERE id = ? AND ${IS_WHOLE}`).get(jobId) !== undefined;
}
