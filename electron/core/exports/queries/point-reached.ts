import { HOUR } from '../../../../shared/domain/time/time.ts';
import { formatServiceTime, wallClockAt } from '../../../../shared/domain/service/service-time.ts';

/** What the service's wall clock shows, as `yyyy-MM-ddTHH:mm:ss`. @param instant Unix milliseconds */
export function serviceTime(instant: number, zone: string): string {
  return formatServiceTime(wallClockAt(instant, zone));
}

/**
 * The moment from which on a later request finds what this one could not have brought, wall clock of the service. While
 * autumn's clock shows an hour twice, it is the first of the two: a change in the second shows an earlier time.
 *
 * @param instant of the request, in Unix milliseconds
 */
export function askedAt(instant: number, zone: string): string {
  const shown = serviceTime(instant, zone);
  return serviceTime(instant + HOUR, zone) > shown ? shown : serviceTime(instant - HOUR, zone);
}

/**
 * The latest change that the dataset surely has. A lead that changed while the leads were on their way may have come
 * with its state before, so nothing after the request counts.
 */
export function pointReached(before: string | null, latest: string | null, askedAt: string): string | null {
  const capped = latest !== null && latest > askedAt ? askedAt : latest;
  return before !== null && (capped === null || before > capped) ? before : capped;
}
