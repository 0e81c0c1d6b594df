import type { AccountSummary } from '../../../../../shared/contract/account/account.ts';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { type Outcome, OUTCOMES } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { type ReportFacts, summaryOf } from './job-report.ts';
import type { StoredReading } from '../journal/outcome-store.ts';
import type { ReceiptFacts } from '../journal/receipt-facts.ts';

/** One page about an import. It has nothing of a lead but the ids of the first and the last one. */
export function receiptOf(
  facts: ReportFacts,
  { address, username }: Pick<AccountSummary, 'address' | 'username'>,
  { rewritten, ...journal }: ReceiptFacts,
  reading: StoredReading | null,
): Receipt {
  const { job, store, now } = facts;
  return {
    summary: summaryOf(facts),
    address,
    username,
    file: { name: job.fileName, size: job.fileSize, hash: job.fileHash, readAs: store.originOf(job.id).readAs },
    fairUse: job.terms.fairUse,
    mapping: job.mapping.map(({ field, source, cleaning }, at) => ({
      field,
      columns:
        source.kind === 'columns' ? source.columns.map((column) => job.columns[column] ?? `Column ${column + 1}`) : [],
      constant: source.kind === 'constant' ? source.value : null,
      cleaning: [...cleaning],
      rewritten: rewritten[at] ?? 0,
    })),
    ...journal,
    seen: reading === null ? null : seenIn(reading),
    readAt: now,
  };
}

/** Leads that could not be told apart, or came under another campaign, were not seen as those of this import. */
function seenIn({ at, counts }: StoredReading): Receipt['seen'] {
  const unseen: readonly Outcome[] = ['moved', 'repeated', 'unseen', 'unmatched'];
  const rows = OUTCOMES.map((outcome) => ({ outcome, rows: counts[outcome] ?? 0 }));
  const sum = (some: typeof rows) => some.reduce((all, one) => all + one.rows, 0);
  return { at, leads: sum(rows.filter(({ outcome }) => !unseen.includes(outcome))), created: sum(rows) };
}
