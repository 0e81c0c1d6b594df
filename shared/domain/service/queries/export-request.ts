import type { Dialect } from '../../../contract/account/account.ts';
import type { ExportQuery } from '../../../contract/exports/queries.ts';
import type { ServiceQuota } from '../../../contract/quota/quota.ts';
import { ENDPOINT, type ServiceId } from '../services.ts';

/**
 * The request line of an export. It is shared because the page shows it while a person builds the query: what the page
 * shows is what the client sends.
 */

/** Half of a pair of surrogates cannot be encoded; U+FFFD stands for it, which matches nothing. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Strict encoding of what is sent: what a person typed is percent-encoded before it becomes part of a path. */
export class QueryText {
  readonly #pairs: string[] = [];

  add(name: string, value: string): void {
    this.#pairs.push(`${encoded(name)}=${encoded(value)}`);
  }

  /** Several values as the dialect wants them; nothing for an empty list. */
  addList(name: string, values: readonly string[], style: Dialect['listStyle']): void {
    if (values.length === 0) return;
    if (style === 'repeat') for (const value of values) this.add(name, value);
    else this.#pairs.push(`${encoded(name)}=${values.map(encoded).join(',')}`);
  }

  addExtra(extra: readonly { readonly name: string; readonly value: string }[] | undefined): void {
    for (const { name, value } of extra ?? []) this.add(name, value);
  }

  get text(): string {
    return this.#pairs.length === 0 ? '' : `?${this.#pairs.join('&')}`;
  }
}

export interface LeadSearch {
  /** Wildcard patterns; empty: all. */
  readonly projects: readonly string[];
  /** `yyyy-MM-dd` or `yyyy-MM-ddTHH:mm:ss`, the service's wall clock. */
  readonly modifiedFrom: string | null;
  readonly statuses: readonly string[];
  readonly closures: readonly string[];
  readonly extra?: readonly { readonly name: string; readonly value: string }[];
}

/** Parameters of SimpleLeads (specification, section 4). */
function leadSearchText(query: LeadSearch, listStyle: Dialect['listStyle']): string {
  const parameters = new QueryText();
  parameters.addList('Projects', query.projects.length === 0 ? ['*'] : query.projects, listStyle);
  if (query.modifiedFrom !== null) parameters.add('ModifiedFrom', query.modifiedFrom);
  parameters.addList('Statuses', query.statuses, listStyle);
  parameters.addList('LeadClosures', query.closures, listStyle);
  parameters.addExtra(query.extra);
  return parameters.text;
}

/** Path and query of a lead search below the base address. */
export function leadSearchPath(query: LeadSearch, listStyle: Dialect['listStyle']): string {
  return `/simpleleads${leadSearchText(query, listStyle)}`;
}

/** RawLeads takes the parameters of SimpleLeads under a path that is a setting of the account. */
export function rawLeadsPath(query: LeadSearch, dialect: Pick<Dialect, 'listStyle' | 'rawLeadsPath'>): string {
  const segments = dialect.rawLeadsPath.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return `/${segments.map(encoded).join('/')}${leadSearchText(query, dialect.listStyle)}`;
}

function savedSearchPath(query: Extract<ExportQuery, { source: 'search' }>, listStyle: Dialect['listStyle']): string {
  const parameters = new QueryText();
  parameters.add('searchName', query.searchName);
  if (query.modifiedFrom !== null) parameters.add('modifiedFrom', query.modifiedFrom);
  if (query.project !== null) parameters.add('project', query.project);
  parameters.addList('include', query.include, listStyle);
  parameters.addExtra(query.extra);
  return `/leads${query.answer === 'csv' ? '/csv' : ''}${parameters.text}`;
}

/** Path and query of any export below the base address. */
export function exportPath(query: ExportQuery, dialect: Pick<Dialect, 'listStyle' | 'rawLeadsPath'>): string {
  switch (query.source) {
    case 'simple':
      return leadSearchPath(query, dialect.listStyle);
    case 'search':
      return savedSearchPath(query, dialect.listStyle);
    case 'raw':
      return rawLeadsPath(query, dialect);
  }
}

/** Until when such a request waits, as the service has asked for, in Unix milliseconds; 0: it does not wait, as on a used up day. */
export function pausedUntil(
  query: ExportQuery,
  services: readonly Pick<ServiceQuota, 'endpoints' | 'blockedUntil' | 'blockedPeriod'>[],
): number {
  const asked = exportEndpoint(query);
  const budget = services.find(({ endpoints }) => endpoints.some(({ service }) => service === asked));
  return budget?.blockedPeriod === 'minute' ? (budget.blockedUntil ?? 0) : 0;
}

/** The endpoint that answers the query. */
export function exportEndpoint(query: ExportQuery): ServiceId {
  switch (query.source) {
    case 'simple':
      return ENDPOINT.leadSearch;
    case 'search':
      return query.answer === 'csv' ? ENDPOINT.savedSearchesCsv : ENDPOINT.savedSearches;
    case 'raw':
      return ENDPOINT.rawLeads;
  }
}
