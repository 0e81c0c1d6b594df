import type { Dialect } from '../../../../shared/contract/account/account.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';
import { DEFAULT_PAUSE, notWritten } from '../requests/exchange-trouble.ts';
import type { RequestTools } from '../requests/request-tools.ts';
import type { Exchange, OpenAnswer } from '../requests/requester.ts';
import { redact } from '../transport/redact.ts';
import { NOTHING_SENT, overdue, type TransportFailure } from '../transport/transport-failure.ts';
import type { DayReason, DayStop } from '../broker/admission.ts';
import { ASKED_FOR_PAUSE, UNSAVED_BLOCK } from '../broker/service-day.ts';
import { leadBody } from './lead-body.ts';
import { outcomeOf, type LeadAnswer } from './lead-answer.ts';
import type { CreateLeadOptions, CreateLeadOutcome, NewLead, NotSentReason, UnknownReason } from './lead-outcome.ts';

/** Bytes. The result of one lead is a few hundred; anything longer than this is not a result. */
const LARGEST_ANSWER = 1024 * 1024;

export interface CreateLeadTools extends RequestTools {
  readonly dialect: Dialect;
}

/** One attempt, one outcome. Nothing here sends a second time. */
export async function createLead(
  tools: CreateLeadTools,
  lead: NewLead,
  options: CreateLeadOptions,
): Promise<CreateLeadOutcome> {
  const exchange = await tools.requester.perform({
    service: ENDPOINT.createLeads,
    lane: options.lane,
    method: 'POST',
    path: '/leads',
    accept: 'application/json',
    body: leadBody(lead, tools.dialect),
    // A row is settled after this even if its answer still comes in, byte by byte.
    deadline: tools.transport.timeouts.answer,
    beforeSend: options.beforeSend,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.fairUse === undefined ? {} : { fairUse: options.fairUse }),
  });
  if (exchange.kind !== 'answer') return withoutAnswer(tools, exchange);
  const outcome = await readAnswer(tools, lead, exchange);
  const { answer, retryAfter } = exchange;
  if (outcome.outcome !== 'unknown' || answer.status !== 503 || retryAfter === null) return outcome;
  const retryAt = tools.clock.wallNow() + retryAfter;
  return { ...outcome, pause: { retryAt, message: restWords(tools.formatTime(retryAt)) } };
}

/** Why rows wait after a 503, for a person. */
export function restWords(until: string): string {
  return `The service failed (503) and asked for a pause until ${until}.`;
}

function withoutAnswer(tools: CreateLeadTools, exchange: Exclude<Exchange, { kind: 'answer' }>): CreateLeadOutcome {
  switch (exchange.kind) {
    case 'failed':
      return fromFailure(exchange.failure);
    case 'noCredentials':
      return notSent('noCredentials', 'The password is missing. Sign in again; nothing was sent.');
    case 'cancelled':
      return notSent('cancelled', 'Cancelled before it was sent.');
    case 'closed':
      return notSent('closed', 'The connection was closed before it was sent.');
    case 'stepFailed':
      return notSent('journal', notWritten(exchange.error, 'the next row was not sent'));
    case 'daily':
      return closedDay(tools, exchange);
  }
}

function notSent(reason: NotSentReason, message: string): CreateLeadOutcome {
  return { outcome: 'notSent', reason, message };
}

const NOT_SENT_REASONS: Partial<Record<TransportFailure['cause'], NotSentReason>> = {
  encryption: 'encryption',
  cancelled: 'cancelled',
  badRequest: 'badRequest',
};
const UNKNOWN_REASONS: Partial<Record<TransportFailure['cause'], UnknownReason>> = {
  timeout: 'timeout',
  cancelled: 'cancelled',
  brokenAnswer: 'brokenAnswer',
  tooLarge: 'brokenAnswer',
};

function fromFailure(failure: TransportFailure): CreateLeadOutcome {
  const { cause, message } = failure;
  // Its job may have sent thousands before.
  if (failure.sent === 'no')
    return notSent(NOT_SENT_REASONS[cause] ?? 'offline', message.replace(NOTHING_SENT, 'The row was not sent.'));
  const detail = cause === 'cancelled' ? 'Cancelled after it was sent; the lead may have been created.' : message;
  return { outcome: 'unknown', reason: UNKNOWN_REASONS[cause] ?? 'noAnswer', detail };
}

async function readAnswer(tools: CreateLeadTools, lead: NewLead, exchange: OpenAnswer): Promise<CreateLeadOutcome> {
  const { answer, credentials } = exchange;
  const { status } = answer;
  const read = await tools.transport.readText(answer, LARGEST_ANSWER);
  if ('failure' in read) {
    exchange.conclude('answer broken off');
    const { host, timeouts } = tools.transport;
    return fromBrokenBody(
      tools,
      status,
      exchange.isOverdue() ? overdue(read.failure, host, timeouts.answer) : read.failure,
    );
  }
  const outcome = withBlock(tools, {
    status,
    body: read.text,
    foreign: read.foreign,
    sentFields: Object.keys(lead.data),
    clean: (text) => redact(text, credentials),
  });
  exchange.conclude(outcome.outcome);
  return outcome;
}

/** The status alone decides what it can: a 4xx is a no, even when its words are lost. */
function fromBrokenBody(tools: CreateLeadTools, status: number, failure: TransportFailure): CreateLeadOutcome {
  const outcome = withBlock(tools, { status, body: '', foreign: null, clean: (text) => text });
  return outcome.outcome === 'unknown' ? fromFailure({ ...failure, sent: 'maybe' }) : outcome;
}

/** A 429 gets the time at which the broker lets the next request go. */
function withBlock(tools: CreateLeadTools, answer: LeadAnswer): CreateLeadOutcome {
  if (answer.status !== 429) return outcomeOf(answer);
  const block = tools.blocked(ENDPOINT.createLeads);
  const until = block?.until ?? tools.clock.wallNow() + DEFAULT_PAUSE;
  if (block?.period === 'day') return closedDay(tools, { ...block, retryAt: until, isLatest: false });
  const message = `The service asked for a pause until ${tools.formatTime(until)}. The row waits.`;
  return { outcome: 'notNow', kind: 'rateLimited', retryAt: until, message };
}

const CLOSED_DAY: Readonly<Record<DayReason, string>> = {
  usedUp: "Today's quota for creating leads is used up.",
  reserved: "What is left of today's quota is reserved for people.",
  share: "Today's quota has been used up to the share that you set for Lead Console.",
  pause: ASKED_FOR_PAUSE,
};

function closedDay(tools: CreateLeadTools, { retryAt, why, isLatest, unsaved }: DayStop): CreateLeadOutcome {
  const latest = isLatest ? ' at the latest' : '';
  const when = retryAt === null ? 'when the day is over' : `at ${tools.formatTime(retryAt)}${latest}`;
  const warning = unsaved ? ` ${UNSAVED_BLOCK}` : '';
  return {
    outcome: 'notNow',
    kind: 'daily',
    retryAt,
    message: `${CLOSED_DAY[why]} The rest goes on ${when}.${warning}`,
  };
}
