import { foldedValue, matchValue, phoneDigits } from '../../../../../shared/domain/files/loose-values.ts';
import type { CandidateLead, Comparison, DoubtfulRow, Fit } from '../../../../../shared/domain/jobs/reconcile.ts';

type Data = Readonly<Record<string, string>>;

/** By what leads and rows are brought together before they are compared: contacts, and all values at once. */
export function keysOf(data: Data, fields: readonly string[]): string[] {
  const keys = contactsOf(data);
  const all = allKey(data, fields);
  return all === '' ? keys : [...keys, `all ${all}`];
}

/** Compares rows of one job with leads. `fields`: names that its mapping fills. */
export function createComparison(fields: readonly string[]): Comparison {
  return {
    groupOf: ({ data }) => allKey(data, fields),
    compare: (row, lead) => compare(row, lead),
  };
}

/** Values of these fields, the same for the same lead. */
export function allKey(data: Data, fields: readonly string[]): string {
  const values = folded(data);
  return fields
    .map((field) => [field.toLowerCase(), foldedValue(values.get(field.toLowerCase()) ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}=${phoneDigits(value) ?? value}`)
    .sort()
    .join('\u0000');
}

function contactsOf(data: Data): string[] {
  return Object.values(data).flatMap((value) => {
    if (value.includes('@')) return [`email ${foldedValue(value)}`];
    const digits = phoneDigits(value);
    return digits === null ? [] : [`phone ${digits}`];
  });
}

function compare(row: DoubtfulRow, lead: CandidateLead): { fit: Fit; differs: string[] } | null {
  const stored = folded(lead.data);
  const differs: string[] = [];
  let hasOther = false;
  for (const [field, value] of Object.entries(row.data)) {
    const match = matchValue(value, stored.get(field.toLowerCase()));
    if (match === 'same') continue;
    differs.push(field);
    if (match === 'other') hasOther = true;
  }
  if (differs.length === 0) return { fit: 'all', differs };
  const theirs = new Set(contactsOf(lead.data));
  if (!contactsOf(row.data).some((key) => theirs.has(key))) return null;
  return { fit: hasOther ? 'contact' : 'most', differs };
}

function folded(data: Data): Map<string, string> {
  return new Map(Object.entries(data).map(([field, value]) => [field.toLowerCase(), value]));
}
