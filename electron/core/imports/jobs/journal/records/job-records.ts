import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { z } from 'zod';
import { type Terms, termsSchema, USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import { mappingSchema, type Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import { type JobRow, PERSON_HOLDS, type RowState } from '../../../../../../shared/contract/jobs/jobs.ts';
import type { Hold, JobWish } from '../../../../../../shared/domain/jobs/job-state.ts';
import { isPlainId } from '../../../../storage/plain-id.ts';
import { storedCells, storedJson } from '../../../../storage/stored-json.ts';

/** Jobs and rows as the journal stores them, and as the program reads them. */

export interface JobRecord {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly fileSize: number;
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly fileHash: string;
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly campaignCode: string;
  readonly poolName: string | null;
  readonly stopAfterSameRefusal: number;
  readonly terms: Terms;
  readonly rows: number;
  readonly wish: JobWish;
  /** Why the job waits for a person. Holds that end on their own are not stored. */
  readonly hold: Hold | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Its id, columns, mapping or plan cannot be read: what is missing is empty or as usual, and none of its rows may be sent. */
  readonly isDamaged: boolean;
}

export type NewJob = Omit<JobRecord, 'rows' | 'wish' | 'hold' | 'endedAt' | 'isDamaged'>;

/** For a person: what became of a damaged import. */
export const DAMAGED_JOB =
  'What the journal keeps of this import is damaged: its id, its columns, its mapping or its plan cannot be read. Its counts and the answers to its rows are those that the journal still has.';
const DAMAGED_HOLD = `${DAMAGED_JOB} Rows that wait are not sent any more. Stop it, then import the file again: leads that were sent are not sent twice.`;

export interface ReadyRow {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[];
  /** The lead as it is sent, as JSON; null in jobs of earlier versions, whose mapping is applied now. */
  readonly payload: string | null;
}

export type StoredRow = Omit<JobRow, 'data'> & Pick<ReadyRow, 'payload'>;

type DatabaseRow = Record<string, SQLOutputValue>;

/** SQL condition on `import_job`: the job is neither being made nor being removed. One that is, is seen by nobody. */
export const IS_WHOLE = `wish NOT IN ('make', 'delete')`;
export const JOB_COLUMNS =
  'id, name, file_name, file_size, file_hash, columns, mapping, campaign_code, pool_name, stop_after, terms, rows, wish, hold, hold_reason, created_at, ended_at';
export const ROW_COLUMNS = 'r.n, c.line, c.cells, c.payload, r.state, r.lead_id, r.reason, r.at, r.attempts';
export const ROW_TABLES = 'import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n';

/** @param wish `make`: nobody sees it before it has all its rows */
export function insertJob(journal: DatabaseSync, job: NewJob, wish: JobWish | 'make', rows = 0): void {
  journal
    .prepare(
      `INSERT INTO import_job (id, name, file_name, file_size, file_hash, columns, mapping, campaign_code, pool_name, stop_after, terms, rows, wish, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      job.id,
      job.name,
      job.fileName,
      job.fileSize,
      job.fileHash,
      JSON.stringify(job.columns),
      JSON.stringify(job.mapping),
      job.campaignCode,
      job.poolName,
      job.stopAfterSameRefusal,
      JSON.stringify(job.terms),
      rows,
      wish,
      job.createdAt,
    );
}

const columnsSchema = z.array(z.string());
const wishSchema = z.enum(['run', 'pause', 'stop']);
const holdKindSchema = z.enum(PERSON_HOLDS).nullable();

export function decodeJob(row: DatabaseRow): JobRecord {
  const nullable = (name: string) => (row[name] === null ? null : String(row[name]));
  const columns = storedJson(columnsSchema, row['columns']);
  const mapping = storedJson(mappingSchema, row['mapping']);
  const terms = storedJson(termsSchema, row['terms']);
  const wish = wishSchema.safeParse(row['wish']);
  const kind = holdKindSchema.safeParse(row['hold']);
  const isWhole = columns !== null && mapping !== null && terms !== null && wish.success && kind.success;
  const isDamaged = !isWhole || !isPlainId(row['id']);
  return {
    id: String(row['id']),
    name: String(row['name']),
    fileName: String(row['file_name']),
    fileSize: Number(row['file_size']),
    fileHash: String(row['file_hash']),
    columns: columns ?? [],
    mapping: mapping ?? [],
    campaignCode: String(row['campaign_code']),
    poolName: nullable('pool_name'),
    stopAfterSameRefusal: Number(row['stop_after']),
    terms: terms ?? USUAL_TERMS,
    rows: Number(row['rows']),
    // It waits for a person, who reads why, also when they had paused it.
    wish: isDamaged && wish.data !== 'stop' ? 'run' : (wish.data ?? 'pause'),
    hold: isDamaged
      ? { kind: 'trouble', reason: DAMAGED_HOLD, resumeAt: null }
      : holdOf(kind.data, nullable('hold_reason')),
    createdAt: Number(row['created_at']),
    endedAt: row['ended_at'] === null ? null : Number(row['ended_at']),
    isDamaged,
  };
}

function holdOf(kind: Hold['kind'] | null | undefined, reason: string | null): Hold | null {
  return kind === null || kind === undefined ? null : { kind, reason: reason ?? '', resumeAt: null };
}

/** All jobs, the newest first, each with whether the service created at least one of its leads. */
export function readJobsAndSuccess(journal: DatabaseSync): (JobRecord & { readonly hasCreated: boolean })[] {
  return journal
    .prepare(
      `SELECT ${JOB_COLUMNS}, EXISTS (SELECT 1 FROM import_row r WHERE r.job = j.id AND r.state = 'created') AS has_created
       FROM import_job j WHERE ${IS_WHOLE} ORDER BY created_at DESC, id`,
    )
    .all()
    .map((row) => ({ ...decodeJob(row), hasCreated: row['has_created'] === 1 }));
}

export function decodeRow(row: DatabaseRow): StoredRow {
  return {
    row: Number(row['n']),
    line: Number(row['line']),
    cells: storedCells(row['cells']) ?? [],
    payload: payloadOf(row),
    state: row['state'] as RowState,
    leadId: row['lead_id'] === null ? null : String(row['lead_id']),
    reason: String(row['reason']),
    at: row['at'] === null ? null : Number(row['at']),
    attempts: Number(row['attempts']),
  };
}

export function decodeReadyRow(row: DatabaseRow): ReadyRow {
  const cells = storedCells(row['cells']) ?? [];
  return { n: Number(row['n']), line: Number(row['line']), cells, payload: payloadOf(row) };
}

/** A row of an earlier version whose cells are damaged has no lead that could be read: its payload is empty. */
export function payloadOf({ payload, cells }: DatabaseRow): string | null {
  if (payload !== null) return String(payload);
  return storedCells(cells) === null ? '' : null;
}
