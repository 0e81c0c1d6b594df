import { DAY, MINUTE } from '../../../shared/domain/time/time.ts';
import type { PracticeClock } from '../foundation/clock.ts';
import type { MinuteWindow } from '../foundation/options.ts';
import { isProductionHour } from '../foundation/service-time.ts';
import type { ServiceName } from './services.ts';

/** Both regimes of section 8 of the specification: daily units per service, and the minute under the fair use policy. */

export interface PeriodState {
  /** Milliseconds since the epoch; the period lasts 24 hours from there. */
  readonly startedAt: number;
  readonly used: number;
}

export interface RateFigures {
  readonly limit: number;
  readonly remaining: number;
  /** Service milliseconds until the period ends. */
  readonly resetIn: number;
}

export type Admission =
  | { readonly admitted: true; readonly price: number; readonly figures: RateFigures }
  | { readonly admitted: false; readonly exceeded: 'minute' | 'day'; readonly figures: RateFigures };

export interface RateLimitSettings {
  readonly limitOf: (service: ServiceName) => number;
  readonly minuteWindow: MinuteWindow;
  readonly nightPrice: 1 | 4;
  readonly clock: PracticeClock;
  /** Asked each time: another program may count in the same file. */
  readonly load: (service: ServiceName) => PeriodState | null;
  /** Called before the request is let through, so that a killed service does not forget it. */
  readonly save: (service: ServiceName, state: PeriodState) => void;
}

/** A service that allows more than this a day has high limits: prices and fair use apply. */
export const highLimit = 10_000;

export function minuteLimit(dailyLimit: number): number {
  return Math.max(Math.ceil(dailyLimit / 1440), 240);
}

export class RateLimits {
  readonly #settings: RateLimitSettings;
  readonly #minutes = new Map<ServiceName, MinuteCounter>();

  constructor(settings: RateLimitSettings) {
    this.#settings = settings;
  }

  /** Counts the request when both periods have room; a refused request costs nothing. */
  admit(service: ServiceName, fairUse: boolean): Admission {
    const now = this.#settings.clock.now();
    const limit = this.#settings.limitOf(service);
    const period = this.period(service);
    const price = this.price(service, fairUse);
    if (period.used + price > limit) {
      return { admitted: false, exceeded: 'day', figures: this.#dayFigures(service) };
    }
    const rated = fairUse && limit > highLimit;
    const minute = this.#minute(service);
    if (rated && minute.remaining(now, minuteLimit(limit)) < 1) {
      return { admitted: false, exceeded: 'minute', figures: minute.figures(now, minuteLimit(limit)) };
    }
    const state = { startedAt: period.startedAt, used: period.used + price };
    this.#settings.save(service, state);
    if (rated) minute.count(now);
    return { admitted: true, price, figures: this.figures(service, fairUse) };
  }

  /** The headers' values, without counting a request. */
  figures(service: ServiceName, fairUse: boolean): RateFigures {
    const limit = this.#settings.limitOf(service);
    return fairUse && limit > highLimit
      ? this.#minute(service).figures(this.#settings.clock.now(), minuteLimit(limit))
      : this.#dayFigures(service);
  }

  /** Units one request costs now. */
  price(service: ServiceName, fairUse: boolean): number {
    if (this.#settings.limitOf(service) <= highLimit || fairUse) return 1;
    return isProductionHour(this.#settings.clock.now()) ? 8 : this.#settings.nightPrice;
  }

  /** The period in force; one that begins now and has used nothing when the last one ended. */
  period(service: ServiceName): PeriodState {
    const now = this.#settings.clock.now();
    const known = this.#settings.load(service);
    const inForce = known !== null && now >= known.startedAt && now < known.startedAt + DAY;
    return inForce ? known : { startedAt: now, used: 0 };
  }

  forget(): void {
    this.#minutes.clear();
  }

  #dayFigures(service: ServiceName): RateFigures {
    const { startedAt, used } = this.period(service);
    const limit = this.#settings.limitOf(service);
    return { limit, remaining: Math.max(0, limit - used), resetIn: startedAt + DAY - this.#settings.clock.now() };
  }

  #minute(service: ServiceName): MinuteCounter {
    let counter = this.#minutes.get(service);
    if (counter === undefined) {
      counter =
        this.#settings.minuteWindow === 'sliding' ? new SlidingMinute() : new FixedMinute(this.#settings.minuteWindow);
      this.#minutes.set(service, counter);
    }
    return counter;
  }
}

interface MinuteCounter {
  remaining(now: number, limit: number): number;
  count(now: number): void;
  figures(now: number, limit: number): RateFigures;
}

/** `anchored`: the minute starts with its first request. `aligned`: with the minute of the clock. */
class FixedMinute implements MinuteCounter {
  readonly #kind: 'anchored' | 'aligned';
  #start = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(kind: 'anchored' | 'aligned') {
    this.#kind = kind;
  }

  remaining(now: number, limit: number): number {
    return Math.max(0, limit - (this.#isInForce(now) ? this.#used : 0));
  }

  count(now: number): void {
    if (!this.#isInForce(now)) {
      this.#start = this.#startFor(now);
      this.#used = 0;
    }
    this.#used += 1;
  }

  figures(now: number, limit: number): RateFigures {
    const start = this.#isInForce(now) ? this.#start : this.#startFor(now);
    return { limit, remaining: this.remaining(now, limit), resetIn: start + MINUTE - now };
  }

  #isInForce(now: number): boolean {
    return now >= this.#start && now < this.#start + MINUTE;
  }

  #startFor(now: number): number {
    return this.#kind === 'aligned' ? Math.floor(now / MINUTE) * MINUTE : now;
  }
}

/** The last 60 seconds, whenever asked. Its "end" is the moment at which the oldest counted request leaves. */
class SlidingMinute implements MinuteCounter {
  #instants: number[] = [];

  remaining(now: number, limit: number): number {
    this.#forgetOld(now);
    return Math.max(0, limit - this.#instants.length);
  }

  count(now: number): void {
    this.#instants.push(now);
  }

  figures(now: number, limit: number): RateFigures {
    const remaining = this.remaining(now, limit);
    const oldest = this.#instants[0];
    return { limit, remaining, resetIn: oldest === undefined ? MINUTE : oldest + MINUTE - now };
  }

  #forgetOld(now: number): void {
    const firstKept = this.#instants.findIndex((instant) => instant > now - MINUTE && instant <= now);
    this.#instants = firstKept < 0 ? [] : firstKept === 0 ? this.#instants : this.#instants.slice(firstKept);
  }
}
