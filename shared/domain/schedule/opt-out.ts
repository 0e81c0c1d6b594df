import { isProductionTime, nextHoursChange } from '../service/service-time.ts';
import { type JobDemand, rowCourse, type RowBudget, type RowRules } from './row-course.ts';
import { FARTHEST, type ScheduledUse } from './schedule.ts';

/** Whether an import should go without the fair use header: faster, and dearer by the hour of the service's day. */

export interface OptOutInput {
  /** Requests still to be sent; one row is one request. */
  readonly rows: number;
  /** When they may begin, Unix milliseconds. */
  readonly now: number;
  readonly budget: RowBudget & { readonly daily: { readonly limit: number } };
  readonly rules: RowRules;
}

/** What becomes of the rows on one of the two ways. */
export interface OptOutCourse {
  /** Unix milliseconds; null: further away than the schedule goes. */
  readonly finishAt: number | null;
  readonly units: number;
}

/** Rows up to which going without the header does not cost a day: `(remaining - reserve) / price`. */
export function breakEvenRows(remaining: number, reserve: number, price: number): number {
  return Math.max(0, Math.floor((remaining - reserve) / price));
}

export interface OptOutAdvice {
  readonly advice: 'fairUse' | 'withoutHeader';
  /** Time that going without the header saves; negative when it costs time. Milliseconds. */
  readonly saves: number;
  readonly fairUse: OptOutCourse;
  readonly withoutHeader: OptOutCourse;
}

/**
 * Whether to leave the header out: only off hours and when the price is known to be 1. In production hours 8 units a row
 * buy a fifth of a second.
 */
export function adviseOptOut(input: OptOutInput, nightPriceIsProbed: boolean): OptOutAdvice {
  const { now, rows, budget, rules } = input;
  // Prices go by the clock of the service.
  const offset = rules.clockOffset ?? 0;
  const isProduction = isProductionTime(now + offset, rules.productionZone);
  const isCheap = !isProduction && rules.nightPrice === 1 && nightPriceIsProbed;
  const breakEven = breakEvenRows(budget.daily.remaining ?? budget.daily.limit, budget.reserve.units, 1);
  const fairUse = courseOf(input, true);
  const withoutHeader = courseOf(input, false);
  const endOf = ({ finishAt }: OptOutCourse) => finishAt ?? now + FARTHEST;
  const saves = endOf(fairUse) - endOf(withoutHeader);
  const opens = nextHoursChange(now + offset, rules.productionZone) - offset;
  const staysOffHours = withoutHeader.finishAt !== null && withoutHeader.finishAt <= opens;
  const isWorthIt = isCheap && staysOffHours && rows <= breakEven && saves > 0;
  return { advice: isWorthIt ? 'withoutHeader' : 'fairUse', saves, fairUse, withoutHeader };
}

function courseOf({ rows, now, budget, rules }: OptOutInput, fairUse: boolean): OptOutCourse {
  const terms: JobDemand['terms'] = { startAt: null, between: null, share: 100, fairUse };
  const { jobs } = rowCourse(
    budget,
    [{ id: '', name: '', rows, terms, isRunning: false, ratePerMinute: null }],
    rules,
    { now, otherUse: 0 },
  );
  const [{ to, unitsInAll }] = jobs as readonly [ScheduledUse];
  return { finishAt: rows === 0 ? now : to, units: Math.round(unitsInAll) };
}
