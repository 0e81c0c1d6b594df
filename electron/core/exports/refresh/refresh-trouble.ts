import type { FilterCheck } from '../../../../shared/contract/exports/answered.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { filtersOf } from '../intake/question.ts';

/** What decides whether a result can be refreshed. */
export interface RefreshedResult {
  readonly query: ExportQuery;
  readonly state: 'running' | 'complete' | 'partial' | 'cancelled';
  readonly rows: number;
  readonly columns: readonly { readonly path: string }[];
  readonly answer: { readonly answered: { readonly filters: readonly FilterCheck[] } };
}

/** Why what changed since cannot be asked for and merged, for people; empty when it can. */
export function refreshTrouble({ query, state, rows, columns, answer }: RefreshedResult): string {
  if (state === 'running') return 'Leads of this export are still arriving. Refresh it when it has ended.';
  if (state !== 'complete')
    return 'Leads are missing in this result, and what changed since does not have them. Fetch it again.';
  const filters = filtersOf(query);
  const end = filters.find(({ filter }) => filter.toLowerCase() === 'modifiedto');
  if (end !== undefined)
    return `The query ends at a moment (${end.filter}), so later changes are not part of it. Fetch it again without an end.`;
  const limit = filters.find(({ test }) => test.kind === 'limit');
  if (limit !== undefined)
    return `The query asks for a limited number of leads (${limit.filter}), so what changed since cannot be added. Fetch it again.`;
  const checks = answer.answered.filters;
  if (filters.length !== checks.length)
    return 'An earlier version of Lead Console fetched this result and did not compare it with the question. Fetch it again.';
  // Its refreshes did not ask for all that changed, either.
  if (checks.some(({ matching, others }, at) => filters[at]?.test.kind === 'unseen' && matching + others > 0))
    return 'An earlier version of Lead Console fetched this result and compared it with the question in another way, so leads may be missing. Fetch it again.';
  if (rows > 0 && idColumn(columns) === -1)
    return 'The leads of this result came without their ids, so what changed since cannot be merged. Fetch it again.';
  return '';
}

/** Position of the column with the leads' ids; -1 without one. */
export function idColumn(columns: readonly { readonly path: string }[]): number {
  return columns.findIndex(({ path }) => path.toLowerCase() === 'uniqueid');
}
