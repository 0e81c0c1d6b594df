import { leadClosure, leadStatus } from './lead-status.ts';

/** What became of a created lead, from its status and closure as the service shows them, or why that is not known. */

export const OUTCOMES = [
  'success',
  'notInterested',
  'unqualified',
  'invalid',
  'processed',
  'redial',
  'new',
  'unresolved',
  'depleted',
  'abandoned',
  'failed',
  'expired',
  'removed',
  'other',
  'moved',
  'repeated',
  'unseen',
  'unmatched',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  success: 'Success',
  notInterested: 'Not interested',
  unqualified: 'Unqualified',
  invalid: 'Invalid',
  processed: 'Processed, no closure shown',
  redial: 'To be redialed',
  new: 'New',
  unresolved: 'Unresolved',
  depleted: 'Depleted',
  abandoned: 'Abandoned',
  failed: 'Failed',
  expired: 'Expired',
  removed: 'Removed or do not call',
  other: 'Another status',
  moved: 'In another campaign',
  repeated: 'Lead of another row',
  unseen: 'Not seen any more',
  unmatched: 'Lead not known',
};

/** What an outcome means, where its name does not say it. */
export const OUTCOME_NOTES: Readonly<Partial<Record<Outcome, string>>> = {
  processed: 'An agent closed the lead; the service shows no closure.',
  other: 'The service shows no status, or one that the specification does not know.',
  moved: 'The lead came under another campaign.',
  repeated: 'The service gave the row the lead id of an earlier row. The lead is counted there.',
  unseen:
    'The list did not have the lead. It may have been deleted, moved or anonymized, or the account may not see it any more.',
  unmatched: 'The service gave no lead id for the row, and no lead, or more than one, has its values.',
};

/** Outcomes of leads that an agent closed. */
export const CLOSED_BY_AGENT: readonly Outcome[] = ['success', 'notInterested', 'unqualified', 'invalid', 'processed'];

/** Outcomes of leads that were surely called: an expired or removed one may have been, too. */
export const CALLED: readonly Outcome[] = [
  ...CLOSED_BY_AGENT,
  'redial',
  'unresolved',
  'depleted',
  'abandoned',
  'failed',
];

const OF_STATUS: Readonly<Record<string, Outcome>> = {
  New: 'new',
  Unresolved: 'unresolved',
  Depleted: 'depleted',
  Abandoned: 'abandoned',
  Failed: 'failed',
  Expired: 'expired',
};
const OF_CLOSURE: Readonly<Record<string, Outcome>> = {
  Success: 'success',
  NotInterested: 'notInterested',
  InvalidLead: 'invalid',
  Unqualified: 'unqualified',
};

/** @param status,closure as the service shows them, by name or number; null: it does not */
export function outcomeOf(status: string | null, closure: string | null): Outcome {
  const known = leadStatus(status);
  if (known === null) return 'other';
  if (known.group === 'redial') return 'redial';
  if (known.group === 'withdrawn') return 'removed';
  if (known.name === 'UserProcessed') return OF_CLOSURE[leadClosure(closure)?.name ?? ''] ?? 'processed';
  return OF_STATUS[known.name] ?? 'other';
}

export type OutcomeCounts = Readonly<Partial<Record<Outcome, number>>>;

/** Counts of one group or of all. They add up to the created rows. */
export class OutcomeTally {
  readonly #counts = new Map<Outcome, number>();
  rows = 0;

  add(outcome: Outcome, rows = 1): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + rows);
    this.rows += rows;
  }

  addAll(counts: OutcomeCounts): void {
    for (const outcome of OUTCOMES) {
      const rows = counts[outcome] ?? 0;
      if (rows > 0) this.add(outcome, rows);
    }
  }

  /** What is left without parts of it. */
  without(parts: Iterable<OutcomeTally>): OutcomeTally {
    const left = new Map(this.#counts);
    for (const part of parts)
      for (const [outcome, rows] of part.#counts) left.set(outcome, (left.get(outcome) ?? 0) - rows);
    const rest = new OutcomeTally();
    for (const [outcome, rows] of left) if (rows > 0) rest.add(outcome, rows);
    return rest;
  }

  counts(): OutcomeCounts {
    return Object.fromEntries(
      OUTCOMES.flatMap((name) => (this.#counts.has(name) ? [[name, this.#counts.get(name)]] : [])),
    );
  }
}
