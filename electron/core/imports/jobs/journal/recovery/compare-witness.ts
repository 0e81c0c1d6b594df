// Why: decision 0160.
import type { DatabaseSync } from 'node:sqlite';
import type { FoundDoubt } from '../../../../../../shared/contract/jobs/doubt.ts';
import { inTransaction } from '../../../../storage/database.ts';
import { RowSet, rangesText } from '../../witness/row-set.ts';
import type { WitnessedJob } from '../../witness/witness-lines.ts';
import { type JobMemory, noMemory, type WitnessMemory } from '../../witness/witness.ts';
import { completeRows, restoreIds } from './complete-rows.ts';
import type { DeletedJobs } from '../sent/deleted-jobs.ts';
import { hasLeft } from '../records/left-rows.ts';
import { IS_WHOLE } from '../records/job-records.ts';
import { dropJob } from '../job-removal.ts';
import { insertLostJob } from './lost-job.ts';
import { type Memories, memoriesOf } from './memories.ts';
import type { SentRecord } from '../sent/sent-record.ts';

/** Rows of one job that left, as the witness says, and that the journal has forgotten. */
export interface ForgottenRows {
  readonly jobId: string;
  readonly name: string;
  readonly rows: RowSet;
  /** Unix milliseconds; null where the witness no longer has the time. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** A job that only the witness knows. */
export type LostJob = FoundDoubt['lost'][number];

export interface WitnessDifference {
  readonly forgotten: readonly ForgottenRows[];
  readonly lost: readonly LostJob[];
  /** The witness goes further than the journal. */
  readonly isOlder: boolean;
  /** What is wrong with the witness; null when it is whole and says at least as much as the journal. */
  readonly witness: FoundDoubt['witness'];
  readonly memories: Memories;
}

/** Bytes. A longer witness is made short when the account is opened. */
const LONG = 256 * 1024;

export interface CompareTools {
  readonly journal: DatabaseSync;
  readonly sentRecord: SentRecord;
  readonly deleted: DeletedJobs;
  /** Unix milliseconds. */
  readonly now: number;
  /** Names this run of the program in the list of attempts. */
  readonly run: string;
  /** The journal was damaged and built anew: rows may be missing from it. */
  readonly isRebuilt: boolean;
}

/**
 * Holds the journal against the witness, in one transaction, and writes into both what only one of them knows. A row of
 * which only the witness knows becomes unknown. Answers null when both say the same.
 */
export function compareWithWitness(tools: CompareTools): WitnessDifference | null {
  const { journal, sentRecord } = tools;
  return inTransaction(journal, () => {
    const own = sentRecord.position;
    const memory = sentRecord.witness.read();
    dropHalfMade(journal, memory);
    if (tools.isRebuilt) restoreIds(journal, memory);
    // Before anything is completed.
    const asRebuilt = tools.isRebuilt ? memoriesOf(journal, memory, tools.deleted) : null;
    if (tools.isRebuilt && memory.isMissing) completeRows(journal, memory, false, tools.now);
    const journalRows = sentRowsOf(journal);
    if (own.id === null && memory.isMissing) {
      // A journal of a version without a witness, or one that never sent anything.
      if (journalRows.size > 0) sentRecord.adopt(null, 0, journalRows.values());
      return null;
    }
    const witness = troubleOf(own, memory);
    if (tools.isRebuilt) completeRows(journal, memory, witness === null, tools.now);
    const forgotten = forgottenRows(tools, memory);
    const lost = lostJobs(tools, memory);
    const isLastStepOnly = witness === null && isOneStep(own, memory, forgotten, lost);
    const isOlder = own.last < memory.last;
    const hasNews = witness !== null || isOlder || forgotten.length > 0 || lost.length > 0;
    const isDoubt = hasNews && !isLastStepOnly;
    const memories = asRebuilt ?? (isDoubt ? memoriesOf(journal, memory, tools.deleted) : null);
    for (const { jobId, rows } of forgotten) setUnknown(tools, jobId, rows, isLastStepOnly);
    if (!isLastStepOnly) for (const entry of lost) insertLost(tools, memory, entry, witness !== null);
    const isOfDeleted = [...memory.jobs.keys()].some((jobId) => tools.deleted.has(jobId));
    const isSame =
      witness === null && forgotten.length === 0 && lost.length === 0 && own.last === memory.last && !isOfDeleted;
    if (!isSame || memory.isCut || own.id === null || sentRecord.witness.size > LONG) {
      const id = witness === 'another' ? null : own.id;
      sentRecord.adopt(id, Math.max(own.last, memory.last), unionOf(sentRowsOf(journal), memory).values());
    }
    return isDoubt && memories !== null ? { forgotten, lost, isOlder, witness, memories } : null;
  });
}

/**
 * A journal from the moment in which a job was being made, beside a witness that knows what it sent since: the job is lost,
 * not half made.
 */
function dropHalfMade(journal: DatabaseSync, { jobs }: Pick<WitnessMemory, 'jobs'>): void {
  for (const { id } of journal.prepare(`SELECT id FROM import_job WHERE wish = 'make'`).all())
    if ((jobs.get(String(id))?.sent.size ?? 0) > 0) dropJob(journal, String(id));
}

/**
 * The program was ended between the two writes of one step: its row is unknown, and nothing else is in doubt. Another program
 * may have gone on behind it, with the number of that step.
 */
function isOneStep(
  own: SentRecord['position'],
  memory: WitnessMemory,
  forgotten: readonly ForgottenRows[],
  lost: readonly LostJob[],
): boolean {
  // Several programs may have ended so, one after the other.
  const loose = forgotten.flatMap(({ jobId, rows }) =>
    [...rows].filter((n) => memory.jobs.get(jobId)?.undone.has(n) !== true),
  );
  // Many rows wait again in one step: of what left the journal lacks nothing.
  if (own.last < memory.last && memory.lastLeft <= own.last) return loose.length + lost.length === 0;
  if (own.last === memory.last) return lost.length === 0 && forgotten.length > 0 && loose.length === 0;
  return own.last === memory.last - 1 && loose.length + lost.length <= 1 && lost.every(({ sent }) => sent === 0);
}

function troubleOf(own: SentRecord['position'], memory: WitnessMemory): WitnessDifference['witness'] {
  if (memory.isMissing) return 'missing';
  if (memory.id === null || memory.trouble > 0) return 'damaged';
  if (own.id !== null && own.id !== memory.id) return 'another';
  return own.last > memory.last ? 'shorter' : null;
}

/** Every job of the journal, with its rows that left and may not leave again by themselves. */
function sentRowsOf(journal: DatabaseSync): Map<string, JobMemory> {
  const found = new Map<string, JobMemory>();
  const jobs = journal
    .prepare(
      `SELECT id, file_name, file_hash, file_size, campaign_code, pool_name, rows, created_at FROM import_job
       WHERE ${IS_WHOLE}`,
    )
    .all();
  const sent = journal.prepare(
    `SELECT n, at FROM import_row
     WHERE job = ? AND ${hasLeft('import_row')}
     ORDER BY n`,
  );
  for (const row of jobs) {
    const memory = noMemory(witnessedOf(row));
    for (const { n, at } of sent.iterate(String(row['id']))) {
      memory.sent.add(Number(n));
      const time = at === null ? null : Number(at);
      memory.firstAt ??= time;
      memory.lastAt = time ?? memory.lastAt;
    }
    found.set(String(row['id']), memory);
  }
  return found;
}

function witnessedOf(row: Record<string, unknown>): WitnessedJob {
  return {
    job: String(row['id']),
    file: String(row['file_name']),
    hash: String(row['file_hash']),
    bytes: Number(row['file_size']),
    campaign: String(row['campaign_code']),
    pool: row['pool_name'] === null ? null : String(row['pool_name']),
    rows: Number(row['rows']),
    at: Number(row['created_at']),
  };
}

function forgottenRows({ journal, sentRecord }: CompareTools, memory: WitnessMemory): ForgottenRows[] {
  const names = new Map(
    journal
      .prepare(`SELECT id, name FROM import_job WHERE ${IS_WHOLE}`)
      .all()
      .map((row) => [String(row['id']), String(row['name'])]),
  );
  const notSent = journal.prepare(`SELECT n, state FROM import_row WHERE job = ? AND state IN ('ready', 'skipped')`);
  const forgotten: ForgottenRows[] = [];
  for (const [jobId, { sent, undone, firstAt, lastAt }] of memory.jobs) {
    const name = names.get(jobId);
    if (name === undefined || sent.size === 0) continue;
    const rows = new RowSet();
    for (const { n: row, state } of notSent.iterate(jobId)) {
      const n = Number(row);
      // Whoever skipped it did so in the journal that had undone its step.
      const isSettled = state === 'skipped' && undone.has(n);
      if (sent.has(n) && !isSettled) rows.add(n);
    }
    if (rows.size === 0) continue;
    const times = sentRecord.witness.timesOf(jobId, rows);
    const all = [...times.values()];
    const isTimed = all.length === rows.size;
    forgotten.push({
      jobId,
      name,
      rows,
      firstAt: isTimed ? Math.min(...all) : firstAt,
      lastAt: isTimed ? Math.max(...all) : lastAt,
    });
  }
  return forgotten;
}

function setUnknown(
  { journal, sentRecord, now, run }: CompareTools,
  jobId: string,
  rows: RowSet,
  isLastStepOnly: boolean,
): void {
  const times = sentRecord.witness.timesOf(jobId, rows);
  const setState = journal.prepare(
    `UPDATE import_row SET state = 'unknown', at = ?, reason = ?, attempts = attempts + 1 WHERE job = ? AND n = ?`,
  );
  const addAttempt = journal.prepare(
    'INSERT INTO import_attempt (job, n, at, step, run, detail) VALUES (?, ?, ?, ?, ?, ?)',
  );
  for (const n of rows) {
    const at = times.get(n);
    const why = isLastStepOnly
      ? 'Lead Console ended in the moment in which it left.'
      : 'The record of what was sent has it, and the journal lost what became of it.';
    const reason = `${why} The lead may exist.`;
    setState.run(at ?? now, reason, jobId, n);
    if (at !== undefined) addAttempt.run(jobId, n, at, 'send', run, 'known by the record of what was sent');
    addAttempt.run(jobId, n, now, 'unknown', run, reason);
  }
}

function lostJobs({ journal, deleted }: CompareTools, memory: WitnessMemory): LostJob[] {
  const known = new Set(
    journal
      .prepare('SELECT id FROM import_job')
      .all()
      .map((row) => String(row['id'])),
  );
  return [...memory.jobs]
    .filter(([jobId, { isUndone, sent }]) => !known.has(jobId) && !deleted.has(jobId) && (!isUndone || sent.size > 0))
    .map(([jobId, { job, sent, firstAt }]) => {
      const rows = Math.max(job?.rows ?? 0, ...largest(sent));
      return { jobId, file: job?.file ?? 'a file whose name is lost', rows, sent: sent.size, at: firstAt };
    });
}

/** @param isDoubtful the witness lost something too: rows of which it says nothing may have left */
function insertLost(
  { journal, now }: CompareTools,
  { jobs }: WitnessMemory,
  { jobId, rows, file, sent }: LostJob,
  isDoubtful: boolean,
): void {
  const memory = jobs.get(jobId);
  // Nothing of it left: the file can be imported as if for the first time.
  if (memory === undefined || (sent === 0 && !isDoubtful)) return;
  insertLostJob(journal, now, { jobId, job: memory.job, rows, file, sent: memory.sent, isDoubtful });
}

function largest(rows: RowSet): number[] {
  const [, last] = /(\d+)$/.exec(rangesText(rows)) ?? [];
  return last === undefined ? [] : [Number(last)];
}

function unionOf(
  journal: ReadonlyMap<string, JobMemory>,
  { jobs }: Pick<WitnessMemory, 'jobs'>,
): ReadonlyMap<string, JobMemory> {
  for (const [jobId, memory] of journal) {
    const witnessed = jobs.get(jobId);
    if (witnessed === undefined) continue;
    memory.firstAt = witnessed.firstAt ?? memory.firstAt;
    memory.lastAt = witnessed.lastAt ?? memory.lastAt;
  }
  return journal;
}
