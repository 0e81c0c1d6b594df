// Why: decision 0181.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { inTransaction } from '../../../storage/database.ts';
import { decodeJob, JOB_COLUMNS, type JobRecord } from './job-records.ts';
import { leadDigest } from './lead-digest.ts';
import { leadOf } from './lead-payload.ts';

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

/** A row of a job that left and may have arrived: the opposite of "may be sent". */
const LEFT = `(r.state IN ('intent', 'created', 'unknown') OR (r.state = 'excluded' AND r.attempts > 0))`;
const OTHERS = `import_lead o JOIN import_row r ON r.job = o.job AND r.n = o.n`;
const COUNT = `SELECT count(*) FROM ${OTHERS} WHERE o.digest = l.digest AND o.job <> l.job AND ${LEFT}`;
const DELETED = 'Not sent: an import that was deleted since had sent the same lead.';

/**
 * What was sent, over all jobs of the account, by lead. `agreed` of a row counts the sendings of its lead by other jobs that
 * a person knew of when they said that it is sent; one more, and the row needs a person's word. What was sent is read from
 * the states of the rows and kept nowhere else, so that it cannot differ from them.
 */
export class SentElsewhere {
  private readonly journal: DatabaseSync;
  private readonly statements: ReturnType<typeof statementsOf>;

  constructor(journal: DatabaseSync) {
    this.journal = journal;
    this.statements = statementsOf(journal);
    const jobs = journal
      .prepare(
        `SELECT ${JOB_COLUMNS} FROM import_job j
         WHERE columns <> '[]' AND NOT EXISTS (SELECT 1 FROM import_lead l WHERE l.job = j.id)`,
      )
      .all()
      .map(decodeJob);
    // Jobs of earlier versions. Nobody is known to have been asked.
    for (const job of jobs) inTransaction(journal, () => this.add(job));
  }

  /** Adds the rows of a job; those that are there stay as they are. */
  add(job: DigestedJob): void {
    this.journal.function('lead_digest', (n, cells, payload) =>
      leadDigest({
        campaignCode: job.campaignCode,
        data: leadOf(job, {
          n: Number(n),
          cells: JSON.parse(String(cells)) as string[],
          payload: payload === null ? null : String(payload),
        }),
        tagField: job.terms.tagField,
      }),
    );
    this.journal
      .prepare(
        `INSERT OR IGNORE INTO import_lead (job, n, digest)
         SELECT job, n, digest FROM
           (SELECT job, n, lead_digest(n, cells, payload) AS digest FROM import_cell WHERE job = ? LIMIT -1)
         WHERE digest IS NOT NULL`,
      )
      .run(job.id);
  }

  /** The row is another lead now. What a person knew of the former one does not count for it. */
  changed(job: DigestedJob, n: number): void {
    this.statements.forgetRow.run(job.id, n);
    const row = this.statements.readRow.get(job.id, n);
    if (row === undefined) return;
    const cells = JSON.parse(String(row['cells'])) as string[];
    const data = leadOf(job, { n, cells, payload: row['payload'] === null ? null : String(row['payload']) });
    const digest = leadDigest({ campaignCode: job.campaignCode, data, tagField: job.terms.tagField });
    if (digest !== null) this.statements.addRow.run(job.id, n, digest);
  }

  /** A person knows what other jobs have sent, and wants the rows of this job sent all the same. */
  agree(jobId: string): void {
    this.statements.agree.run(jobId);
  }

  /** Why this row may not be sent without a person's word; null when it may. */
  reasonOf(jobId: string, n: number): string | null {
    const found = this.statements.find.all(jobId, n);
    const [latest] = found;
    if (latest === undefined || found.length <= Number(latest['agreed'])) return null;
    return reasonFrom(latest);
  }

  /** Rows that were not sent because another job had sent their leads. */
  heldBack(jobId: string): number[] {
    return this.statements.heldBack.all(jobId).map(({ n }) => Number(n));
  }

  /**
   * Before a job is removed: what it sent would be forgotten with it, so waiting rows of other jobs learn it now.
   *
   * @param skip writes that the row is not sent
   */
  beforeRemoval(jobId: string, skip: (job: string, n: number, reason: string) => void): void {
    for (const row of this.statements.sameElsewhere.all(jobId)) {
      const [job, n] = [String(row['job']), Number(row['n'])];
      if (this.reasonOf(job, n) !== null) skip(job, n, DELETED);
    }
    this.statements.forgetAgreed.run(jobId, jobId);
  }
}

function reasonFrom(row: Record<string, SQLOutputValue>): string {
  const at = row['at'] === null ? '' : ` at ${new Date(Number(row['at'])).toISOString()}`;
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
    readRow: journal.prepare('SELECT cells, payload FROM import_cell WHERE job = ? AND n = ?'),
    addRow: journal.prepare('INSERT INTO import_lead (job, n, digest) VALUES (?, ?, ?)'),
    agree: journal.prepare(
      `UPDATE import_lead AS l SET agreed = (${COUNT}) WHERE l.job = ?
       AND EXISTS (SELECT 1 FROM import_lead o WHERE o.digest = l.digest AND o.job <> l.job)`,
    ),
    find: journal.prepare(
      `SELECT l.agreed, r.job, r.n, r.state, r.at, r.lead_id, j.name
       FROM import_lead l JOIN ${OTHERS} JOIN import_job j ON j.id = r.job
       WHERE l.job = ? AND l.n = ? AND o.digest = l.digest AND o.job <> l.job AND ${LEFT}
       ORDER BY r.state = 'created' DESC, r.at DESC`,
    ),
    heldBack: journal.prepare(
      `SELECT r.n FROM import_row r WHERE r.job = ? AND r.state = 'skipped'
       AND (SELECT step FROM import_attempt a WHERE a.job = r.job AND a.n = r.n ORDER BY a.id DESC LIMIT 1) = 'sentElsewhere'
       ORDER BY r.n`,
    ),
    sameElsewhere: journal.prepare(
      `SELECT DISTINCT o.job, o.n FROM import_lead o
       JOIN import_row w ON w.job = o.job AND w.n = o.n
       JOIN import_lead l ON l.digest = o.digest AND l.job <> o.job
       JOIN import_row r ON r.job = l.job AND r.n = l.n
       WHERE l.job = ? AND w.state = 'ready' AND ${LEFT}`,
    ),
    forgetAgreed: journal.prepare(
      `UPDATE import_lead AS l SET agreed = min(agreed, (${COUNT} AND o.job <> ?)) WHERE agreed > 0
       AND digest IN (SELECT digest FROM import_lead WHERE job = ?)`,
    ),
  };
}
