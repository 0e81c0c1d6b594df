import type { ExportQuery, WrittenQuery } from '../../../contract/exports/queries.ts';

/** Requests of one export: more than a year, day by day. */
export const MOST_WINDOWS = 400;

/** A part of the asked range; `to` is outside, null: no end. */
export interface Window {
  readonly from: string;
  readonly to: string | null;
}

/** RawLeads does not say when a lead was changed, and a range needs a beginning and, if it has an end, one that can be read. */
export function canBeSplit(query: Pick<WrittenQuery, 'source' | 'modifiedFrom' | 'extra'>): boolean {
  return query.source !== 'raw' && query.modifiedFrom !== null && unreadableEnd(query) === null;
}

/** The end of a range in a form that only the service may read; null without one. */
export function unreadableEnd({ extra }: Pick<WrittenQuery, 'extra'>): string | null {
  return extra.find(({ name, value }) => isEnd(name) && !MOMENT.test(value))?.value ?? null;
}

/**
 * The asked range in windows of a number of days, the earliest first: a lead that changes meanwhile moves to a later window,
 * and none is missed. The last one has the end of the query. Null when the query cannot be split, or into too many.
 *
 * @param now moment of the service's wall clock
 */
export function windowsOf(query: ExportQuery, days: number, now: string): Window[] | null {
  if (query.modifiedFrom === null || !canBeSplit(query)) return null;
  const to = endOf(query);
  const last = to !== null && to < now ? to : now;
  const windows: Window[] = [];
  let from = query.modifiedFrom;
  for (let next = daysLater(from, days); next < last; next = daysLater(from, days)) {
    windows.push({ from, to: next });
    from = next;
    if (windows.length >= MOST_WINDOWS) return null;
  }
  windows.push({ from, to });
  return windows;
}

/** The query of one window. `ModifiedTo` is not a parameter of the specification: some services have it, some ignore it. */
export function queryOf(query: ExportQuery, { from, to }: Window): ExportQuery {
  const extra = query.extra.filter(({ name }) => !isEnd(name));
  if (to !== null) extra.push({ name: query.source === 'search' ? 'modifiedTo' : 'ModifiedTo', value: to });
  return { ...query, modifiedFrom: from, extra };
}

/** Whether the range begins and ends within one day: some services answer nothing to such a question. */
export function isWithinOneDay(query: ExportQuery, now: string): boolean {
  if (query.modifiedFrom === null) return false;
  return query.modifiedFrom.slice(0, 10) === (endOf(query) ?? now).slice(0, 10);
}

function endOf(query: ExportQuery): string | null {
  return query.extra.find(({ name, value }) => isEnd(name) && MOMENT.test(value))?.value ?? null;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?)?$/;

function isEnd(name: string): boolean {
  return name.toLowerCase() === 'modifiedto';
}

/** The moment this number of days later, in the form of the one given: a date stays a date. */
export function daysLater(moment: string, days: number): string {
  const date = new Date(`${moment.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10) + moment.slice(10);
}
