// Why: decision 0021.
import { MINUTE } from '../time/time.ts';

/**
 * How fast requests may leave, and which goes first. Pure arithmetic: the caller passes the time in, in milliseconds of
 * a clock that never goes backwards.
 */

/** Order is priority: from a person who waits at the screen down to work that nobody waits for. */
export const LANES = ['person', 'refresh', 'import', 'reconcile'] as const;
export type Lane = (typeof LANES)[number];

export const PACING = {
  /** A service above this many requests a day has "high limits" (specification, section 8). */
  highLimit: 10_000,
  /** Lowest minute limit of a service with high limits (specification, section 8). */
  leastMinuteLimit: 240,
  /**
   * Part of the minute that is never used. A pace of exactly the limit puts request 241 at the very edge of the window,
   * where latency decides; 1.5 % moves it 0.9 s away.
   */
  startMargin: 0.015,
  marginStep: 0.01,
  marginRelief: 0.005,
  mostMargin: 0.1,
  /** Milliseconds without a 429 after which the margin narrows by one step. */
  cleanTime: 10 * MINUTE,
  /** Milliseconds. A timer that fires this late still keeps the pace; more lateness is lost, never caught up. */
  lateness: 20,
  /** Requests of a minute kept free for people and other clients: once others were seen, and while none were. */
  reserveWithOthers: 10,
  reserveAlone: 1,
  /** Requests. Our own in 60 s stay this far below the limit, whatever the headers say. */
  ownCapDistance: 2,
  /** One request in this many goes to the oldest of the lower lanes, so that none starves. */
  floorEvery: 50,
  /** Services without a minute rule: own bound, requests a second. */
  ratePerSecondWithoutRule: 10,
  /** Milliseconds that the second request waits for the answer to the first while nothing is known of the minute. */
  coldStartWait: 2_000,
} as const;

/** Requests a minute under the fair use policy for a daily limit; null (unknown) counts as the lowest. */
export function minuteLimitFor(dailyLimit: number | null): number {
  return Math.max(Math.ceil((dailyLimit ?? 0) / 1440), PACING.leastMinuteLimit);
}

/** Services with few requests a day have no minute rule. Unknown counts as having one: slower, never refused. */
export function hasMinuteRule(dailyLimit: number | null): boolean {
  return dailyLimit === null || dailyLimit > PACING.highLimit;
}

/**
 * Milliseconds between two requests. `othersPerMinute` is what other clients were seen to use; at least a twelfth of
 * the limit stays ours, so that two clients that see each other never starve both, and ten still keep a margin.
 */
export function sendInterval(limit: number, margin: number, othersPerMinute: number): number {
  const own = Math.max(limit * (1 - margin) - othersPerMinute, limit / 12, 1);
  return MINUTE / own;
}

/** Requests of the minute that `lane` must leave untouched. */
export function minuteReserve(lane: Lane, othersSeen: boolean, limit: number): number {
  if (lane === 'person') return 0;
  if (!othersSeen) return PACING.reserveAlone;
  return Math.min(PACING.reserveWithOthers, Math.floor(limit / 4));
}

/**
 * Spreads requests evenly. There is no credit: time in which nothing was sent (a stall, a night's sleep) is gone, so it
 * can never end in a burst.
 */
export class Pacer {
  #nextAt = Number.NEGATIVE_INFINITY;

  /** When the next request of `lane` may leave. A person never waits for the pace, but still pushes it on. */
  earliest(lane: Lane): number {
    return lane === 'person' ? Number.NEGATIVE_INFINITY : this.#nextAt;
  }

  sent(now: number, interval: number): void {
    this.#nextAt = Math.max(this.#nextAt, now - PACING.lateness) + interval;
  }

  waitUntil(time: number): void {
    this.#nextAt = Math.max(this.#nextAt, time);
  }

  /** After a sleep: nothing is owed in either direction. */
  forget(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }
}

/** The part of the limit left unused: wider after every 429, narrower again after clean minutes. */
export class Margin {
  #current: number = PACING.startMargin;
  #cleanSince = Number.NEGATIVE_INFINITY;

  get value(): number {
    return this.#current;
  }

  throttled(now: number): void {
    this.#current = Math.min(this.#current + PACING.marginStep, PACING.mostMargin);
    this.#cleanSince = now;
  }

  /** Call when a request was answered without a 429. */
  answered(now: number): void {
    if (this.#current <= PACING.startMargin) return;
    if (now - this.#cleanSince < PACING.cleanTime) return;
    this.#current = Math.max(this.#current - PACING.marginRelief, PACING.startMargin);
    this.#cleanSince = now;
  }
}
