import type { AppError } from '../../../../shared/contract/errors.ts';
import { looksLikeHtml, messageIn, TIMEOUTS } from '../../../../shared/domain/service/answers/answers.ts';
import { serviceTitle, type ServiceId } from '../../../../shared/domain/service/services.ts';
import { STORAGE_WORDS, storageTrouble } from '../../foundation/failure.ts';
import type { DayReason } from '../broker/admission.ts';
import { ASKED_FOR_PAUSE } from '../broker/service-day.ts';
import { redact } from '../transport/redact.ts';
import { toNetworkError, type TransportFailure } from '../transport/transport-failure.ts';
import type { Method } from '../transport/transport.ts';
import type { OpenAnswer, Exchange } from './requester.ts';
import type { RequestTools } from './request-tools.ts';

/** Bytes. A refusal is a sentence or an error page; a longer one is cut off, not read. */
const LARGEST_REFUSAL = 256 * 1024;
/** Milliseconds. Pause after a 429 that names no time, when the broker holds no block either. */
export const DEFAULT_PAUSE = 60_000;
/** Milliseconds. A used up day whose end nobody knows is worth another question after this. */
const UNKNOWN_DAY_PAUSE = 3_600_000;

/** Why an exchange brought no usable answer. */
export interface Trouble {
  readonly error: AppError;
  /** A request that changes nothing may be sent again. */
  readonly mayRetry: boolean;
  /** The service itself failed: counts for the circuit breaker. */
  readonly isServerTrouble: boolean;
}

const final = (error: AppError): Trouble => ({ error, mayRetry: false, isServerTrouble: false });

/** Reads what the service said, if it said anything, and closes the exchange in the log. */
export async function troubleOf(
  tools: RequestTools,
  service: ServiceId,
  exchange: Exchange,
  method: Method,
): Promise<Trouble> {
  switch (exchange.kind) {
    case 'answer':
      return refusalOf(tools, service, exchange, method);
    case 'failed':
      return failureOf(exchange.failure);
    case 'noCredentials':
      return final({ code: 'auth', message: 'The password is missing. Sign in again.' });
    case 'cancelled':
    case 'closed':
      return final({ code: 'cancelled', message: 'Cancelled.' });
    case 'daily': {
      const retryAt = exchange.retryAt ?? tools.clock.wallNow() + UNKNOWN_DAY_PAUSE;
      return final(throttled(tools, service, 'day', retryAt, exchange.why, exchange.isLatest));
    }
    case 'stepFailed':
      return final({ code: 'file', reason: 'journal', message: notWritten(exchange.error) });
  }
}

/**
 * For a person: why a request was held back, when our own step before it failed.
 *
 * @param heldBack names the part that did not leave: of an import, other rows may have left
 */
export function notWritten(error: unknown, heldBack = 'nothing was sent'): string {
  const trouble = storageTrouble(error);
  if (trouble === null) {
    return `Lead Console could not write to its journal on this computer, so ${heldBack}. Check the disk, then go on.`;
  }
  const { cause, remedy } = STORAGE_WORDS[trouble];
  return `${cause}, so ${heldBack}. ${remedy}, then go on.`;
}

function failureOf(failure: TransportFailure): Trouble {
  const { cause, sent } = failure;
  const isNetwork = cause !== 'cancelled' && cause !== 'badRequest' && cause !== 'encryption';
  return {
    error: toNetworkError(failure),
    mayRetry: isNetwork && failure.isOverdue !== true,
    isServerTrouble: sent === 'maybe' && isNetwork,
  };
}

function throttled(
  tools: RequestTools,
  service: ServiceId,
  period: 'minute' | 'day',
  retryAt: number,
  why: DayReason = 'usedUp',
  isLatest = false,
): AppError {
  const title = serviceTitle(service);
  const closedDay: Readonly<Record<DayReason, string>> = {
    usedUp: `The quota for "${title}" is used up for today.`,
    reserved: `What is left of today's quota for "${title}" is reserved for people.`,
    share: `Today's quota for "${title}" has been used up to the share that you set for Lead Console.`,
    pause: ASKED_FOR_PAUSE,
  };
  const what = period === 'minute' ? `The quota for "${title}" is used up for this minute.` : closedDay[why];
  const latest = isLatest ? ' at the latest' : '';
  const message = `${what} Lead Console can go on at ${tools.formatTime(retryAt)}${latest}.`;
  return { code: 'rateLimited', message, service, period, retryAt };
}

async function refusalOf(
  tools: RequestTools,
  service: ServiceId,
  exchange: OpenAnswer,
  method: Method,
): Promise<Trouble> {
  const { status } = exchange.answer;
  const read = await tools.transport.readText(exchange.answer, LARGEST_REFUSAL);
  const body = 'text' in read ? read.text : '';
  exchange.conclude(status === 429 ? 'throttled' : `refused (${status})`, body);
  const clean = (text: string) => redact(text, exchange.credentials);
  const words = looksLikeHtml(body) ? '' : (messageIn(body, clean)?.message ?? '');

  if (status === 429) {
    const block = tools.blocked(service);
    const until = block?.until ?? tools.clock.wallNow() + DEFAULT_PAUSE;
    return final(throttled(tools, service, block?.period ?? 'minute', until, block?.why));
  }
  if (status >= 300 && status < 400) return final(redirected(status, method));
  if (status < 500 && !TIMEOUTS.has(status)) return final(refused(status, service, words));
  return { error: serverError(status, method, words), mayRetry: true, isServerTrouble: true };
}

/**
 * 307 and 308 ask for the same request at another address, so a change was not made; other redirects say nothing about what
 * happened before them (decision 0023).
 */
function redirected(status: number, method: Method): AppError {
  const advice =
    'Lead Console does not follow it, because the password would go along. Check the address of the account.';
  const message = `The service redirects to another address (${status}). ${advice}`;
  if (method === 'GET') return { code: 'rejected', status, message };
  if (status === 307 || status === 308) return { code: 'forbidden', message: `${message} Nothing was changed.` };
  return { code: 'network', sent: 'maybe', message: `${message} The change may have been made.` };
}

function refused(status: number, service: ServiceId, words: string): AppError {
  const said = saidBefore(words);
  const detail = words === '' ? {} : { detail: words };
  switch (status) {
    case 401:
      return {
        code: 'auth',
        message: 'The service did not accept the user name or the password. Check both and sign in again.',
      };
    case 403:
      return {
        code: 'forbidden',
        message: `The service gives this account no right to "${serviceTitle(service)}".${said} Ask its administrator for it.`,
      };
    case 404:
      return {
        code: 'notFound',
        // A service that answers in its own words is at the address: only the name in the request can be wrong.
        message:
          words === ''
            ? 'The service found nothing at this address. Check the address of the account and what you asked for.'
            : `The service did not find what was asked for.${said} Check the name or the code that you gave.`,
      };
    case 406:
      return {
        code: 'rejected',
        status,
        ...detail,
        message: "The service does not offer this format. Try another format, or ask the service's administrator.",
      };
    default:
      return {
        code: 'rejected',
        status,
        ...detail,
        message: `The service refused the request.${words === '' ? ` It gave no reason (${status}).` : ` It said: ${words}`}`,
      };
  }
}

/** The words of the service as a sentence that another one follows. */
export function saidBefore(words: string): string {
  return words === '' ? '' : ` It said: ${words}${/[.!?…]$/.test(words) ? '' : '.'}`;
}

function serverError(status: number, method: Method, words: string): AppError {
  const said = saidBefore(words);
  const detail = words === '' ? {} : { detail: words };
  const message = `The service failed (${status}).${said}`;
  return method === 'GET'
    ? { code: 'rejected', status, ...detail, message: `${message} Try again later.` }
    : { code: 'network', sent: 'maybe', ...detail, message: `${message} The change may have been made.` };
}
