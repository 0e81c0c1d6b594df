import { PACING, hasMinuteRule } from '../pacing/pacing.ts';
import { isProductionTime } from '../service/service-time.ts';

/** Units of the daily quota: what requests cost, what is left, what it buys. */

export const DAY = 24 * 3_600_000;

/** Specification, section 8. Off hours it says 4 in one place and 1 in another. */
export const PRICES = { fairUse: 1, production: 8, small: 1 } as const;

/**
 * Units one request costs at `serverNow` (Unix milliseconds by the service's clock). A service with an unknown limit
 * counts as one with high limits, which is the dearer case.
 */
export function priceOf(request: {
  fairUse: boolean;
  dailyLimit: number | null;
  serverNow: number;
  zone: string;
  nightPrice: 1 | 4;
}): number {
  if (request.fairUse) return PRICES.fairUse;
  if (!hasMinuteRule(request.dailyLimit)) return PRICES.small;
  return isProductionTime(request.serverNow, request.zone) ? PRICES.production : request.nightPrice;
}

/** What jobs leave to people: a tenth of the day, at least 500 units, but at most a quarter of a small quota. */
const RESERVE = { share: 0.1, least: 500, most: 0.25 } as const;

/** Units that jobs leave untouched unless a person set another figure. */
export function defaultDailyReserve(dailyLimit: number | null): number {
  if (dailyLimit === null) return 0;
  return Math.ceil(Math.min(Math.max(dailyLimit * RESERVE.share, RESERVE.least), dailyLimit * RESERVE.most));
}

export type FigureSource = 'counted' | 'confirmed' | 'refused';

/** One service's day. Times are Unix milliseconds. */
export interface DailyLedger {
  /** First request of the period; null before it. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** Units used, at least; debited before a request leaves. */
  readonly used: number;
  /** Null until the service said it. */
  readonly limit: number | null;
  readonly source: FigureSource;
  readonly confirmedAt: number | null;
  /** Nothing is sent before this, after a 429; null when nothing blocks. */
  readonly blockedUntil: number | null;
  readonly blockedPeriod: 'minute' | 'day' | null;
  /** A person's own reserve; null means the default. */
  readonly reserve: number | null;
}

export const EMPTY_LEDGER: DailyLedger = {
  periodStart: null,
  periodEnd: null,
  used: 0,
  limit: null,
  source: 'counted',
  confirmedAt: null,
  blockedUntil: null,
  blockedPeriod: null,
  reserve: null,
};

/** The ledger as it stands at `now`: a period that is over starts anew with the next request. */
export function rolled(ledger: DailyLedger, now: number): DailyLedger {
  let next = ledger;
  // A clock set back by more than a day would otherwise keep a period, or a block, for ever.
  const isOver = ledger.periodEnd !== null && (now >= ledger.periodEnd || ledger.periodEnd - now > DAY + 3_600_000);
  if (isOver) next = { ...next, periodStart: null, periodEnd: null, used: 0, source: 'counted', confirmedAt: null };
  const block = ledger.blockedUntil;
  if (block !== null && (now >= block || block - now > DAY + 3_600_000)) {
    next = { ...next, blockedUntil: null, blockedPeriod: null };
  }
  return next;
}

/** Before a request leaves. The first request of a period starts it. */
export function debited(ledger: DailyLedger, units: number, now: number): DailyLedger {
  const current = rolled(ledger, now);
  const started = current.periodEnd === null ? { periodStart: now, periodEnd: now + DAY } : {};
  return { ...current, ...started, used: current.used + units };
}

/** A request that certainly never reached the service costs nothing. */
export function credited(ledger: DailyLedger, units: number): DailyLedger {
  return { ...ledger, used: Math.max(0, ledger.used - units) };
}

/** What the service itself said. `inFlight`: units of requests it cannot have counted yet. */
export function confirmed(
  ledger: DailyLedger,
  said: { limit: number | null; used: number | null; secondsLeft: number | null; inFlight: number },
  now: number,
): DailyLedger {
  const current = rolled(ledger, now);
  const limit = said.limit ?? current.limit;
  if (said.used === null) return { ...current, limit };
  const period =
    said.secondsLeft === null
      ? {}
      : { periodEnd: now + said.secondsLeft * 1000, periodStart: now + said.secondsLeft * 1000 - DAY };
  return { ...current, ...period, limit, used: said.used + said.inFlight, source: 'confirmed', confirmedAt: now };
}

/** A 429 for the day: nothing is left, whatever was counted. */
export function exhausted(ledger: DailyLedger, limit: number | null, endsAt: number, now: number): DailyLedger {
  const knownLimit = limit ?? ledger.limit;
  return {
    ...ledger,
    limit: knownLimit,
    used: Math.max(ledger.used, knownLimit ?? 0),
    periodStart: endsAt - DAY,
    periodEnd: endsAt,
    source: 'refused',
    confirmedAt: now,
  };
}

/** Units left; null while the limit is unknown. */
export function remainingUnits(ledger: DailyLedger): number | null {
  return ledger.limit === null ? null : Math.max(0, ledger.limit - ledger.used);
}

/** Milliseconds between two requests to a service without a minute rule: our own bound. */
export const INTERVAL_WITHOUT_RULE = 1000 / PACING.ratePerSecondWithoutRule;
