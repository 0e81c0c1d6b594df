import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';
import { tabTable } from '../../../../shared/domain/files/csv-line.ts';
import { formatServiceTime, wallClockAt } from '../../../../shared/domain/service/service-time.ts';
import { format } from '../format.ts';
import { hasWords } from '../sentences.ts';

/** `changes`: requests that may have changed something. */
export type LogFilter = 'all' | 'trouble' | 'changes';

/** Everything but success: refused, unknown, broken off. */
export function isTrouble(entry: RequestLogEntry): boolean {
  return entry.status === null || entry.status >= 400 || entry.outcome === 'rejected';
}

/** What came of the request, in the word the screens have for it; its status stands in a place of its own. */
function outcomeWord({ outcome, status }: RequestLogEntry): string {
  return outcome === 'rejected' ? 'refused' : outcome.replace(` (${status ?? ''})`, '');
}

/** The entries that match every word, newest first. */
export function filtered(entries: readonly RequestLogEntry[], filter: LogFilter, words: string): RequestLogEntry[] {
  return entries
    .filter((entry) => {
      if (filter === 'trouble' && !isTrouble(entry)) return false;
      if (filter === 'changes' && entry.method === 'GET') return false;
      const { method, path, service, lane, status } = entry;
      return hasWords(`${method} ${path} ${service} ${lane} ${status ?? ''} ${outcomeWord(entry)}`, words);
    })
    .toSorted((one, other) => other.id - one.id);
}

/** "429 refused", "no answer", "200 done, 2.5 MB": a long figure would be cut, and a cut figure reads as another one. */
export function answerWords(entry: RequestLogEntry): string {
  const outcome = outcomeWord(entry).replace(/\b(\d+) bytes\b/, (_, size: string) => format.bytes(Number(size)));
  return entry.status === null ? outcome : `${entry.status} ${outcome}`;
}

const COLUMNS = ['Time', 'Request', 'Lane', 'Status', 'Outcome', 'Units', 'Milliseconds', 'Remaining'];

/** The shown lines as a table that spreadsheets take. Times are the service's wall clock. */
export function asText(entries: readonly RequestLogEntry[]): string {
  const rows = entries.map((entry) => [
    formatServiceTime(wallClockAt(entry.at, format.zone())),
    `${entry.method} ${entry.path}`,
    entry.lane,
    entry.status,
    outcomeWord(entry),
    entry.units,
    entry.milliseconds,
    entry.remaining,
  ]);
  return tabTable(COLUMNS, rows);
}
