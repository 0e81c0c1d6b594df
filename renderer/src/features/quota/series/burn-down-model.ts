import type { BurnDown } from '../../../../../shared/contract/quota/quota-forecast.ts';
import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { DAY, HOUR } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import type { ChartModel, ChartTableContent } from '../chart/chart-kind.ts';
import { wallText } from './times.ts';

/** A budget's day, as the chart draws it. Times are Unix milliseconds, figures are units left. */
export interface BurnDownModel extends ChartModel {
  readonly now: number;
  readonly limit: number;
  readonly reserve: number;
  readonly left: number;
  readonly points: readonly BurnDownPoint[];
  readonly planned: BurnDown['planned'];
  readonly productionHours: BurnDown['productionHours'];
  readonly leftAtReset: BurnDown['outlook']['leftAtReset'];
}

export interface BurnDownPoint {
  readonly at: number;
  /** Measured; null in the future. */
  readonly left: number | null;
  /** Forecast; null in the past and where nothing is forecast. */
  readonly low: number | null;
  readonly middle: number | null;
  readonly high: number | null;
  /** Where an even pace would be. */
  readonly even: number;
  readonly isConfirmed: boolean;
}

const NO_FORECAST = { low: null, middle: null, high: null } as const;

export type LeftNow = Pick<ServiceQuota['daily'], 'limit' | 'resetsAt' | 'remaining'>;

/**
 * The day with what is left by the newest snapshot, which comes more often than the day: the chart says the figure of the
 * card above it. A snapshot with another limit or reset is of another day, and so is one that knows none any more; a reset that
 * the day does not know yet, or that an answer has moved by seconds, is the same.
 */
export function withNewest(burnDown: BurnDown, { limit, resetsAt, remaining }: LeftNow): BurnDown {
  const isSameReset =
    burnDown.resetsAt === null || (resetsAt !== null && Math.abs(resetsAt - burnDown.resetsAt) < HOUR);
  const isSameDay = limit === burnDown.limit && isSameReset;
  if (remaining === null || !isSameDay || burnDown.points.length === 0) return burnDown;
  const past = burnDown.points.filter(({ at }) => at < burnDown.now);
  return { ...burnDown, points: [...past, { at: burnDown.now, left: remaining, isConfirmed: false }] };
}

/** Null while there is no limit or no period: units without a whole are not a burn-down. */
export function burnDownModel(burnDown: BurnDown): BurnDownModel | null {
  const { limit, now, points, forecast, startedAt, resetsAt, reserve, planned, productionHours, outlook } = burnDown;
  if (limit === null || limit <= 0 || points.length === 0 || (startedAt === null && resetsAt === null)) return null;
  const from = startedAt ?? points[0]?.at ?? now;
  const to = resetsAt !== null && resetsAt > now ? resetsAt : from + DAY;
  if (to <= from) return null;
  const even = (at: number): number => Math.max(0, limit * (1 - (at - from) / (to - from)));
  const past = points
    .filter(({ at }) => at >= from && at <= now)
    .map(({ at, left, isConfirmed }) => ({ at, left, ...NO_FORECAST, even: even(at), isConfirmed }));
  const left = past.at(-1)?.left ?? limit;
  const first = { at: from, left: past[0]?.left ?? limit, ...NO_FORECAST, even: even(from), isConfirmed: false };
  const present: BurnDownPoint = {
    at: now,
    left,
    ...(forecast.length > 0 ? { low: left, middle: left, high: left } : NO_FORECAST),
    even: even(now),
    isConfirmed: past.at(-1)?.isConfirmed ?? false,
  };
  const future = forecast
    .filter(({ at }) => at > now && at <= to)
    .map(({ at, low, middle, high }) => ({ at, left: null, low, middle, high, even: even(at), isConfirmed: false }));
  const last = future.at(-1);
  const { low, middle, high } = last ?? NO_FORECAST;
  const end = { at: to, left: null, low, middle, high, even: 0, isConfirmed: false };
  const all = [...(past[0]?.at === from ? [] : [first]), ...past.filter(({ at }) => at < now), present, ...future];
  return {
    ...{ from, to, now, limit, reserve, left, planned, productionHours },
    points: last?.at === to ? all : [...all, end],
    leftAtReset: outlook.leftAtReset,
  };
}

/** The last production hours of a day of the budget; a time at which that day ends them is none of theirs. */
export function hoursWords({ productionHours, from, to }: BurnDownModel): string | null {
  const hours = productionHours.at(-1);
  if (hours === undefined) return null;
  const [begin, end] = [format.time(hours.from), format.time(hours.to)];
  if (hours.to >= to) return hours.from > from ? `production hours from ${begin}` : 'production hours';
  return hours.from > from ? `production hours, ${begin} to ${end}` : `production hours until ${end}`;
}

/** What the chart says, for people who do not see it, and below it for all. */
export function burnDownSummary(burnDown: BurnDown): string {
  const model = burnDownModel(burnDown);
  if (model === null) return 'The limit or the period is not known yet, so there is nothing to draw.';
  const { outlook } = burnDown;
  const now = `${format.number(model.left)} of ${format.count(model.limit, { one: '# unit', other: '# units' })} left at ${format.time(model.now)}.`;
  return [now, outlookSentence(outlook, model.to, model.now), earlierWords(burnDown, model)]
    .filter((words) => words !== '')
    .join(' ');
}

/** The running day beside earlier ones, as far as something was counted then. */
function earlierWords({ earlier }: BurnDown, { limit, left }: BurnDownModel): string {
  const known = earlier.flatMap(({ daysAgo, used }) =>
    used === null ? [] : [`${format.number(used)} ${daysAgo === 1 ? 'yesterday' : `${daysAgo} days ago`}`],
  );
  return known.length === 0
    ? ''
    : `Used so far: ${format.number(limit - left)}; counted by the same time: ${known.join(', ')}.`;
}

/** The same figure in the picture and in the sentence below it. */
export const resetWords = (left: number): string => `about ${format.number(left)} left at the reset`;

function outlookSentence(outlook: BurnDown['outlook'], resetsAt: number, now: number): string {
  const { state, runsOutAt, leftAtReset, basis } = outlook;
  if (state === 'runsOut' && runsOutAt.middle !== null) {
    const range = rangeWords(runsOutAt.low, runsOutAt.high, (at) => format.moment(at, now));
    return `Forecast: nothing left about ${format.moment(runsOutAt.middle, now)}${range}.`;
  }
  if (state === 'lasts' && leftAtReset !== null) {
    const range = rangeWords(leftAtReset.low, leftAtReset.high, format.number);
    return `Forecast: ${resetWords(leftAtReset.middle)} ${format.moment(resetsAt, now)}${range}.`;
  }
  if (state === 'usedUp') return `Nothing is left until ${format.moment(resetsAt, now)}.`;
  return basis;
}

function rangeWords<Value>(low: Value | null, high: Value | null, words: (value: Value) => string): string {
  // Words, not figures: a range that no screen can show is left out.
  return low === null || high === null || words(low) === words(high) ? '' : `, likely ${words(low)} to ${words(high)}`;
}

/** One point in words. */
export function burnDownAt(model: BurnDownModel, index: number): string {
  const point = model.points[index];
  if (point === undefined) return '';
  const time = format.moment(point.at, model.now);
  if (point.left !== null) {
    const source = point.at === model.from ? '' : point.isConfirmed ? ', confirmed by the service' : ', counted here';
    return `${time}: ${format.count(point.left, { one: '# unit', other: '# units' })} left${source}. Even pace ${format.number(point.even)}.`;
  }
  if (point.middle === null) return `${time}: nothing is forecast. Even pace ${format.number(point.even)}.`;
  const range = rangeWords(point.low, point.high, format.number);
  return `${time}: about ${format.count(point.middle, { one: '# unit', other: '# units' })} left${range}. Even pace ${format.number(point.even)}.`;
}

export function burnDownTable({ points }: BurnDownModel): ChartTableContent {
  return {
    columns: ['Time', 'Left', 'Forecast', 'Likely from', 'Likely to', 'Even pace', 'Source'],
    rows: points.map(({ at, left, low, middle, high, even, isConfirmed }) => [
      wallText(at),
      left,
      middle === null ? null : Math.round(middle),
      low === null ? null : Math.round(low),
      high === null ? null : Math.round(high),
      Math.round(even),
      left === null ? (middle === null ? null : 'forecast') : isConfirmed ? 'confirmed' : 'counted here',
    ]),
  };
}
