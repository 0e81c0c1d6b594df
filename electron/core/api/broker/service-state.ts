import {
  LANES,
  Margin,
  PACING,
  Pacer,
  hasMinuteRule,
  minuteLimitFor,
  minuteReserve,
  sendInterval,
  type Lane,
} from '../../../../shared/domain/pacing/pacing.ts';
import {
  type MinuteReading,
  MinuteWindow,
  OthersEstimate,
  SendTimes,
} from '../../../../shared/domain/pacing/pacing-window.ts';
import { INTERVAL_WITHOUT_RULE, type DailyLedger } from '../../../../shared/domain/quota/quota.ts';
import { headerPeriod, type RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Random } from '../../foundation/ports.ts';
import type { AdmissionRequest, DayStop, Settlement, Ticket } from './admission.ts';
import { ServiceDay, type ServiceDayOptions } from './service-day.ts';
import { LatencyCounts } from './ledger/latency-counts.ts';
import { isDayOver, LikelyEndpoints, saidPause } from './likely-endpoints.ts';
import { Shares } from './ledger/shares.ts';
import { SpentUnits } from './spent-units.ts';

/** Requests of one service under way at the same time: a crash leaves at most `most` rows unknown. */
const IN_FLIGHT = { least: 4, most: 12, extraForPeople: 4 } as const;
/** Milliseconds after the end of a throttled minute, plus a random part of the second: clocks differ, and clients spread. */
const AFTER_RESET = 1_000;
const AFTER_RESET_JITTER = 1_000;
/** Milliseconds. An answer that took longer while no further request was allowed: the connection stalled. */
const STALL = 1_000;
/** Milliseconds. Block after a 429 that names no time, doubled for each further one up to `most`. */
const BLIND_BLOCK = { first: MINUTE, most: 15 * MINUTE } as const;

export interface ServiceStateOptions extends Omit<ServiceDayOptions, 'share'> {
  /** The endpoints that draw on the budget; `service` alone when left out. */
  readonly endpoints?: readonly ServiceId[];
  /** Those of them of which it is only likely; none when left out. */
  readonly likely?: readonly ServiceId[];
  readonly random: Random;
}

/** What is known and allowed for one budget of one account, named by its first endpoint. Monotonic times unless named `wall`. */
export class ServiceState {
  readonly service: ServiceId;
  readonly endpoints: readonly ServiceId[];
  readonly likely: LikelyEndpoints;
  readonly day: ServiceDay;
  readonly window = new MinuteWindow();
  readonly others = new OthersEstimate();
  readonly sends = new SendTimes();
  readonly shares: Shares;
  readonly lanes: Record<Lane, { inFlight: number; sends: SendTimes }>;
  lastHeaders: { limit: string; remaining: string; reset: string; at: number } | null = null;
  inFlight = 0;
  readonly spent = new SpentUnits();
  readonly #options: ServiceStateOptions;
  readonly #latencies = new LatencyCounts();
  #latenciesSaved = Number.NEGATIVE_INFINITY;
  readonly #pacer = new Pacer();
  readonly #margin = new Margin();
  #headerLimit: number | null = null;
  #coldUntil = Number.NEGATIVE_INFINITY;
  #latency = 0;
  #passedOver = 0;
  #blindBlocks = 0;
  /** After a 503 that asked for a wait. */
  #importsRestUntil = Number.NEGATIVE_INFINITY;

  constructor(options: ServiceStateOptions) {
    this.#options = options;
    this.service = options.service;
    this.endpoints = options.endpoints ?? [options.service];
    this.shares = new Shares(options.ledger, this.endpoints);
    this.day = new ServiceDay({ ...options, share: () => this.shares.day });
    this.likely = new LikelyEndpoints({ endpoints: options.likely ?? [], clock: options.clock, day: this.day });
    const lane = () => ({ inFlight: 0, sends: new SendTimes() });
    this.lanes = { person: lane(), refresh: lane(), import: lane(), reconcile: lane() };
    this.sends.replace(this.#recalled(this.endpoints));
  }

  /**
   * What this program sent before a restart still counts in the service's minute. Without it those requests would be
   * taken for another client's, and the pace would be given up for a minute.
   */
  #recalled(endpoints: readonly ServiceId[]): number[] {
    const { clock, ledger } = this.#options;
    const wall = clock.wallNow();
    const now = clock.monotonicNow();
    const times: number[] = [];
    for (const { service, minute, requests } of ledger.minutes(wall - 2 * MINUTE, wall + 1)) {
      if (!endpoints.some((id) => id === service)) continue;
      const end = Math.min(minute + MINUTE, wall);
      // Spread over its minute; which second each left in is not kept.
      for (let index = 0; index < requests; index++) {
        times.push(now - wall + minute + ((end - minute) * (index + 0.5)) / requests);
      }
    }
    return times;
  }

  /** Continues the ledgers of the budgets that this one was put together from, or was a part of. */
  takeOver(states: readonly ServiceState[]): void {
    const isWhole = (state: ServiceState) => state.endpoints.every((id) => this.endpoints.includes(id));
    // Taken apart, the ledger stays with the first endpoint; the service's next word corrects it.
    const parts = states.filter((state) => state.service === this.service || isWhole(state));
    if (parts.length > 0) this.day.takeOver(parts.map(({ day }) => day));
    this.spent.takeOver(parts.map(({ spent }) => spent));
    if (parts.every(isWhole)) this.#takeOverSends(parts);
    const headers = parts.flatMap(({ lastHeaders }) => lastHeaders ?? []);
    this.lastHeaders = headers.sort((one, other) => other.at - one.at)[0] ?? null;
    this.#importsRestUntil = Math.max(...states.map((state) => state.#importsRestUntil));
  }

  /** The statistic of the ledger knows the minute of a request; who sent it knows the millisecond. */
  #takeOverSends(parts: readonly ServiceState[]): void {
    const known = parts.flatMap(({ endpoints }) => endpoints);
    const unknown = this.endpoints.filter((id) => !known.includes(id));
    this.sends.replace([...parts.flatMap(({ sends }) => sends.all()), ...this.#recalled(unknown)]);
    for (const lane of LANES) this.lanes[lane].sends.replace(parts.flatMap(({ lanes }) => lanes[lane].sends.all()));
  }

  /** The last chance to write what is kept here. */
  close(): void {
    this.#saveLatencies(true);
    this.day.close();
  }

  /** A request that left before the budgets changed. */
  adopt(ticket: Ticket): void {
    this.inFlight++;
    this.lanes[ticket.lane].inFlight++;
    this.day.began(ticket.units);
  }

  get daily(): DailyLedger {
    return this.day.ledger;
  }

  /** Until when rows wait because a 503 asked for it, monotonic milliseconds; null: they do not. */
  rowsRestUntil(now: number): number | null {
    return this.#importsRestUntil > now ? this.#importsRestUntil : null;
  }

  /** Requests a minute by the last header, else by the daily limit. */
  get minuteLimit(): number {
    return this.#headerLimit ?? minuteLimitFor(this.daily.limit);
  }

  get hasMinuteRule(): boolean {
    return hasMinuteRule(this.daily.limit);
  }

  /** True when a lower lane has waited long enough to go before a higher one. */
  get owesFloor(): boolean {
    return this.#passedOver >= PACING.floorEvery;
  }

  /** Milliseconds between two requests. Without the header there is no minute to keep, only our own bound. */
  interval(now: number, fairUse = true): number {
    if (!fairUse || !this.hasMinuteRule) return INTERVAL_WITHOUT_RULE;
    const own = sendInterval(this.minuteLimit, this.#margin.value, this.others.perMinute(now));
    return Math.max(own, sendInterval((this.minuteLimit * this.shares.minute) / 100, this.#margin.value, 0));
  }

  /** When this request may leave: at or before `now` at once; infinity: after the next answer. */
  mayLeaveAt(request: AdmissionRequest, now: number, skipsPace: boolean): number {
    const { blockedUntil, blockedPeriod } = this.daily;
    const isBlocked = blockedUntil !== null && !(blockedPeriod === 'day' && this.likely.mayTry(request));
    if (isBlocked) return now + blockedUntil - this.#options.clock.wallNow();
    const bound = this.#inFlightBound(now) + (request.lane === 'person' ? IN_FLIGHT.extraForPeople : 0);
    if (this.inFlight >= bound) return Number.POSITIVE_INFINITY;

    let at = now;
    const isPaced = request.lane !== 'person' && !skipsPace;
    if (isPaced) at = Math.max(at, this.#pacer.earliest(request.lane));
    if (request.lane !== 'person') at = Math.max(at, this.day.quietUntil());
    if (request.lane === 'import') at = Math.max(at, this.#importsRestUntil);
    if (!request.fairUse || !this.hasMinuteRule) return at;
    if (isPaced && !this.window.isKnown && this.inFlight > 0 && now < this.#coldUntil) return this.#coldUntil;

    const limit = this.minuteLimit;
    const ownCap = Math.max(1, limit - PACING.ownCapDistance);
    if (this.sends.count(now - MINUTE, now) >= ownCap) {
      at = Math.max(at, (this.sends.nthLast(ownCap) ?? now) + MINUTE + 1);
    }
    const left = this.window.remaining(now);
    if (left !== null && left - this.inFlight <= minuteReserve(request.lane, this.others.perMinute(now) > 0, limit)) {
      // The end is known to about a round trip; an answer under way may narrow it before.
      at = Math.max(at, (this.window.endsBy(now) ?? now) + 1);
    }
    return at;
  }

  /** Null when the day has room for this request, or when nobody knows whether it is its day. */
  stopFor(request: AdmissionRequest): DayStop | null {
    return this.likely.mayTry(request) ? null : this.day.stopFor(request);
  }

  /** Whether the answer shows that its endpoint does not draw on this counter, though it most likely would. */
  isOfAnother(ticket: Ticket, settlement: Settlement): boolean {
    if (settlement.kind !== 'answered') return false;
    const { headers } = settlement;
    return this.likely.isOfAnother(ticket, settlement, headers !== null && this.#isDay(headers) ? headers : null);
  }

  /** Debits, and takes the slot. */
  start(
    request: AdmissionRequest,
    passesLower: boolean,
  ): ({ kind: 'started' } & Pick<Ticket, 'units' | 'sentAt' | 'debitedAt'>) | { kind: 'stepFailed'; error: unknown } {
    const debit = this.day.debit(request);
    if (debit.kind === 'stepFailed') return debit;
    const now = this.#options.clock.monotonicNow();
    if (this.inFlight === 0 && !this.window.isKnown) this.#coldUntil = now + PACING.coldStartWait;
    this.inFlight++;
    this.lanes[request.lane].inFlight++;
    this.lanes[request.lane].sends.add(now);
    this.sends.add(now);
    this.spent.add(request.service, debit.units);
    this.#pacer.sent(now, this.interval(now, request.fairUse));
    this.#passedOver = passesLower ? this.#passedOver + 1 : 0;
    return { kind: 'started', units: debit.units, sentAt: now, debitedAt: debit.debitedAt };
  }

  settle(ticket: Ticket, settlement: Settlement): void {
    const lane = this.lanes[ticket.lane];
    const now = this.#options.clock.monotonicNow();
    // The answers that a stall held up arrive at once; the pace goes on behind them.
    if (now - ticket.sentAt > STALL && this.inFlight >= this.#inFlightBound(now)) {
      this.#pacer.waitUntil(now + 2 * this.interval(now));
    }
    this.inFlight--;
    this.day.ended(ticket.units);
    lane.inFlight--;
    if (settlement.kind === 'notSent') {
      this.sends.remove(ticket.sentAt);
      lane.sends.remove(ticket.sentAt);
      this.spent.add(ticket.service, -ticket.units);
      this.day.credit(ticket);
      return;
    }
    if (settlement.kind === 'lost') {
      this.window.spend();
      this.day.doubted();
      this.spent.doubted();
      this.#latencies.add(ticket.service, null, this.#options.clock.wallNow());
      return;
    }
    const took = settlement.receivedAt - ticket.sentAt;
    this.#latencies.add(ticket.service, settlement.status >= 500 ? null : took, this.#options.clock.wallNow());
    this.#saveLatencies();
    this.#latency = this.#latency === 0 ? took : this.#latency * 0.9 + took * 0.1;
    if (settlement.status === 429) {
      this.#throttled(ticket, settlement);
      this.#keepRefusal(ticket);
    } else this.#answered(ticket, settlement);
  }

  /** Writes the times of the answers once a minute; `isLast`: also what came since. */
  #saveLatencies(isLast = false): void {
    const { clock, ledger } = this.#options;
    const now = clock.monotonicNow();
    if (!isLast && now - this.#latenciesSaved < MINUTE) return;
    this.#latenciesSaved = now;
    const counts = this.#latencies.take();
    if (counts.length > 0) this.#tryToKeep(() => ledger.history?.addLatencies(counts));
  }

  /** A chart has a gap when the journal cannot be written; the answer itself is not a failure. */
  #tryToKeep(write: () => void): void {
    try {
      this.#options.ledger.atomically(write);
    } catch (error) {
      this.#options.onUnsaved(error);
    }
  }

  #keepRefusal(ticket: Ticket): void {
    const { clock, ledger } = this.#options;
    const at = clock.wallNow();
    const { blockedUntil, blockedPeriod } = this.daily;
    const pause = Math.max(0, (blockedUntil ?? at) - at);
    const { service: endpoint, lane } = ticket;
    const refusal = { at, service: this.service, endpoint, lane, period: blockedPeriod ?? 'minute', pause };
    this.#tryToKeep(() => ledger.history?.addRefusal(refusal));
  }

  /** After a sleep or a changed clock nothing is known of the minute. */
  forget(): void {
    this.window.forget();
    this.others.forget();
    this.#pacer.forget();
    this.#importsRestUntil = Number.NEGATIVE_INFINITY;
    this.#coldUntil = this.#options.clock.monotonicNow() + PACING.coldStartWait;
  }

  #answered(ticket: Ticket, settlement: Settlement & { kind: 'answered' }): void {
    if (settlement.status < 200 || settlement.status > 299) {
      this.day.doubted();
      this.spent.doubted();
    }
    if (settlement.status === 503 && ticket.lane === 'import')
      this.#importsRestUntil = Math.max(this.#importsRestUntil, settlement.receivedAt + (settlement.retryAfter ?? 0));
    this.#blindBlocks = 0;
    this.#margin.answered(settlement.receivedAt);
    const headers = settlement.headers;
    if (headers === null) return;
    if (this.#isDay(headers)) {
      this.day.read(headers, ticket.sentAt);
      return;
    }
    if (ticket.fairUse) this.#readMinute(ticket, headers, settlement.receivedAt);
  }

  #readMinute(ticket: Ticket, headers: RateHeaders, receivedAt: number): void {
    const reading = this.#readWindow(ticket, headers, receivedAt);
    this.others.read(reading, (from, to) => this.sends.count(from, to));
  }

  /** A 429 says that the minute is used up, not by whom: it teaches nothing about other clients. */
  #readWindow(ticket: Ticket, headers: RateHeaders, receivedAt: number): MinuteReading {
    this.#headerLimit = headers.limit;
    const reading = { ...headers, sentAt: ticket.sentAt, receivedAt };
    this.window.read(reading);
    return reading;
  }

  #throttled(ticket: Ticket, settlement: Settlement & { kind: 'answered' }): void {
    const { clock, random } = this.#options;
    const wall = clock.wallNow();
    this.#margin.throttled(settlement.receivedAt);
    this.day.countThrottled(ticket);
    this.spent.doubted();

    const { headers } = settlement;
    const jitter = random() * AFTER_RESET_JITTER;
    const said = saidPause(settlement);
    if (said === null) {
      // It left before the block began, which is longer after each further try and not after each request under way.
      if (this.daily.blockedUntil !== null) return;
      const blind = Math.min(BLIND_BLOCK.first * 2 ** this.#blindBlocks, BLIND_BLOCK.most);
      this.#blindBlocks++;
      this.day.block(wall + blind + jitter, 'minute');
      return;
    }
    const ofDay = headers !== null && this.#isDay(headers) ? headers : null;
    if (isDayOver(settlement, ofDay)) {
      const endsAt = wall + Math.max(said, (headers?.secondsLeft ?? 0) * 1000);
      this.likely.exhausted(ticket.service, settlement.receivedAt, endsAt);
      // Without headers of the day, a long Retry-After says neither that the day is used up nor when it ends.
      if (ofDay === null) this.day.rest(endsAt);
      else this.day.exhaust(ofDay.limit, endsAt);
      // The first request of the new day goes alone.
      this.window.forget();
      return;
    }
    if (headers !== null && ticket.fairUse) this.#readWindow(ticket, headers, settlement.receivedAt);
    this.day.block(wall + said + AFTER_RESET + jitter, 'minute');
  }

  #isDay(headers: RateHeaders): boolean {
    return headerPeriod(headers, this.daily.limit, minuteLimitFor(this.daily.limit)) === 'day';
  }

  /** Requests under way that the pace needs at the service's usual latency, within bounds. */
  #inFlightBound(now: number): number {
    const needed = Math.ceil((this.#latency / this.interval(now)) * 1.5) + 1;
    return Math.min(Math.max(needed, IN_FLIGHT.least), IN_FLIGHT.most);
  }
}
