import type { ChannelResult } from '../../../shared/contract/channels.ts';
import type { BurnDown } from '../../../shared/contract/quota/quota-forecast.ts';
import type { MinutePoint } from '../../../shared/contract/quota/quota-series.ts';
import { wallClockAt } from '../../../shared/domain/service/service-time.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import { bucketEnd, FAILURE_BUCKET, LATENCY_STEP } from '../api/broker/ledger/latency-counts.ts';
import type { MinuteStatistic } from '../api/broker/ledger/ledger-store.ts';
import type { HourStatistic, LatencyCount, QuotaReading } from '../api/broker/ledger/quota-history.ts';
import type { OthersSpan } from './measured-use.ts';

/** Points of one answer: more than a wide screen has pixels. */
const MOST_POINTS = 1500;
const MOST_BURN_DOWN_POINTS = 600;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR] as const;

/** The shortest step with which a range of `length` milliseconds has no more points than an answer may have. */
export function stepFor(length: number, least = MINUTE): number {
  return STEPS.find((step) => step >= least && length / step <= MOST_POINTS) ?? 6 * HOUR;
}

/** Requests by lane in steps of time, and the units of other clients. */
export function minutePoints(
  statistics: readonly MinuteStatistic[],
  others: readonly OthersSpan[],
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): MinutePoint[] {
  const points = new Map<number, MinutePoint>();
  const pointAt = (instant: number): MinutePoint => {
    const at = Math.floor(instant / step) * step;
    const known = points.get(at);
    if (known !== undefined) return known;
    const made = { at, person: 0, refresh: 0, import: 0, reconcile: 0, others: 0, units: 0, refused: 0 };
    points.set(at, made);
    return made;
  };
  for (const { minute, lane, requests, units, refused } of statistics) {
    const point = pointAt(minute);
    point[lane] = Math.max(0, point[lane] + requests);
    point.units = Math.max(0, point.units + units);
    point.refused += refused;
  }
  for (const span of others) {
    const rate = span.units / (span.to - span.from);
    for (let at = Math.floor(span.from / step) * step; at < span.to; at += step) {
      const length = Math.min(at + step, span.to) - Math.max(at, span.from);
      if (at >= from && at < to) pointAt(at).others += rate * length;
    }
  }
  const sorted = [...points.values()].sort((one, other) => one.at - other.at);
  return sorted.slice(-MOST_POINTS).map((point) => ({ ...point, others: Math.round(point.others) }));
}

/** Units left over the period: what the service said at its readings, our own count between them. */
export function burnDownPoints({
  limit,
  from,
  now,
  used: usedNow,
  readings,
  minutes,
}: {
  readonly limit: number | null;
  readonly from: number;
  readonly now: number;
  /** Units used now. */
  readonly used: number;
  readonly readings: readonly QuotaReading[];
  readonly minutes: readonly MinuteStatistic[];
}): BurnDown['points'] {
  if (limit === null) return [];
  const units = new Map<number, number>();
  for (const { minute, units: added } of minutes) units.set(minute, (units.get(minute) ?? 0) + added);
  const steps = [
    ...[...units].map(([minute, added]) => ({ at: Math.max(minute, from), added, said: null })),
    ...readings.map(({ at, used }) => ({ at, added: 0, said: used })),
  ].sort((one, other) => one.at - other.at);
  let used = 0;
  const points: BurnDown['points'] = [{ at: from, left: limit, isConfirmed: false }];
  for (const { at, added, said } of steps) {
    used = said ?? used + added;
    points.push({ at, left: Math.max(0, limit - used), isConfirmed: said !== null });
  }
  points.push({ at: now, left: Math.max(0, limit - usedNow), isConfirmed: false });
  return thinned(points);
}

/** Evenly spaced points, always with the first and the last. */
function thinned(points: BurnDown['points']): BurnDown['points'] {
  const every = Math.ceil(points.length / MOST_BURN_DOWN_POINTS);
  return points.filter((_, index) => index % every === 0 || index === points.length - 1);
}

/** Units by weekday and hour of the wall clock in `zone`. */
export function hourCells(
  own: readonly HourStatistic[],
  others: readonly OthersSpan[],
  zone: string,
): Pick<ChannelResult<'quota:hours'>, 'days' | 'cells'> {
  const cells = new Map<string, { weekday: number; hour: number; units: number; others: number; days: Set<string> }>();
  const days = new Set<string>();
  const add = (at: number, units: number, isOthers: boolean) => {
    const clock = wallClockAt(at, zone);
    const day = `${clock.year}-${clock.month}-${clock.day}`;
    const weekday = ((new Date(Date.UTC(clock.year, clock.month - 1, clock.day)).getUTCDay() + 6) % 7) + 1;
    const key = `${weekday} ${clock.hour}`;
    const cell = cells.get(key) ?? { weekday, hour: clock.hour, units: 0, others: 0, days: new Set<string>() };
    days.add(day);
    cell.days.add(day);
    cell.units += Math.max(0, units);
    cell.others += isOthers ? units : 0;
    cells.set(key, cell);
  };
  for (const { hour, units } of own) add(hour, units, false);
  for (const { from, to, units } of others) {
    const hours = Math.max(1, Math.ceil((to - from) / HOUR));
    for (let part = 0; part < hours; part++) add(from + ((to - from) * (part + 0.5)) / hours, units / hours, true);
  }
  return {
    days: days.size,
    cells: [...cells.values()].map((cell) => ({
      weekday: cell.weekday,
      hour: cell.hour,
      units: Math.round(cell.units / cell.days.size),
      others: Math.round(cell.others / cell.days.size),
      days: cell.days.size,
    })),
  };
}

/** Median and 95th percentile of the time that answers took in each step. */
export function latencyPoints(counts: readonly LatencyCount[], length: number): ChannelResult<'quota:latency'> {
  const step = stepFor(length, LATENCY_STEP);
  const byStep = new Map<number, Map<number, number>>();
  for (const { at, bucket, answers } of counts) {
    const start = Math.floor(at / step) * step;
    const buckets = byStep.get(start) ?? new Map<number, number>();
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + answers);
    byStep.set(start, buckets);
  }
  return {
    step,
    points: [...byStep].map(([at, buckets]) => {
      const failures = buckets.get(FAILURE_BUCKET) ?? 0;
      buckets.delete(FAILURE_BUCKET);
      const answers = [...buckets.values()].reduce((sum, count) => sum + count, 0);
      return { at, answers, p50: quantile(buckets, answers, 0.5), p95: quantile(buckets, answers, 0.95), failures };
    }),
  };
}

function quantile(buckets: ReadonlyMap<number, number>, total: number, share: number): number {
  let seen = 0;
  for (const [bucket, answers] of [...buckets].sort(([one], [other]) => one - other)) {
    seen += answers;
    if (seen >= total * share) return bucketEnd(bucket);
  }
  return 0;
}

/** Units a minute of other clients. Units of a few seconds are not taken for the pace of a whole minute. */
export function unitsPerMinute({ from, to, units }: OthersSpan): number {
  return Math.round((units * MINUTE) / Math.max(MINUTE, to - from));
}
