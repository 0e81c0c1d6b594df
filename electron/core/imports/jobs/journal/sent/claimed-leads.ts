// Why: decision 0570.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { claimedByPhone } from '../../../../foundation/claimed-as.ts';
import type { LeadClaims, SentLead, SentLeads } from '../../../../foundation/lead-claims.ts';
import { inTransaction, migrate } from '../../../../storage/database.ts';
import { storedCells, storedLead } from '../../../../storage/stored-json.ts';
import { decodeJob, JOB_COLUMNS } from '../records/job-records.ts';
import { leadContacts } from '../records/lead-digest.ts';
import { leadOf } from '../records/lead-payload.ts';
import { mayHaveArrived } from '../records/left-rows.ts';

/** In a team with one lead per phone: the digest under which a row's lead is claimed; goes with its `import_lead`. */
const BY_PHONE_SCHEMA = [
  `CREATE TABLE import_claimed_as (
     job TEXT NOT NULL, n INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX import_claimed_as_by_digest ON import_claimed_as (digest);
   CREATE TRIGGER import_claimed_as_goes AFTER DELETE ON import_lead BEGIN
     DELETE FROM import_claimed_as WHERE job = old.job AND n = old.n;
   END;`,
] as const;

/** A row `r` that may have arrived. */
const LEFT = mayHaveArrived('r');

/** The digest and the scope under which a row's lead is claimed. */
export interface RowClaim {
  readonly digest: Uint8Array;
  /** For every lead with this phone in the campaign; false: for this lead alone. */
  readonly isPhone: boolean;
}

/**
 * The leads of an account as its team claims and lists them. In a team with one lead per phone, every row with a lead
 * has its digest in `import_claimed_as` before it leaves: if only the witness knows that it left, its phone counts all
 * the same.
 */
export class ClaimedLeads implements SentLeads {
  readonly #journal: DatabaseSync;
  readonly #claims: Pick<LeadClaims, 'isByPhone'>;
  readonly #byLead: ReturnType<typeof statementsOf>;
  #phones: ReturnType<typeof statementsOfPhones> | null = null;

  constructor(journal: DatabaseSync, claims: Pick<LeadClaims, 'isByPhone'>) {
    this.#journal = journal;
    this.#claims = claims;
    this.#byLead = statementsOf(journal, 'import_lead');
  }

  /** Null for a row without a lead. */
  of(jobId: string, n: number): RowClaim | null {
    const lead = bytesIn(this.#byLead.digestOf.get(jobId, n));
    if (lead === null || !this.#claims.isByPhone) return lead === null ? null : { digest: lead, isPhone: false };
    const digest = bytesIn(this.#byPhone().digestOf.get(jobId, n)) ?? this.#claimedAs(jobId, n, lead);
    return { digest, isPhone: Buffer.compare(digest, lead) !== 0 };
  }

  /** Call it when the row is added, becomes another lead or leaves, in the same transaction. */
  keep(jobId: string, n: number): void {
    if (!this.#claims.isByPhone) return;
    const claim = this.of(jobId, n);
    if (claim !== null) this.#byPhone().add.run(jobId, n, claim.digest);
  }

  sentAfter(job: string, n: number, limit: number): SentLead[] {
    const sent = this.#byLead.sentAfter.all(job, n, limit).map((row) => ({
      job: String(row['job']),
      n: Number(row['n']),
      digest: row['digest'] as Uint8Array,
      isCreated: row['state'] === 'created',
    }));
    if (!this.#claims.isByPhone) return sent;
    this.#keepMissing({ job, n }, sent.length < limit ? null : (sent.at(-1) ?? null));
    return sent.map((one) => ({ ...one, digest: this.of(one.job, one.n)?.digest ?? one.digest }));
  }

  /** Adds rows from before the account joined its team, also those that wait. @param last null: to the end */
  #keepMissing(after: Pick<SentLead, 'job' | 'n'>, last: Pick<SentLead, 'job' | 'n'> | null): void {
    const to = last?.job ?? null;
    const missing = this.#byPhone().missing.all(after.job, after.n, to, to, last?.n ?? 0);
    if (missing.length === 0) return;
    inTransaction(this.#journal, () => {
      for (const row of missing) this.keep(String(row['job']), Number(row['n']));
    });
  }

  mayHaveArrived(digest: Uint8Array): boolean {
    return this.#told().isSent.get(digest) !== undefined;
  }

  leftAfter(after: number, limit: number): ReturnType<SentLeads['leftAfter']> {
    const rows = this.#told().leftAfter.all(after, limit);
    return {
      place: Number(rows.at(-1)?.['id'] ?? after),
      leads: rows.map((row) => ({
        digest: row['digest'] as Uint8Array,
        campaignCode: String(row['campaign_code']),
        contacts: leadContacts(storedLead(String(row['payload'])) ?? {}),
      })),
    };
  }

  #told() {
    return this.#claims.isByPhone ? this.#byPhone() : this.#byLead;
  }

  #byPhone() {
    if (this.#phones !== null) return this.#phones;
    migrate(this.#journal, 'claimsByPhone', BY_PHONE_SCHEMA);
    return (this.#phones = statementsOfPhones(this.#journal));
  }

  #claimedAs(jobId: string, n: number, digest: Uint8Array): Uint8Array {
    const row = this.#byPhone().read.get(jobId, n);
    if (row === undefined) return digest;
    const payload = row['payload'] === null ? null : String(row['payload']);
    const data = payload === null ? this.#oldLead(jobId, n, row['cells']) : storedLead(payload);
    return claimedByPhone({ campaignCode: String(row['campaign_code']), digest, contacts: leadContacts(data ?? {}) });
  }

  /** The lead of a row whose job was made before leads were kept as they are sent. */
  #oldLead(jobId: string, n: number, cells: SQLOutputValue | undefined): Record<string, string> | null {
    const job = this.#byPhone().job.get(jobId);
    return job === undefined ? null : leadOf(decodeJob(job), { n, cells: storedCells(cells) ?? [], payload: null });
  }
}

function bytesIn(row: Record<string, SQLOutputValue> | undefined): Uint8Array | null {
  const digest = row?.['digest'];
  return digest instanceof Uint8Array ? digest : null;
}

/** @param table with the digests that the team knows */
function statementsOf(journal: DatabaseSync, table: 'import_lead' | 'import_claimed_as') {
  return {
    digestOf: journal.prepare(`SELECT digest FROM ${table} WHERE job = ? AND n = ?`),
    sentAfter: journal.prepare(
      `SELECT l.job, l.n, l.digest, r.state FROM ${table} l JOIN import_row r ON r.job = l.job AND r.n = l.n
       WHERE (l.job, l.n) > (?, ?) AND ${LEFT} ORDER BY l.job, l.n LIMIT ?`,
    ),
    isSent: journal.prepare(
      `SELECT 1 FROM ${table} l JOIN import_row r ON r.job = l.job AND r.n = l.n WHERE l.digest = ? AND ${LEFT} LIMIT 1`,
    ),
    leftAfter: journal.prepare(
      `SELECT a.id, l.digest, c.payload, j.campaign_code
       FROM import_attempt a JOIN import_job j ON j.id = a.job
         JOIN ${table} l ON l.job = a.job AND l.n = a.n JOIN import_cell c ON c.job = a.job AND c.n = a.n
       WHERE a.id > ? AND a.step = 'send' ORDER BY a.id LIMIT ?`,
    ),
  };
}

function statementsOfPhones(journal: DatabaseSync) {
  return {
    ...statementsOf(journal, 'import_claimed_as'),
    add: journal.prepare('INSERT OR IGNORE INTO import_claimed_as (job, n, digest) VALUES (?, ?, ?)'),
    missing: journal.prepare(
      `SELECT l.job, l.n FROM import_lead l
       WHERE (l.job, l.n) > (?, ?) AND (? IS NULL OR (l.job, l.n) <= (?, ?))
         AND NOT EXISTS (SELECT 1 FROM import_claimed_as c WHERE c.job = l.job AND c.n = l.n)`,
    ),
    read: journal.prepare(
      `SELECT c.cells, c.payload, j.campaign_code FROM import_cell c JOIN import_job j ON j.id = c.job
       WHERE c.job = ? AND c.n = ?`,
    ),
    job: journal.prepare(`SELECT ${JOB_COLUMNS} FROM import_job j WHERE id = ?`),
  };
}
