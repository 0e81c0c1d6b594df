import type { ExportQuery, WrittenQuery } from '../../../contract/exports/queries.ts';

/* For specs: a query of each form. */

/** All leads of the account. */
export const EVERYTHING: Extract<ExportQuery, { source: 'simple' }> = {
  source: 'simple',
  projects: [],
  modifiedFrom: null,
  statuses: [],
  closures: [],
  extra: [],
};

export const LEAD_QUERY = {
  source: 'simple' as const,
  projects: ['Energi*'],
  modifiedFrom: '2026-11-16',
  statuses: ['New', 'Expired'],
  closures: [],
  extra: [{ name: 'ModifiedTo', value: '2026-11-17' }],
} satisfies WrittenQuery;

export const SEARCH_QUERY = {
  source: 'search' as const,
  searchName: 'Redials',
  modifiedFrom: null,
  project: 'B2B*',
  include: ['data'],
  answer: 'csv' as const,
  extra: [],
} satisfies WrittenQuery;
