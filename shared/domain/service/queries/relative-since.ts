// Why: decision 0394.
import type { ExportQuery, RelativeSince, WrittenQuery } from '../../../contract/exports/queries.ts';
import { daysLater } from './export-windows.ts';
import { asksTheSame } from './same-query.ts';
import { isLimit } from './since-query.ts';

/** What a run of a query tells of itself: the part of a result that "since the last run" goes by. */
export interface QueryRun {
  readonly query: ExportQuery;
  readonly relativeSince: RelativeSince | null;
  readonly state: 'running' | 'complete' | 'partial' | 'cancelled';
  /** `yyyy-MM-ddTHH:mm:ss`, wall clock of the service. */
  readonly askedAt: string;
}

/** For a person who asks for what changed since a run that is not known. */
export function noRunWords({ extra }: WrittenQuery): string {
  const limit = extra.find(isLimit);
  return limit === undefined
    ? 'This query has no complete run on this computer yet. Choose a date for the first one; the next one can go on from there.'
    : `The query limits the number of leads (${limit.name}), so its last run may have left some out. Choose a date.`;
}

/** The query as a person wrote it, of which a result came. */
export function writtenOf({ query, relativeSince }: Pick<QueryRun, 'query' | 'relativeSince'>): WrittenQuery {
  return relativeSince === null ? query : { ...query, modifiedFrom: relativeSince };
}

/**
 * The query with the dates to ask for now. Null: it goes on from the last run, and none is known.
 *
 * @param now moment of the service's wall clock, `yyyy-MM-ddTHH:mm:ss`
 */
export function datedQuery(written: WrittenQuery, now: string, runs: readonly QueryRun[]): ExportQuery | null {
  const { modifiedFrom } = written;
  if (modifiedFrom === null || typeof modifiedFrom === 'string') return { ...written, modifiedFrom };
  const from = modifiedFrom.since === 'last-run' ? lastRun(written, runs) : dayOf(modifiedFrom, now.slice(0, 10));
  return from === null ? null : { ...written, modifiedFrom: from };
}

/**
 * When the last run was asked for that brought every lead, which a query with a limit may not do. Runs "since the last run" make a chain without a gap, so one
 * with another beginning counts only until the chain has begun: a look at today in between leaves out what came before.
 */
function lastRun(written: WrittenQuery, runs: readonly QueryRun[]): string | null {
  if (written.extra.some(isLimit)) return null;
  const complete = runs.filter((run) => run.state === 'complete' && asksTheSame(run.query, written));
  const chain = complete.filter(({ relativeSince }) => relativeSince?.since === 'last-run');
  const moments = (chain.length > 0 ? chain : complete).map(({ askedAt }) => askedAt);
  return moments.sort().at(-1) ?? null;
}

/** @param today `yyyy-MM-dd` */
function dayOf({ since }: RelativeSince, today: string): string {
  switch (since) {
    case 'today':
      return today;
    case 'yesterday':
      return daysLater(today, -1);
    case 'this-week':
      // Monday is the first day of a week, as in ISO 8601.
      return daysLater(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'this-month':
      return `${today.slice(0, 8)}01`;
    default:
      return daysLater(today, -Number(since.slice(1, -1)));
  }
}

/** Days back of `-7d`; null for other words. */
export function daysBack({ since }: RelativeSince): number | null {
  const days = /^-(\d+)d$/.exec(since)?.[1];
  return days === undefined ? null : Number(days);
}

/** "yesterday", "7 days ago": behind the word "since". */
export function sinceWords(relative: RelativeSince): string {
  const days = daysBack(relative);
  if (days !== null) return days === 1 ? '1 day ago' : `${days} days ago`;
  return WORDS[relative.since] ?? relative.since;
}

const WORDS: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  'this-week': 'Monday of this week',
  'this-month': 'the 1st of this month',
  'last-run': 'the last run',
};
