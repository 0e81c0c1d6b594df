import { readRateHeaders, readRetryAfter } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Clock, Credentials } from '../../foundation/ports.ts';
import type { Admission, RequestBroker, Ticket } from '../broker/broker.ts';
import type { Reachability } from './reachability.ts';
import { authorizationFor, redact } from '../transport/redact.ts';
import { pathForLog, type RequestLog } from './request-log.ts';
import type { ServerClock } from './server-clock.ts';
import type { TransportFailure } from '../transport/transport-failure.ts';
import type { Method, Transport, TransportAnswer, TransportResult } from '../transport/transport.ts';

export interface Call {
  readonly service: ServiceId;
  readonly lane: Lane;
  readonly method: Method;
  /** Below the base address, with the query. */
  readonly path: string;
  readonly accept: string;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly fairUse?: boolean;
  /** For a call that must end by itself however slowly its answer drips, milliseconds. */
  readonly deadline?: number;
  readonly beforeSend?: () => void;
}

export type Exchange =
  | {
      readonly kind: 'answer';
      readonly answer: TransportAnswer;
      readonly credentials: Credentials;
      readonly ticket: Ticket;
      /** Writes the line of the log; `body` only for an answer that was not wanted. */
      readonly conclude: (outcome: string, body?: string) => void;
      /** True when `deadline` cut the answer off. */
      readonly isOverdue: () => boolean;
    }
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
  /** Told of every answer, for work that follows use. */
  readonly onAnswer: (service: ServiceId, status: number) => void;
}

const USER_AGENT = 'LeadConsole';

/** One request from the queue to the headers of its answer, with everything that is learnt on the way. */
export class Requester {
  private readonly options: RequesterOptions;

  private readonly underWay = new Set<Promise<Exchange>>();
  private changesUnderWay = 0;
  private onIdle: () => void = () => undefined;

  constructor(options: RequesterOptions) {
    this.options = options;
  }

  /** Resolves when every request that changes something has its answer, or after `most` milliseconds. */
  changesEnded(most: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.changesUnderWay === 0) return resolve();
      const timer = this.options.clock.after(most, resolve);
      this.onIdle = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  /** Resolves when nothing will be written to the ledger any more; call it when the transport is closed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  async perform(call: Call): Promise<Exchange> {
    const credentials = await this.options.credentials().catch(() => null);
    if (credentials === null) return { kind: 'noCredentials' };
    return new Promise((resolve, reject) => {
      const request = {
        service: call.service,
        lane: call.lane,
        fairUse: call.fairUse ?? this.options.fairUse,
        ...(call.signal === undefined ? {} : { signal: call.signal }),
        ...(call.beforeSend === undefined ? {} : { beforeSend: call.beforeSend }),
      };
      // The request is handed to the socket in the very turn of its admission, debit and intent.
      this.options.broker.admit(request, (admission) => {
        if (admission.kind !== 'ticket') return resolve(admission);
        const exchange = this.exchange(call, admission.ticket, credentials);
        this.underWay.add(exchange);
        void exchange.then(resolve, reject).finally(() => this.underWay.delete(exchange));
      });
    });
  }

  private async exchange(call: Call, ticket: Ticket, credentials: Credentials): Promise<Exchange> {
    const { transport, clock } = this.options;
    const isChange = call.method !== 'GET';
    if (isChange) this.changesUnderWay++;
    let isUnderWay = true;
    const end = () => {
      timer?.cancel();
      if (!isUnderWay) return;
      isUnderWay = false;
      if (isChange && --this.changesUnderWay === 0) this.onIdle();
    };
    let isOverdue = false;
    const cut = new AbortController();
    const timer =
      call.deadline === undefined
        ? null
        : clock.after(call.deadline, () => {
            isOverdue = true;
            cut.abort();
          });
    const signals = [cut.signal, ...(call.signal === undefined ? [] : [call.signal])];
    const result = await transport.send({
      method: call.method,
      path: call.path,
      headers: this.headers(call, ticket, credentials),
      ...(call.body === undefined ? {} : { body: call.body }),
      signal: AbortSignal.any(signals),
    });
    this.settle(call, ticket, result);
    if (result.kind === 'failed') {
      end();
      this.write(
        call,
        ticket,
        null,
        `${result.failure.sent === 'no' ? 'not sent' : 'no answer'} (${result.failure.cause})`,
        null,
      );
      return { kind: 'failed', failure: isOverdue ? { ...result.failure, cause: 'timeout' } : result.failure };
    }
    return {
      kind: 'answer',
      answer: result,
      credentials,
      ticket,
      conclude: (outcome, body) => {
        end();
        this.write(call, ticket, result, outcome, body === undefined ? null : redact(body, credentials));
      },
      isOverdue: () => isOverdue,
    };
  }

  private headers(call: Call, ticket: Ticket, credentials: Credentials): Record<string, string> {
    return {
      authorization: authorizationFor(credentials),
      accept: call.accept,
      'user-agent': USER_AGENT,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(ticket.fairUse ? { 'x-rate-limit-fair-use-policy': 'Minute rated' } : {}),
    };
  }

  private settle(call: Call, ticket: Ticket, result: TransportResult): void {
    const { reachability, broker, serverClock, clock } = this.options;
    if (result.kind === 'failed') {
      const { sent, cause, message } = result.failure;
      if (sent === 'no' && (cause === 'offline' || cause === 'encryption')) reachability.failed(message);
      ticket.settle({ kind: sent === 'no' ? 'notSent' : 'lost' });
      return;
    }
    reachability.reached();
    serverClock.read(result.header('date'), ticket.sentAt, result.receivedAt);
    const wall = clock.wallNow();
    const text = (name: string) => result.header(`x-rate-limit-${name}`) ?? '';
    if (text('limit') !== '' || text('remaining') !== '') {
      broker.state(call.service).lastHeaders = {
        limit: text('limit').slice(0, 40),
        remaining: text('remaining').slice(0, 40),
        reset: text('reset').slice(0, 40),
        at: wall,
      };
    }
    ticket.settle({
      kind: 'answered',
      status: result.status,
      headers: readRateHeaders((name) => result.header(name), wall),
      retryAfter: readRetryAfter(result.header('retry-after'), wall),
      receivedAt: result.receivedAt,
    });
    this.options.onAnswer(call.service, result.status);
  }

  private write(
    call: Call,
    ticket: Ticket,
    answer: TransportAnswer | null,
    outcome: string,
    body: string | null,
  ): void {
    const { clock, log } = this.options;
    const remaining = Number(answer?.header('x-rate-limit-remaining') ?? Number.NaN);
    log.add(
      {
        at: clock.wallNow(),
        method: call.method,
        path: pathForLog(call.path),
        service: call.service,
        lane: call.lane,
        status: answer?.status ?? null,
        outcome,
        units: ticket.units,
        milliseconds: Math.max(0, Math.round(clock.monotonicNow() - ticket.sentAt)),
        remaining: Number.isFinite(remaining) ? remaining : null,
      },
      body,
    );
  }
}
