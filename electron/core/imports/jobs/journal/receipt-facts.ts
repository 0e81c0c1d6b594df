import type { DatabaseSync } from 'node:sqlite';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';

/** Rows that were unknown and are listed: more would not fit a page. */
const LISTED = 50;
/** Reasons that are listed. */
const REASONS = 30;

export type ReceiptFacts = Pick<
  Receipt,
  'requests' | 'refused' | 'skipped' | 'first' | 'last' | 'wereUnknown' | 'wereUnknownTotal' | 'repaired'
>;

/** What the journal says of a job for its receipt. */
export function readReceiptFacts(journal: DatabaseSync, job: string): ReceiptFacts {
  const number = (sql: string) => Number(journal.prepare(sql).get(job)?.['total'] ?? 0);
  const lead = (order: 'ASC' | 'DESC') => {
    const row = journal
      .prepare(
        `SELECT n, lead_id, at FROM import_row WHERE job = ? AND state = 'created' AND lead_id <> '' ORDER BY at ${order}, n ${order} LIMIT 1`,
      )
      .get(job);
    if (row === undefined) return null;
    return { row: Number(row['n']), leadId: String(row['lead_id']), at: row['at'] === null ? null : Number(row['at']) };
  };
  const reasons = (states: string) =>
    journal
      .prepare(
        `SELECT reason, count(*) AS total FROM import_row WHERE job = ? AND state IN (${states})
         GROUP BY reason ORDER BY total DESC, reason LIMIT ${REASONS}`,
      )
      .all(job)
      .map((row) => ({ reason: String(row['reason']), count: Number(row['total']) }));
  return {
    requests: number(`SELECT count(*) AS total FROM import_attempt WHERE job = ? AND step = 'send'`),
    refused: reasons(`'rejected'`),
    skipped: reasons(`'skipped', 'excluded'`),
    first: lead('ASC'),
    last: lead('DESC'),
    wereUnknown: wereUnknown(journal, job),
    wereUnknownTotal: number(
      `SELECT count(DISTINCT n) AS total FROM import_attempt WHERE job = ? AND step = 'unknown'`,
    ),
    repaired: number('SELECT count(*) AS total FROM import_repair WHERE job = ? AND is_sent = 1'),
  };
}

function wereUnknown(journal: DatabaseSync, job: string): Receipt['wereUnknown'] {
  return journal
    .prepare(
      `SELECT u.n, u.detail, d.step, d.detail AS evidence, d.at FROM import_attempt u
       LEFT JOIN import_attempt d ON d.id = (
         SELECT min(a.id) FROM import_attempt a WHERE a.job = u.job AND a.n = u.n AND a.id > u.id
           AND a.step IN ('exists', 'sendOnce', 'leave') AND (
             -- An answer that was taken back is none.
             SELECT x.step FROM import_attempt x WHERE x.job = a.job AND x.n = a.n AND x.id > a.id ORDER BY x.id LIMIT 1
           ) IS NOT 'reopen')
       WHERE u.job = ? AND u.step = 'unknown' ORDER BY u.id LIMIT ${LISTED}`,
    )
    .all(job)
    .map((row) => ({
      row: Number(row['n']),
      cameBack: String(row['detail']),
      decision: row['step'] === null ? ('open' as const) : (row['step'] as 'exists' | 'sendOnce' | 'leave'),
      evidence: String(row['evidence'] ?? ''),
      at: row['at'] === null ? null : Number(row['at']),
    }));
}
