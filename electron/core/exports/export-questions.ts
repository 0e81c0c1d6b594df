import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';
import {
  MOST_WINDOWS,
  unreadableEnd,
  type Window,
  windowsOf,
} from '../../../shared/domain/service/queries/export-windows.ts';
import { invalid } from '../foundation/failure.ts';

/**
 * @param days of one request; null: the whole range in one
 * @param now moment of the service's wall clock
 * @throws Failure `validation` for a range that cannot be split so
 */
export function windowsFor(query: ExportQuery, days: number | null, now: string): Window[] | null {
  if (days === null) return null;
  const windows = windowsOf(query, days, now);
  if (windows === null) throw invalid(splitTrouble(query));
  return windows;
}

function splitTrouble(query: ExportQuery): string {
  if (query.source === 'raw')
    return 'RawLeads cannot be split by day: its answer does not say when a lead was changed.';
  if (query.modifiedFrom === null) return 'Choose "Modified since" first: a range without a beginning cannot be split.';
  const end = unreadableEnd(query);
  if (end !== null)
    return `To split the range, write its end ("ModifiedTo") as 2026-11-17 or 2026-11-17T08:00:00, not as "${end.slice(0, 40)}".`;
  return `That would take more than ${MOST_WINDOWS} requests. Choose a later "Modified since" or more days a request.`;
}

/** The name of a query's result: what the query asks for, in words. */
export function nameOf(query: ExportQuery): string {
  const since = query.modifiedFrom === null ? '' : ` since ${query.modifiedFrom.replace('T', ' ')}`;
  if (query.source === 'search') return `${query.searchName}${since}`;
  const projects = query.projects.length === 0 ? 'All projects' : query.projects.join(', ');
  return `${projects}${since}`;
}
