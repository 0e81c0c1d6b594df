// Why: decision 0181.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { momentWords } from '../../../../../../shared/domain/service/service-time.ts';
import { inTransaction } from '../../../../storage/database.ts';
import { storedCells } from '../../../../storage/stored-json.ts';
import type { Slices } from '../../../../threads/in-slices.ts';
import { decodeJob, IS_WHOLE, JOB_COLUMNS, type JobRecord } from '../records/job-records.ts';
import { leadDigest } from '../records/lead-digest.ts';
import { inParts } from '../records/in-parts.ts';
import { leadOf } from '../records/lead-payload.ts';
import { mayHaveArrived } from '../records/left-rows.ts';

type DigestedJob = Pick<JobRecord, 'id' | 'campaignCode' | 'mapping' | 'terms'>;

/** Thrown instead of the step "send" when another job has sent the same lead and nobody was asked. */
export class SentByAnother extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'SentByAnother';
    this.reason = reason;
  }
}

/** The row `r` may have arrived. */
const LEFT = mayHaveArrived('r');
/** The rows `r` of other jobs with the lead of a row `l`. */
const SAME = `import_lead l
  JOIN import_lead o ON o.digest = l.digest AND o.job <> l.job
  JOIN import_row r ON r.job = o.job AND r.n = o.n`;
const AGREE = `INSERT OR IGNORE INTO import_word (job, n, other, other_n)
  SELECT l.job, l.n, r.job, r.n FROM ${SAME} WHERE l.job = ? AND ${LEFT}`;
const DELETED = 'Not sent: an import that was deleted since had sent the same lead.';

/**
 * Keeps two jobs of the account from sending the same lead. A row whose lead another job has sent is not sent, unless a
 * person knew of the other row and wanted this one sent all the same (`import_word`). Only the states of rows say which
 * leads were sent: a second list could differ from them.
 */
export class SentElsewhere {
  readonly #journal: DatabaseSync;
  readonly #zone: string;
  readonly #statements: ReturnType<typeof statementsOf>;

  /** @param zone of the times in reasons */
  constructor(journal: DatabaseSync, zone: string) {
    this.#journal = journal;
    this.#zone = zone;
    this.#statements = statementsOf(journal);
    const jobs = journal
      .prepare(
        `SELECT ${JOB_COLUMNS} FROM import_job j
         WHERE columns <> '[]' AND ${IS_WHOLE} AND NOT EXISTS (SELECT 1 FROM import_lead l WHERE l.job = j.id)`,
      )
      .all()
      .map(decodeJob);
    // Jobs of earlier versions have no digests. Whether a person was asked they do not say, so no word is added.
    for (const job of jobs) inTransaction(journal, () => this.add(job));
  }

  /** Adds the digests of a job's rows; rows that have one keep it. */
  add(job: DigestedJob): void {
    this.#journal.function('lead_digest', (n, cells, payload) => digestOf(job, Number(n), { cells, payload }));
    const last = this.#journal.prepare('SELECT max(n) AS last FROM import_cell WHERE job = ?').get(job.id)?.['last'];
    const addRows = this.#journal.prepare(
      `INSERT OR IGNORE INTO import_lead (job, n, digest)
       SELECT job, n, digest FROM
         (SELECT job, n, lead_digest(n, cells, payload) AS digest FROM import_cell
          WHERE job = ? AND n BETWEEN ? AND ? LIMIT -1)
       WHERE digest IS NOT NULL`,
    );
    inParts(last, (from, to) => addRows.run(job.id, from, to));
  }

  /** The row is another lead now. What a person knew of the former one does not count for it. */
  changed(job: DigestedJob, n: number): void {
    this.#statements.forgetRow.run(job.id, n);
    this.#statements.forgetWords.run(job.id, n);
    const row = this.#statements.readRow.get(job.id, n);
    const digest = row === undefined ? null : digestOf(job, n, row);
    if (digest !== null) this.#statements.addRow.run(job.id, n, digest);
  }

  /** A person knows what other jobs have sent, and wants the rows of this job sent all the same. */
  *agreeing(jobId: string): Slices {
    const last = Number(this.#statements.lastOf.get(jobId)?.['last']);
    for (let done = 0, size = yield 0; done < last; size = yield 0) {
      this.agree(jobId, done + 1, done + size);
      done += size;
    }
  }

  /** The same for the rows from `first` to `last`. */
  agree(jobId: string, first: number, last: number): void {
    this.#statements.agree.run(jobId, first, last);
  }

  /** Why this row may not be sent without a person's word; null when it may. */
  reasonOf(jobId: string, n: number): string | null {
    const latest = this.#statements.find.get(jobId, n);
    return latest === undefined ? null : reasonFrom(latest, this.#zone);
  }

  /** This row did not arrive after all. If it is sent once more, whoever knew of it has to be asked again. */
  cameBack(jobId: string, n: number): void {
    this.#statements.cameBack.run(jobId, n);
  }

  /** Rows that were not sent because another job had sent their leads. */
  heldBack(jobId: string): number[] {
    return this.#statements.heldBack.all(jobId).map(({ n }) => Number(n));
  }

  /**
   * Call it before rows of a job are removed. Nobody knows afterwards what they sent, so it skips the waiting rows of
   * other jobs with the same leads.
   *
   * @param last the rows from 1 to it are removed
   * @param skip writes that the row is not sent
   */
  beforeRemoval(jobId: string, last: number, skip: (job: string, n: number, reason: string) => void): void {
    for (const row of this.#statements.sameElsewhere.all(jobId, last)) {
      const [job, n] = [String(row['job']), Number(row['n'])];
      if (this.reasonOf(job, n) !== null) skip(job, n, DELETED);
    }
    this.#statements.forget.run(jobId, last);
  }
}

function digestOf(job: DigestedJob, n: number, { cells, payload }: Record<string, SQLOutputValue>): Uint8Array | null {
  const stored = payload === null ? null : String(payload);
  const data = leadOf(job, { n, cells: storedCells(cells) ?? [], payload: stored });
  return leadDigest({ campaignCode: job.campaignCode, data, tagField: job.terms.tagField });
}

function reasonFrom(row: Record<string, SQLOutputValue>, zone: string): string {
  const at = row['at'] === null ? '' : ` on ${momentWords(Number(row['at']), zone)}`;
  const by = `row ${Number(row['n'])} of "${String(row['name'])}" (job ${String(row['job'])})`;
  const said =
    row['state'] === 'created' ? `was created${at}${leadText(row['lead_id'])}` : `was sent${at} and may exist`;
  return `Not sent: the same lead ${said}, as ${by}.`;
}

function leadText(id: SQLOutputValue | undefined): string {
  return typeof id === 'string' && id !== '' ? ` (lead ${id})` : '';
}

function statementsOf(journal: DatabaseSync) {
  return {
    forgetRow: journal.prepare('DELETE FROM import_lead WHERE job = ? AND n = ?'),
    forgetWords: journal.prepare('DELETE FROM import_word WHERE job = ? AND n = ?'),
    readRow: journal.prepare('SELECT cells, payload FROM import_cell WHERE job = ? AND n = ?'),
    addRow: journal.prepare('INSERT INTO import_lead (job, n, digest) VALUES (?, ?, ?)'),
    agree: journal.prepare(`${AGREE} AND l.n BETWEEN ? AND ?`),
    find: journal.prepare(
      `SELECT r.job, r.n, r.state, r.at, r.lead_id, j.name FROM ${SAME} JOIN import_job j ON j.id = r.job
       WHERE l.job = ? AND l.n = ? AND ${LEFT} AND NOT EXISTS (
         SELECT 1 FROM import_word w WHERE w.job = l.job AND w.n = l.n AND w.other = r.job AND w.other_n = r.n)
       ORDER BY r.state = 'created' DESC, r.at DESC LIMIT 1`,
    ),
    cameBack: journal.prepare('DELETE FROM import_word WHERE other = ? AND other_n = ?'),
    heldBack: journal.prepare(
      `SELECT r.n FROM import_row r WHERE r.job = ? AND r.state = 'skipped'
       AND (SELECT step FROM import_attempt a WHERE a.job = r.job AND a.n = r.n ORDER BY a.id DESC LIMIT 1) = 'sentElsewhere'
       ORDER BY r.n`,
    ),
    sameElsewhere: journal.prepare(
      `SELECT DISTINCT w.job, w.n FROM import_lead l
       JOIN import_row r ON r.job = l.job AND r.n = l.n
       JOIN import_lead o ON o.digest = l.digest AND o.job <> l.job
       JOIN import_row w ON w.job = o.job AND w.n = o.n
       WHERE l.job = ? AND l.n <= ? AND w.state = 'ready' AND ${LEFT}`,
    ),
    forget: journal.prepare('DELETE FROM import_word WHERE other = ? AND other_n <= ?'),
    lastOf: journal.prepare('SELECT max(n) AS last FROM import_lead WHERE job = ?'),
  };
}
