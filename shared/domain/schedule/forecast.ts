// Why: decision 0196, decision 0340.
import { MINUTE } from '../time/time.ts';
import { FORECAST, type MeasuredMinute, measuredRates } from './measured-rates.ts';
import { schedule, type Schedule, type ScheduledJob, type ScheduleInput } from './schedule.ts';

/**
 * What will become of a budget by its reset, from what was measured and from the jobs that are known: a middle course and
 * two edges between which the truth lies on about nine days of ten. Pure; times are Unix milliseconds.
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
  const ahead = usedAhead(rates.rest, rates.measured, input);
  const course = (factor: number, pace: number) => courseOf(input, ahead, factor, rates.pace * pace);
  return {
    state: 'forecast',
    low: course(rates.high, 1 + PACE_ERROR),
    middle: course(1, 1),
    high: course(rates.low, 1 - PACE_ERROR),
    otherUse: ((ahead.at(-1) ?? 0) * MINUTE) / (resetsAt - now),
    measured: rates.measured,
  };
}

/** Part of the pace by which jobs may be faster and slower. */
const PACE_ERROR = 0.02;

/** When nothing is left by the pace of the last `window` milliseconds and the jobs that are known; null: not before the reset. */
export function emptyAtPace(input: ForecastInput, window: number): number | null {
  const { now, resetsAt, minutes, pace } = input;
  if (resetsAt === null || resetsAt <= now) return null;
  const from = now - window;
  const used = minutes.reduce((sum, { at, rest }) => sum + (at >= from - MINUTE / 2 ? rest : 0), 0);
  return courseOf(input, usedAhead((used * MINUTE) / window, FORECAST.batch, input), 1, pace).emptyAt;
}

/** @param ahead units of everything else by the end of each minute, times `factor` */
function courseOf(input: ForecastInput, ahead: readonly number[], factor: number, pace: number): Schedule {
  const { now, resetsAt } = input;
  return schedule({
    ...input,
    periodEnd: resetsAt,
    horizon: (resetsAt ?? now) - now,
    pace: Math.max(1, pace),
    background: (milliseconds) => factor * (ahead[Math.round(milliseconds / MINUTE)] ?? 0),
  });
}

const MINUTES_AN_HOUR = 60;

/** Units a minute that the last `minutes` usually have: it is compared with what was measured in them. */
function usualBefore(usual: ForecastInput['usual'], now: number, minutes: number): number {
  if (usual === null) return 0;
  let units = 0;
  for (let minute = 1; minute <= minutes; minute++) units += usual(now - minute * MINUTE) / MINUTES_AN_HOUR;
  return units / minutes;
}

/** Units of everything but jobs by the end of each minute from now on. */
function usedAhead(perMinute: number, measured: number, { now, resetsAt, usual }: ForecastInput): number[] {
  const minutes = Math.ceil(((resetsAt ?? now) - now) / MINUTE);
  // What is above the usual goes on; what is usual changes with the hour.
  const above = perMinute - usualBefore(usual, now, measured / MINUTE);
  const used = [0];
  for (let minute = 1; minute <= minutes; minute++) {
    const usually = usual === null ? 0 : usual(now + minute * MINUTE) / MINUTES_AN_HOUR;
    used.push((used.at(-1) ?? 0) + Math.max(0, above + usually));
  }
  return used;
}
