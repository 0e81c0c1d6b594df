// Why: decision 0196, decision 0202.
import { MINUTE } from '../time/time.ts';
import { FORECAST, type MeasuredMinute, measuredRates, type Rates } from './measured-rates.ts';
import { schedule, type Schedule, type ScheduledJob, type ScheduleInput } from './schedule.ts';

/**
 * What will become of a budget by its reset, from what was measured and from the jobs that are known: a middle course and
 * two edges between which the truth lies on nine days of ten. Pure; times are Unix milliseconds.
 */

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
      /** Units a minute of everything but jobs, the mean until the reset. */
      readonly otherUse: number;
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
      background: (milliseconds) => ahead[Math.round(milliseconds / MINUTE)] ?? 0,
    });
  };
  const otherUse = ((usedAhead(rates, input, 0).at(-1) ?? 0) * MINUTE) / (resetsAt - now);
  return { state: 'forecast', low: course(1), middle: course(0), high: course(-1), otherUse, measured };
}

/** When nothing is left by the pace of the last `window` milliseconds and the jobs that are known; null: not before the reset. */
export function emptyAtPace(input: ForecastInput, window: number): number | null {
  const { now, resetsAt, minutes, pace } = input;
  if (resetsAt === null || resetsAt <= now) return null;
  const from = now - window;
  const used = minutes.reduce((sum, { at, rest }) => sum + (at >= from - MINUTE / 2 ? rest : 0), 0);
  const rates = { rest: (used * MINUTE) / window, variance: 0, batches: 1, pace, paceError: 0, quantile: 0 };
  const ahead = usedAhead(rates, input, 0);
  return schedule({
    ...input,
    periodEnd: resetsAt,
    horizon: resetsAt - now,
    background: (milliseconds) => ahead[Math.round(milliseconds / MINUTE)] ?? 0,
  }).emptyAt;
}

const MINUTES_AN_HOUR = 60;
/** Minutes. */
const HALF_DAY = 12 * MINUTES_AN_HOUR;

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
    const noise = rates.variance * (batchesAhead + batchesAhead ** 2 / rates.batches);
    // A rate that drifts evenly has on the way gone half as far as at the end.
    const drift = (FORECAST.drift * minute) / HALF_DAY / 2;
    const error = Math.sqrt(noise + (drift * mean) ** 2);
    most = Math.max(most, mean * edgeFactor(mean > 0 ? error / mean : 0, sign * rates.quantile));
    used.push(most);
  }
  return used;
}

/**
 * The use of an edge as a multiple of the middle. Use is never below nothing and grows by factors, so that it is the
 * logarithm that spreads evenly to both sides.
 * @param error relative standard error
 */
function edgeFactor(error: number, quantiles: number): number {
  return Math.exp(quantiles * Math.sqrt(Math.log1p(error ** 2)));
}
