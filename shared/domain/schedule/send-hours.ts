import type { Terms } from '../../contract/imports/imports.ts';
import { instantOf, parseServiceTime, wallClockAt } from '../service/service-time.ts';

/** When the rows of a job may go out: from a time on, and only between two hours. Instants are Unix milliseconds. */

type Hours = NonNullable<Terms['between']>;

/** The instant of a planned start; null without one. Fails with RangeError for an unknown zone. */
export function startInstant(startAt: string | null, zone: string): number | null {
  const read = startAt === null ? null : parseServiceTime(startAt);
  return read === null ? null : instantOf(read.clock, zone);
}

/** When rows may be sent next; null: now. */
export function opensAt({ startAt, between }: Pick<Terms, 'startAt' | 'between'>, now: number, zone: string) {
  const at = Math.max(now, startInstant(startAt, zone) ?? now);
  const opened = between === null ? at : firstOpen(between, at, zone);
  return opened > now ? opened : null;
}

/** When the hours that are open now end; null when rows may be sent at any hour. */
export function closesAt(between: Hours | null, now: number, zone: string): number | null {
  return between === null ? null : nextAt(between.to, now, zone);
}

function firstOpen({ from, to }: Hours, at: number, zone: string): number {
  const { hour } = wallClockAt(at, zone);
  const isOpen = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  return isOpen ? at : nextAt(from, at, zone);
}

/** The next instant after `at` at which the clock shows the whole hour. */
function nextAt(hour: number, at: number, zone: string): number {
  const clock = { ...wallClockAt(at, zone), hour, minute: 0, second: 0 };
  const today = instantOf(clock, zone);
  return today > at ? today : instantOf({ ...clock, day: clock.day + 1 }, zone);
}
