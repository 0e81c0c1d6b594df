/** States and closures of a lead, with the specification's values and meanings in our words. */

export type StatusGroup = 'open' | 'redial' | 'closed' | 'withdrawn';

export interface LeadStatus {
  readonly name: string;
  readonly value: number;
  readonly group: StatusGroup;
  readonly label: string;
  readonly meaning: string;
}

export const LEAD_STATUSES = [
  { name: 'New', value: 0, group: 'open', label: 'New', meaning: 'Never dialed.' },
  {
    name: 'RedialAutomatic',
    value: 1,
    group: 'redial',
    label: 'Automatic redial',
    meaning: 'A call found no answer, a busy line or a voice mail; it is dialed again by itself.',
  },
  {
    name: 'RedialManualCommon',
    value: 2,
    group: 'redial',
    label: 'Redial for everyone',
    meaning: 'An agent planned a redial that every agent can take.',
  },
  {
    name: 'RedialManualPrivate',
    value: 3,
    group: 'redial',
    label: 'Private redial',
    meaning: 'An agent planned a redial for themselves.',
  },
  {
    name: 'VIPRedial',
    value: 10,
    group: 'redial',
    label: 'VIP redial',
    meaning: 'An agent planned a VIP redial; it never expires.',
  },
  {
    name: 'Unresolved',
    value: 150,
    group: 'open',
    label: 'Unresolved',
    meaning: 'An agent left the contact page without saving after a call.',
  },
  { name: 'UserProcessed', value: 200, group: 'closed', label: 'Processed', meaning: 'An agent closed the lead.' },
  {
    name: 'Depleted',
    value: 210,
    group: 'closed',
    label: 'Depleted',
    meaning: 'Called as often as allowed without reaching anybody.',
  },
  { name: 'Abandoned', value: 300, group: 'closed', label: 'Abandoned', meaning: 'Stayed unresolved for too long.' },
  {
    name: 'Failed',
    value: 400,
    group: 'closed',
    label: 'Failed',
    meaning: 'Cannot be reached, for another reason than nobody picking up.',
  },
  { name: 'Expired', value: 500, group: 'closed', label: 'Expired', meaning: "Not closed within the campaign's time." },
  {
    name: 'Removed',
    value: 600,
    group: 'withdrawn',
    label: 'Removed',
    meaning: 'An administrator took it out of use.',
  },
  {
    name: 'Anonymized',
    value: 610,
    group: 'withdrawn',
    label: 'Anonymized',
    meaning: 'Its data was cleared at the wish of the person concerned.',
  },
  {
    name: 'DoNotCall',
    value: 700,
    group: 'withdrawn',
    label: 'Do not call',
    meaning: "On the customer's do-not-call list.",
  },
  {
    name: 'GlobalDoNotCall',
    value: 750,
    group: 'withdrawn',
    label: 'Never call (global)',
    meaning: 'On the global do-not-call list.',
  },
] as const satisfies readonly LeadStatus[];

export const STATUS_GROUPS: readonly { readonly id: StatusGroup; readonly label: string }[] = [
  { id: 'open', label: 'Open' },
  { id: 'redial', label: 'To be redialed' },
  { id: 'closed', label: 'Closed' },
  { id: 'withdrawn', label: 'Removed or do not call' },
];

export interface LeadClosure {
  readonly name: string;
  readonly value: number;
  readonly label: string;
  readonly meaning: string;
}

export const LEAD_CLOSURES = [
  { name: 'NotSet', value: 0, label: 'Not set', meaning: 'Not closed yet.' },
  { name: 'Success', value: 1, label: 'Success', meaning: 'Closed as a success.' },
  { name: 'NotInterested', value: 2, label: 'Not interested', meaning: 'Closed because there is no interest.' },
  {
    name: 'InvalidLead',
    value: 3,
    label: 'Invalid',
    meaning: 'Closed as invalid: a fax number or the wrong person, for example.',
  },
  { name: 'Unqualified', value: 4, label: 'Unqualified', meaning: 'Closed as not qualified.' },
] as const satisfies readonly LeadClosure[];

function lookUp<Entry extends LeadStatus | LeadClosure>(entries: readonly Entry[], value: unknown): Entry | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim().toLowerCase();
  return entries.find((entry) => entry.name.toLowerCase() === text || String(entry.value) === text) ?? null;
}

/** By name in any case, or by its number; null for one that the specification does not know. */
export function leadStatus(value: unknown): LeadStatus | null {
  return lookUp<LeadStatus>(LEAD_STATUSES, value);
}

/** By name in any case, or by its number; null for one that the specification does not know. */
export function leadClosure(value: unknown): LeadClosure | null {
  return lookUp<LeadClosure>(LEAD_CLOSURES, value);
}
