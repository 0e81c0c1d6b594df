import { firstCharacters } from '../../../../../shared/domain/words/first-characters.ts';
import type { CreateLeadOutcome } from '../../../api/outcomes/lead-outcome.ts';

type Outcome<Kind extends CreateLeadOutcome['outcome']> = CreateLeadOutcome & { readonly outcome: Kind };

/** Characters. A reason stands in the journal, on the page and in result files, and an answer may name errors by the thousand. */
const LONGEST_REASON = 4000;

/** The reason a row was refused: the service's message, and the field errors that it does not repeat. */
export function refusalText({ message, fieldErrors }: Outcome<'rejected'>): string {
  // Every text includes an empty one.
  const missing = fieldErrors.filter((entry) => !message.includes(entry.message));
  const details = missing.map((entry) => (entry.field === '' ? entry.message : `${entry.field}: ${entry.message}`));
  const reason = [message, ...details].join(' ');
  if (reason.length <= LONGEST_REASON) return reason;
  return `${firstCharacters(reason, LONGEST_REASON)}… The service said more, which is not kept.`;
}

/** What a bug of ours means for its row. `logId` names the log line. */
export function outcomeOfBug(isSent: boolean, logId: string): Outcome<'unknown'> | Outcome<'notSent'> {
  return isSent
    ? {
        outcome: 'unknown',
        reason: 'noAnswer',
        detail: `Lead Console failed after the row was sent (log ${logId}). The lead may exist.`,
      }
    : {
        outcome: 'notSent',
        reason: 'badRequest',
        message: `Lead Console failed before the row was sent (log ${logId}).`,
      };
}
