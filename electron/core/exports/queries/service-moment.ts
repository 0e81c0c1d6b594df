import {
  formatServiceTime,
  instantOf,
  latestInstantOf,
  parseServiceTime,
  serviceInstant,
  wallClockAt,
} from '../../../../shared/domain/service/service-time.ts';

const PLAIN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$/;

/**
 * A time of the service as `yyyy-MM-ddTHH:mm:ss` with its fraction, wall clock of the service, so that two of them are
 * compared as texts. Null for a text that is not a time. A time with a zone of its own is brought to `zone`.
 */
export function serviceMoment(text: string, zone: string): string | null {
  if (PLAIN.test(text)) return text;
  const parsed = parseServiceTime(text);
  if (parsed === null) return null;
  if (parsed.zone === null) return formatServiceTime(parsed.clock);
  const instant = serviceInstant(text, zone);
  return instant === null ? null : formatServiceTime(wallClockAt(instant, zone));
}

/**
 * Whether the moment `one` is before `other`, both of `serviceMoment`. False when that cannot be known: the clock shows an
 * hour twice in autumn, and a later change may have the smaller text.
 */
export function isSurelyBefore(one: string, other: string, zone: string): boolean {
  // One may have fewer decimals; what it does not say does not tell them apart.
  const shown = Math.min(one.length, other.length);
  if (one.slice(0, shown) >= other.slice(0, shown)) return false;
  const [first, second] = [parseServiceTime(one), parseServiceTime(other)];
  if (first === null || second === null) return true;
  return latestInstantOf(first.clock, zone) <= instantOf(second.clock, zone);
}

/**
 * Whether a state of a lead with the time `one` of the service was changed before one with `other`. False when that cannot be
 * known: then the state that came last counts.
 */
export function isOlder(one: string, other: string, zone: string): boolean {
  const [first, second] = [serviceMoment(one, zone), serviceMoment(other, zone)];
  return first !== null && second !== null && isSurelyBefore(first, second, zone);
}
