import type { CleaningStep } from '../../../../shared/contract/imports/mapping.ts';
import type { Receipt } from '../../../../shared/contract/jobs/receipt.ts';
import { format } from '../../lib/format.ts';
import { fatesOf, shownState } from './job-model.ts';

export type ReceiptPart = 'names' | 'file' | 'mapping' | 'reasons' | 'undo';

export const RECEIPT_PARTS: readonly { readonly part: ReceiptPart; readonly label: string }[] = [
  { part: 'names', label: 'Names of people' },
  { part: 'file', label: 'File name and hash' },
  { part: 'mapping', label: 'Mapping' },
  { part: 'reasons', label: 'Reasons and decisions' },
  { part: 'undo', label: 'How to undo' },
];

/** Lines of a list that fit the page beside everything else. */
export const MAPPED_SHOWN = 8;
export const REASONS_SHOWN = 6;
export const UNKNOWN_SHOWN = 6;

const rowForms = { one: '# row', other: '# rows' } as const;

/** "complete", "stopped", or how far it was when the page was written. */
export function receiptState({ summary, readAt }: Receipt, zone: string | undefined): string {
  const { counts } = summary;
  if (counts.waiting > 0)
    return `as of ${format.time(readAt, zone)}, ${format.count(counts.waiting, { one: '# row waits', other: '# rows wait' })}`;
  if (counts.unknown > 0)
    return `${format.count(counts.unknown, { one: '# row is unknown', other: '# rows are unknown' })}`;
  return shownState(summary);
}

/** "5,902 + 118 + 0 + 240 + 0 = 6,260" */
export function sumWords({ summary }: Receipt): string {
  const fates = fatesOf(summary.counts);
  const parts = [fates.created, fates.refused, fates.unknown, fates.skipped, fates.waiting];
  return `${parts.map((part) => format.number(part)).join(' + ')} = ${format.number(summary.counts.rows)}`;
}

export function leadWords(receipt: Receipt, zone: string | undefined): string {
  const { first, last } = receipt;
  if (first === null || last === null) return 'The service named no created lead.';
  const words = (lead: typeof first) =>
    `${lead.leadId}, row ${format.number(lead.row)}${lead.at === null ? '' : `, ${format.timeWithSeconds(lead.at, zone)}`}`;
  return first.row === last.row
    ? `One lead: ${words(first)}.`
    : `First lead ${words(first)}. Last lead ${words(last)}.`;
}

export function mappingWords({ columns, constant, cleaning }: Receipt['mapping'][number]): {
  readonly from: string;
  readonly how: string;
} {
  const from = constant === null ? columns.join(', ') : 'same for every row';
  const steps = cleaning.map(cleaningWord);
  const joined = columns.length > 1 ? ['joined'] : [];
  return { from, how: [...(constant === null ? joined : [`“${constant}”`]), ...steps].join(', ') || 'as in the file' };
}

function cleaningWord(step: CleaningStep): string {
  switch (step.kind) {
    case 'trim':
      return 'trimmed';
    case 'phone':
      return step.country === null ? 'phone' : `phone, ${step.country}`;
    case 'asWritten':
      return 'phone as written';
    case 'email':
      return 'e-mail cleaned';
    case 'date':
      return `date, ${step.order}`;
    case 'case':
      return { upper: 'upper case', lower: 'lower case', words: 'word case' }[step.to];
    case 'replace':
      return `${format.number(step.values.length)} values replaced`;
    case 'split':
      return `${step.part} word`;
  }
}

export const DECISION_WORDS = { exists: 'linked', sendOnce: 'sent once', leave: 'left', open: 'open' } as const;

/** How the import is undone in the service's own client. */
export function undoWords({ summary }: Receipt): string {
  const { campaignCode, poolName, counts } = summary;
  const pool = poolName === null ? 'the automatic pools of the days above' : `“${poolName}”`;
  const check =
    poolName === null
      ? ''
      : ` Before that, the list should show ${format.count(counts.created, { one: '# lead', other: '# leads' })}.`;
  return `In the vendor’s client open ${campaignCode}, Lead pools, choose ${pool} and Delete. Leads nobody has called yet are removed, called leads stay.${check}`;
}

/** "and 5 more, 12 rows" */
export function moreWords(hidden: readonly { readonly count: number }[]): string {
  const rows = hidden.reduce((sum, { count }) => sum + count, 0);
  return `and ${format.number(hidden.length)} more, ${format.count(rows, rowForms)}`;
}

/** The page as plain text, a fact a line. */
export function receiptText(receipt: Receipt, zone: string | undefined): string {
  const { summary, file, address, username } = receipt;
  const fates = fatesOf(summary.counts);
  const moment = (at: number) => `${format.date(at, zone)} ${format.timeWithSeconds(at, zone)}`;
  return [
    `Import receipt: ${summary.name} (${receiptState(receipt, zone)})`,
    `Account: ${address}, user ${username}`,
    `Sent by: ${summary.by === '' ? 'not known' : summary.by}`,
    `Started: ${moment(summary.createdAt)}`,
    ...(summary.endedAt === null ? [] : [`Ended: ${moment(summary.endedAt)}`]),
    `Campaign: ${summary.campaignCode}, pool: ${summary.poolName ?? 'automatic by date'}`,
    `File: ${file.name}, ${format.bytes(file.size)}${file.readAs === '' ? '' : `, ${file.readAs}`}`,
    `SHA-256: ${file.hash}`,
    `Created ${fates.created}, refused ${fates.refused}, unknown ${fates.unknown}, skipped ${fates.skipped}, waiting ${fates.waiting}`,
    sumWords(receipt),
    leadWords(receipt, zone),
    ...receipt.refused.map(({ reason, count }) => `Refused ${count}: ${reason}`),
    ...receipt.skipped.map(({ reason, count }) => `Skipped ${count}: ${reason}`),
    ...receipt.mapping.map((rule) => {
      const { from, how } = mappingWords(rule);
      return `${from} -> ${rule.field}: ${how}`;
    }),
  ].join('\n');
}
