import type { Answered, FilterCheck } from '../../../shared/contract/exports/answered.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { Lease } from '../storage/lease.ts';
import type { ExportRecord, ExportRecords } from './export-records.ts';
import { verdictOf } from './intake/answer-check.ts';
import { partialReason } from './receive-leads.ts';
import { removeRefreshFiles } from './refresh-result.ts';
import type { MissedCount } from './result/result-store.ts';
import type { Results } from './results.ts';

interface AbandonedOptions {
  readonly services: FeatureServices;
  readonly records: ExportRecords;
  readonly results: Results;
  /** The file of a result. */
  readonly path: (id: string) => string;
  /** Null while another program works on the export. */
  readonly takeLease: (id: string) => Lease | null;
  readonly onClosed: (record: ExportRecord) => void;
}

/** Ends the exports and refreshes whose program ended while they ran. Their leads stay. Never rejects. */
export async function closeAbandoned(options: AbandonedOptions): Promise<void> {
  const left = options.records
    .all()
    .filter(({ state, answer }) => state === 'running' || answer.refresh?.state === 'running');
  await Promise.all(left.map((record) => closeOne(record, options)));
}

async function closeOne(record: ExportRecord, options: AbandonedOptions): Promise<void> {
  const { services, records, results, path } = options;
  try {
    using lease = options.takeLease(record.id);
    if (lease === null) return;
    const counted = await results.ask({ kind: 'count', path: path(record.id) });
    record.rows = counted.rows;
    record.columns = record.columns.map((column, index) => ({ ...column, filled: counted.filled[index] ?? 0 }));
    record.answer = { ...record.answer, answered: recounted(record, counted.missed) };
    if (record.state === 'running') {
      record.state = 'partial';
      record.reason = partialReason(record, 'Lead Console ended while the leads were arriving.');
      record.endedAt = services.clock.wallNow();
    }
    const { refresh } = record.answer;
    if (refresh?.state === 'running') {
      removeRefreshFiles(path(record.id));
      // It may have been merged: then the next refresh finds these leads unchanged.
      const reason = 'Lead Console ended while it refreshed this result. No lead was lost; refresh it again.';
      const ended = { ...refresh, state: 'failed' as const, reason, endedAt: services.clock.wallNow() };
      record.answer = { ...record.answer, refresh: ended };
    }
    records.save(record);
    options.onClosed(record);
  } catch (error) {
    // The record stays as it is. The next opening of the account tries again.
    services.log.bug('close an abandoned export', error);
  }
}

/** What the marks of the rows say, for an export whose counts were lost with its program. */
function recounted({ rows, answer }: ExportRecord, missed: readonly MissedCount[]): Answered {
  const filters = answer.answered.filters.map((filter): FilterCheck => {
    const others = total(missed.filter(({ mask }) => (mask & (1 << filter.bit)) !== 0));
    const unchecked = filter.column === null && others === 0 ? rows : Math.min(filter.unchecked, rows - others);
    const matching = rows - others - unchecked;
    return { ...filter, others, unchecked, matching, verdict: verdictOf(others, matching) };
  });
  return { ...answer.answered, filters, asked: rows - total(missed) };
}

function total(missed: readonly MissedCount[]): number {
  return missed.reduce((sum, { rows }) => sum + rows, 0);
}
