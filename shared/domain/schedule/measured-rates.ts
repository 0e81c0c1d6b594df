// Why: decision 0196, decision 0202.
import { HOUR, MINUTE } from '../time/time.ts';
import { partInUse } from './row-course.ts';
import type { ScheduledJob } from './schedule.ts';

/** How fast a budget is used, and how sure that is, from the minutes of the last hours. Pure; times are Unix milliseconds. */

export const FORECAST = {
  /** Milliseconds of measurements before anything is said. */
  least: 30 * MINUTE,
  /** Milliseconds of measurements that are used: longer ones say less of the present, shorter ones err more. */
  window: 2 * HOUR,
  /** Milliseconds without a figure after which nothing is said. */
  oldest: 10 * MINUTE,
  /** Milliseconds of one measurement: shorter ones follow each other too closely to be independent. */
  batch: 5 * MINUTE,
  /** Part of a rate by which it drifts in half a day, however well it was measured: one standard deviation. */
  drift: 0.02,
  /** How much longer than a batch a burst may last, as the factor by which it widens the variance. */
  mostPersistence: 8,
} as const;

/** Units used in one minute. */
export interface MeasuredMinute {
  readonly at: number;
  /** Units used by jobs. */
  readonly jobs: number;
  /** Units used by everything else, including other clients. */
  readonly rest: number;
}

export interface RatesInput {
  readonly now: number;
  /** Minutes of the window; one that is missing had no request. */
  readonly minutes: readonly MeasuredMinute[];
  readonly jobs: readonly ScheduledJob[];
  /** Requests a minute that the pace allows jobs. */
  readonly pace: number;
}

export interface Rates {
  /** Units a minute of everything but jobs. */
  readonly rest: number;
  /** Variance per batch of everything but jobs, in units squared. */
  readonly variance: number;
  readonly batches: number;
  readonly pace: number;
  /** Relative standard error of the pace. */
  readonly paceError: number;
  /** Standard deviations to each edge of a range that holds nine times of ten. */
  readonly quantile: number;
}

/** @param measured milliseconds of measurements until now, at least half an hour */
export function measuredRates({ now, minutes, jobs, pace }: RatesInput, measured: number): Rates {
  const all = Math.floor(measured / FORECAST.batch);
  const from = now - all * FORECAST.batch;
  const wholeRest = new Array<number>(all).fill(0);
  const ofJobs = new Array<number>(all).fill(0);
  for (const minute of minutes) {
    const index = Math.floor((minute.at - from) / FORECAST.batch);
    if (index < 0 || index >= all) continue;
    wholeRest[index] = (wholeRest[index] ?? 0) + minute.rest;
    ofJobs[index] = (ofJobs[index] ?? 0) + minute.jobs;
  }
  const rest = sinceChange(wholeRest);
  const count = rest.length;
  const { mean, variance } = meanAndVariance(rest);
  const longer = persistence(rest, mean);
  // Values that follow each other lie closer together than they would over the whole day.
  const whole = variance / Math.max(LEAST_PART, 1 - (longer - 1) / (count - 1));
  return {
    rest: mean / PER_BATCH,
    variance: whole * longer,
    batches: count,
    ...measuredPace(ofJobs, sharesInUse(jobs, now), pace),
    quantile: student(count / Math.sqrt(longer) - 1),
  };
}

const PER_BATCH = FORECAST.batch / MINUTE;
/** Least part of the variance that a few consecutive values show. */
const LEAST_PART = 0.3;

/** 95 % quantiles of Student's t by degrees of freedom, from 2 on. */
const STUDENT = [
  2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74,
] as const;

function student(freedom: number): number {
  return STUDENT[Math.min(STUDENT.length - 1, Math.max(0, Math.floor(freedom) - 2))] ?? 1.74;
}

function sharesInUse(jobs: readonly ScheduledJob[], now: number): number[] {
  return jobs
    .filter(({ rows, pace, hours }) => rows > 0 && pace === null && hours.opensAt(now) <= now)
    .map(({ share }) => share);
}

/** The pace that running jobs reached, scaled by the shares of the jobs that run now. */
function measuredPace(
  ofJobs: readonly number[],
  shares: readonly number[],
  pace: number,
): Pick<Rates, 'pace' | 'paceError'> {
  // A batch in which a job began or ended, or waited, says nothing about its pace.
  const busiest = Math.max(0, ...ofJobs);
  const running = ofJobs.filter((units) => units > busiest / 2);
  if (running.length < LEAST_RUNNING || shares.length === 0) return { pace, paceError: UNMEASURED };
  const { mean, variance } = meanAndVariance(running);
  return {
    pace: Math.min(pace, mean / PER_BATCH / partInUse(shares)),
    paceError: Math.sqrt(variance / running.length) / mean,
  };
}

/** Batches. */
const LEAST_RUNNING = 3;
/** Relative standard error of a pace that nobody has measured. */
const UNMEASURED = 0.02;

/**
 * The batches since the use last changed: a program that began an hour ago says nothing about the hour before. Where the
 * batches before and after differ most, if that is by much; a few between them are left out, because what others use is
 * known only between two readings of the counts.
 */
function sinceChange(batches: readonly number[]): readonly number[] {
  let best = { from: 0, clearness: CLEAR };
  for (let from = 1; from <= batches.length - LEAST_BATCHES; from++) {
    const earlier = batches.slice(0, Math.max(1, from - BETWEEN));
    const before = meanAndVariance(earlier);
    const after = meanAndVariance(batches.slice(from));
    const away = Math.abs(after.mean - before.mean);
    const more = Math.max(after.mean, before.mean);
    if (away < more * FAR) continue;
    // This many units come in a batch by chance, however even they seem.
    const spread = earlier.length === 1 ? after.variance : (before.variance + after.variance) / 2;
    const chance = Math.max(more, spread);
    const clearness = away / Math.sqrt(chance / earlier.length + chance / (batches.length - from));
    if (clearness > best.clearness) best = { from, clearness };
  }
  return batches.slice(best.from);
}

/** Batches after a change. */
const LEAST_BATCHES = 3;
/** Batches that ten minutes between two readings can touch. */
const BETWEEN = 3;
/** Part of the larger mean by which the smaller is below it. */
const FAR = 0.5;
/** Standard deviations between the two means. */
const CLEAR = 6;

/**
 * Bursts that last longer than a batch make batches follow each other, and their sum less certain than their spread says:
 * the factor for the variance, from how much each resembles the one before it.
 */
function persistence(values: readonly number[], mean: number): number {
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (values.length < 6 || squares === 0) return 1;
  const products = values
    .slice(1)
    .reduce((sum, value, index) => sum + (value - mean) * ((values[index] ?? 0) - mean), 0);
  // From n values likeness L comes out as L - (1 + 4 L) / n in the mean (Kendall 1954).
  const likeness = (values.length * (products / squares) + 1) / (values.length - 4);
  const bounded = Math.min(0.9, Math.max(0, likeness));
  return Math.min(FORECAST.mostPersistence, (1 + bounded) / (1 - bounded));
}

/** The variance of a single value is not a number. */
function meanAndVariance(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
