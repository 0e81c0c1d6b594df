import type { Outcome } from '../../../../shared/contract/errors.ts';
import { ENDPOINT, type ServiceId } from '../../../../shared/domain/service/services.ts';
import { readFigures, type ServiceFigure } from '../../../../shared/domain/service/answers/records.ts';
import { SECOND } from '../../../../shared/domain/time/time.ts';
import type { Clock, Log, Timer } from '../../foundation/ports.ts';
import type { RequestBroker } from '../broker/broker.ts';
import type { EarlierCount } from '../broker/ledger/earlier-use.ts';
import { hasSleptSince, momentOf } from '../broker/sleep-watch.ts';
import { SharedCounters } from '../broker/shared-counters.ts';
import type { RequestOptions } from '../requests/request-tools.ts';
import { type ReadTools, readTimedJson } from './read.ts';

/** Milliseconds between two readings while requests are made: the figures drift by other clients' use. */
const EVERY = 10 * 60_000;
/** Milliseconds. A service that does not offer limits and counts is asked again after this. */
const AFTER_REFUSAL = 6 * 3_600_000;
/** Characters of the raw answers that are kept for a person. */
const KEPT_RAW = 16 * 1024;

/** Milliseconds. An answer that somebody else asked for was asked for at most this long ago. */
const LONGEST_QUESTION = 30_000;
/** Counters without a known endpoint that are kept: more than any service has. */
const MOST_STRANGERS = 50;

export interface FigureList {
  readonly figures: readonly ServiceFigure[];
  readonly raw: unknown;
}

/** A counter that the service names and we do not know the endpoints of. `at`: Unix milliseconds. */
export interface UnmatchedFigure {
  readonly name: string;
  readonly limit: number | null;
  readonly used: number | null;
  readonly at: number;
}

export interface AccountFiguresOptions {
  readonly tools: ReadTools;
  readonly clock: Clock;
  readonly broker: RequestBroker;
  readonly log: Log;
  readonly onChange: () => void;
}

/** Limits and counts as the service states them, and what the ledger learns from them. */
export class AccountFigures {
  readonly #options: AccountFiguresOptions;
  rawLimits: string | null = null;
  rawCounts: string | null = null;
  readAt: number | null = null;
  readonly #strangers = new Map<string, UnmatchedFigure>();
  readonly #shared = new SharedCounters();
  #nextAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #tests = 0;
  #hasLimits = false;
  #timer: Timer | null = null;

  constructor(options: AccountFiguresOptions) {
    this.#options = options;
  }

  get unmatched(): readonly UnmatchedFigure[] {
    return [...this.#strangers.values()];
  }

  async limits(options?: RequestOptions): Promise<Outcome<FigureList>> {
    return this.#read('limits', options);
  }

  async counts(options?: RequestOptions): Promise<Outcome<FigureList>> {
    return this.#read('counts', options);
  }

  /** Call it after an answer: its headers may show on which counter the endpoint draws. */
  answered(service: ServiceId): void {
    const { broker } = this.#options;
    if (this.#shared.readHeaders(broker, service)) broker.regroup();
  }

  /** Call it after a request: reads the figures when they are old. An idle program reads nothing. */
  keepFresh(): void {
    const now = this.#options.clock.monotonicNow();
    if (this.#isReading || this.#tests > 0 || now < this.#nextAt) return;
    this.#isReading = true;
    this.#nextAt = now + EVERY;
    this.#reconcile()
      .catch((error: unknown) => this.#options.log.bug('compare the counts of requests', error))
      .finally(() => {
        this.#isReading = false;
      });
  }

  /** Reads nothing by itself until it is disposed of: a connection test promises how many requests it sends. */
  pause(): Disposable {
    this.#tests++;
    return { [Symbol.dispose]: () => void this.#tests-- };
  }

  /** Reads the counts at a time of the wall clock; a later call replaces an earlier one. */
  askAt(wall: number): void {
    this.#timer?.cancel();
    this.#timer = this.#options.clock.after(Math.max(0, wall - this.#options.clock.wallNow()), () => {
      this.counts({ lane: 'refresh' }).catch((error: unknown) => this.#options.log.bug('read the counts', error));
    });
  }

  close(): void {
    this.#timer?.cancel();
  }

  /** After a refusal or a wake the figures may be wrong. */
  outdated(): void {
    if (this.#nextAt > this.#options.clock.monotonicNow() + EVERY) return;
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  async #reconcile(): Promise<void> {
    const lane = { lane: 'refresh' } as const;
    if (!this.#hasLimits) {
      const limits = await this.limits(lane);
      if (isNotOffered(limits)) this.#nextAt = this.#options.clock.monotonicNow() + AFTER_REFUSAL;
    }
    const counts = await this.counts(lane);
    if (isNotOffered(counts)) this.#nextAt = this.#options.clock.monotonicNow() + AFTER_REFUSAL;
  }

  async #read(what: 'limits' | 'counts', options: RequestOptions | undefined): Promise<Outcome<FigureList>> {
    const { tools, clock } = this.#options;
    const asked = momentOf(clock);
    const path = `/myaccount/request/${what}`;
    const answer = await readTimedJson(tools, { service: ENDPOINT.account, path, options });
    if (!answer.ok) return answer;
    const { json, receivedAt } = answer.value;
    const toldAt = hasSleptSince(clock, asked) ? null : receivedAt;
    return { ok: true, value: this.take(what, json, asked.monotonic, toldAt) };
  }

  /**
   * Learns from an answer of the service. `askedAt`: when the question left at the earliest; `toldAt`: when the service said
   * how long the day lasts, null: nobody knows. Monotonic milliseconds.
   */
  take(
    what: 'limits' | 'counts',
    value: unknown,
    askedAt = this.#options.clock.monotonicNow() - LONGEST_QUESTION,
    toldAt: number | null = this.#options.clock.monotonicNow(),
  ): FigureList {
    const { clock, broker } = this.#options;
    const secondsSince = toldAt === null ? null : Math.floor((clock.monotonicNow() - toldAt) / SECOND);
    const figures = readFigures(value, what === 'limits' ? 'limit' : 'used');
    const raw = JSON.stringify(value, null, 2).slice(0, KEPT_RAW);
    this.readAt = clock.wallNow();
    if (what === 'limits') {
      this.rawLimits = raw;
      this.#hasLimits = true;
    } else this.rawCounts = raw;
    if (broker.budgets.learn(figures, what)) broker.regroup();
    const told = new Map<ServiceId, ServiceFigure>();
    for (const figure of figures) {
      const budget = broker.budgets.named(figure);
      if (budget === null || told.has(budget.key)) this.#keepStranger(figure, what);
      else told.set(budget.key, figure);
    }
    if (what === 'counts' && this.#shared.read(broker, usedOf(told))) broker.regroup();
    for (const [key, { limit, used, secondsLeft }] of told) {
      const left = secondsLeft === null || secondsSince === null ? null : secondsLeft - secondsSince;
      const isOver = left !== null && left < 0;
      broker.state(key).day.confirm({
        limit,
        used: what === 'limits' || isOver ? null : used,
        secondsLeft: isOver ? null : left,
        unassigned: this.#shared.unassigned(broker),
        from: what,
        askedAt,
      });
    }
    this.#options.onChange();
    broker.pump();
    return { figures, raw: value };
  }

  /** Learns the counts that another client was told, which asked for them at `askedAt` at the earliest, monotonic milliseconds. */
  takeEarlier(counts: readonly EarlierCount[], askedAt: number): void {
    const { broker, clock, onChange } = this.#options;
    for (const { used, own, later, periodEnd, ...counter } of counts) {
      const budget = broker.budgets.named(counter);
      if (budget === null) continue;
      broker.state(budget.key).day.confirm({
        limit: null,
        used,
        earlier: { own, later },
        secondsLeft: periodEnd === null ? null : (periodEnd - clock.wallNow()) / SECOND,
        unassigned: this.#shared.unassigned(broker),
        from: 'counts',
        askedAt,
      });
    }
    onChange();
  }

  #keepStranger({ name, limit, used }: ServiceFigure, what: 'limits' | 'counts'): void {
    const known = this.#strangers.get(name);
    if (known === undefined && this.#strangers.size >= MOST_STRANGERS) return;
    this.#strangers.set(name, {
      name,
      limit: limit ?? known?.limit ?? null,
      used: (what === 'counts' ? used : null) ?? known?.used ?? null,
      at: this.#options.clock.wallNow(),
    });
  }

  /** Units used of one service by the service's own count; null when it states none. */
  async usedOf(service: ServiceId, options: RequestOptions): Promise<number | null> {
    const counts = await this.counts(options);
    if (!counts.ok) return null;
    const figure = counts.value.figures.find((entry) => entry.services.includes(service));
    return figure?.used ?? null;
  }
}

function usedOf(told: ReadonlyMap<ServiceId, ServiceFigure>): Map<ServiceId, number> {
  return new Map([...told].flatMap(([key, { used }]) => (used === null ? [] : [[key, used] as const])));
}

/** Whether the service refused for good; a failure of its own (5xx) passes. */
function isNotOffered(outcome: Outcome<unknown>): boolean {
  if (outcome.ok) return false;
  const { error } = outcome;
  return error.code === 'notFound' || error.code === 'forbidden' || (error.code === 'rejected' && error.status < 500);
}
