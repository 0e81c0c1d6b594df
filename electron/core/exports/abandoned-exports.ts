import type { Answered, FilterCheck } from '../../../shared/contract/exports/answered.ts';
import { Failure } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import { type ExportBook, isBeingWorkedOn } from './export-book.ts';
import type { ExportRecord } from './records/export-records.ts';
import { verdictOf } from './intake/answer-check.ts';
import { partialReason } from '../../../shared/domain/words/partial-reason.ts';
import { removeRefreshFiles } from './receive/refresh-result.ts';
import type { MissedCount } from './result/result-store.ts';
import type { Results } from './threads/results.ts';

interface AbandonedOptions {
  readonly services: FeatureServices;
  readonly book: ExportBook;
  readonly results: Results;
}

/** Ends the exports and refreshes whose program ended while they ran. Their leads stay. Never rejects. */
export async function closeAbandoned(options: AbandonedOptions): Promise<void> {
  const left = options.book.records.all().filter(isBeingWorkedOn);
  await Promise.all(left.map(({ id }) => closeOne(id, options)));
}

async function closeOne(id: string, options: AbandonedOptions): Promise<void> {
  try {
    using _owned = await options.book.work.take(id);
    await settleAbandoned(id, options);
  } catch (error) {
    // Another program works on it, or the account closes. Otherwise the next opening of the account tries again.
    if (!(error instanceof Failure)) options.services.log.bug('close an abandoned export', error);
  }
}

/** The caller owns the export. When it counts as running, the program that ran it has died; nothing happens to others. */
export async function settleAbandoned(id: string, { services, book, results }: AbandonedOptions): Promise<void> {
  const record = book.records.find(id);
  if (record === undefined || !isBeingWorkedOn(record)) return;
  const path = book.resultPath(id);
  const counted = await results.ask({ kind: 'count', path });
  record.rows = counted.rows;
  // Its last columns came with leads that the journal does not know of.
  const paths = [...record.columns.map((column) => column.path), ...counted.paths.slice(record.columns.length)];
  record.columns = paths.map((name, index) => ({ path: name, filled: counted.filled[index] ?? 0 }));
  record.answer = { ...record.answer, answered: recounted(record, counted.missed) };
  if (record.state === 'running') {
    record.state = 'partial';
    record.reason = partialReason(record, 'Lead Console ended while the leads were arriving.');
    record.endedAt = services.clock.wallNow();
    // Counted up to the last state that was kept: leads came after it.
    record.answer = { ...record.answer, repeated: null };
  }
  const { refresh } = record.answer;
  if (refresh?.state === 'running') {
    removeRefreshFiles(path);
    // It may have been merged: then the next refresh finds these leads unchanged.
    book.forgetComparisons(id);
    const reason = 'Lead Console ended while it refreshed this result. No lead was lost; refresh it again.';
    const ended = { ...refresh, state: 'failed' as const, reason, endedAt: services.clock.wallNow() };
    record.answer = { ...record.answer, refresh: ended };
  }
  book.records.update(record);
  services.emit('export:progress', book.summary(record));
}

/** Counts the leads from the marks of the rows, for an export that lost its counts when its program died. */
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
