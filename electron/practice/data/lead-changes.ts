import type { Lead } from './leads.ts';
import type { LeadStatus } from './statuses.ts';

/** Agents worked: one made-up lead in a given number has another status since a moment. */
export interface LeadChange {
  readonly every: number;
  readonly status: LeadStatus;
  /** Wall milliseconds. */
  readonly at: number;
}

/** A lead as it is after the changes so far; the last one counts. @param index of the made-up lead */
export function changedLead(lead: Lead, index: number, changes: readonly LeadChange[]): Lead {
  const change = changes.findLast(({ every }) => index % every === 0);
  if (change === undefined) return lead;
  const { status, at: modified } = change;
  return { ...lead, status, modified, ...(status === 'Anonymized' && { data: () => ({}) }) };
}
