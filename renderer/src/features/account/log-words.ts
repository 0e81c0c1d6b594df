import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';

export type LogFilter = 'all' | 'trouble' | 'changes';

/** Everything but success: refused, unknown, broken off. */
export function isTrouble(entry: RequestLogEntry): boolean {
  return entry.status === null || entry.status >= 400 || entry.outcome === 'rejected';
}

/** What came of the request, in the word the screens have for it. */
export function outcomeWord({ outcome }: RequestLogEntry): string {
  return outcome === 'rejected' ? 'refused' : outcome;
}

/** The entries that match, newest first. */
export function foundRequests(
  entries: readonly RequestLogEntry[],
  filter: LogFilter,
  words: string,
): RequestLogEntry[] {
  const wanted = words
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries
    .filter((entry) => {
      if (filter === 'trouble' && !isTrouble(entry)) return false;
      if (filter === 'changes' && entry.method === 'GET') return false;
      const { method, path, service, lane, status } = entry;
      const text = `${method} ${path} ${service} ${lane} ${status ?? ''} ${outcomeWord(entry)}`.toLocaleLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .toSorted((one, other) => other.id - one.id);
}
