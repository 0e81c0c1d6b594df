import { PACING, hasMinuteRule } from '../pacing/pacing.ts';
import { isProductionTime } from '../service/service-time.ts';
import { DAY, MINUTE } from '../time/time.ts';

/** Units of the daily quota: what requests cost, what is left, what it buys. */

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

/** Where a figure of the service came from, and when (Unix milliseconds). */
export interface FigureOrigin {
  readonly source: 'limits' | 'counts' | 'header' | 'refused';
  readonly at: number;
}

/** What this program knows of its own and of other clients' use in the running period. Units. */
export interface UseByWhom {
  /** Debited here; credited back when a request certainly cost nothing. */
  readonly own: number;
  /** Units of our own throttled requests, which the service may have counted. */
  readonly doubtful: number;
  /** Units of our own requests around the end of the previous period, which the service may have counted in this one. */
  readonly border: number;
  /** Least use by other clients: what the service counted beyond everything that can be ours. */
  readonly others: number;
  /**
   * `used` of the service's last word in this period, `own` and `doubtful` at that moment, and how many of `own` it may have
   * lacked, which may be counted in the next period; null before the first.
   */
  readonly told: {
    readonly used: number;
    readonly own: number;
    readonly doubtful: number;
    readonly lacked: number;
  } | null;
}

const NO_USE: UseByWhom = { own: 0, doubtful: 0, border: 0, others: 0, told: null };

/** The day of one budget. Times are Unix milliseconds. */
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
  readonly byWhom: UseByWhom;
  /** Units debited in all days by all programs on this data folder: never fewer, whatever is given back. */
  readonly debits: number;
  /** Units that the service last said were used in the period before this one; null: not known. */
  readonly usedBefore: number | null;
  /** The service's clock minus this computer's when the times here were written, milliseconds; null: not known. */
  readonly clockOffset: number | null;
  /** Null: not known, or counted here. */
  readonly origins: {
    readonly limit: FigureOrigin | null;
    readonly used: FigureOrigin | null;
    readonly end: FigureOrigin | null;
  };
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
  byWhom: NO_USE,
  debits: 0,
  usedBefore: null,
  clockOffset: null,
  origins: { limit: null, used: null, end: null },
};

/**
 * Milliseconds. No answer is believed that names an end more than 25 h ahead, and a block lasts a little longer; what
 * lies further ahead does so because a clock was set back, and would stay for ever.
 */
const FARTHEST_END = DAY + 2 * 3_600_000;
/** Milliseconds. The longest block that is not the day's lasts a quarter of an hour, and a random part of a second. */
const FARTHEST_MINUTE = 16 * 60_000;

/** The ledger as it stands at `now`: a period that is over starts anew with the next request. */
export function rolled(ledger: DailyLedger, now: number): DailyLedger {
  let next = ledger;
  const isOver = ledger.periodEnd !== null && (now >= ledger.periodEnd || ledger.periodEnd - now > FARTHEST_END);
  if (isOver) {
    const origins = { ...next.origins, used: null, end: null };
    const usedBefore = ledger.byWhom.told?.used ?? null;
    const begun = { periodStart: null, periodEnd: null, used: 0, byWhom: NO_USE, usedBefore, origins };
    next = { ...next, ...begun, source: 'counted', confirmedAt: null };
  }
  const block = ledger.blockedUntil;
  const farthest = ledger.blockedPeriod === 'minute' ? FARTHEST_MINUTE : FARTHEST_END;
  if (block !== null && (now >= block || block - now > farthest)) {
    next = { ...next, blockedUntil: null, blockedPeriod: null };
  }
  return next;
}

/** Milliseconds. Clocks that differ by less than this from what they did were not set. */
const CLOCK_MOVED = 5 * MINUTE;

/**
 * The ledger now that the service's clock is `offset` milliseconds before this computer's: when this computer's was set
 * since the times were written, they move with it, and stay what they were by the service's clock (decision 0215).
 */
export function inServiceTime(ledger: DailyLedger, offset: number): DailyLedger {
  if (ledger.clockOffset === null) return { ...ledger, clockOffset: offset };
  const by = ledger.clockOffset - offset;
  if (Math.abs(by) < CLOCK_MOVED) return ledger;
  const moved = (time: number | null) => (time === null ? null : time + by);
  const { limit, used, end } = ledger.origins;
  const at = (origin: FigureOrigin | null) => (origin === null ? null : { ...origin, at: origin.at + by });
  return {
    ...ledger,
    clockOffset: offset,
    periodStart: moved(ledger.periodStart),
    periodEnd: moved(ledger.periodEnd),
    confirmedAt: moved(ledger.confirmedAt),
    blockedUntil: moved(ledger.blockedUntil),
    origins: { limit: at(limit), used: at(used), end: at(end) },
  };
}

/** Before a request leaves. The first request of a period starts it. */
export function debited(ledger: DailyLedger, units: number, now: number): DailyLedger {
  const current = rolled(ledger, now);
  const started = current.periodEnd === null ? periodOf(now) : {};
  const byWhom = { ...current.byWhom, own: current.byWhom.own + units };
  return { ...current, ...started, used: current.used + units, byWhom, debits: current.debits + units };
}

/** A request that certainly never reached the service costs nothing. `isDoubtful`: it reached it and was throttled. */
export function credited(ledger: DailyLedger, units: number, isDoubtful = false): DailyLedger {
  const { byWhom } = ledger;
  const own = Math.max(0, byWhom.own - units);
  const doubtful = byWhom.doubtful + (isDoubtful ? units : 0);
  return { ...ledger, used: Math.max(0, ledger.used - units), byWhom: { ...byWhom, own, doubtful } };
}

/** What the service said. */
export interface SaidFigures {
  readonly limit: number | null;
  readonly used: number | null;
  readonly secondsLeft: number | null;
  /** Units of own requests that it may not have counted yet: under way, or answered since it was asked. */
  readonly inFlight: number;
  /** Units of own requests to endpoints of which nobody knows whether they draw on this budget; 0 when left out. */
  readonly unassigned?: number;
  readonly from?: FigureOrigin['source'];
  /** When the running period began, for a figure that names no end; null or left out: nobody knows. */
  readonly begunAt?: number | null;
  /** When the question left, Unix milliseconds; left out: after all that was said before. */
  readonly askedAt?: number;
}

/** Milliseconds. Seconds are rounded and answers travel: ends closer together than this are those of one period. */
const SAME_PERIOD = 2 * 60_000;

/** Units. Answers overtake each other: a figure lower by this much is an older one of the same period. */
const OUT_OF_ORDER = 20;

/** What the service itself said. */
export function confirmed(ledger: DailyLedger, said: SaidFigures, now: number): DailyLedger {
  const current = rolled(ledger, now);
  const origin: FigureOrigin = { source: said.from ?? 'header', at: now };
  const limit = said.limit ?? current.limit;
  const limitOrigin = said.limit === null ? current.origins.limit : origin;
  const period = saidPeriod(current, said, now);
  if (said.used === null || isOvertaken(current, said, said.used, period.periodEnd, now))
    return { ...current, limit, origins: { ...current.origins, limit: limitOrigin } };
  const isNew = beganAnew(current, said.used, period.periodEnd);
  // A counter that began anew did so after the service's last word.
  const began = isNew && said.secondsLeft === null ? periodOf(now) : period;
  const byWhom = told(current, said, said.used, isNew, now);
  return {
    ...current,
    ...began,
    limit,
    used: said.from === 'counts' ? usedAtLeast(said.used, said.inFlight, byWhom) : said.used + said.inFlight,
    source: 'confirmed',
    confirmedAt: now,
    byWhom,
    origins: {
      limit: limitOrigin,
      used: origin,
      end: said.secondsLeft === null && (said.begunAt ?? null) === null ? current.origins.end : origin,
    },
  };
}

function saidPeriod(
  { periodStart, periodEnd }: DailyLedger,
  { secondsLeft, begunAt = null }: SaidFigures,
  now: number,
): Pick<DailyLedger, 'periodStart' | 'periodEnd'> {
  if (secondsLeft !== null) return periodOf(now + secondsLeft * 1000 - DAY);
  return begunAt === null ? { periodStart, periodEnd } : periodOf(begunAt);
}

function periodOf(periodStart: number): { periodStart: number; periodEnd: number } {
  return { periodStart, periodEnd: periodStart + DAY };
}

/** Whether the service has begun a new period of which this ledger does not know. */
function beganAnew({ byWhom, periodEnd }: DailyLedger, used: number, saidEnd: number | null): boolean {
  if (byWhom.told === null) return false;
  return used < byWhom.told.used - OUT_OF_ORDER || isOfNextPeriod(periodEnd, saidEnd);
}

/** Whether an end lies so far behind that of a period that it is the next one's. Unix milliseconds; null: not known. */
function isOfNextPeriod(periodEnd: number | null, saidEnd: number | null): boolean {
  return periodEnd !== null && saidEnd !== null && saidEnd - periodEnd > SAME_PERIOD;
}

/**
 * Whether a lower figure was asked for before the last one came: within a period a counter only grows, so the answers have
 * overtaken each other, those of two programs among them. A last one that lies ahead is of a clock that was set back.
 */
function isOvertaken(
  { byWhom, origins, periodEnd }: DailyLedger,
  { askedAt }: SaidFigures,
  used: number,
  saidEnd: number | null,
  now: number,
): boolean {
  const last = origins.used?.at ?? null;
  if (askedAt === undefined || byWhom.told === null || last === null || last > now) return false;
  return askedAt < last && used < byWhom.told.used && !isOfNextPeriod(periodEnd, saidEnd);
}

/**
 * Everything of ours that may be missing counts, but not more than we know of: whoever holds the service's count against
 * this figure would miss what was lost here (decision 0161).
 */
function usedAtLeast(used: number, inFlight: number, { own, others }: UseByWhom): number {
  return Math.min(used + inFlight, Math.max(used, own + others));
}

/** Only the counts tell own from others': headers come with answers that overtake each other. */
function told(ledger: DailyLedger, said: SaidFigures, used: number, isNew: boolean, now: number): UseByWhom {
  if (isOfPeriodBefore(ledger, said, used, now)) return ledger.byWhom;
  if (said.from === 'counts') return sharedOut(ledger.byWhom, said, used, isNew);
  const { byWhom } = ledger;
  return isNew ? sinceTold(byWhom) : byWhom;
}

/** The use of a period of which all that is known is the service's last word of the one before. */
function sinceTold({ own, told }: UseByWhom): UseByWhom {
  return { ...NO_USE, own: told === null ? own : own - told.own + told.lacked };
}

/**
 * A period that has just begun here may begin a moment later at the service, whose figures are then those of the old one,
 * and no less than it had said of that (decision 0340).
 */
function isOfPeriodBefore(
  { byWhom, periodStart, usedBefore }: DailyLedger,
  { secondsLeft }: SaidFigures,
  used: number,
  now: number,
): boolean {
  if (byWhom.told !== null || periodStart === null || now - periodStart >= SAME_PERIOD) return false;
  if (secondsLeft !== null) return secondsLeft * 1000 < SAME_PERIOD;
  return usedBefore === null || used >= usedBefore - OUT_OF_ORDER;
}

/**
 * Own use never exceeds what the service counted. Others' use is what it counted beyond all that can be ours, so it is a
 * lower bound, and within a period it only grows.
 */
function sharedOut(ledger: UseByWhom, said: SaidFigures, used: number, isNew: boolean): UseByWhom {
  const { inFlight, unassigned = 0 } = said;
  const before = isNew ? sinceTold(ledger) : ledger;
  const { doubtful } = before;
  const known = Math.min(before.own, used + inFlight);
  const beyond = Math.max(0, used - known - doubtful - unassigned - before.others);
  const late = Math.min(before.border, beyond);
  const own = known + late;
  const others = before.others + beyond - late;
  return {
    own,
    doubtful,
    border: before.border - late,
    others,
    told: { used, own, doubtful, lacked: Math.min(own, inFlight) },
  };
}

/**
 * The ledger of a budget that is found to be counted with others: `own` is its own or an empty one, `parts` are those
 * whose endpoints it has now. What the service said of a part is not what it says of the whole.
 */
export function joinedLedgers(own: DailyLedger, parts: readonly DailyLedger[]): DailyLedger {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return { ...only, reserve: own.reserve ?? only.reserve };
  const used = parts.reduce((sum, part) => sum + part.byWhom.own, 0);
  const times = (pick: (ledger: DailyLedger) => number | null) => parts.flatMap((part) => pick(part) ?? []);
  const blocked = parts.reduce(
    (most, part) => ((part.blockedUntil ?? 0) > (most.blockedUntil ?? 0) ? part : most),
    own,
  );
  const starts = times(({ periodStart }) => periodStart);
  const ends = times(({ periodEnd }) => periodEnd);
  return {
    ...own,
    limit: own.limit ?? times(({ limit }) => limit)[0] ?? null,
    reserve: own.reserve ?? times(({ reserve }) => reserve)[0] ?? null,
    periodStart: starts.length === 0 ? null : Math.min(...starts),
    periodEnd: ends.length === 0 ? null : Math.min(...ends),
    used,
    source: 'counted',
    confirmedAt: null,
    debits: parts.reduce((sum, part) => sum + part.debits, 0),
    // The figure of a part is not that of the whole.
    usedBefore: null,
    clockOffset: own.clockOffset ?? times(({ clockOffset }) => clockOffset)[0] ?? null,
    byWhom: { ...NO_USE, own: used, doubtful: parts.reduce((sum, part) => sum + part.byWhom.doubtful, 0) },
    blockedUntil: blocked.blockedUntil,
    blockedPeriod: blocked.blockedPeriod,
  };
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
    origins: {
      limit: limit === null ? ledger.origins.limit : { source: 'refused', at: now },
      used: { source: 'refused', at: now },
      end: { source: 'refused', at: now },
    },
  };
}

/** Units left; null while the limit is unknown. */
export function remainingUnits(ledger: DailyLedger): number | null {
  return ledger.limit === null ? null : Math.max(0, ledger.limit - ledger.used);
}

/** Milliseconds between two requests to a service without a minute rule: our own bound. */
export const INTERVAL_WITHOUT_RULE = 1000 / PACING.ratePerSecondWithoutRule;
