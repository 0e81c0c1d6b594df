import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { format } from '../../../lib/format.ts';

export interface KnownRows {
  /** Rows that were sent before and are sent again. */
  readonly again: number;
  /** Rows that are left out because they were sent before. */
  readonly leftOut: number;
  /** Unix milliseconds at which the last of them was sent; null when there is none. */
  readonly lastAt: number | null;
}

/** What the check knows of rows that were sent to this campaign before; null while it knows another campaign, or none. */
export function knownRows(summary: CheckSummary | null, campaignCode: string): KnownRows | null {
  if (summary?.sentBefore == null || summary.sentBefore.campaignCode !== campaignCode) return null;
  const { rows, leftOut, jobs } = summary.sentBefore;
  return { again: rows - leftOut, leftOut, lastAt: rows === 0 ? null : (jobs[0]?.at ?? null) };
}

/** "40 of these rows were sent to C before, last on 21 Nov 2026 at 18:50." */
export function sentBeforeWords({ again, leftOut, lastAt }: KnownRows, campaignCode: string): string {
  const rows = format.count(again + leftOut, { one: '# of these rows was', other: '# of these rows were' });
  const last = lastAt === null ? '' : `, last on ${format.date(lastAt)} at ${format.time(lastAt)}`;
  return `${rows} sent to ${campaignCode} before${last}.`;
}
