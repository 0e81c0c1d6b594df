import type { CleaningStep } from '../../../../../shared/contract/imports/mapping.ts';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { prefixOf } from '../../../../../shared/domain/phones/prefixes.ts';
import { format, leadForms, rowForms } from '../../../lib/format.ts';
import { FATES, fatesOf, shownState } from '../parts/job-model.ts';

export type ReceiptPart = 'names' | 'file' | 'mapping' | 'reasons' | 'undo';

export const RECEIPT_PARTS: readonly { readonly part: ReceiptPart; readonly label: string }[] = [
  { part: 'names', label: 'Names of people' },
  { part: 'file', label: 'File name and hash' },
  { part: 'mapping', label: 'Mapping' },
  { part: 'reasons', label: 'Reasons and decisions' },
  { part: 'undo', label: 'How to undo' },
];

/** Reasons of one kind, and rows that were unknown, up to which the receipt is one page. */
const FEW = 6;
/** Up to this number, mapped fields are shown in a table. */
export const MAPPED_IN_TABLE = 8;

/** A page of few reasons is one page, so only the first rows that were unknown are on it; a longer one has them all. */
export function unknownShown({ refused, skipped, wereUnknown }: Receipt): Receipt['wereUnknown'] {
  return Math.max(refused.length, skipped.length) > FEW ? wereUnknown : wereUnknown.slice(0, FEW);
}

/** The time of day, after its day where that is not the day of the start. */
export function timeWords({ summary }: Receipt, at: number, time = format.time): string {
  const isFirstDay = format.date(at) === format.date(summary.createdAt);
  return `${isFirstDay ? '' : `${format.dayAndMonth(at)} `}${time(at)}`;
}

/** What the service showed of the created leads; empty when they were not read. */
export function seenWords({ seen }: Receipt): string {
  if (seen === null) return '';
  return ` Lead search showed ${format.number(seen.leads)} of the ${format.number(seen.created)} created leads on ${format.date(seen.at)} at ${format.time(seen.at)}.`;
}

/** What the service showed of an unknown row; empty if nobody has looked. */
export function hadWords({ had, leadId, decision }: Receipt['wereUnknown'][number]): string {
  if (decision === 'open') return '';
  if (had === 'byHand') return 'looked at by hand';
  return had === 'none' ? 'no such lead' : `one lead${leadId === null ? '' : `, ${leadId}`}`;
}

/** A row is listed as often as it was unknown, and counted once; empty: all rows are listed. */
export function unknownMore(total: number, shown: readonly Pick<Receipt['wereUnknown'][number], 'line'>[]): string {
  const rows = total - new Set(shown.map(({ line }) => line)).size;
  return rows <= 0 ? '' : `and ${format.count(rows, { one: '# more row', other: '# more rows' })}`;
}

/** What a person finds on the page of the rows that are unknown still. */
export function unknownChecked(receipt: Receipt, parts: ReadonlySet<ReceiptPart>): string {
  const { unknown } = receipt.summary.counts;
  if (unknown === 0) return 'No row is unknown.';
  const shown = parts.has('reasons') ? unknownShown(receipt) : [];
  const named = new Set(shown.filter(({ decision }) => decision === 'open').map(({ line }) => line)).size;
  if (named === 0) return 'Some rows are unknown: the page says how many.';
  const lines = named < unknown ? `the lines of ${format.number(named)} of them` : 'their lines';
  return `Some rows are unknown: the page names ${lines}.`;
}

/** "complete", "stopped", or how far it was when the page was written. */
export function receiptState(receipt: Receipt): string {
  const { summary, readAt } = receipt;
  const { counts } = summary;
  if (counts.waiting > 0)
    return `as of ${timeWords(receipt, readAt)}, ${format.count(counts.waiting, { one: '# row waits', other: '# rows wait' })}`;
  if (counts.unknown > 0)
    return `${format.count(counts.unknown, { one: '# row is unknown', other: '# rows are unknown' })}`;
  return shownState(summary);
}

/** "5,902 + 118 + 0 + 240 + 0 = 6,260" */
export function sumWords({ summary }: Receipt): string {
  const fates = fatesOf(summary.counts);
  return `${FATES.map((fate) => format.number(fates[fate])).join(' + ')} = ${format.number(summary.counts.rows)}`;
}

/** Who started it, or a word in the place of the name. */
export function sender({ summary }: Receipt, parts: ReadonlySet<ReceiptPart>): string {
  if (!parts.has('names')) return 'Person 1';
  return summary.by === '' ? 'not known' : summary.by;
}

export function leadWords(receipt: Receipt): string {
  const { first, last } = receipt;
  if (first === null || last === null) return 'The service named no created lead.';
  const words = (lead: typeof first) =>
    `${lead.leadId}, line ${format.number(lead.line)}${lead.at === null ? '' : `, ${timeWords(receipt, lead.at, format.timeWithSeconds)}`}`;
  return first.line === last.line
    ? `One lead: ${words(first)}.`
    : `First lead ${words(first)}. Last lead ${words(last)}.`;
}

export function mappingWords({ columns, constant, cleaning, rewritten }: Receipt['mapping'][number]): {
  readonly from: string;
  readonly how: string;
} {
  const from = constant === null ? columns.join(', ') : 'same for every row';
  const steps = cleaning.map(cleaningWord);
  const changed = rewritten === 0 ? [] : [`${format.number(rewritten)} rewritten`];
  const joined = columns.length > 1 ? ['joined'] : [];
  return {
    from,
    how: [...(constant === null ? joined : [`“${constant}”`]), ...steps, ...changed].join(', ') || 'as in the file',
  };
}

function phoneWord(country: string): string {
  const prefix = prefixOf(country);
  return `phone ${prefix === null ? country : `+${prefix}`}`;
}

function cleaningWord(step: CleaningStep): string {
  switch (step.kind) {
    case 'trim':
      return 'trimmed';
    case 'phone':
      return step.country === null ? 'phone' : phoneWord(step.country);
    case 'asWritten':
      return 'phone as written';
    case 'email':
      return 'e-mail cleaned';
    case 'date':
      return `date, ${step.order}`;
    case 'case':
      return { upper: 'upper case', lower: 'lower case', words: 'word case' }[step.to];
    case 'replace':
      return format.count(step.values.length, { one: '# value replaced', other: '# values replaced' });
    case 'split':
      return `${step.part} word`;
  }
}

export const DECISION_WORDS = { exists: 'linked', sendOnce: 'sent once', leave: 'left', open: 'open' } as const;

/** How the import is undone in the service's own client. */
export function undoWords({ summary }: Pick<Receipt, 'summary'>): string {
  const { campaignCode, poolName, counts } = summary;
  const pool = poolName === null ? 'the automatic pools of the days above' : `“${poolName}”`;
  const check =
    poolName === null
      ? ' Other imports of those days without a pool name share these pools: their leads are removed, too.'
      : ` Before that, the list should show ${format.count(counts.created, leadForms)}.`;
  return `In the dialler open ${campaignCode}, Lead pools, choose ${pool} and Delete. Leads nobody has called yet are removed, called leads stay.${check}`;
}

/** How many rows have reasons that the receipt does not list; empty: it lists all. */
export function moreWords(total: number, reasons: readonly { readonly count: number }[]): string {
  const rows = total - reasons.reduce((sum, { count }) => sum + count, 0);
  return rows === 0 ? '' : `${format.count(rows, rowForms)} for other reasons`;
}

/** The page as plain text, a fact a line: of the same parts. */
export function receiptText(receipt: Receipt, parts: ReadonlySet<ReceiptPart>): string {
  const { summary, file, address, username } = receipt;
  const { number } = format;
  const fates = fatesOf(summary.counts);
  const moment = (at: number) => `${format.date(at)} ${format.timeWithSeconds(at)}`;
  const hasNames = parts.has('names');
  const ifOn = (part: ReceiptPart, lines: readonly string[]) => (parts.has(part) ? lines : []);
  return [
    `Import receipt: ${summary.name} (${receiptState(receipt)})`,
    `Account: ${address}${hasNames ? `, user ${username}` : ''}`,
    `Sent by: ${sender(receipt, parts)}`,
    `Started: ${moment(summary.createdAt)}`,
    ...(summary.endedAt === null ? [] : [`Ended: ${moment(summary.endedAt)}`]),
    `Campaign: ${summary.campaignCode}, pool: ${summary.poolName ?? 'automatic by date'}`,
    ...ifOn('file', [
      `File: ${file.name}, ${format.bytes(file.size)}${file.readAs === '' ? '' : `, ${file.readAs}`}`,
      `SHA-256: ${file.hash}`,
    ]),
    `Created ${number(fates.created)}, refused ${number(fates.refused)}, unknown ${number(fates.unknown)}, skipped ${number(fates.skipped)}, waiting ${number(fates.waiting)}`,
    sumWords(receipt),
    `${leadWords(receipt)}${seenWords(receipt)}`,
    ...ifOn('reasons', [
      ...receipt.refused.map(({ reason, count }) => `Refused ${number(count)}: ${reason}`),
      ...receipt.skipped.map(({ reason, count }) => `Skipped ${number(count)}: ${reason}`),
    ]),
    ...ifOn(
      'mapping',
      receipt.mapping.map((rule) => {
        const { from, how } = mappingWords(rule);
        return `${from} -> ${rule.field}: ${how}`;
      }),
    ),
    ...ifOn('undo', [`To undo this import: ${undoWords(receipt)}`]),
  ].join('\n');
}

/** "3 rows were unknown for a while", or of those that nobody has answered yet: "2 rows are unknown, 1 more was for a while". */
export function unknownTitle(open: number, all: number): string {
  if (open === 0)
    return format.count(all, { one: '# row was unknown for a while', other: '# rows were unknown for a while' });
  const still = format.count(open, { one: '# row is unknown', other: '# rows are unknown' });
  return all <= open
    ? still
    : `${still}, ${format.count(all - open, { one: '# more was for a while', other: '# more were for a while' })}`;
}
