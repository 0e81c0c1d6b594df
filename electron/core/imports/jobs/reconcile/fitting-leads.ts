import type { CandidateLead, DoubtfulRow } from '../../../../../shared/domain/jobs/reconcile.ts';
import type { LeadComparison } from './compare-leads.ts';

/** By row: the only lead that fits it, if it fits no other row. Only rows and leads that share a key are compared. */
export function fittingLeads<Lead extends CandidateLead>(
  rows: readonly DoubtfulRow[],
  leads: readonly Lead[],
  { keysOf, compare }: LeadComparison,
): Map<number, Lead> {
  const byKey = new Map<string, DoubtfulRow[]>();
  for (const row of rows)
    for (const key of keysOf(row.data)) {
      const sharing = byKey.get(key);
      if (sharing === undefined) byKey.set(key, [row]);
      else sharing.push(row);
    }
  /** By row: its only lead; null: it has several. */
  const fits = new Map<number, Lead | null>();
  for (const lead of once(leads)) {
    const sharing = new Set(keysOf(lead.data).flatMap((key) => byKey.get(key) ?? []));
    const fitting = [...sharing].filter((row) => compare(row, lead) !== null);
    for (const { row } of fitting) fits.set(row, fits.has(row) || fitting.length > 1 ? null : lead);
  }
  return new Map([...fits].flatMap(([row, lead]) => (lead === null ? [] : [[row, lead] as const])));
}

/** A service may list a lead again that is changed while its list is on its way: the last of it counts. */
export function once<Lead extends CandidateLead>(leads: readonly Lead[]): Lead[] {
  return [...new Map(leads.map((lead) => [lead.id ?? lead, lead])).values()];
}
