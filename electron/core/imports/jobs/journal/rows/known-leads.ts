// Why: decision 0250.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Witness, WitnessesOfRow } from '../../../../../../shared/domain/jobs/absence.ts';
import { codesAsWritten, IS_INTO } from '../records/campaign-codes.ts';
import { decodeJob, JOB_COLUMNS, type JobRecord } from '../records/job-records.ts';
import { leadIn, tagOf } from '../records/lead-payload.ts';

/** Known leads on each side of a row: an answer that leaves one of them out may leave the row's lead out as well. */
const PER_SIDE = 20;
/** Answers beyond those wanted that are looked at after a row: rows that left before it are answered among them. */
const OVERLAP = 40;

/** Rows whose leads the service said that it created, by where they stand beside another row in the order of sending. */
export class KnownLeads {
  readonly #job: JobRecord;
  /** This job first, then the others of its campaign. */
  readonly #jobs: readonly JobRecord[];
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #read = new Map<string, Witness | null>();

  constructor(journal: DatabaseSync, job: JobRecord) {
    this.#job = job;
    const others = journal
      .prepare(`SELECT ${JOB_COLUMNS} FROM import_job WHERE ${IS_INTO} AND id <> ?`)
      .all(codesAsWritten(journal, job.campaignCode), job.id)
      .map(decodeJob);
    this.#jobs = [job, ...others];
    this.#statements = statementsOf(journal);
  }

  /**
   * Leads that left before the row, and after it, the nearest first. Both the order of the journal and the times have to
   * say so: a clock that jumped, or rows that were restored, prove nothing about the order.
   *
   * @param sendId the attempt by which the row left; null when only its time is known
   * @param sentAt its time, Unix milliseconds
   */
  around({ sendId, sentAt }: { readonly sendId: number | null; readonly sentAt: number }): WitnessesOfRow {
    return {
      before: this.#nearest(({ id }) =>
        this.#statements.before.all(id, sendId ?? Number.MAX_SAFE_INTEGER, sentAt, PER_SIDE),
      ),
      after: this.#nearest(({ id }) => this.#statements.after.all(sendId ?? 0, sentAt, id, OVERLAP)),
    };
  }

  /** Leads of this job; those of other jobs of the campaign where it has none. */
  #nearest(find: (job: JobRecord) => Record<string, SQLOutputValue>[]): Witness[] {
    const own = this.#witnesses(this.#job, find(this.#job));
    if (own.length > 0) return own;
    return this.#jobs.slice(1).flatMap((job) => this.#witnesses(job, find(job)));
  }

  #witnesses(job: JobRecord, rows: readonly Record<string, SQLOutputValue>[]): Witness[] {
    return rows.slice(0, PER_SIDE).flatMap((row) => this.#witness(job, row) ?? []);
  }

  #witness(job: JobRecord, row: Record<string, SQLOutputValue>): Witness | null {
    const n = Number(row['n']);
    const key = `${job.id}/${n}`;
    const known = this.#read.get(key);
    if (known !== undefined) return known;
    const witness = witnessOf(job, n, { key, tagField: this.#job.terms.tagField, row });
    this.#read.set(key, witness);
    return witness;
  }
}

/**
 * Leads that are known to be in a campaign: the first and the last that the service created for jobs of this computer. A
 * list that leaves out early or late ones leaves out one of them.
 */
export function knownLeadsIn(journal: DatabaseSync, campaignCode: string): Witness[] {
  const jobs = journal
    .prepare(
      `SELECT ${JOB_COLUMNS} FROM import_job WHERE ${IS_INTO} AND EXISTS (
         SELECT 1 FROM import_attempt a WHERE a.job = import_job.id AND a.step = 'created') ORDER BY created_at`,
    )
    .all(codesAsWritten(journal, campaignCode))
    .map(decodeJob);
  const { ends } = statementsOf(journal);
  const found = [jobs.slice(0, 1), jobs.slice(-1)].flatMap(([job], index) =>
    job === undefined ? [] : ends[index === 0 ? 'first' : 'last'].all(job.id, PER_SIDE).map((row) => ({ job, row })),
  );
  return found.flatMap(({ job, row }) => {
    const n = Number(row['n']);
    return witnessOf(job, n, { key: `${job.id}/${n}`, tagField: null, row }) ?? [];
  });
}

function witnessOf(
  job: JobRecord,
  n: number,
  { key, tagField, row }: { key: string; tagField: string | null; row: Record<string, SQLOutputValue> },
): Witness | null {
  const lead = leadIn(job, n, row);
  if (lead === null) return null;
  const own = job.terms.tagField;
  const data = Object.fromEntries(Object.entries(lead).filter(([field]) => field !== own));
  const leadId = row['lead_id'] === null || row['lead_id'] === '' ? null : String(row['lead_id']);
  const isTagged = own !== null && own === tagField && lead[own] !== undefined;
  return { key, row: n, leadId, sentAt: Number(row['sent_at']), data, tag: isTagged ? tagOf(job.id, n) : null };
}

function statementsOf(journal: DatabaseSync) {
  const sent = (what: string) =>
    `(SELECT max(s.${what}) FROM import_attempt s WHERE s.job = a.job AND s.n = a.n AND s.step = 'send' AND s.id < a.id)`;
  const rows = `import_attempt a
    JOIN import_row r ON r.job = a.job AND r.n = a.n AND r.state = 'created'
    JOIN import_cell c ON c.job = a.job AND c.n = a.n`;
  const end = (order: 'ASC' | 'DESC') =>
    journal.prepare(
      `SELECT a.n, r.lead_id, c.cells, c.payload, a.at AS sent_at FROM ${rows}
       WHERE a.job = ? AND a.step = 'created' AND r.lead_id <> '' ORDER BY a.id ${order} LIMIT ?`,
    );
  return {
    // Answered before the row left, so they left before it.
    before: journal.prepare(
      `SELECT a.n, r.lead_id, c.cells, c.payload, ${sent('at')} AS sent_at FROM ${rows}
       WHERE a.job = ? AND a.step = 'created' AND a.id < ? AND a.at <= ? ORDER BY a.id DESC LIMIT ?`,
    ),
    ends: { first: end('ASC'), last: end('DESC') },
    after: journal.prepare(
      `SELECT * FROM (
         SELECT a.id, a.n, r.lead_id, c.cells, c.payload, ${sent('at')} AS sent_at, ${sent('id')} AS send_id
         FROM ${rows} WHERE a.job = ?3 AND a.step = 'created' AND a.id > ?1 AND a.at >= ?2 ORDER BY a.id LIMIT ?4)
       WHERE send_id > ?1 AND sent_at >= ?2 ORDER BY id`,
    ),
  };
}
