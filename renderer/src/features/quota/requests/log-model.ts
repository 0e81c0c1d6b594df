import type { RequestLogEntry } from '../../../../../shared/contract/quota/quota.ts';
import { format } from '../../../lib/format.ts';

export type LogFilter = 'all' | 'trouble';

/** Everything but success: refused, unknown, broken off. */
export function isTrouble(entry: RequestLogEntry): boolean {
  return entry.status === null || entry.status >= 400 || entry.outcome === 'rejected';
}

/** What came of the request, in the word the screens have for it. */
export function outcomeWord({ outcome }: RequestLogEntry): string {
  return outcome === 'rejected' ? 'refused' : outcome;
}

/** The entries that match, newest first. */
export function filtered(entries: readonly RequestLogEntry[], filter: LogFilter, words: string): RequestLogEntry[] {
  const wanted = words.trim().toLocaleLowerCase();
  return entries
    .filter(
      (entry) =>
        (filter === 'all' || isTrouble(entry)) &&
        `${entry.method} ${entry.path} ${entry.service} ${entry.lane} ${entry.status ?? ''} ${outcomeWord(entry)}`
          .toLocaleLowerCase()
          .includes(wanted),
    )
    .sort((one, other) => other.id - one.id);
}

const columns = ['Time', 'Request', 'Lane', 'Status', 'Outcome', 'Units', 'Milliseconds', 'Remaining'];

/** The shown lines as a table that spreadsheets take. Times are the service's wall clock. */
export function asText(entries: readonly RequestLogEntry[], zone: string): string {
  const lines = entries.map((entry) =>
    [
      format.timeWithSeconds(entry.at, zone),
      `${entry.method} ${entry.path}`,
      entry.lane,
      entry.status ?? '',
      outcomeWord(entry),
      entry.units,
      entry.milliseconds,
      entry.remaining ?? '',
    ].join('\t'),
  );
  return [columns.join('\t'), ...lines].join('\n');
}
