import { formatServiceTime, parseServiceTime, wallClockAt } from '../../../../shared/domain/service/service-time.ts';

/**
 * Milliseconds. What changed in this time before the point reached is asked for again: an hour, because in autumn the
 * service's wall clock shows an hour twice, and five minutes for changes that a service writes late. It costs a few leads
 * that come again.
 */
const OVERLAP = 65 * 60_000;

/** When the next run begins to ask, for a dataset with this point. @param point `yyyy-MM-ddTHH:mm:ss`; the answer has the same form */
export function earlier(point: string): string {
  const time = parseServiceTime(point);
  if (time === null) return point;
  const { year, month, day, hour, minute, second } = time.clock;
  return serviceTime(Date.UTC(year, month - 1, day, hour, minute, second) - OVERLAP, 'UTC');
}

/** What the service's wall clock shows, as `yyyy-MM-ddTHH:mm:ss`. @param instant Unix milliseconds */
export function serviceTime(instant: number, zone: string): string {
  return formatServiceTime(wallClockAt(instant, zone));
}

/**
 * The latest change that the dataset surely has. A lead that changed while the leads were on their way may have come
 * with its state before, so nothing after the request counts.
 */
export function pointReached(before: string | null, latest: string | null, askedAt: string): string | null {
  const capped = latest !== null && latest > askedAt ? askedAt : latest;
  return before !== null && (capped === null || before > capped) ? before : capped;
}
