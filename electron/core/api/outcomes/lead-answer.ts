import {
  looksLikeHtml,
  messageIn,
  readLeadResult,
  type ServiceMessage,
  TIMEOUTS,
  wordlessRefusal,
  wordsInResult,
} from '../../../../shared/domain/service/answers/answers.ts';
import { saidBefore } from '../requests/exchange-trouble.ts';
import type { CreateLeadOutcome } from './lead-outcome.ts';

/** Characters of an answer that are kept beside its row. */
const KEPT_RAW = 4 * 1024;

export interface LeadAnswer {
  readonly status: number;
  readonly body: string;
  /** What the body is instead of text, as `foreignForm` names it; the body is then empty. */
  readonly foreign: string | null;
  /** Names of the lead's own fields. */
  readonly sentFields?: readonly string[];
  /** Takes secrets out of a text that a person may see. */
  readonly clean: (text: string) => string;
}

/** What an answer to a new lead means, by its status and its body alone (decision 0023). A 429 is the caller's. */
export function outcomeOf(answer: LeadAnswer): CreateLeadOutcome {
  const { status } = answer;
  if (status >= 200 && status < 300) return fromSuccess(answer);
  if (status >= 300 && status < 400) return redirected(status);
  if (status === 401)
    return notNow('auth', 'The service did not accept the user name or the password. Sign in again; the row waits.');
  if (status === 403)
    return notNow(
      'forbidden',
      `The service gives this account no right to create this lead.${saidBefore(wordsOf(answer))} Ask its administrator for it; the row waits.`,
    );
  if (status === 407)
    return notNow(
      'forbidden',
      'A proxy on the way to the service asks for a user name and a password (407), and passed no lead on; the row waits. Enter them under Network (for a command: LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE_PROXY_PASSWORD), then resume.',
    );
  if (TIMEOUTS.has(status) || status >= 500 || status < 200) return serverTrouble(answer);
  return refused(answer);
}

/**
 * 307 and 308 ask for the same request at another address, so this one was not carried out. The other redirects may come
 * after the work, to send a browser on: with 301 and 302, too, it would go on with a GET (RFC 9110, 15.4).
 */
function redirected(status: number): CreateLeadOutcome {
  if (status === 307 || status === 308)
    return notNow(
      'forbidden',
      `The service asks for leads at another address (${status}). Lead Console does not follow it, because the password would go along; the row waits. Check the address of the account, then resume.`,
    );
  return {
    outcome: 'unknown',
    reason: 'brokenAnswer',
    detail: `The service redirected to another address (${status}). Lead Console does not follow it, because the password would go along. The lead may have been created. Check the address of the account.`,
  };
}

function notNow(kind: 'auth' | 'forbidden', message: string): CreateLeadOutcome {
  return { outcome: 'notNow', kind, retryAt: null, message };
}

/** What the service said; empty for a web page, which some machine before the service may have made. */
function wordsOf({ body, clean }: LeadAnswer): string {
  return looksLikeHtml(body) ? '' : (messageIn(body, clean)?.message ?? '');
}

function refused(answer: LeadAnswer): CreateLeadOutcome {
  const { status, body, clean } = answer;
  const fieldErrors = messageIn(body, clean)?.fieldErrors ?? [];
  return withWords(answer, status, { message: wordsOf(answer), fieldErrors });
}

/** @param said by the service, without secrets but in names of fields; its message is empty when it has no words */
function withWords(answer: LeadAnswer, status: number, said: ServiceMessage): CreateLeadOutcome {
  const { body, clean } = answer;
  return {
    outcome: 'rejected',
    status,
    ...(said.message === '' ? { message: plainRefusal(answer), isWordless: true } : { message: said.message }),
    fieldErrors: said.fieldErrors.map(({ field, message }) => ({ field: clean(field), message })),
    raw: clean(body).slice(0, KEPT_RAW),
  };
}

/** A gateway's timeout and a failure of the service come after the lead was handed over. */
function serverTrouble({ status, body, clean }: LeadAnswer): CreateLeadOutcome {
  const isTimeout = TIMEOUTS.has(status);
  const what = isTimeout ? `A gateway timed out (${status})` : `The service failed (${status})`;
  const words = messageIn(body, clean)?.message ?? '';
  return {
    outcome: 'unknown',
    reason: isTimeout ? 'timeout' : 'serverError',
    detail: `${what}.${saidBefore(words)} The lead may have been created.`,
  };
}

function fromSuccess(answer: LeadAnswer): CreateLeadOutcome {
  const { status, body, foreign, sentFields, clean } = answer;
  const raw = clean(body).slice(0, KEPT_RAW);
  const result = readLeadResult(body, sentFields, clean);
  // A 202 promises a lead; its id may be that of the promise.
  if (result.kind === 'created' && (result.isSaid || status !== 202))
    return { outcome: 'created', leadId: result.leadId, raw };
  if (result.kind === 'rejected') return withWords(answer, 200, result);
  const page = looksLikeHtml(body) ? 'a web page instead of a result' : 'something that is neither a yes nor a no';
  const what = foreign === null ? page : `${foreign}, which Lead Console does not read`;
  return {
    outcome: 'unknown',
    reason: 'brokenAnswer',
    detail: `The service answered with ${what}.${saidBefore(wordsInResult(body, sentFields, clean))} The lead may have been created.`,
  };
}

function plainRefusal(answer: LeadAnswer): string {
  const { status } = answer;
  if (status === 404) return 'The service has no address for leads here. Check the address of the account.';
  if (status === 406) return 'The service does not offer the format that Lead Console asked for.';
  if (status === 409) return 'The lead conflicts with something that the service already has.';
  if (status === 413) return 'The lead is larger than the service accepts.';
  const shown = status < 300 ? '' : ` (${status})`;
  return answer.foreign === null
    ? wordlessRefusal(answer, shown)
    : `The service refused the lead, and Lead Console cannot read why${shown}. It answered with ${answer.foreign}.`;
}
