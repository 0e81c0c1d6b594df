// Why: decision 0141.
import { schedule, type Schedule, type ScheduledJob, type ScheduleInput } from './schedule.ts';

/**
 * What will become of a budget by its reset, from what was measured and from the jobs that are known: a middle course and
 * two edges between which the truth lies on nine days of ten. Pure; times are Unix milliseconds.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const FORECAST = {
  /** Milliseconds of measurements before anything is said. */
  least: 30 * MINUTE,
  /** Milliseconds of measurements that are used: longer ones say less of the present, shorter ones err more. */
  window: 2 * HOUR,
  /** Milliseconds without a figure after which nothing is said. */
  oldest: 10 * MINUTE,
  /** Milliseconds of one measurement: shorter ones follow each other too closely to be independent. */
  batch: 5 * MINUTE,
  /** Part of a rate by which it drifts over the day, however well it was measured: one standard deviation. */
  drift: 0.01,
  /** How much longer than a batch a burst may last, as the factor by which it widens the variance. */
  mostPersistence: 6,
} as const;

/** Units used in one minute. */
export interface MeasuredMinute {
  readonly at: number;
  /** Of jobs. */
  readonly jobs: number;
  /** Of everything else, other clients too. */
  readonly rest: number;
}

export interface ForecastInput extends Pick<
  ScheduleInput,
  'now' | 'limit' | 'left' | 'reserve' | 'jobUnitsToday' | 'jobUnitsADay'
> {
  /** Null: not known, or no period has begun. */
  readonly resetsAt: number | null;
  /** When measuring began. */
  readonly measuredSince: number;
  /** When the last figure came: an answer of the service, or a request of ours. Null: none yet. */
  readonly lastFigureAt: number | null;
  /** Minutes of the window; one that is missing had no request. */
  readonly minutes: readonly MeasuredMinute[];
  readonly jobs: readonly ScheduledJob[];
  /** Requests a minute that the pace allows jobs. */
  readonly pace: number;
  /** Units of the rest that the hour of an instant usually has; null: not known, then it stays as it is now. */
  readonly usual: ((at: number) => number) | null;
}

export type Forecast =
  | { readonly state: 'unknown' | 'tooEarly' | 'unsure' | 'usedUp' }
  | {
      readonly state: 'forecast';
      readonly low: Schedule;
      readonly middle: Schedule;
      readonly high: Schedule;
      /** Milliseconds of measurements used. */
      readonly measured: number;
    };

/** `low` is the course with the least left, `high` that with the most. */
export function forecast(input: ForecastInput): Forecast {
  const { now, resetsAt, lastFigureAt } = input;
  if (resetsAt === null || resetsAt <= now) return { state: 'unknown' };
  if (input.left < 1) return { state: 'usedUp' };
  const measured = Math.min(FORECAST.window, now - input.measuredSince);
  if (measured < FORECAST.least) return { state: 'tooEarly' };
  if (lastFigureAt === null || now - lastFigureAt > FORECAST.oldest) return { state: 'unsure' };
  const rates = measuredRates(input, measured);
  const course = (sign: -1 | 0 | 1) => {
    const ahead = usedAhead(rates, input, sign);
    return schedule({
      ...input,
      periodEnd: resetsAt,
      horizon: resetsAt - now,
      pace: Math.max(1, rates.pace * (1 + sign * rates.quantile * rates.paceError)),
      background: (milliseconds) => ahead[Math.min(ahead.length - 1, Math.round(milliseconds / MINUTE))] ?? 0,
    });
  };
  return { state: 'forecast', low: course(1), middle: course(0), high: course(-1), measured };
}

/** When nothing is left by the pace of the last `window` milliseconds and the jobs that are known; null: not before the reset. */
export function emptyAtPace(input: ForecastInput, window: number): number | null {
  const { now, resetsAt, minutes, pace } = input;
  if (resetsAt === null || resetsAt <= now) return null;
  const from = now - window;
  const used = minutes.reduce((sum, { at, rest }) => sum + (at >= from - MINUTE / 2 ? rest : 0), 0);
  const rates = { rest: (used * MINUTE) / window, spread: 0, batches: 1, pace, paceError: 0, quantile: 0 };
  const ahead = usedAhead(rates, input, 0);
  return schedule({
    ...input,
    periodEnd: resetsAt,
    horizon: resetsAt - now,
    background: (milliseconds) => ahead[Math.min(ahead.length - 1, Math.round(milliseconds / MINUTE))] ?? 0,
  }).emptyAt;
}

const MINUTES_AN_HOUR = 60;

interface Rates {
  /** Units a minute of everything but jobs. */
  readonly rest: number;
  /** Standard deviation of one batch of the rest, units. */
  readonly spread: number;
  readonly batches: number;
  readonly pace: number;
  /** Relative standard error of the pace. */
  readonly paceError: number;
  /** Standard deviations to each edge of a range that holds nine times of ten. */
  readonly quantile: number;
}

/** 95 % quantiles of Student's t by degrees of freedom, from 4 on. */
const STUDENT = [
  2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.74,
] as const;

function measuredRates({ now, minutes, pace }: ForecastInput, measured: number): Rates {
  const all = Math.floor(measured / FORECAST.batch);
  const from = now - all * FORECAST.batch;
  const wholeRest = new Array<number>(all).fill(0);
  const jobs = new Array<number>(all).fill(0);
  for (const minute of minutes) {
    const index = Math.floor((minute.at - from) / FORECAST.batch);
    if (index < 0 || index >= all) continue;
    wholeRest[index] = (wholeRest[index] ?? 0) + minute.rest;
    jobs[index] = (jobs[index] ?? 0) + minute.jobs;
  }
  const rest = sinceChange(wholeRest);
  const batches = rest.length;
  const ofRest = meanAndSpread(rest);
  // A batch in which the job began or ended, or waited, says nothing about its pace.
  const busiest = Math.max(0, ...jobs);
  const running = meanAndSpread(jobs.filter((units) => units > busiest / 2));
  const isMeasured = running.count >= 3;
  const perMinute = FORECAST.batch / MINUTE;
  return {
    rest: ofRest.mean / perMinute,
    spread: ofRest.spread * Math.sqrt(persistence(rest, ofRest)),
    batches,
    pace: isMeasured ? Math.min(pace, running.mean / perMinute) : pace,
    paceError: isMeasured && running.mean > 0 ? running.spread / running.mean / Math.sqrt(running.count) : 0.02,
    quantile: STUDENT[Math.min(STUDENT.length - 1, Math.max(0, batches - 5))] ?? 1.74,
  };
}

/** Batches of the least time that is measured. */
const LEAST_BATCHES = FORECAST.least / FORECAST.batch;

/** The batches since the use last changed: a program that began an hour ago says nothing about the hour before. */
function sinceChange(batches: readonly number[]): readonly number[] {
  let from = Math.max(0, batches.length - LEAST_BATCHES);
  while (from > 0) {
    const { mean, spread } = meanAndSpread(batches.slice(from));
    const away = Math.abs((batches[from - 1] ?? mean) - mean);
    if (away > 4 * spread && away > mean / 2) break;
    from--;
  }
  return batches.slice(from);
}

/**
 * Bursts that last longer than a batch make batches follow each other, and their sum less certain than their spread says:
 * the factor for the variance, from how much each resembles the one before it.
 */
function persistence(values: readonly number[], { mean, spread }: { mean: number; spread: number }): number {
  if (values.length < 6 || spread === 0) return 1;
  const products = values
    .slice(1)
    .reduce((sum, value, index) => sum + (value - mean) * ((values[index] ?? 0) - mean), 0);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  // From few values the likeness comes out too low, by about this much.
  const likeness = Math.min(0.9, Math.max(0, products / squares + LIKENESS_BIAS / values.length));
  return Math.min(FORECAST.mostPersistence, (1 + likeness) / (1 - likeness));
}

/** A series of n independent values seems to resemble itself by -1 / n; one that persists, by more. */
const LIKENESS_BIAS = 2;

function meanAndSpread(values: readonly number[]): { mean: number; spread: number; count: number } {
  const count = values.length;
  if (count === 0) return { mean: 0, spread: 0, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: count > 1 ? Math.sqrt(squares / (count - 1)) : mean, count };
}

/** Units a minute that the last `minutes` usually have: it is compared with what was measured in them. */
function usualBefore(usual: ForecastInput['usual'], now: number, minutes: number): number {
  if (usual === null) return 0;
  let units = 0;
  for (let minute = 1; minute <= minutes; minute++) units += usual(now - minute * MINUTE) / MINUTES_AN_HOUR;
  return units / minutes;
}

/** Units of the rest used by the end of each minute from now on, for the middle course or one edge. */
function usedAhead(rates: Rates, { now, resetsAt, usual }: ForecastInput, sign: -1 | 0 | 1): number[] {
  const minutes = Math.ceil(((resetsAt ?? now) - now) / MINUTE);
  const perBatch = FORECAST.batch / MINUTE;
  // What is above the usual goes on; what is usual changes with the hour.
  const above = rates.rest - usualBefore(usual, now, rates.batches * perBatch);
  const used = [0];
  let mean = 0;
  let most = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const usually = usual === null ? 0 : usual(now + minute * MINUTE) / MINUTES_AN_HOUR;
    mean += Math.max(0, above + usually);
    const batchesAhead = rates.rest > 0 ? mean / rates.rest / perBatch : 0;
    const noise = rates.spread ** 2 * (batchesAhead + batchesAhead ** 2 / rates.batches);
    const error = Math.sqrt(noise + (FORECAST.drift * mean) ** 2);
    most = Math.max(most, mean + sign * rates.quantile * error);
    used.push(most);
  }
  return used;
}
