import type { Terms } from '../../contract/imports/imports.ts';
import type { ServiceQuota } from '../../contract/quota/quota.ts';
import { minuteLimitFor, PACING } from '../pacing/pacing.ts';
import { priceOf } from '../quota/quota.ts';
import { nextPriceChange } from '../service/service-time.ts';
import { MINUTE } from '../time/time.ts';
import { ANY_HOUR, type Hours, schedule, type Schedule, type ScheduledJob } from './schedule.ts';
import { closesAt, opensAt } from './send-hours.ts';

/** How jobs go through the budget that rows draw on, from what is known of both. Times are Unix milliseconds. */

/** What a job will still ask of the quota. */
export interface JobDemand {
  readonly id: string;
  readonly name: string;
  /** Rows that wait or are on their way. */
  readonly rows: number;
  readonly terms: Pick<Terms, 'startAt' | 'between' | 'share' | 'fairUse'>;
  readonly isRunning: boolean;
  /** Rows that are answered in a minute; null: it does not run, or not for long enough to know. */
  readonly ratePerMinute: number | null;
}

/** What the schedule needs of the budget that rows draw on. */
export interface RowBudget extends Pick<ServiceQuota, 'ratePerMinute' | 'blockedUntil'> {
  readonly daily: Pick<ServiceQuota['daily'], 'limit' | 'used' | 'remaining' | 'resetsAt'>;
  readonly reserve: Pick<ServiceQuota['reserve'], 'units'>;
  readonly shares: { readonly day: Pick<ServiceQuota['shares']['day'], 'percent'> };
  /** Until when rows alone wait; missing or null: they do not, or it is not known. */
  readonly rowsRestUntil?: number | null;
}

/** What holds for all jobs of the account. */
export interface RowRules {
  /** In which the terms of a job name hours. */
  readonly zone: string;
  readonly productionZone: string;
  readonly nightPrice: 1 | 4;
  /** Whether the account sends the fair use header at all. */
  readonly fairUse: boolean;
  /** The service's clock minus this computer's, milliseconds; null: not known. */
  readonly clockOffset: number | null;
}

export interface CourseOptions {
  readonly now: number;
  /** Units a minute that everything but jobs is taken to use; 0: nothing is known of it. */
  readonly otherUse: number;
  /** Its line until the reset is wanted, too. */
  readonly isDrawn?: boolean;
}

/** The course of these jobs alone through their budget; `budget` undefined: nothing is known of it yet. */
export function rowCourse(
  budget: RowBudget | undefined,
  demands: readonly JobDemand[],
  rules: RowRules,
  { now, otherUse, isDrawn = false }: CourseOptions,
): Schedule {
  const said = budget?.daily.resetsAt ?? null;
  // A period that is over begins anew with the next request.
  const isOver = said !== null && said <= now;
  const resetsAt = isOver ? null : said;
  const limit = budget?.daily.limit ?? Number.POSITIVE_INFINITY;
  const left = isOver ? limit : (budget?.daily.remaining ?? limit);
  const jobUnitsADay = (limit * (budget?.shares.day.percent ?? 100)) / 100;
  const fastest = fastestOf(demands.filter(({ isRunning }) => isRunning));
  return schedule({
    now,
    left,
    limit,
    reserve: budget?.reserve.units ?? 0,
    jobUnitsADay,
    jobUnitsToday: jobUnitsADay - (isOver ? 0 : (budget?.daily.used ?? 0)),
    periodEnd: resetsAt,
    pace: measuredPace(paceOf(budget), demands),
    background: (ahead) => (otherUse * ahead) / MINUTE,
    horizon: (otherUse > 0 || isDrawn) && resetsAt !== null ? resetsAt - now : 0,
    jobs: demands.map((demand) => ({
      ...scheduledJob(demand, budget, rules),
      ...(demand.terms.fairUse ? {} : { pace: fastest }),
    })),
  });
}

/** Requests a minute that jobs may send with the fair use header. */
export function paceOf(budget: Pick<RowBudget, 'ratePerMinute'> | undefined): number {
  if (budget === undefined) return minuteLimitFor(null) * (1 - PACING.startMargin);
  return budget.ratePerMinute ?? FASTEST;
}

/** Requests a minute without a minute to keep: our own bound. */
export const FASTEST = PACING.ratePerSecondWithoutRule * 60;

/** The pace that a job reaches that runs alone, without fair use. */
function fastestOf(running: readonly JobDemand[]): number {
  const [alone] = running;
  if (alone === undefined || running.length > 1 || alone.terms.fairUse || alone.ratePerMinute === null) return FASTEST;
  return Math.max(1, Math.min(FASTEST, (alone.ratePerMinute * 100) / alone.terms.share));
}

/** The pace that running jobs reach: a service that answers slowly is slower than it allows. */
function measuredPace(allowed: number, demands: readonly JobDemand[]): number {
  const running = demands.filter(({ isRunning, terms }) => isRunning && terms.fairUse);
  const rates = running.flatMap(({ ratePerMinute }) => ratePerMinute ?? []);
  if (rates.length === 0 || rates.length < running.length) return allowed;
  const reached = rates.reduce((sum, rate) => sum + rate, 0);
  return Math.max(1, Math.min(allowed, reached / partInUse(running.map(({ terms }) => terms.share))));
}

/** Part of the pace that jobs of these shares may use together, 0 to 1. */
export function partInUse(shares: readonly number[]): number {
  return Math.min(
    1,
    shares.reduce((sum, share) => sum + share / 100, 0),
  );
}

/** The job as the schedule takes it: its hours, its price and its own pace. */
export function scheduledJob(
  { id, name, rows, terms }: JobDemand,
  budget:
    | (Pick<RowBudget, 'blockedUntil' | 'rowsRestUntil'> & { readonly daily: { readonly limit: number | null } })
    | undefined,
  rules: RowRules,
): ScheduledJob {
  const fairUse = terms.fairUse && rules.fairUse;
  const offset = rules.clockOffset ?? 0;
  const priceAt = (at: number): number =>
    priceOf({
      fairUse,
      dailyLimit: budget?.daily.limit ?? null,
      serverNow: at + offset,
      zone: rules.productionZone,
      nightPrice: rules.nightPrice,
    });
  return {
    id,
    name,
    rows,
    share: terms.share,
    pace: fairUse ? null : FASTEST,
    hours: hoursOf(terms, Math.max(budget?.blockedUntil ?? 0, budget?.rowsRestUntil ?? 0), rules.zone),
    priceAt: (at) => ({
      units: priceAt(at),
      until: fairUse ? Number.POSITIVE_INFINITY : nextPriceChange(at + offset, rules.productionZone) - offset,
    }),
  };
}

/** @param blockedUntil 0: nothing blocks */
function hoursOf(terms: JobDemand['terms'], blockedUntil: number, zone: string): Hours {
  if (terms.startAt === null && terms.between === null && blockedUntil === 0) return ANY_HOUR;
  return {
    opensAt: (at) => {
      const from = Math.max(at, blockedUntil);
      return opensAt(terms, from, zone) ?? from;
    },
    closesAt: (at) => closesAt(terms.between, at, zone),
  };
}
