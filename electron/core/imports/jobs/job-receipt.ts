import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { type ReportFacts, summaryOf } from './job-report.ts';
import type { ReceiptFacts } from './journal/receipt-facts.ts';

/** One page about an import. It has nothing of a lead but the ids of the first and the last one. */
export function receiptOf(
  facts: ReportFacts,
  { address, username }: Pick<AccountSummary, 'address' | 'username'>,
  journal: ReceiptFacts,
): Receipt {
  const { job, store, now } = facts;
  return {
    summary: summaryOf(facts),
    address,
    username,
    file: { name: job.fileName, size: job.fileSize, hash: job.fileHash, readAs: store.originOf(job.id).readAs },
    fairUse: job.terms.fairUse,
    mapping: job.mapping.map(({ field, source, cleaning }) => ({
      field,
      columns:
        source.kind === 'columns' ? source.columns.map((column) => job.columns[column] ?? `Column ${column + 1}`) : [],
      constant: source.kind === 'constant' ? source.value : null,
      cleaning: [...cleaning],
    })),
    ...journal,
    readAt: now,
  };
}
