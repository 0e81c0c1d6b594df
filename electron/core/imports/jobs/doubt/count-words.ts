import { momentWords } from '../../../../../shared/domain/service/service-time.ts';
import { format } from '../../../../../shared/domain/words/format.ts';
import { LATE_SECONDS, type Unshown } from './count-gate.ts';
import type { Counted, NoCount } from './service-count.ts';

/** The service counted more than is known here. `zone`: of the account. */
export function countedSentence(found: Counted, zone: string): string {
  const { counted, remembered, isShared, since, isMeanwhile } = found;
  const leads = `${moreLeads(counted - remembered)}${isShared ? ' (including other requests for leads)' : ''}`;
  const from = since === null ? '' : ` since ${momentWords(since, zone)}`;
  return isMeanwhile
    ? `The service counted ${leads} than this computer sent${from}: someone else uses the account, or a copy of this data folder is in use on another computer and sends the same rows.`
    : `The service counted ${leads} than this computer remembers${from}: someone else used the account, or this data folder is out of date.`;
}

/** All rows are answered, and the service counted more. */
export function atEndSentence(found: Counted, zone: string): string {
  return `When the last row was answered: ${countedSentence(found, zone)} In the second case leads of this import are in the campaign twice.`;
}

const NOT_NOTICED = 'so an older copy of the data folder would not be noticed.';
const NO_COUNT: Readonly<Record<NoCount, string>> = {
  refused: `This service does not say how many leads it counted, ${NOT_NOTICED}`,
  missing: `This service does not say how many leads it counted, ${NOT_NOTICED}`,
  unlisted: `This service lists no leads among what it counted: it counts none, or none was created in its day, ${NOT_NOTICED}`,
  unreadable: `This service says what it counted in a form that Lead Console cannot read, ${NOT_NOTICED}`,
};

export function noCountSentence(why: NoCount): string {
  return NO_COUNT[why];
}

/** Rows go, and the count does not show whether they may have left before. */
export function unshownSentence(unshown: Unshown): string {
  if (unshown.kind === 'notOffered') return noCountSentence(unshown.answer.why);
  if (unshown.kind === 'late')
    return `The service’s count lacks a row that it created at least ${LATE_SECONDS} seconds before: it is late, or counts no leads, ${NOT_NOTICED}`;
  const { counted, remembered } = unshown.counted;
  return `The service counted ${format.number(counted)} in its day, and this computer remembers ${format.number(remembered)}: its count has begun anew or lacks requests, ${NOT_NOTICED}`;
}

/** Why the rows wait. `message`: what the service answered. */
export function askingSentence(message: string): string {
  return `Waits for the service’s count of leads, which shows whether this data folder is an older copy. ${message} Lead Console asks again on its own.`;
}

/** A person let the rows go. `found`: what the service had counted; null: it had not said it. */
export function goOnSentence(found: Pick<Counted, 'counted' | 'remembered'> | null, at: number, zone: string): string {
  const although =
    found === null
      ? 'without the service’s count of leads'
      : `although the service had counted ${moreLeads(found.counted - found.remembered)} than this computer knew of`;
  return `A person let this import go on at ${momentWords(at, zone)}, ${although}. Its rows do not wait for that count any more.`;
}

function moreLeads(more: number): string {
  return more === 1 ? '1 more lead' : `${format.number(more)} more leads`;
}
