import { everyLead } from './lead-filter.ts';
import type { LeadFilter } from './lead-filter.ts';
import { closedStatuses, openStatuses } from '../data/statuses.ts';

/** Searches that the user linked to the account has saved; `days` limits them to leads changed since then. */
export interface SavedSearch {
  readonly name: string;
  readonly filter: LeadFilter;
  readonly days: number | null;
}

export const savedSearches: readonly SavedSearch[] = [
  { name: 'All leads', filter: everyLead, days: null },
  { name: 'Energi since last week', filter: { ...everyLead, projects: ['Energi*'] }, days: 7 },
  {
    name: 'Nordlys redials',
    filter: {
      ...everyLead,
      projects: ['Nordlys'],
      statuses: new Set(['RedialAutomatic', 'RedialManualCommon', 'RedialManualPrivate', 'VIPRedial']),
    },
    days: null,
  },
  { name: 'Closed as success', filter: { ...everyLead, closures: new Set(['Success']) }, days: null },
  {
    name: 'Åbne leads, B2B',
    filter: { ...everyLead, projects: ['B2B*'], statuses: new Set(openStatuses) },
    days: null,
  },
  {
    name: 'Malmö, all closed',
    filter: { ...everyLead, campaigns: ['SE-TELE-WB'], statuses: new Set(closedStatuses) },
    days: null,
  },
  { name: 'Nothing found', filter: { ...everyLead, campaigns: ['NO-SUCH-CAMPAIGN'] }, days: null },
];

export function findSavedSearch(name: string): SavedSearch | undefined {
  const wanted = name.trim().toLowerCase();
  return savedSearches.find((search) => search.name.toLowerCase() === wanted);
}
