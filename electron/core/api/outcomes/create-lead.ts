import type { Dialect } from '../../../../shared/contract/account/account.ts';
import { looksLikeHtml, messageIn, readLeadResult } from '../../../../shared/domain/service/answers.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { CreateLeadOptions, CreateLeadOutcome, NewLead, NotSentReason, UnknownReason } from '../api-client.ts';
import { leadBody } from './encode.ts';
import { redact, redactEncoded } from '../transport/redact.ts';
import type { Exchange, Requester } from '../requests/requester.ts';
import type { TransportFailure } from '../transport/transport-failure.ts';
import type { Transport } from '../transport/transport.ts';

const LARGEST_ANSWER = 1024 * 1024;
/** However slowly an answer drips in, a row is settled after this. */
const DEADLINE = 150_000;
const KEPT_RAW = 4 * 1024;

export interface CreateLeadTools {
  readonly requester: Requester;
  readonly transport: Transport;
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** When a request of the service may go again, Unix milliseconds, after a 429. */
  readonly blockedUntil: () => { until: number; period: 'minute' | 'day' } | null;
  readonly formatTime: (instant: number) => string;
}

/** One attempt, one answer. Nothing here sends a second time. */
export async function createLead(
  tools: CreateLeadTools,
  lead: NewLead,
  options: CreateLeadOptions,
): Promise<CreateLeadOutcome> {
  const exchange = await tools.requester.perform({
    service: 'POST leads',
    lane: options.lane,
    method: 'POST',
    path: '/leads',
    accept: 'application/json',
    body: leadBody(lead, tools.dialect),
    deadline: DEADLINE,
    beforeSend: options.beforeSend,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.fairUse === undefined ? {} : { fairUse: options.fairUse }),
  });
  if (exchange.kind === 'answer') return readAnswer(tools, exchange);
  return withoutAnswer(tools, exchange);
}

function withoutAnswer(tools: CreateLeadTools, exchange: Exclude<Exchange, { kind: 'answer' }>): CreateLeadOutcome {
  switch (exchange.kind) {
    case 'failed':
      return fromFailure(exchange.failure);
    case 'noCredentials':
      return {
        outcome: 'notSent',
        reason: 'noCredentials',
        message: 'There is no password at hand. Sign in again; nothing was sent.',
      };
    case 'cancelled':
      return { outcome: 'notSent', reason: 'cancelled', message: 'Cancelled before it was sent.' };
    case 'closed':
      return { outcome: 'notSent', reason: 'closed', message: 'The connection was closed before it was sent.' };
    case 'daily':
      return { outcome: 'refused', kind: 'daily', retryAt: exchange.retryAt, message: dailyMessage(tools, exchange) };
    case 'stepFailed':
      return {
        outcome: 'notSent',
        reason: 'journal',
        message:
          'The journal on this computer could not be written, so nothing was sent. Check whether the disk is full.',
      };
  }
}

function dailyMessage(tools: CreateLeadTools, parked: { retryAt: number | null; reserved: boolean }): string {
  const when = parked.retryAt === null ? 'when the day is over' : `at ${tools.formatTime(parked.retryAt)}`;
  return parked.reserved
    ? `Only the part of today's quota that is kept for people is left. The rest goes on ${when}.`
    : `Today's quota for creating leads is used up. The rest goes on ${when}.`;
}

function fromFailure(failure: TransportFailure): CreateLeadOutcome {
  if (failure.sent === 'no') {
    const reasons: Partial<Record<TransportFailure['cause'], NotSentReason>> = {
      encryption: 'encryption',
      cancelled: 'cancelled',
      badRequest: 'badRequest',
    };
    return { outcome: 'notSent', reason: reasons[failure.cause] ?? 'offline', message: failure.message };
  }
  const reasons: Partial<Record<TransportFailure['cause'], UnknownReason>> = {
    timeout: 'timeout',
    cancelled: 'cancelled',
    brokenAnswer: 'brokenAnswer',
    tooLarge: 'brokenAnswer',
  };
  const detail = failure.cause === 'cancelled' ? 'Cancelled after it was sent; it may have arrived.' : failure.message;
  return { outcome: 'unknown', reason: reasons[failure.cause] ?? 'noAnswer', detail };
}

async function readAnswer(tools: CreateLeadTools, exchange: Exchange & { kind: 'answer' }): Promise<CreateLeadOutcome> {
  const { answer, credentials } = exchange;
  const { status } = answer;
  const read = await tools.transport.readText(answer, LARGEST_ANSWER);
  if ('failure' in read) {
    exchange.conclude('answer broken off');
    return fromBrokenBody(tools, status, exchange.isOverdue() ? { ...read.failure, cause: 'timeout' } : read.failure);
  }
  const outcome = classify(tools, status, redactEncoded(read.text, credentials), (text) => redact(text, credentials));
  exchange.conclude(outcome.outcome, outcome.outcome === 'created' ? undefined : read.text);
  return outcome;
}

/** The status alone settles what it can: a 4xx is a no, whatever became of its words. */
function fromBrokenBody(tools: CreateLeadTools, status: number, failure: TransportFailure): CreateLeadOutcome {
  if (status >= 400 && status < 500 && status !== 408) return classify(tools, status, '', (text) => text);
  return fromFailure({ ...failure, sent: 'maybe' });
}

function classify(
  tools: CreateLeadTools,
  status: number,
  body: string,
  clean: (text: string) => string,
): CreateLeadOutcome {
  const raw = clean(body).slice(0, KEPT_RAW);
  const said = messageIn(body);
  const words = said === null ? '' : clean(said.message);
  if (status >= 200 && status < 300) return fromSuccess(body, raw, clean);

  if (status === 429) return rateLimited(tools);
  if (status === 401) {
    return {
      outcome: 'refused',
      kind: 'auth',
      retryAt: null,
      message: 'The service did not accept the user name or the password. Sign in again; the row waits.',
    };
  }
  if (status === 403) {
    return {
      outcome: 'refused',
      kind: 'forbidden',
      retryAt: null,
      message:
        'This account has no right to create leads. Ask the administrator for the right to post leads; the row waits.',
    };
  }
  // 302 and 303 are what a service may answer after it has done the work; the others say that it looked at nothing.
  if (status === 300 || status === 301 || status === 307 || status === 308) {
    return {
      outcome: 'refused',
      kind: 'forbidden',
      retryAt: null,
      message:
        'The service sends us to another address. It is not followed, because the password would go along. Check the address of the account; the row waits.',
    };
  }
  if (status >= 400 && status < 500 && status !== 408) {
    const fieldErrors = (said?.fieldErrors ?? []).map((entry) => ({
      field: clean(entry.field),
      message: clean(entry.message),
    }));
    return {
      outcome: 'rejected',
      status,
      message: words === '' || looksLikeHtml(body) ? plainRefusal(status) : words,
      fieldErrors,
      raw,
    };
  }
  const detail =
    status === 408 || status === 504
      ? 'Something between here and the service ran out of patience'
      : `The service answered with an error of its own (${status})`;
  return {
    outcome: 'unknown',
    reason: status === 408 || status === 504 ? 'timeout' : 'serverError',
    detail: `${detail}${words === '' ? '' : `: ${words}`}. The lead may have been created.`,
  };
}

function fromSuccess(body: string, raw: string, clean: (text: string) => string): CreateLeadOutcome {
  const result = readLeadResult(body);
  if (result.kind === 'created') return { outcome: 'created', leadId: result.leadId, raw };
  if (result.kind === 'rejected') {
    const fieldErrors = result.fieldErrors.map((entry) => ({
      field: clean(entry.field),
      message: clean(entry.message),
    }));
    return { outcome: 'rejected', status: 200, message: clean(result.message), fieldErrors, raw };
  }
  const what = looksLikeHtml(body) ? 'a web page instead of a result' : 'something that is neither a yes nor a no';
  return {
    outcome: 'unknown',
    reason: 'brokenAnswer',
    detail: `The service answered with ${what}. The lead may have been created.`,
  };
}

function rateLimited(tools: CreateLeadTools): CreateLeadOutcome {
  const block = tools.blockedUntil();
  const until = block?.until ?? tools.clock.wallNow() + 60_000;
  if (block?.period === 'day') {
    return {
      outcome: 'refused',
      kind: 'daily',
      retryAt: until,
      message: dailyMessage(tools, { retryAt: until, reserved: false }),
    };
  }
  return {
    outcome: 'refused',
    kind: 'rateLimited',
    retryAt: until,
    message: `The service asks for a pause until ${tools.formatTime(until)}. The row waits.`,
  };
}

function plainRefusal(status: number): string {
  if (status === 404) return 'The service knows no such address for leads. Check the address of the account.';
  if (status === 406) return 'The service does not offer the kind of answer that was asked for.';
  if (status === 409) return 'The service sees a conflict with what it already has.';
  if (status === 413) return 'The lead is larger than the service takes.';
  return `The service refused the lead and gave no reason (${status}).`;
}
