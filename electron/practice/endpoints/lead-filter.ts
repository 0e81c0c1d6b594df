import { invalidParameter } from '../foundation/answers.ts';
import { wildcard } from '../../../shared/domain/service/queries/wildcard.ts';
import type { QueryParameters } from '../foundation/requests.ts';
import { parseDateTime } from '../foundation/service-time.ts';
import { closedStatuses, findEnumName, leadClosures, leadStatuses, openStatuses } from '../data/statuses.ts';
import type { LeadClosure, LeadStatus } from '../data/statuses.ts';
import type { Lead } from '../data/leads.ts';

/** null = everything. Times are wall milliseconds; `modifiedTo` itself is outside. */
export interface LeadFilter {
  readonly projects: readonly string[] | null;
  readonly campaigns: readonly string[] | null;
  readonly modifiedFrom: number | null;
  readonly modifiedTo: number | null;
  readonly statuses: ReadonlySet<LeadStatus> | null;
  readonly closures: ReadonlySet<LeadClosure> | null;
  /** `UniqueId`: one lead, or several. */
  readonly uniqueIds: ReadonlySet<string> | null;
}

export const everyLead: LeadFilter = {
  projects: null,
  campaigns: null,
  modifiedFrom: null,
  modifiedTo: null,
  statuses: null,
  closures: null,
  uniqueIds: null,
};

/** @throws RequestProblem 400 for an invalid date and for a status or closure that does not exist */
export function readLeadFilter(query: QueryParameters): LeadFilter {
  const statuses = new Set(query.list('Statuses').map((text) => enumValue(leadStatuses, text, 'Statuses')));
  if (query.flag('AllOpenStatuses')) openStatuses.forEach((status) => statuses.add(status));
  if (query.flag('AllClosedStatuses')) closedStatuses.forEach((status) => statuses.add(status));
  const closures = new Set(query.list('LeadClosures').map((text) => enumValue(leadClosures, text, 'LeadClosures')));
  const projects = query.list('Projects');
  const campaigns = query.list('Campaigns');
  const uniqueIds = new Set(query.list('UniqueId'));
  return {
    projects: projects.length === 0 ? null : projects,
    campaigns: campaigns.length === 0 ? null : campaigns,
    modifiedFrom: readDate(query, 'ModifiedFrom'),
    modifiedTo: readDate(query, 'ModifiedTo'),
    statuses: statuses.size === 0 ? null : statuses,
    closures: closures.size === 0 ? null : closures,
    uniqueIds: uniqueIds.size === 0 ? null : uniqueIds,
  };
}

export function readDate(query: QueryParameters, name: string): number | null {
  const text = query.first(name);
  if (text === null) return null;
  const wall = parseDateTime(text);
  if (wall === null) throw invalidParameter(name, `${name} is not a date: ${JSON.stringify(text)}.`);
  return wall;
}

function enumValue<T extends string>(values: Readonly<Record<T, number>>, text: string, name: string): T {
  const found = findEnumName(values, text);
  if (found === undefined) throw invalidParameter(name, `${name} has no value ${JSON.stringify(text)}.`);
  return found;
}

/** Compiles the filter once for a whole export. */
export function leadTest(filter: LeadFilter, projectRights: readonly string[]): (lead: Lead) => boolean {
  const rights = projectTest(projectRights);
  const projects = filter.projects === null ? null : projectTest(filter.projects);
  const codes = filter.campaigns === null ? null : projectTest(filter.campaigns);
  return (lead) =>
    (filter.uniqueIds === null || filter.uniqueIds.has(lead.uniqueId)) &&
    (filter.statuses === null || filter.statuses.has(lead.status)) &&
    (filter.closures === null || filter.closures.has(lead.closure)) &&
    (filter.modifiedFrom === null || lead.modified >= filter.modifiedFrom) &&
    (filter.modifiedTo === null || lead.modified < filter.modifiedTo) &&
    rights(lead.campaign.project) &&
    (projects === null || projects(lead.campaign.project)) &&
    (codes === null || codes(lead.campaign.code));
}

/** Remembers each name's verdict: an export asks for the same few campaigns again and again. */
function projectTest(patterns: readonly string[]): (name: string) => boolean {
  const fitting = patterns.map(wildcard);
  const verdicts = new Map<string, boolean>();
  return (name) => {
    let verdict = verdicts.get(name);
    if (verdict === undefined) {
      verdict = fitting.some((fits) => fits(name));
      verdicts.set(name, verdict);
    }
    return verdict;
  };
}
