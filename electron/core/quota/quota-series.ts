import type { z } from 'zod';
import type { hoursSchema, minutesSchema } from '../../../shared/contract/quota/quota-series.ts';
import { wallClockAt } from '../../../shared/domain/service/service-time.ts';
import type { MinuteStatistic } from '../api/broker/ledger-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Points of one answer: more than a wide screen has pixels. */
const MOST_POINTS = 1500;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR] as const;

/** The shortest step with which a range of `length` milliseconds has no more points than an answer may have. */
export function stepFor(length: number): number {
  return STEPS.find((step) => length / step <= MOST_POINTS) ?? 6 * HOUR;
}

/** Requests by lane in steps of time. */
export function minutePoints(
  statistics: readonly MinuteStatistic[],
  step: number,
): z.infer<typeof minutesSchema>['points'] {
  const points = new Map<number, z.infer<typeof minutesSchema>['points'][number]>();
  for (const { minute, lane, requests, units, refused } of statistics) {
    const at = Math.floor(minute / step) * step;
    const point = points.get(at) ?? {
      at,
      person: 0,
      refresh: 0,
      import: 0,
      reconcile: 0,
      others: 0,
      units: 0,
      refused: 0,
    };
    point[lane] += requests;
    point.units += units;
    point.refused += refused;
    points.set(at, point);
  }
  return [...points.values()].sort((one, other) => one.at - other.at).slice(-MOST_POINTS);
}

/** Units by weekday and hour of the wall clock in `zone`. */
export function hourCells(
  statistics: readonly MinuteStatistic[],
  zone: string,
): Pick<z.infer<typeof hoursSchema>, 'days' | 'cells'> {
  const hours = new Map<number, number>();
  for (const { minute, units } of statistics) {
    const hour = Math.floor(minute / HOUR) * HOUR;
    hours.set(hour, (hours.get(hour) ?? 0) + units);
  }
  const cells = new Map<string, { weekday: number; hour: number; units: number; days: Set<string> }>();
  const days = new Set<string>();
  for (const [at, units] of hours) {
    const clock = wallClockAt(at, zone);
    const day = `${clock.year}-${clock.month}-${clock.day}`;
    const weekday = ((new Date(Date.UTC(clock.year, clock.month - 1, clock.day)).getUTCDay() + 6) % 7) + 1;
    days.add(day);
    const key = `${weekday} ${clock.hour}`;
    const cell = cells.get(key) ?? { weekday, hour: clock.hour, units: 0, days: new Set<string>() };
    cell.units += units;
    cell.days.add(day);
    cells.set(key, cell);
  }
  return {
    days: days.size,
    cells: [...cells.values()].map(({ weekday, hour, units, days: seen }) => ({
      weekday,
      hour,
      units: Math.round(units / seen.size),
      others: 0,
      days: seen.size,
    })),
  };
}
