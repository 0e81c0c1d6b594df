import type { Dialect } from '../../../../shared/contract/account/account.ts';
import { leadSearchText, QueryText, type LeadSearch } from '../../../../shared/domain/service/export-request.ts';
import { pathSegment } from '../transport/path-segment.ts';

/** Parameters that a person adds to an export; sent unchanged. */
export type ExtraParameters = readonly { readonly name: string; readonly value: string }[];

export interface SavedSearchQuery {
  readonly searchName: string;
  /** `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, the service's wall clock. */
  readonly modifiedFrom: string | null;
  /** Overrides the campaign selection of the search. */
  readonly project: string | null;
  readonly include?: readonly string[];
  readonly extra?: ExtraParameters;
}

/** RawLeads takes the parameters of SimpleLeads under a path that is a setting of the account. */
export function rawLeadsPath(query: LeadSearch, dialect: Dialect): string {
  const segments = dialect.rawLeadsPath.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `/${segments.map(encodeURIComponent).join('/')}${leadSearchText(query, dialect.listStyle)}`;
}

export function savedSearchPath(query: SavedSearchQuery, dialect: Dialect, asCsv: boolean): string {
  const parameters = new QueryText();
  parameters.add('searchName', query.searchName);
  if (query.modifiedFrom !== null) parameters.add('modifiedFrom', query.modifiedFrom);
  if (query.project !== null) parameters.add('project', query.project);
  parameters.addList('include', query.include ?? [], dialect.listStyle);
  parameters.addExtra(query.extra);
  return `/leads${asCsv ? '/csv' : ''}${parameters.text}`;
}

export function orgUnitPath(orgCode: string, include: readonly string[]): string {
  const parameters = new QueryText();
  parameters.addList('include', include, 'comma');
  return `/orgunits/${pathSegment(orgCode)}${parameters.text}`;
}
