import { minuteLimitFor } from '../pacing/pacing.ts';
import { DAY, PRICES } from './quota.ts';
import { isProductionTime, nextHoursChange } from '../service/service-time.ts';

/** How a number of requests goes through the quota: with the fair use header, without it, and over the days. */

export interface PlanInput {
  /** Requests still to be sent; one row is one request. */
  readonly rows: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly dailyLimit: number;
  /** Units left in the running period. */
  readonly remaining: number;
  /** Units that are left to people, in this period and in the following ones. */
  readonly reserve: number;
  /** End of the running period; null when none has begun. */
  readonly periodEnd: number | null;
  readonly zone: string;
  /** Price without the header outside production hours. */
  readonly nightPrice: 1 | 4;
}

/** Share of the minute that the pacer uses: the rest is its margin. */
const PACE_SHARE = 0.985;
/** Requests a minute without the header: bounded by our own rate, not by the service. */
const RATE_WITHOUT_HEADER = 600;

export interface PlanSegment {
  readonly kind: 'sending' | 'waitingForDay';
  /** Unix milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly units: number;
}

export interface SpendingPlan {
  readonly segments: readonly PlanSegment[];
  readonly finishAt: number;
  readonly units: number;
  /** Units left in the period in which it ends. */
  readonly remainingAfter: number;
  readonly spillsIntoNextDay: boolean;
}

/** Days. A longer job is planned as far as that; more than a year says nothing to anybody. */
const MOST_PERIODS = 400;

/** The course with the header: one unit a row at the minute's pace, until a day's units are gone, then the next day. */
export function planFairUse(input: PlanInput): SpendingPlan {
  return plan(input, () => ({ price: PRICES.fairUse, perMinute: minuteLimitFor(input.dailyLimit) * PACE_SHARE }));
}

/** The course without the header: faster, and dearer by the hour of the service's day. */
export function planWithoutHeader(input: PlanInput): SpendingPlan {
  return plan(input, (at) => ({
    price: isProductionTime(at, input.zone) ? PRICES.production : input.nightPrice,
    perMinute: RATE_WITHOUT_HEADER,
  }));
}

function plan(input: PlanInput, termsAt: (at: number) => { price: number; perMinute: number }): SpendingPlan {
  const segments: PlanSegment[] = [];
  let at = input.now;
  let rows = Math.max(0, Math.ceil(input.rows));
  let left = input.remaining;
  let periodEnd = input.periodEnd;
  let units = 0;
  for (let period = 0; rows > 0 && period < MOST_PERIODS;) {
    if (periodEnd !== null && at >= periodEnd) {
      left = input.dailyLimit;
      periodEnd = null;
    }
    const { price, perMinute } = termsAt(at);
    const affordable = Math.floor((left - input.reserve) / price);
    if (affordable < 1) {
      const resumes = periodEnd ?? at + DAY;
      segments.push({ kind: 'waitingForDay', from: at, to: resumes, rows: 0, units: 0 });
      at = resumes;
      left = input.dailyLimit;
      periodEnd = null;
      period++;
      // A reserve that leaves no room for a single request would wait for ever.
      if (Math.floor((input.dailyLimit - input.reserve) / price) < 1) break;
      continue;
    }
    periodEnd ??= at + DAY;
    const change = Math.min(nextHoursChange(at, input.zone), periodEnd);
    const untilChange = Math.max(1, Math.floor(((change - at) / 60_000) * perMinute));
    const count = Math.min(rows, affordable, untilChange);
    const to = count === untilChange ? change : at + (count / perMinute) * 60_000;
    segments.push({ kind: 'sending', from: at, to, rows: count, units: count * price });
    at = to;
    rows -= count;
    left -= count * price;
    units += count * price;
  }
  return {
    segments: merged(segments),
    finishAt: at,
    units,
    remainingAfter: Math.max(0, left),
    spillsIntoNextDay: segments.some((segment) => segment.kind === 'waitingForDay'),
  };
}

/** Neighbours of one kind as one; each begins where the one before it ends. */
function merged(segments: readonly PlanSegment[]): PlanSegment[] {
  const result: PlanSegment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last === undefined || last.kind !== segment.kind) result.push(segment);
    else
      result[result.length - 1] = {
        ...last,
        to: segment.to,
        rows: last.rows + segment.rows,
        units: last.units + segment.units,
      };
  }
  return result;
}

/** Rows up to which going without the header does not cost a day: `(remaining - reserve) / price`. */
export function breakEvenRows(remaining: number, reserve: number, price: number): number {
  return Math.max(0, Math.floor((remaining - reserve) / price));
}

export interface OptOutAdvice {
  readonly advice: 'fairUse' | 'withoutHeader';
  readonly price: number;
  readonly breakEven: number;
  /** Time that going without the header saves; negative when it costs time. Milliseconds. */
  readonly saves: number;
  readonly extraUnits: number;
  readonly fairUse: SpendingPlan;
  readonly withoutHeader: SpendingPlan;
}

/**
 * Whether to leave the header out. Never in production hours, where 8 units a row buy a fifth of a second; off hours
 * when the price is known to be 1, and at 4 only below the break-even and only when a person wants it (`allowsDear`).
 */
export function adviseOptOut(input: PlanInput, nightPriceIsProbed: boolean, allowsDear: boolean): OptOutAdvice {
  const isProduction = isProductionTime(input.now, input.zone);
  const price = isProduction ? PRICES.production : input.nightPrice;
  const breakEven = breakEvenRows(input.remaining, input.reserve, price);
  const fairUse = planFairUse(input);
  const withoutHeader = planWithoutHeader(input);
  const saves = fairUse.finishAt - withoutHeader.finishAt;
  const isCheap = price === 1 && nightPriceIsProbed;
  const staysOffHours = withoutHeader.finishAt <= nextHoursChange(input.now, input.zone);
  const isWorthIt = !isProduction && staysOffHours && input.rows <= breakEven && saves > 0 && (isCheap || allowsDear);
  return {
    advice: isWorthIt ? 'withoutHeader' : 'fairUse',
    price,
    breakEven,
    saves,
    extraUnits: withoutHeader.units - fairUse.units,
    fairUse,
    withoutHeader,
  };
}
