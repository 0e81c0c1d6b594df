import { readRateHeaders, readRetryAfter } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { RequestDetail } from '../../../../shared/contract/account/diagnostics.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock, Credentials } from '../../foundation/ports.ts';
import type { Admission, Ticket } from '../broker/admission.ts';
import type { RequestBroker } from '../broker/broker.ts';
import { hasSleptSince } from '../broker/sleep-watch.ts';
import { authorizationFor, masked, redact } from '../transport/redact.ts';
import { overdue, type TransportFailure } from '../transport/transport-failure.ts';
import type { Method, Transport, TransportAnswer, TransportResult } from '../transport/transport.ts';
import type { Reachability } from './reachability.ts';
import { pathForLog, type RequestLog } from './request-log.ts';
import type { ServerClock } from './server-clock.ts';

export interface ServiceRequest {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly method: Method;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly accept: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly fairUse?: boolean;
  /** Milliseconds. Ends the request however slowly its answer comes. */
  readonly deadline: number;
  /** Runs when the connection stands, right before the first byte leaves. When it throws, nothing leaves. */
  readonly beforeSend?: () => void;
}

/** Headers came; the body is not read yet. */
export interface OpenAnswer {
  readonly kind: 'answer';
  readonly answer: TransportAnswer;
  readonly credentials: Credentials;
  /** Milliseconds for which it asks by `Retry-After`; null when it does not. */
  readonly retryAfter: number | null;
  /** Writes the line of the request log. Call it once the body is read or given up. `refusal`: the words of a no. */
  readonly conclude: (outcome: string, refusal?: string) => void;
  /** The rest of the answer may take as long as it flows: `deadline` counts no more. */
  readonly flows: () => void;
  /** True when `deadline` cut the answer off. */
  readonly isOverdue: () => boolean;
}

export type Exchange =
  | OpenAnswer
  | { readonly kind: 'failed'; readonly failure: TransportFailure }
  | { readonly kind: 'noCredentials' }
  | Exclude<Admission, { kind: 'ticket' }>;

export interface RequesterOptions {
  readonly transport: Transport;
  readonly broker: RequestBroker;
  readonly reachability: Reachability;
  readonly serverClock: ServerClock;
  readonly log: RequestLog;
  readonly clock: Clock;
  readonly fairUse: boolean;
  readonly credentials: () => Promise<Credentials | null>;
  /** Called with every answer, for work that follows use. */
  readonly onAnswer: (service: ServiceId, status: number) => void;
  /** Called when a request was turned away because the day has no room for it. */
  readonly onTurnedAway: (service: ServiceId) => void;
}

const USER_AGENT = 'LeadConsole';
/** Milliseconds of a deadline that pass while the program runs: it may have stood still, and the answer be in its socket. */
const LAST_PART = 1_000;
/** Characters of a rate header that are shown to a person. */
const LONGEST_HEADER = 40;

/** One request from the queue to the headers of its answer, and what the broker learns from them. */
export class Requester {
  readonly #options: RequesterOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  #changesUnderWay = 0;
  #onIdle: () => void = () => undefined;

  constructor(options: RequesterOptions) {
    this.#options = options;
  }

  /** Resolves when every request that changes something has its answer, or after `most` milliseconds. */
  changesEnded(most: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#changesUnderWay === 0) return resolve();
      const timer = this.#options.clock.after(most, resolve);
      this.#onIdle = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  /** Resolves when nothing will be written to the ledger any more; call it when the transport is closed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async perform(request: ServiceRequest): Promise<Exchange> {
    const credentials = await this.#options.credentials().catch(() => null);
    if (credentials === null) return { kind: 'noCredentials' };
    await this.#options.transport.ready();
    return new Promise((resolve, reject) => {
      const admission = {
        service: request.service,
        lane: request.lane,
        fairUse: request.fairUse ?? this.#options.fairUse,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      };
      this.#options.broker.admit(admission, (answer) => {
        if (answer.kind === 'daily') this.#options.onTurnedAway(request.service);
        if (answer.kind !== 'ticket') return resolve(answer);
        const exchange = this.#exchange(request, answer.ticket, credentials);
        this.#underWay.add(exchange);
        exchange
          .then((ended) => (ended === 'slept' ? this.perform(request) : ended))
          .then(resolve, reject)
          .finally(() => this.#underWay.delete(exchange))
          .catch(reject);
      });
    });
  }

  /** `slept`: nothing left, because the computer slept since the debit, which is of another minute, or another day. */
  async #exchange(request: ServiceRequest, ticket: Ticket, credentials: Credentials): Promise<Exchange | 'slept'> {
    const { transport, clock } = this.#options;
    const deadline = new AbortController();
    const last = Math.min(LAST_PART, request.deadline);
    let timer = clock.after(request.deadline - last, () => {
      timer = clock.after(last, () => deadline.abort());
    });
    const endChange = request.method === 'GET' ? () => undefined : this.#beginChange();
    const end = () => {
      timer.cancel();
      endChange();
    };
    const signals = [deadline.signal, ...(request.signal === undefined ? [] : [request.signal])];
    const step: { failure: { readonly error: unknown } | null } = { failure: null };
    const runStep = () => {
      try {
        if (hasSleptSince(clock, { wall: ticket.debitedAt, monotonic: ticket.sentAt })) throw new Slept();
        request.beforeSend?.();
      } catch (error) {
        step.failure = { error };
        throw error;
      }
    };
    const answered = await transport.send(
      {
        method: request.method,
        path: request.path,
        headers: this.#headers(request, ticket, credentials),
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: AbortSignal.any(signals),
      },
      runStep,
    );
    if (step.failure !== null) {
      end();
      ticket.settle({ kind: 'notSent' });
      const { error } = step.failure;
      return error instanceof Slept ? 'slept' : { kind: 'stepFailed', error };
    }
    const result = withoutSecret(answered, credentials);
    this.#settle(request, ticket, result);
    if (result.kind === 'failed') {
      end();
      const failure = deadline.signal.aborted
        ? overdue(result.failure, transport.host, request.deadline)
        : result.failure;
      const { sent, cause } = failure;
      this.#write(request, ticket, null, `${sent === 'no' ? 'not sent' : 'no answer'} (${cause})`);
      return { kind: 'failed', failure };
    }
    return {
      kind: 'answer',
      answer: result,
      credentials,
      retryAfter: readRetryAfter(result.header('retry-after'), this.#options.serverClock.now()),
      conclude: (outcome, refusal) => {
        end();
        const body = refusal === undefined ? null : redact(refusal, credentials).slice(0, LONGEST_REFUSAL);
        const sent = this.#headers(request, ticket, credentials);
        this.#write(request, ticket, result, outcome, detailOf(sent, result, credentials, body));
      },
      flows: () => timer.cancel(),
      isOverdue: () => deadline.signal.aborted,
    };
  }

  /** Counts a request that changes something; the returned function, called once, counts it out. */
  #beginChange(): () => void {
    this.#changesUnderWay++;
    return () => {
      if (--this.#changesUnderWay === 0) this.#onIdle();
    };
  }

  #headers(request: ServiceRequest, ticket: Ticket, credentials: Credentials): Record<string, string> {
    return {
      authorization: authorizationFor(credentials),
      accept: request.accept,
      'user-agent': USER_AGENT,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ticket.fairUse ? { 'x-rate-limit-fair-use-policy': 'Minute rated' } : {}),
    };
  }

  #settle(request: ServiceRequest, ticket: Ticket, result: TransportResult): void {
    const { broker, reachability, serverClock, clock } = this.#options;
    if (result.kind === 'failed') {
      const { sent, cause, message } = result.failure;
      if (sent === 'no' && (cause === 'offline' || cause === 'encryption')) reachability.failed(message);
      ticket.settle({ kind: sent === 'no' ? 'notSent' : 'lost' });
      return;
    }
    reachability.reached();
    const isFirst = serverClock.offset === null;
    serverClock.read(result.header('date'), ticket.sentAt, result.receivedAt);
    if (isFirst && serverClock.offset !== null) broker.heardClock(serverClock.offset);
    this.#keepHeaders(request.service, result, clock.wallNow());
    // A time in a header is one of the service's clock, and this computer's may be hours off.
    const wall = serverClock.now();
    ticket.settle({
      kind: 'answered',
      status: result.status,
      headers: readRateHeaders((name) => result.header(name), wall),
      retryAfter: readRetryAfter(result.header('retry-after'), wall),
      receivedAt: result.receivedAt,
    });
    this.#options.onAnswer(request.service, result.status);
  }

  /** The rate headers as they came, for a person who compares them with our figures. */
  #keepHeaders(service: ServiceId, answer: TransportAnswer, at: number): void {
    const text = (name: string) => (answer.header(`x-rate-limit-${name}`) ?? '').slice(0, LONGEST_HEADER);
    const headers = { limit: text('limit'), remaining: text('remaining'), reset: text('reset'), at };
    if (headers.limit !== '' || headers.remaining !== '') this.#options.broker.state(service).lastHeaders = headers;
  }

  #write(
    request: ServiceRequest,
    ticket: Ticket,
    answer: TransportAnswer | null,
    outcome: string,
    detail?: RequestDetail,
  ): void {
    const { clock, log } = this.#options;
    const remaining = Number(answer?.header('x-rate-limit-remaining') ?? Number.NaN);
    const line = {
      at: clock.wallNow(),
      method: request.method,
      path: pathForLog(request.path),
      service: request.service,
      lane: request.lane,
      status: answer?.status ?? null,
      outcome,
      units: ticket.units,
      milliseconds: Math.max(0, Math.round(clock.monotonicNow() - ticket.sentAt)),
      remaining: Number.isFinite(remaining) ? remaining : null,
    };
    log.add(line, detail);
  }
}

/** Characters of a refusal's body that are kept for a person. */
const LONGEST_REFUSAL = 4096;
/** Headers of an answer that are kept. Others may carry cookies or names of computers. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'date',
  'retry-after',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
] as const;

function detailOf(
  sent: Readonly<Record<string, string>>,
  answer: TransportAnswer,
  credentials: Credentials,
  body: string | null,
): RequestDetail {
  return {
    sent: Object.entries(sent).map(([name, value]) => ({
      name,
      value: name === 'authorization' ? 'Basic •••' : value,
    })),
    answered: KEPT_HEADERS.flatMap((name) => {
      const value = answer.header(name);
      return value === undefined ? [] : [{ name, value: redact(value, credentials).slice(0, 200) }];
    }),
    body,
  };
}

/** The answer as the rest of the program may see it: whoever reads it, an echoed secret is not in it. */
function withoutSecret(result: TransportResult, credentials: Credentials): TransportResult {
  if (result.kind === 'failed') {
    const { failure } = result;
    return { kind: 'failed', failure: { ...failure, detail: redact(failure.detail, credentials) } };
  }
  const header = (name: string) => {
    const value = result.header(name);
    return value === undefined ? undefined : redact(value, credentials);
  };
  return { ...result, header, body: masked(result.body, credentials) };
}

class Slept extends Error {}
