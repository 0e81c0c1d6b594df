import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { earlier } from './point-reached.ts';

/**
 * Asks for what changed since a point reached. Statuses and closures are not asked for: a lead that left them would not
 * come, and would stay as it was. Null: no point is known, everything is asked for again.
 */
export function sinceQuery(query: ExportQuery, pointReached: string | null): ExportQuery {
  if (pointReached === null) return query;
  const since = earlier(pointReached);
  const { modifiedFrom } = query;
  const asked = { ...query, modifiedFrom: modifiedFrom !== null && modifiedFrom > since ? modifiedFrom : since };
  return asked.source === 'search' ? asked : { ...asked, statuses: [], closures: [] };
}
