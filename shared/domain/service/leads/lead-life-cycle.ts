/**
 * What the specification says about the life of a lead, in our words: statuses, closures, the moves between statuses,
 * and what is kept of a call. Diagram, tables, tooltips, chips and filters all read this file.
 */

/** Statuses as the program groups them; the first two are open, the last are blocked. */
export type StatusGroup = 'open' | 'redial' | 'closed' | 'withdrawn';

/** One value of an enumeration of the service. */
export interface ServiceValue {
  /** The service's own name. */
  readonly name: string;
  readonly value: number;
  readonly label: string;
  readonly meaning: string;
}

export interface LeadStatus extends ServiceValue {
  readonly group: StatusGroup;
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

export type LeadStatusName = (typeof LEAD_STATUSES)[number]['name'];

export const STATUS_GROUPS: readonly { readonly id: StatusGroup; readonly label: string }[] = [
  { id: 'open', label: 'Open' },
  { id: 'redial', label: 'To be redialed' },
  { id: 'closed', label: 'Closed' },
  { id: 'withdrawn', label: 'Removed or do not call' },
];

/** They follow from the answers that an agent writes down; no agent picks one. */
export const LEAD_CLOSURES = [
  { name: 'NotSet', value: 0, label: 'Not set', meaning: 'Not closed yet.' },
  { name: 'Success', value: 1, label: 'Success', meaning: 'Closed as a success.' },
  { name: 'NotInterested', value: 2, label: 'Not interested', meaning: 'Closed, no interest.' },
  { name: 'InvalidLead', value: 3, label: 'Invalid', meaning: 'Fax number or wrong person.' },
  { name: 'Unqualified', value: 4, label: 'Unqualified', meaning: 'Closed, does not qualify.' },
] as const satisfies readonly ServiceValue[];

/** What a call left behind; most are the lead's status right after it. */
export const CALL_STATUSES = [
  { name: 'NotSet', value: 0, label: 'Not set', meaning: 'In progress, or an error.' },
  { name: 'RedialAutomatic', value: 1, label: 'Automatic redial', meaning: 'Lead set to automatic redial.' },
  { name: 'RedialManualCommon', value: 2, label: 'Redial for everyone', meaning: 'Lead set to common redial.' },
  { name: 'RedialManualPrivate', value: 3, label: 'Private redial', meaning: 'Lead set to private redial.' },
  {
    name: 'AlternativeNumberDialed',
    value: 199,
    label: 'Other number dialed',
    meaning: 'Only on calls; lead unchanged.',
  },
  { name: 'UserProcessed', value: 200, label: 'Processed', meaning: 'Lead closed by the agent.' },
  { name: 'Depleted', value: 210, label: 'Depleted', meaning: 'Lead set to depleted.' },
  { name: 'Transferred', value: 220, label: 'Transferred', meaning: 'Only on transferred calls.' },
  { name: 'Abandoned', value: 300, label: 'Abandoned', meaning: 'Not saved; lead Unresolved.' },
  { name: 'Failed', value: 400, label: 'Failed', meaning: 'Lead cannot be reached.' },
] as const satisfies readonly ServiceValue[];

export const CALL_END_CAUSES = [
  { name: 'NotApplicable', value: 0, label: 'Not applicable', meaning: 'In progress, or not known.' },
  { name: 'NormalDisconnect', value: 1, label: 'Normal disconnect', meaning: 'Either side hung up.' },
  { name: 'NoResponse', value: 2, label: 'No response', meaning: 'Nobody answered.' },
  { name: 'Busy', value: 3, label: 'Busy', meaning: 'The line was busy.' },
  { name: 'VoiceMail', value: 4, label: 'Voice mail', meaning: 'Marked by the agent.' },
  { name: 'DroppedCall', value: 5, label: 'Dropped call', meaning: 'No agent was connected.' },
  { name: 'DialingCancelled', value: 6, label: 'Dialing cancelled', meaning: 'By the agent, while it rang.' },
] as const satisfies readonly ServiceValue[];

export interface LeadMove {
  readonly to: LeadStatusName;
  /** Where it can start, as far as the specification says; its words are in `start`. */
  readonly from: readonly LeadStatusName[];
  readonly start: string;
  readonly trigger: string;
  /** Left out: none is named. */
  readonly condition?: string;
  /** Left out: nothing else is named. */
  readonly also?: string;
}

/** The specification says "a called lead" and names no statuses: these are the ones that can be dialed. */
const CALLED = ['New', 'RedialAutomatic', 'RedialManualCommon', 'RedialManualPrivate', 'VIPRedial'] as const;
const UNFINISHED = [...CALLED, 'Unresolved'] as const;
const ANY: readonly LeadStatusName[] = LEAD_STATUSES.map(({ name }) => name);

/** Every move of the specification. It names no other, and no limits: how many calls, how much time. */
export const LEAD_MOVES: readonly LeadMove[] = [
  {
    to: 'RedialAutomatic',
    from: ['New', 'RedialAutomatic'],
    start: 'New or Automatic redial',
    trigger: 'a call ends',
    condition: 'no answer, busy or voice mail',
    also: 'the call keeps the status',
  },
  {
    to: 'RedialManualCommon',
    from: CALLED,
    start: 'any status after a call',
    trigger: 'an agent plans a redial',
    condition: 'for all agents',
  },
  {
    to: 'RedialManualPrivate',
    from: CALLED,
    start: 'any status after a call',
    trigger: 'an agent plans a redial',
    condition: 'private',
  },
  {
    to: 'VIPRedial',
    from: CALLED,
    start: 'any status after a call',
    trigger: 'an agent plans a redial',
    condition: 'VIP',
  },
  {
    to: 'Unresolved',
    from: CALLED,
    start: 'a called lead',
    trigger: 'the agent does not save the page',
    condition: 'set at the next call, at log-out, after a time-out or at night',
  },
  {
    to: 'UserProcessed',
    from: CALLED,
    start: 'a called lead',
    trigger: 'the agent closes the lead',
    also: 'the closure follows from the answers',
  },
  {
    to: 'Depleted',
    from: CALLED,
    start: 'a called lead',
    trigger: 'called n times without contact',
    condition: 'the number is a setting of the service',
  },
  {
    to: 'Abandoned',
    from: ['Unresolved'],
    start: 'Unresolved',
    trigger: 'not resolved in time',
    condition: 'the time is a setting of the service',
  },
  {
    to: 'Failed',
    from: UNFINISHED,
    start: 'a lead',
    trigger: 'the system finds it unreachable',
    condition: 'for another reason than no answer',
  },
  {
    to: 'Expired',
    from: ['New', 'RedialAutomatic', 'RedialManualCommon', 'RedialManualPrivate'],
    start: 'New, automatic, common or private redial',
    trigger: "the campaign's time limit passed",
    condition: 'one limit for New, automatic and common redials, its own for private ones; without a limit never',
  },
  { to: 'Removed', from: ANY, start: 'any status', trigger: 'an administrator' },
  {
    to: 'Anonymized',
    from: ANY,
    start: 'any status',
    trigger: 'the person asks for it',
    also: "the lead's data is cleared",
  },
  { to: 'DoNotCall', from: ANY, start: 'any status', trigger: 'an administrator' },
  { to: 'GlobalDoNotCall', from: ANY, start: 'any status', trigger: 'a super administrator' },
];
