import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';

/** Stands for a query that a damage has made unreadable, beside words that say so. It is never asked. */
export const UNREADABLE_QUERY: ExportQuery = {
  source: 'simple',
  projects: [],
  modifiedFrom: null,
  statuses: [],
  closures: [],
  extra: [],
};
