import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import { looksLikeHtml, messageIn, parseJson } from '../../../../shared/domain/service/answers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { serviceTitle } from '../../../../shared/domain/service/services.ts';
import { sleep, type Clock, type Random } from '../../foundation/ports.ts';
import type { ReadOptions } from '../api-client.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import { redact } from '../transport/redact.ts';
import type { Exchange, Requester } from '../requests/requester.ts';
import { toNetworkError } from '../transport/transport-failure.ts';
import type { Method, Transport } from '../transport/transport.ts';

const LARGEST_ANSWER = 64 * 1024 * 1024;
const LARGEST_REFUSAL = 256 * 1024;
const RETRY = { first: 500, most: 8_000, attempts: 4, attemptsForPeople: 2 } as const;
/** A GET that was refused for the minute waits its turn again, this many times. */
const MOST_MINUTES = 5;

export interface ReadTools {
  readonly requester: Requester;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly breaker: (service: ServiceId) => CircuitBreaker;
  readonly blocked: (service: ServiceId) => { until: number; period: 'minute' | 'day' } | null;
  readonly formatTime: (instant: number) => string;
}

export interface ReadCall {
  readonly service: ServiceId;
  readonly path: string;
  readonly accept: string;
  readonly options: ReadOptions | undefined;
  readonly fairUse?: boolean;
}

type OpenAnswer = Exchange & { kind: 'answer' };

/**
 * Sends a GET until it is answered with a 2xx or there is no point in going on. Reading changes nothing, so it may be
 * asked again: with full jitter, a few times, and not at all while the service keeps failing.
 */
export async function openRead(tools: ReadTools, call: ReadCall): Promise<Outcome<OpenAnswer>> {
  const lane = call.options?.lane ?? 'person';
  const signal = call.options?.signal;
  const attempts = lane === 'person' ? RETRY.attemptsForPeople : RETRY.attempts;
  const breaker = tools.breaker(call.service);
  let minutes = 0;
  for (let attempt = 1; ; attempt++) {
    if (lane !== 'person' && breaker.isOpen(tools.clock.monotonicNow())) return failed(breaker.error(call.service));
    const exchange = await tools.requester.perform({
      service: call.service,
      lane,
      method: 'GET',
      path: call.path,
      accept: call.accept,
      ...(signal === undefined ? {} : { signal }),
      ...(call.fairUse === undefined ? {} : { fairUse: call.fairUse }),
    });
    if (exchange.kind === 'answer' && exchange.answer.status >= 200 && exchange.answer.status < 300) {
      breaker.succeeded();
      return { ok: true, value: exchange };
    }
    const trouble = await troubleOf(tools, call.service, exchange, 'GET');
    const canWait = trouble.error.code === 'rateLimited' && trouble.error.period === 'minute';
    if (canWait && minutes < MOST_MINUTES) {
      minutes++;
      attempt--;
      continue;
    }
    if (trouble.isServerTrouble) breaker.failed(tools.clock.monotonicNow());
    if (!trouble.mayRetry || attempt >= attempts) return failed(trouble.error);
    const delay = tools.random() * Math.min(RETRY.first * 2 ** (attempt - 1), RETRY.most);
    try {
      await sleep(tools.clock, delay, signal);
    } catch {
      return failed({ code: 'cancelled', message: 'Cancelled.' });
    }
  }
}

/** A whole JSON answer. */
export async function readJson(tools: ReadTools, call: Omit<ReadCall, 'accept'>): Promise<Outcome<unknown>> {
  const opened = await openRead(tools, { ...call, accept: 'application/json' });
  if (!opened.ok) return opened;
  return readBody(tools, opened.value, { isEmptyFine: false });
}

/**
 * One request that changes something. Never sent twice: what cannot be told comes back as `network` with
 * `sent: 'maybe'`.
 */
export async function sendChange(
  tools: ReadTools,
  call: { service: ServiceId; method: Method; path: string; body: string; options: ReadOptions | undefined },
): Promise<Outcome<unknown>> {
  const signal = call.options?.signal;
  const exchange = await tools.requester.perform({
    service: call.service,
    lane: call.options?.lane ?? 'person',
    method: call.method,
    path: call.path,
    accept: 'application/json',
    body: call.body,
    ...(signal === undefined ? {} : { signal }),
  });
  if (exchange.kind === 'answer' && exchange.answer.status >= 200 && exchange.answer.status < 300) {
    return readBody(tools, exchange, { isEmptyFine: true });
  }
  return failed((await troubleOf(tools, call.service, exchange, call.method)).error);
}

async function readBody(
  tools: ReadTools,
  exchange: OpenAnswer,
  { isEmptyFine }: { isEmptyFine: boolean },
): Promise<Outcome<unknown>> {
  const read = await tools.transport.readText(exchange.answer, LARGEST_ANSWER);
  if ('failure' in read) {
    exchange.conclude('answer broken off');
    return failed(toNetworkError(read.failure));
  }
  if (isEmptyFine && read.text.trim() === '') {
    exchange.conclude('done');
    return { ok: true, value: null };
  }
  const value = parseJson(read.text);
  if (value === undefined) {
    exchange.conclude('unreadable', read.text);
    return failed(unreadable(tools.transport.host, read.text));
  }
  exchange.conclude('done');
  return { ok: true, value };
}

/** A 200 that is no JSON: a web page means that something else than the service answers at this address. */
export function unreadable(host: string, text: string): AppError {
  const message = looksLikeHtml(text)
    ? `${host} answered with a web page instead of data. The address may be wrong or lack /api, or a sign-in page of the network is in between.`
    : `The answer of ${host} ended early or is damaged. Try again; if it stays so, tell the service's administrator.`;
  return { code: 'network', message, sent: 'maybe' };
}

interface Trouble {
  readonly error: AppError;
  readonly mayRetry: boolean;
  readonly isServerTrouble: boolean;
}

const final = (error: AppError): Trouble => ({ error, mayRetry: false, isServerTrouble: false });

async function troubleOf(tools: ReadTools, service: ServiceId, exchange: Exchange, method: Method): Promise<Trouble> {
  switch (exchange.kind) {
    case 'answer':
      return answeredNo(tools, service, exchange, method);
    case 'failed': {
      const isNetwork =
        exchange.failure.cause !== 'cancelled' &&
        exchange.failure.cause !== 'badRequest' &&
        exchange.failure.cause !== 'encryption';
      return {
        error: toNetworkError(exchange.failure),
        mayRetry: isNetwork,
        isServerTrouble: exchange.failure.sent === 'maybe' && isNetwork,
      };
    }
    case 'noCredentials':
      return final({ code: 'auth', message: 'There is no password at hand. Sign in again.' });
    case 'cancelled':
    case 'closed':
      return final({ code: 'cancelled', message: 'Cancelled.' });
    case 'daily': {
      const retryAt = exchange.retryAt ?? tools.clock.wallNow() + 3_600_000;
      return final(rateLimited(tools, service, 'day', retryAt, exchange.reserved));
    }
    case 'stepFailed':
      return final({
        code: 'file',
        reason: 'journal',
        message:
          'The journal on this computer could not be written, so nothing was sent. Check whether the disk is full.',
      });
  }
}

function rateLimited(
  tools: ReadTools,
  service: ServiceId,
  period: 'minute' | 'day',
  retryAt: number,
  reserved: boolean,
): AppError {
  const what = period === 'minute' ? 'this minute' : 'today';
  const message = reserved
    ? `Only the part of today's quota for "${serviceTitle(service)}" that is kept for people is left. It goes on at ${tools.formatTime(retryAt)}.`
    : `The quota for "${serviceTitle(service)}" is used up for ${what}. It goes on at ${tools.formatTime(retryAt)}.`;
  return { code: 'rateLimited', message, service, period, retryAt };
}

async function answeredNo(
  tools: ReadTools,
  service: ServiceId,
  exchange: OpenAnswer,
  method: Method,
): Promise<Trouble> {
  const { answer, credentials } = exchange;
  const { status } = answer;
  const read = await tools.transport.readText(answer, LARGEST_REFUSAL);
  const body = 'text' in read ? read.text : '';
  exchange.conclude(status === 429 ? 'refused for now' : `refused (${status})`, body);
  const words = looksLikeHtml(body) ? '' : redact(messageIn(body)?.message ?? '', credentials);
  const said = words === '' ? '' : ` It said: ${words}`;
  const detail = words === '' ? {} : { detail: words };

  if (status === 429) {
    const block = tools.blocked(service);
    return final(
      rateLimited(tools, service, block?.period ?? 'minute', block?.until ?? tools.clock.wallNow() + 60_000, false),
    );
  }
  if (status === 401)
    return final({
      code: 'auth',
      message: 'The service did not accept the user name or the password. Check both and sign in again.',
    });
  if (status === 403)
    return final({
      code: 'forbidden',
      message: `This account has no right to "${serviceTitle(service)}". Ask the service's administrator for it.`,
    });
  if (status === 404)
    return final({
      code: 'notFound',
      message: `The service knows nothing under this address.${said} Check the address of the account and what was asked for.`,
    });
  if (status === 406)
    return final({
      code: 'rejected',
      status,
      ...detail,
      message:
        'The service does not offer this kind of answer. Another format may work; otherwise tell its administrator.',
    });
  if (status >= 300 && status < 400) {
    return final({
      code: 'rejected',
      status,
      message:
        'The service sends us to another address. It is not followed, because the password would go along. Check the address of the account.',
    });
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return final({
      code: 'rejected',
      status,
      ...detail,
      message: `The service refused the request.${said === '' ? ` It gave no reason (${status}).` : said}`,
    });
  }
  const doubt = method === 'GET' ? 'Try again in a while.' : 'The request may have been carried out all the same.';
  const message = `The service ran into an error of its own (${status}).${said} ${doubt}`;
  const error: AppError =
    method === 'GET'
      ? { code: 'rejected', status, ...detail, message }
      : { code: 'network', sent: 'maybe', ...detail, message };
  return { error, mayRetry: true, isServerTrouble: true };
}

function failed(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
