import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { addsStatuses, isLimit } from '../../../../shared/domain/service/queries/since-query.ts';
import { LEAD_CLOSURES, LEAD_STATUSES } from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { namesAndNumbers } from '../../../../shared/domain/service/leads/lead-status.ts';

/** Paths of the columns that show what a filter asks for, the likeliest first. */
const STATUS = ['status'];
const CLOSURE = ['closure'];
const MODIFIED = ['lastModifiedTime', 'lastModified', 'modifiedTime', 'modified', 'lastModifiedDate', 'modifiedDate'];
/** An exported lead always has its campaign, and not always its project. The code of a campaign says nothing about it. */
const PROJECT = [
  'campaign.project',
  'campaign.project.name',
  'campaign.projectName',
  'project',
  'project.name',
  'projectName',
];
const CAMPAIGN = ['campaign.code', 'campaign'];

const CAMPAIGNS = new Set(['campaign', 'campaigns', 'campaigncode', 'campaigncodes']);

/** What one filter asks of every lead. Texts are compared without regard to case. */
export type FilterTest =
  | { readonly kind: 'names'; readonly columns: readonly string[]; readonly accepted: readonly string[] }
  /** Wildcards: `*` any number of characters, `?` one. */
  | { readonly kind: 'patterns'; readonly columns: readonly string[]; readonly patterns: readonly string[] }
  /** Wall clock of the service; `from` is inside, `to` outside. */
  | {
      readonly kind: 'times';
      readonly columns: readonly string[];
      readonly from: string | null;
      readonly to: string | null;
    }
  | { readonly kind: 'limit'; readonly most: number }
  /** Nothing in a lead shows it. */
  | { readonly kind: 'unseen' };

export interface AskedFilter {
  /** Name of the parameter as it is sent. */
  readonly filter: string;
  readonly test: FilterTest;
}

const UNSEEN: FilterTest = { kind: 'unseen' };

/** Bits that the mask of a lead has for filters. Filters beyond them are not compared with the answer. */
const MOST_FILTERS = 30;

/** The filters of a query that were asked, in the order of the request. */
export function filtersOf(query: ExportQuery): AskedFilter[] {
  const own = query.source === 'search' ? searchFilters(query) : leadSearchFilters(query);
  const filters = [...own, ...query.extra.map(({ name, value }) => ({ filter: name, test: extraTest(name, value) }))];
  const isWider = query.extra.some(addsStatuses);
  return filters
    .slice(0, MOST_FILTERS)
    .map((asked) => (isWider && asked.filter.toLowerCase() === 'statuses' ? { ...asked, test: UNSEEN } : asked));
}

type LeadSearchQuery = Exclude<ExportQuery, { source: 'search' }>;

function leadSearchFilters(query: LeadSearchQuery): AskedFilter[] {
  const filters: AskedFilter[] = [];
  if (query.projects.length > 0 && !query.projects.includes('*'))
    filters.push({ filter: 'Projects', test: ofPatterns(PROJECT, query.projects) });
  if (query.modifiedFrom !== null) filters.push({ filter: 'ModifiedFrom', test: since(query.modifiedFrom) });
  if (query.statuses.length > 0) {
    const accepted = namesAndNumbers(query.statuses, LEAD_STATUSES);
    filters.push({ filter: 'Statuses', test: { kind: 'names', columns: STATUS, accepted } });
  }
  if (query.closures.length > 0) {
    const accepted = namesAndNumbers(query.closures, LEAD_CLOSURES);
    filters.push({ filter: 'LeadClosures', test: { kind: 'names', columns: CLOSURE, accepted } });
  }
  return filters;
}

function searchFilters(query: Extract<ExportQuery, { source: 'search' }>): AskedFilter[] {
  const filters: AskedFilter[] = [];
  if (query.modifiedFrom !== null) filters.push({ filter: 'modifiedFrom', test: since(query.modifiedFrom) });
  if (query.project !== null && query.project !== '*')
    filters.push({ filter: 'project', test: ofPatterns(PROJECT, [query.project]) });
  return filters;
}

function extraTest(name: string, value: string): FilterTest {
  const folded = name.toLowerCase();
  if (folded === 'modifiedto') return { kind: 'times', columns: MODIFIED, from: null, to: value };
  if (folded === 'modifiedfrom') return since(value);
  if (CAMPAIGNS.has(folded)) return ofPatterns(CAMPAIGN, [value]);
  if (isLimit({ name, value })) return { kind: 'limit', most: Number(value) };
  if (folded === 'statuses')
    return { kind: 'names', columns: STATUS, accepted: namesAndNumbers(listed(value), LEAD_STATUSES) };
  if (folded === 'leadclosures')
    return { kind: 'names', columns: CLOSURE, accepted: namesAndNumbers(listed(value), LEAD_CLOSURES) };
  if (folded === 'projects') return ofPatterns(PROJECT, [value]);
  return UNSEEN;
}

function since(from: string): FilterTest {
  return { kind: 'times', columns: MODIFIED, from, to: null };
}

/** Services take several patterns between commas, and a name may have a comma: a lead that fits either was asked for. */
function ofPatterns(columns: readonly string[], values: readonly string[]): FilterTest {
  const patterns = new Set(values.flatMap((value) => [value.trim(), ...listed(value)]));
  return { kind: 'patterns', columns, patterns: [...patterns] };
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
