import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { mappingSchema, type Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { planCheck } from '../../../../shared/domain/check/check-plan.ts';
import { RowJudge } from '../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';

export interface SentJob {
  readonly jobId: string;
  readonly name: string;
  /** Unix milliseconds of the last row that was sent. */
  readonly at: number;
}

/** What this program sent to one campaign, by phone and e-mail. */
export interface SentLeads {
  readonly campaignCode: string;
  /** Leads that were compared. */
  readonly count: number;
  readonly jobs: readonly SentJob[];
  /** Index into `jobs` of the latest sending of one of these phones and e-mail addresses, or null. */
  find(keys: readonly string[]): number | null;
}

const ROWS_BETWEEN_PAUSES = 2000;
/** Seconds since the epoch stay below this for two centuries; the job's number goes above. */
const TIMES = 2 ** 33;

/**
 * Reads the journal of an account: rows that were created, and rows that may have arrived. `pause` lets other work go.
 * Answers null when the account has no journal yet.
 */
export async function readSentLeads(
  journalPath: string,
  campaignCode: string,
  country: string,
  readPhone: PhoneReader,
  pause: () => Promise<void>,
): Promise<SentLeads | null> {
  if (!existsSync(journalPath)) return null;
  const journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  try {
    const known = journal.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'import_job'`).get();
    const jobs: { readonly jobId: string; readonly name: string; readonly mapping: Mapping; at: number }[] =
      known === undefined
        ? []
        : journal
            .prepare('SELECT id, name, mapping FROM import_job WHERE campaign_code = ? ORDER BY created_at, id')
            .all(campaignCode)
            .map((row) => ({
              jobId: String(row['id']),
              name: String(row['name']),
              mapping: mappingSchema.parse(JSON.parse(String(row['mapping']))),
              at: 0,
            }));
    const sent = new Map<string, number>();
    let count = 0;
    for (const [index, job] of jobs.entries()) {
      const settings = { country: null, duplicateKey: null, fields: [] };
      const plan = planCheck({ mapping: job.mapping, fields: [], settings, country, postcodeColumn: null });
      const judge = new RowJudge(plan, readPhone);
      const page = journal.prepare(
        `SELECT r.n, r.at, c.cells FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
         WHERE r.job = ? AND r.n > ? AND r.state IN ('created', 'unknown', 'intent') ORDER BY r.n LIMIT ?`,
      );
      for (let last = 0; ;) {
        const rows = page.all(job.jobId, last, ROWS_BETWEEN_PAUSES);
        if (rows.length === 0) break;
        for (const row of rows) {
          last = Number(row['n']);
          count += 1;
          job.at = Math.max(job.at, Number(row['at'] ?? 0));
          const { phones, emails } = judge.judgeRow(JSON.parse(String(row['cells'])) as string[]);
          const packed = index * TIMES + Math.floor(Number(row['at'] ?? 0) / 1000);
          for (const key of [...phones, ...emails])
            if ((sent.get(key) ?? -1) % TIMES <= packed % TIMES) sent.set(key, packed);
        }
        await pause();
      }
    }
    return {
      campaignCode,
      count,
      jobs: jobs.map(({ jobId, name, at }) => ({ jobId, name, at })),
      find(keys) {
        let best = -1;
        for (const key of keys) {
          const packed = sent.get(key);
          if (packed !== undefined && (best === -1 || packed % TIMES > best % TIMES)) best = packed;
        }
        return best === -1 ? null : Math.floor(best / TIMES);
      },
    };
  } finally {
    journal.close();
  }
}
