import type { Refresh } from '../../../../../shared/contract/exports/refresh.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { momentWords } from '../view/moment-words.ts';

/** "since 22 Nov 09:12", or everything when no moment is known. */
export function sinceWords(since: string | null): string {
  return since === null ? 'all leads, because no earlier change is known' : `what changed since ${momentWords(since)}`;
}

/** What a complete refresh changed in the result. */
export function mergedTitle({ merged: { new: added, changed, removed }, since }: Refresh): string {
  const parts = [
    ...(added === 0 ? [] : [`${format.number(added)} new`]),
    ...(changed === 0 ? [] : [`${format.number(changed)} changed`]),
    ...(removed === 0 ? [] : [`${format.number(removed)} taken out`]),
  ];
  if (parts.length === 0)
    return since === null ? 'The service named no change.' : `The service named no change since ${momentWords(since)}.`;
  return `Brought up to date: ${format.list(parts)}.`;
}

/** What else became of the leads that came. Empty when there is nothing to add. */
export function mergedMeaning({ merged: { removed, unchanged, others } }: Refresh): string {
  return [
    ...(removed === 0 ? [] : [`${format.count(removed, leadForms)} no longer fit what was asked for.`]),
    ...(unchanged === 0 ? [] : [`${format.count(unchanged, leadForms)} had not changed.`]),
    ...(others === 0 ? [] : [`${format.count(others, leadForms)} came that were not asked for, and were left out.`]),
  ].join(' ');
}

/** For screen readers: the beginning and the end, not every lead between them. */
export function announcement(refresh: Refresh): string {
  switch (refresh.state) {
    case 'running':
      return `Fetching ${sinceWords(refresh.since)}.`;
    case 'complete':
      return mergedTitle(refresh);
    case 'failed':
      return 'The refresh failed.';
    case 'cancelled':
      return 'Cancelled.';
  }
}
