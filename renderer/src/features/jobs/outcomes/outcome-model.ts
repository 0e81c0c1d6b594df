import type { OutcomeGroup, Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import {
  CLOSED_BY_AGENT,
  type Outcome,
  OUTCOME_NOTES,
  OUTCOME_WORDS,
  type OutcomeCounts,
  OUTCOMES,
} from '../../../../../shared/domain/service/leads/lead-outcomes.ts';

export interface OutcomeLine {
  readonly outcome: Outcome;
  readonly words: string;
  /** What it means, where its name does not say it; empty otherwise. */
  readonly note: string;
  readonly rows: number;
}

/** Outcomes that leads have, in the order in which a person asks for them. */
export function outcomeLines({ counts }: Pick<Outcomes, 'counts'>): OutcomeLine[] {
  return OUTCOMES.flatMap((outcome) => {
    const rows = counts[outcome] ?? 0;
    return rows === 0 ? [] : [{ outcome, words: OUTCOME_WORDS[outcome], note: OUTCOME_NOTES[outcome] ?? '', rows }];
  });
}

const sum = (counts: OutcomeCounts, names: readonly Outcome[]): number =>
  names.reduce((all, name) => all + (counts[name] ?? 0), 0);

/** Figures of a group that are compared with those of others: rows. */
export function groupFigures({ counts }: Pick<OutcomeGroup, 'counts'>) {
  return {
    closed: sum(counts, CLOSED_BY_AGENT),
    success: counts.success ?? 0,
    invalid: sum(counts, ['invalid', 'failed']),
    open: sum(counts, ['new', 'redial', 'unresolved']),
    unknown: sum(counts, ['other', 'moved', 'unseen', 'unmatched']),
  };
}

/** How leads without an id of the service were found; empty when all were found by their id. */
export function certaintyWords(
  { byTag, byValues }: Pick<Outcomes, 'byTag' | 'byValues'>,
  number: (n: number) => string,
): string {
  const parts = [
    ...(byTag > 0 ? [`${number(byTag)} by the tag that was sent`] : []),
    ...(byValues > 0 ? [`${number(byValues)} by their values alone, which is likely but not certain`] : []),
  ];
  return parts.length === 0 ? '' : `The service gave no lead id for some rows: found ${parts.join(', ')}.`;
}
