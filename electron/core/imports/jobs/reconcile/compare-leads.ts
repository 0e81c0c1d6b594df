import { foldedValue, matchValue, phoneDigits } from '../../../../../shared/domain/files/loose-values.ts';
import type { CandidateLead, Comparison, DoubtfulRow, FoundFit } from '../../../../../shared/domain/jobs/reconcile.ts';

type Data = Readonly<Record<string, string>>;

export interface LeadComparison extends Comparison {
  /** A lead and a row that share one of these keys are compared: one key a contact, and one for all values together. */
  keysOf(data: Data): string[];
  /** All values but the contacts, which may be hidden, or corrected by whoever called the lead. Null without any. */
  restOf(data: Data): string | null;
}

/**
 * Compares rows of one job with leads.
 *
 * @param fields names that its mapping fills
 * @param shown fields, in lower case, that the service shows as sent: a lead without one has no value there
 */
export function createComparison(
  fields: readonly string[],
  rows: readonly { readonly data: Data }[],
  shown: ReadonlySet<string> = new Set(),
): LeadComparison {
  const contacts = new Set(rows.flatMap(({ data }) => contactFields(data)).map((field) => field.toLowerCase()));
  const others = fields.filter((field) => !contacts.has(field.toLowerCase()));
  const restOf = (data: Data) => {
    const values = folded(data);
    return others.every((field) => (values.get(field.toLowerCase()) ?? '') === '') ? null : allKey(data, others);
  };
  return {
    keysOf: (data) => {
      const all = allKey(data, fields);
      return [...contactsOf(data).map(({ key }) => key), ...(all === '' ? [] : [`all ${all}`])];
    },
    restOf,
    groupOf: ({ data }) => allKey(data, fields),
    compare: (row, lead) => compare(row, lead, { restOf, shown }),
  };
}

/** Fields with a phone or an e-mail address. */
export function contactFields(data: Data): string[] {
  return contactsOf(data).map(({ field }) => field);
}

/** The values of these fields as one text, the same in whatever form they are written. */
export function allKey(data: Data, fields: readonly string[]): string {
  const values = folded(data);
  return fields
    .map((field) => [field.toLowerCase(), foldedValue(values.get(field.toLowerCase()) ?? '')] as const)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${field}=${phoneDigits(value) ?? value}`)
    .sort()
    .join('\u0000');
}

function contactsOf(data: Data): { readonly field: string; readonly key: string }[] {
  return Object.entries(data).flatMap(([field, value]) => {
    if (value.includes('@')) return [{ field, key: `email ${foldedValue(value)}` }];
    const digits = phoneDigits(value);
    return digits === null ? [] : [{ field, key: `phone ${digits}` }];
  });
}

interface Known extends Pick<LeadComparison, 'restOf'> {
  readonly shown: ReadonlySet<string>;
}

function compare(row: DoubtfulRow, lead: CandidateLead, { restOf, shown }: Known): FoundFit | null {
  const stored = folded(lead.data);
  const agrees: string[] = [];
  const differs: string[] = [];
  let isCutOnly = true;
  for (const [field, value] of Object.entries(row.data)) {
    const match = matchValue(value, stored.get(field.toLowerCase()));
    if (match === 'same') agrees.push(field);
    else differs.push(field);
    if (match === 'other' || (match === 'missing' && shown.has(field.toLowerCase()))) isCutOnly = false;
  }
  if (differs.length === 0) return { fit: 'all', agrees, differs };
  const theirs = new Set(contactsOf(lead.data).map(({ key }) => key));
  const shared = contactsOf(row.data).filter(({ key }) => theirs.has(key));
  if (shared.length === 0) {
    const rest = restOf(row.data);
    return rest !== null && rest === restOf(lead.data) ? { fit: 'part', agrees, differs } : null;
  }
  // Two people may share a phone.
  const fit = isCutOnly && agrees.length > 1 ? 'most' : 'part';
  // The lead may have a contact in a field of another name.
  const same = new Set([...agrees, ...shared.map(({ field }) => field)]);
  return { fit, agrees: [...same], differs: differs.filter((field) => !same.has(field)) };
}

function folded(data: Data): Map<string, string> {
  return new Map(Object.entries(data).map(([field, value]) => [field.toLowerCase(), value]));
}
