import type { DatabaseSync } from 'node:sqlite';
import type { Witness } from '../../../../../../shared/domain/jobs/absence.ts';
import type { DoubtfulRow, RowVerdict, Verdict } from '../../../../../../shared/domain/jobs/reconcile.ts';
import { inTransaction } from '../../../../storage/database.ts';
import { storedLead } from '../../../../storage/stored-json.ts';
import type { JobRecord } from '../records/job-records.ts';
import { KnownLeads, knownLeadsIn } from './known-leads.ts';
import { leadIn, tagOf } from '../records/lead-payload.ts';

/** The attempt by which a row `r` left last. */
const LAST_SEND = `(SELECT max(s.id) FROM import_attempt s WHERE s.job = r.job AND s.n = r.n AND s.step = 'send')`;

/** A doubtful row with the attempt by which it left. */
export interface LookedForRow extends DoubtfulRow {
  /** Null when the journal has no attempt of its sending. */
  readonly sendId: number | null;
  /** When its request ended here, answered or not. Unix milliseconds. */
  readonly endedAt: number;
}

/** Rows that nobody knows about, and what was found out about them. A verdict ends when its row is sent again. */
export class Verdicts {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.#journal = journal;
  }

  /** Unknown rows with what they sent, in the file's order; without those of which a damage has left nothing to look for. */
  doubtful(job: JobRecord): LookedForRow[] {
    return this.#journal
      .prepare(
        `SELECT r.n, c.cells, c.payload, r.at, a.id AS send_id, a.at AS sent_at,
                (SELECT max(e.at) FROM import_attempt e WHERE e.job = r.job AND e.n = r.n) AS ended_at
         FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         LEFT JOIN import_attempt a ON a.id = ${LAST_SEND}
         WHERE r.job = ? AND r.state = 'unknown' ORDER BY r.n`,
      )
      .all(job.id)
      .flatMap((found) => {
        const n = Number(found['n']);
        const lead = leadIn(job, n, found);
        if (lead === null) return [];
        const { tagField } = job.terms;
        const data = Object.fromEntries(Object.entries(lead).filter(([field]) => field !== tagField));
        return {
          row: n,
          sendId: found['send_id'] === null ? null : Number(found['send_id']),
          sentAt: Number(found['sent_at'] ?? found['at']),
          endedAt: Number(found['ended_at'] ?? found['at']),
          data,
          tag: tagField === null ? null : tagOf(job.id, n),
        };
      });
  }

  /** Leads of the campaign that are known to exist. */
  knownLeads(job: JobRecord): KnownLeads {
    return new KnownLeads(this.#journal, job);
  }

  /** Some leads that are known to be in a campaign. */
  knownLeadsIn(campaignCode: string): Witness[] {
    return knownLeadsIn(this.#journal, campaignCode);
  }

  /** Those of these ids that a created row of any job has. */
  claimed(leadIds: readonly string[]): Set<string> {
    const rows = this.#journal
      .prepare(
        `SELECT DISTINCT lead_id FROM import_row
         WHERE state = 'created' AND lead_id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(leadIds));
    return new Set(rows.map((row) => String(row['lead_id'])));
  }

  /**
   * Answers whether the created row that has a lead was sent with a key. One of an earlier version, which does not keep what
   * it was sent with, counts as sent with every key.
   */
  sentWith(
    leadIds: readonly string[],
    keysOf: (data: Readonly<Record<string, string>>) => readonly string[],
  ): (leadId: string, key: string) => boolean {
    // Without an index for it, the question reads all rows of all jobs.
    if (leadIds.length === 0) return () => false;
    const rows = this.#journal
      .prepare(
        `SELECT r.lead_id, c.payload FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.state = 'created' AND r.lead_id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(leadIds));
    const sent = new Set<string>();
    for (const { lead_id: id, payload } of rows) {
      const data = payload === null ? null : storedLead(String(payload));
      if (data === null) sent.add(String(id));
      else for (const key of keysOf(data)) sent.add(`${String(id)} ${key}`);
    }
    return (leadId, key) => sent.has(leadId) || sent.has(`${leadId} ${key}`);
  }

  /** Another row has got the lead of these verdicts since: they say nothing of their rows any more. */
  dropClaimed(jobId: string): void {
    const found = this.#journal.prepare('SELECT lead_id FROM import_verdict WHERE job = ? AND lead_id IS NOT NULL');
    const claimed = this.claimed(found.all(jobId).map((row) => String(row['lead_id'])));
    this.#journal
      .prepare(
        `DELETE FROM import_verdict WHERE job = ?1 AND lead_id IN (SELECT value FROM json_each(?2))
         AND n IN (SELECT n FROM import_row WHERE job = ?1 AND state = 'unknown')`,
      )
      .run(jobId, JSON.stringify([...claimed]));
  }

  /** Leads of created rows that the service did not name. */
  *namelessLeads(job: JobRecord): Generator<Readonly<Record<string, string>>, void, void> {
    const found = this.#journal
      .prepare(
        `SELECT r.n, c.cells, c.payload FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.job = ? AND r.state = 'created' AND coalesce(r.lead_id, '') = '' ORDER BY r.n`,
      )
      .iterate(job.id);
    for (const row of found) {
      const lead = leadIn(job, Number(row['n']), row);
      if (lead !== null) yield lead;
    }
  }

  /**
   * Replaces what was found out about these rows before. A verdict on a row that was sent since the look began says nothing
   * about its last sending, and is dropped.
   */
  save(jobId: string, at: number, verdicts: readonly RowVerdict[], looked: readonly LookedForRow[]): void {
    const put = this.#journal.prepare(
      `INSERT OR REPLACE INTO import_verdict (job, n, at, verdict, lead_id, evidence)
       SELECT r.job, r.n, ?, ?, ?, ? FROM import_row r
       WHERE r.job = ? AND r.n = ? AND r.state = 'unknown' AND ${LAST_SEND} IS ?`,
    );
    const sendIds = new Map(looked.map(({ row, sendId }) => [row, sendId]));
    inTransaction(this.#journal, () => {
      for (const { row, verdict, leadId, evidence } of verdicts)
        put.run(at, verdict, leadId, evidence, jobId, row, sendIds.get(row) ?? null);
    });
  }

  /** Verdicts about rows that are still unknown, in the file's order, a page at a time; `sums` are those of all pages. */
  page(
    jobId: string,
    offset: number,
    limit: number,
  ): { total: number; sums: Record<Verdict, number>; verdicts: (RowVerdict & { at: number })[] } {
    const where = `FROM import_verdict v JOIN import_row r ON r.job = v.job AND r.n = v.n
      WHERE v.job = ? AND r.state = 'unknown'`;
    const sums = { exists: 0, absent: 0, several: 0, unclear: 0 };
    const counted = this.#journal.prepare(`SELECT v.verdict, count(*) AS total ${where} GROUP BY v.verdict`).all(jobId);
    for (const { verdict, total } of counted) sums[verdict as Verdict] = Number(total);
    const rows = this.#journal
      .prepare(`SELECT v.n, v.at, v.verdict, v.lead_id, v.evidence ${where} ORDER BY v.n LIMIT ? OFFSET ?`)
      .all(jobId, limit, offset);
    return {
      total: sums.exists + sums.absent + sums.several + sums.unclear,
      sums,
      verdicts: rows.map((row) => ({
        row: Number(row['n']),
        at: Number(row['at']),
        verdict: row['verdict'] as Verdict,
        leadId: row['lead_id'] === null ? null : String(row['lead_id']),
        evidence: String(row['evidence']),
      })),
    };
  }
}
