import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Terms, termsSchema } from '../../../../../shared/contract/imports/imports.ts';
import { mappingSchema, type Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { JobRow, RowState } from '../../../../../shared/contract/jobs/jobs.ts';
import type { Hold, JobWish } from '../../../../../shared/domain/jobs/job-state.ts';
import { storedCells } from './stored-json.ts';

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
}

export type NewJob = Omit<JobRecord, 'rows' | 'wish' | 'hold' | 'endedAt'>;

export interface ReadyRow {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly string[];
  /** The lead as it is sent, as JSON; null in jobs of earlier versions, whose mapping is applied now. */
  readonly payload: string | null;
}

export type StoredRow = Omit<JobRow, 'data'> & Pick<ReadyRow, 'payload'>;

type DatabaseRow = Record<string, SQLOutputValue>;

export const JOB_COLUMNS =
  'id, name, file_name, file_size, file_hash, columns, mapping, campaign_code, pool_name, stop_after, terms, rows, wish, hold, hold_reason, created_at, ended_at';
export const ROW_COLUMNS = 'r.n, c.line, c.cells, c.payload, r.state, r.lead_id, r.reason, r.at, r.attempts';
export const ROW_TABLES = 'import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n';

export function insertJob(journal: DatabaseSync, job: NewJob, rows: number): void {
  journal
    .prepare(
      `INSERT INTO import_job (id, name, file_name, file_size, file_hash, columns, mapping, campaign_code, pool_name, stop_after, terms, rows, wish, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'run', ?)`,
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
      job.createdAt,
    );
}

export function decodeJob(row: DatabaseRow): JobRecord {
  const nullable = (name: string) => (row[name] === null ? null : String(row[name]));
  const kind = nullable('hold');
  return {
    id: String(row['id']),
    name: String(row['name']),
    fileName: String(row['file_name']),
    fileSize: Number(row['file_size']),
    fileHash: String(row['file_hash']),
    columns: JSON.parse(String(row['columns'])) as string[],
    mapping: mappingSchema.parse(JSON.parse(String(row['mapping']))),
    campaignCode: String(row['campaign_code']),
    poolName: nullable('pool_name'),
    stopAfterSameRefusal: Number(row['stop_after']),
    terms: termsSchema.parse(JSON.parse(String(row['terms']))),
    rows: Number(row['rows']),
    wish: String(row['wish']) as JobWish,
    hold: kind === null ? null : { kind: kind as Hold['kind'], reason: nullable('hold_reason') ?? '', resumeAt: null },
    createdAt: Number(row['created_at']),
    endedAt: row['ended_at'] === null ? null : Number(row['ended_at']),
  };
}

/** All jobs, the newest first, each with whether the service created at least one of its leads. */
export function readJobsAndSuccess(journal: DatabaseSync): (JobRecord & { readonly hasCreated: boolean })[] {
  return journal
    .prepare(
      `SELECT ${JOB_COLUMNS}, EXISTS (SELECT 1 FROM import_row r WHERE r.job = j.id AND r.state = 'created') AS has_created
       FROM import_job j ORDER BY created_at DESC, id`,
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
