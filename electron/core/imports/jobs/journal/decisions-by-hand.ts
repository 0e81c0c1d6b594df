import type { UnknownDecision } from '../../../../../shared/contract/jobs/jobs.ts';

/** What the journal says of an unknown row when a person decides what became of it. Each key is the step of the row. */
export const DECISIONS_BY_HAND: Readonly<Record<Exclude<UnknownDecision, 'reopen'>, string>> = {
  exists: 'Found in the service by hand.',
  sendOnce: 'Not found in the service by hand. It is sent once more.',
  leave: 'Left as it is, by hand. It was sent once and may exist in the service.',
};
