import type { ExportQuery } from '../../../contract/exports/queries.ts';
import { formatServiceTime, parseServiceTime, wallClockAt } from '../service-time.ts';

/**
 * Milliseconds. What changed in this time before the point reached is asked for again: an hour, because in autumn the
 * service's wall clock shows an hour twice, and five minutes for changes that a service writes late. It costs a few leads
 * that come again.
 */
const OVERLAP = 65 * 60_000;

/** When the next request begins to ask, for leads with this point. @param point `yyyy-MM-ddTHH:mm:ss`; the answer has the same form */
function earlier(point: string): string {
  const time = parseServiceTime(point);
  if (time === null) return point;
  const { year, month, day, hour, minute, second } = time.clock;
  return formatServiceTime(wallClockAt(Date.UTC(year, month - 1, day, hour, minute, second) - OVERLAP, 'UTC'));
}

/**
 * Asks for what changed since a point reached. Statuses and closures are not asked for: a lead that left them would not
 * come, and would stay as it was. RawLeads show neither, so with them they are. Null: no point is known, everything is
 * asked for again.
 */
export function sinceQuery(query: ExportQuery, pointReached: string | null): ExportQuery {
  if (pointReached === null) return query;
  const since = earlier(pointReached);
  const { modifiedFrom } = query;
  const asked = { ...query, modifiedFrom: modifiedFrom !== null && modifiedFrom > since ? modifiedFrom : since };
  if (asked.source !== 'simple') return asked;
  // Without its own statuses the request would ask for those of the parameter alone.
  return { ...asked, statuses: asked.extra.some(addsStatuses) ? asked.statuses : [], closures: [] };
}

/**
 * Leads that leave what a query asks for do not come with what changed since, unless the filter is one that `sinceQuery`
 * leaves out. Says, for people, that they stay; empty when every one that leaves comes.
 */
export function leftBehindWords(query: ExportQuery): string {
  if (query.source === 'search') return stays(`the saved search “${query.searchName}”`);
  const isWider = query.extra.some(addsStatuses);
  const filters = query.extra.map(({ name }) => name).filter((name) => name.toLowerCase() !== 'include');
  if (query.closures.length > 0 && query.source === 'raw') filters.unshift('LeadClosures');
  if (query.statuses.length > 0 && (query.source === 'raw' || isWider)) filters.unshift('Statuses');
  return filters.length === 0 ? '' : stays(filters.join(', '));
}

function stays(filter: string): string {
  return `Leads that no longer fit ${filter} may not come, and stay as they were. Fetch everything anew to see them gone.`;
}

/** Extra parameters that limit the number of leads. The specification has none of them. */
const LIMITS = new Set(['take', 'limit', 'top', 'pagesize', 'maxresults', 'max', 'rows']);

/** Whether a parameter limits the number of leads: what changed since may then be more than what comes. */
export function isLimit({ name, value }: ExportQuery['extra'][number]): boolean {
  return LIMITS.has(name.toLowerCase()) && /^\d{1,9}$/.test(value);
}

/** Parameters of some services that ask for leads of further statuses, beside those in Statuses. */
const FURTHER_STATUSES = new Set(['allopenstatuses', 'allclosedstatuses']);

/** Whether a parameter asks for leads of further statuses, and nobody knows which. */
export function addsStatuses({ name, value }: ExportQuery['extra'][number]): boolean {
  return FURTHER_STATUSES.has(name.toLowerCase()) && !/^\s*(false|0|no)\s*$/i.test(value);
}
