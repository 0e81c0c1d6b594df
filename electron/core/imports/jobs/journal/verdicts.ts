import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DoubtfulRow, RowVerdict } from '../../../../../shared/domain/jobs/reconcile.ts';
import { inTransaction } from '../../../storage/database.ts';
import { storedCells } from '../../../storage/stored-json.ts';
import { type JobRecord, payloadOf } from './job-records.ts';
import { isDamagedLead, leadOf, tagOf } from './lead-payload.ts';

/** Rows that nobody knows about, and what was found out about them. */
export class Verdicts {
  private readonly journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    this.journal = journal;
  }

  /** Unknown rows with what they sent, in the file's order; without those of which a damage has left nothing to look for. */
  doubtful(job: JobRecord): DoubtfulRow[] {
    return this.journal
      .prepare(
        `SELECT r.n, c.cells, c.payload, coalesce(
           (SELECT max(a.at) FROM import_attempt a WHERE a.job = r.job AND a.n = r.n AND a.step = 'send'), r.at) AS sent_at
         FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.job = ? AND r.state = 'unknown' ORDER BY r.n`,
      )
      .all(job.id)
      .flatMap((found) => {
        const n = Number(found['n']);
        const lead = leadIn(job, n, found);
        if (lead === null) return [];
        const { tagField } = job.terms;
        const data = Object.fromEntries(Object.entries(lead).filter(([field]) => field !== tagField));
        return { row: n, sentAt: Number(found['sent_at']), data, tag: tagField === null ? null : tagOf(job.id, n) };
      });
  }

  /** Those of these ids that a created row of any job has. */
  claimed(leadIds: readonly string[]): Set<string> {
    const rows = this.journal
      .prepare(
        `SELECT DISTINCT lead_id FROM import_row
         WHERE state = 'created' AND lead_id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(leadIds));
    return new Set(rows.map((row) => String(row['lead_id'])));
  }

  /** Leads of created rows that the service did not name. */
  *namelessLeads(job: JobRecord): Generator<Readonly<Record<string, string>>, void, void> {
    const found = this.journal
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

  /** Ids of some leads that rows of this campaign created since `since` (Unix milliseconds), the latest first. */
  createdSince(campaignCode: string, since: number, limit: number): string[] {
    return this.journal
      .prepare(
        `SELECT r.lead_id FROM import_row r JOIN import_job j ON j.id = r.job
         WHERE j.campaign_code = ? AND r.state = 'created' AND r.lead_id <> '' AND r.at >= ? ORDER BY r.at DESC LIMIT ?`,
      )
      .all(campaignCode, since, limit)
      .map((row) => String(row['lead_id']));
  }

  /** Replaces what was found out about these rows before. */
  save(jobId: string, at: number, verdicts: readonly RowVerdict[]): void {
    const put = this.journal.prepare(
      'INSERT OR REPLACE INTO import_verdict (job, n, at, verdict, lead_id, evidence) VALUES (?, ?, ?, ?, ?, ?)',
    );
    inTransaction(this.journal, () => {
      for (const { row, verdict, leadId, evidence } of verdicts) put.run(jobId, row, at, verdict, leadId, evidence);
    });
  }

  /** Verdicts about rows that are still unknown, in the file's order, a page at a time. */
  page(jobId: string, offset: number, limit: number): { total: number; verdicts: (RowVerdict & { at: number })[] } {
    const where = `FROM import_verdict v JOIN import_row r ON r.job = v.job AND r.n = v.n
      WHERE v.job = ? AND r.state = 'unknown'`;
    const total = this.journal.prepare(`SELECT count(*) AS total ${where}`).get(jobId);
    const rows = this.journal
      .prepare(`SELECT v.n, v.at, v.verdict, v.lead_id, v.evidence ${where} ORDER BY v.n LIMIT ? OFFSET ?`)
      .all(jobId, limit, offset);
    return {
      total: Number(total?.['total']),
      verdicts: rows.map((row) => ({
        row: Number(row['n']),
        at: Number(row['at']),
        verdict: row['verdict'] as RowVerdict['verdict'],
        leadId: row['lead_id'] === null ? null : String(row['lead_id']),
        evidence: String(row['evidence']),
      })),
    };
  }
}

/** Null when it is damaged. */
function leadIn(job: JobRecord, n: number, row: Record<string, SQLOutputValue>): Record<string, string> | null {
  const payload = payloadOf(row);
  return isDamagedLead({ payload }) ? null : leadOf(job, { n, cells: storedCells(row['cells']) ?? [], payload });
}
