import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { sleep, type Random } from '../../foundation/ports.ts';
import { troubleOf } from '../requests/exchange-trouble.ts';
import { readJsonBody } from '../requests/json-body.ts';
import type { RequestOptions, RequestTools } from '../requests/request-tools.ts';
import type { OpenAnswer } from '../requests/requester.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';

/**
 * How often a read that failed is sent again: requests in all, and milliseconds before the second one, doubled for each
 * further one. A person waits at the screen and gets the answer sooner.
 */
const RETRY = { first: 500, attempts: 4, attemptsForPeople: 2 } as const;
/** Minutes that a throttled read waits for; the broker holds it back until each is over. */
const MOST_MINUTES = 5;

export interface ReadTools extends RequestTools {
  readonly random: Random;
  readonly breaker: (service: ServiceId) => CircuitBreaker;
}

export interface ReadCall {
  readonly service: ServiceId;
  readonly path: string;
  readonly accept: string;
  readonly options?: RequestOptions | undefined;
  readonly fairUse?: boolean;
  /** Milliseconds for one attempt, up to the last byte of its answer. */
  readonly deadline: number;
}

/** `deadline` is that of every answer unless the call names its own. */
type JsonCall = Omit<ReadCall, 'accept' | 'deadline'> & Partial<Pick<ReadCall, 'deadline'>>;

/**
 * Sends a GET until it is answered with a 2xx or another attempt is useless. Reading changes nothing, so it may be sent
 * again: a few times with full jitter, and not at all while the service keeps failing.
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
      deadline: call.deadline,
    });
    if (exchange.kind === 'answer' && exchange.answer.status >= 200 && exchange.answer.status < 300) {
      breaker.succeeded();
      return { ok: true, value: exchange };
    }
    const trouble = await troubleOf(tools, call.service, exchange, 'GET');
    const isThrottled = trouble.error.code === 'rateLimited' && trouble.error.period === 'minute';
    if (isThrottled && minutes < MOST_MINUTES) {
      minutes++;
      attempt--;
      continue;
    }
    if (trouble.isServerTrouble) breaker.failed(tools.clock.monotonicNow());
    if (!trouble.mayRetry || attempt >= attempts) return failed(trouble.error);
    const delay = tools.random() * RETRY.first * 2 ** (attempt - 1);
    try {
      await sleep(tools.clock, delay, signal);
    } catch {
      return failed({ code: 'cancelled', message: 'Cancelled.' });
    }
  }
}

/** A whole JSON answer. */
export async function readJson(tools: ReadTools, call: JsonCall): Promise<Outcome<unknown>> {
  const read = await readTimedJson(tools, call);
  return read.ok ? { ok: true, value: read.value.json } : read;
}

/** As `readJson`. `receivedAt`: when its headers came, monotonic milliseconds; its body may come much later. */
export async function readTimedJson(
  tools: ReadTools,
  call: JsonCall,
): Promise<Outcome<{ readonly json: unknown; readonly receivedAt: number }>> {
  const { answer: deadline } = tools.transport.timeouts;
  const opened = await openRead(tools, { deadline, ...call, accept: 'application/json' });
  if (!opened.ok) return opened;
  const body = await readJsonBody(tools, opened.value, { isEmptyFine: false });
  return body.ok ? { ok: true, value: { json: body.value, receivedAt: opened.value.answer.receivedAt } } : body;
}

/** As `readJson`, decoded; an answer that `decode` cannot read (null) is a failure. */
export async function readDecoded<Value>(
  tools: ReadTools,
  call: JsonCall,
  decode: (value: unknown) => Value | null,
): Promise<Outcome<Value>> {
  const answer = await readJson(tools, call);
  if (!answer.ok) return answer;
  const value = decode(answer.value);
  if (value !== null) return { ok: true, value };
  const message = `Lead Console cannot read the form of the answer of ${tools.transport.host}. Check the address; if it is right, the service may have changed.`;
  return failed({ code: 'network', sent: 'maybe', message });
}

function failed(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}
