import type { WrittenQuery } from '../../../shared/contract/exports/queries.ts';

/**
 * The fields of the query builder, also while they are not a whole query: without the name of the search, or with a
 * parameter that has no name yet. The choices of one source are kept while another one is tried.
 */
export interface QueryDraft {
  readonly source: WrittenQuery['source'];
  readonly modifiedFrom: WrittenQuery['modifiedFrom'];
  readonly extra: WrittenQuery['extra'];
  readonly projects: readonly string[];
  readonly statuses: readonly string[];
  readonly closures: readonly string[];
  readonly searchName: string;
  /** '' for the campaigns that the search selects. */
  readonly project: string;
  readonly include: readonly string[];
  readonly answer: 'json' | 'csv';
  /** Days of one request; null: one request for the whole range. */
  readonly windowDays: number | null;
}

/** No filter at all. */
export const EMPTY_DRAFT: QueryDraft = {
  source: 'simple',
  modifiedFrom: null,
  extra: [],
  projects: [],
  statuses: [],
  closures: [],
  searchName: '',
  project: '',
  include: [],
  answer: 'json',
  windowDays: null,
};

/** @param windowDays of the export that was started with the query; a saved query has none */
export function draftOf(query: WrittenQuery, windowDays: number | null = null): QueryDraft {
  if (query.source !== 'search') return { ...EMPTY_DRAFT, ...query, windowDays };
  return { ...EMPTY_DRAFT, ...query, project: query.project ?? '', windowDays };
}

/** What is sent: without parameters that have no name. Null while the name of the search is missing. */
export function queryOf(draft: QueryDraft): WrittenQuery | null {
  const { source, modifiedFrom } = draft;
  const extra = draft.extra
    .filter((parameter) => parameter.name.trim() !== '')
    .map(({ name, value }) => ({ name: name.trim(), value }));
  if (source !== 'search') {
    const { projects, statuses, closures } = draft;
    return { source, modifiedFrom, extra, projects: [...projects], statuses: [...statuses], closures: [...closures] };
  }
  const searchName = draft.searchName.trim();
  if (searchName === '') return null;
  const project = draft.project.trim();
  return {
    source,
    modifiedFrom,
    extra,
    searchName,
    project: project === '' ? null : project,
    include: [...draft.include],
    answer: draft.answer,
  };
}
