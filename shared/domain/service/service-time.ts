/**
 * The service's wall clock. The service writes times without a zone; they belong to the zone in the account's
 * settings, and nothing shifts them silently. Production hours follow the same clock.
 */

export interface WallClock {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  return format;
}

/** The zone, or the service's own when this computer knows none of that name: a setting may be older than the check of it. */
export function knownZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'Europe/Copenhagen';
}

/** True for an IANA zone that this runtime knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return formatFor(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What a clock in `zone` shows at `instant` (Unix milliseconds). Fails with RangeError for an unknown zone. */
export function wallClockAt(instant: number, zone: string): WallClock {
  const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatFor(zone).formatToParts(instant))
    if (Object.hasOwn(clock, type)) clock[type as keyof WallClock] = Number(value);
  return clock;
}

function asUtc(clock: WallClock): number {
  return Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second);
}

/**
 * The instant (Unix milliseconds) at which a clock in `zone` shows `clock`. In the hour that
 * repeats in autumn it is the earlier one; a time that spring leaves out becomes the same time an hour later.
 */
export function instantOf(clock: WallClock, zone: string): number {
  return Math.min(...instantsOf(clock, zone));
}

/** As `instantOf`; in the hour that repeats in autumn it is the later one. */
export function latestInstantOf(clock: WallClock, zone: string): number {
  return Math.max(...instantsOf(clock, zone));
}

function instantsOf(clock: WallClock, zone: string): readonly number[] {
  const wanted = asUtc(clock);
  const offsetAt = (instant: number) => asUtc(wallClockAt(instant, zone)) - Math.floor(instant / 1000) * 1000;
  const offsets = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)];
  const matches = offsets
    .map((offset) => wanted - offset)
    .filter((instant) => asUtc(wallClockAt(instant, zone)) === wanted);
  return matches.length > 0 ? matches : [wanted - (offsets[0] ?? 0)];
}

const SERVICE_TIME = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Reads a time of the service (`2026-05-06T10:16:41.0000000`; a date alone; a zone if it has one). Null for any other text.
 * `zone` names the zone it carries itself; null means the service's own wall clock.
 */
export function parseServiceTime(text: string): { clock: WallClock; zone: string | null } | null {
  const match = SERVICE_TIME.exec(text.trim());
  if (match === null) return null;
  const number = (index: number) => Number(match[index] ?? 0);
  const clock = {
    year: number(1),
    month: number(2),
    day: number(3),
    hour: number(4),
    minute: number(5),
    second: number(6),
  };
  // A day or an hour that there is not becomes another one.
  const isReal = new Date(asUtc(clock)).toISOString().startsWith(formatServiceTime(clock));
  return isReal ? { clock, zone: match[7] ?? null } : null;
}

/** The instant (Unix milliseconds) of a time of the service: by the zone it carries itself, else by `zone`. Null for any other text. */
export function serviceInstant(text: string, zone: string): number | null {
  const time = parseServiceTime(text);
  if (time === null) return null;
  return time.zone === null ? instantOf(time.clock, zone) : asUtc(time.clock) - offsetOf(time.zone);
}

/** Milliseconds of `Z`, `+02:00` or `+0200`. */
function offsetOf(zone: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -60_000 : 60_000) * (60 * Number(hours) + Number(minutes));
}

const two = (value: number) => String(value).padStart(2, '0');

/** `yyyy-MM-ddTHH:mm:ss`, the form that the service accepts. */
export function formatServiceTime(clock: WallClock): string {
  return `${String(clock.year).padStart(4, '0')}-${two(clock.month)}-${two(clock.day)}T${two(clock.hour)}:${two(clock.minute)}:${two(clock.second)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "05:13", or "05:13 on 25 Nov" when that is another day than `now` is in. @param instant Unix milliseconds, as `now` */
export function timeWords(instant: number, now: number, zone: string): string {
  const { year, month, day, hour, minute } = wallClockAt(instant, zone);
  const today = wallClockAt(now, zone);
  const time = `${two(hour)}:${two(minute)}`;
  const isToday = year === today.year && month === today.month && day === today.day;
  return isToday ? time : `${time} on ${day} ${MONTHS[month - 1] ?? ''}`;
}

/** "24 Nov 2026". @param instant Unix milliseconds */
export function dayWords(instant: number, zone: string): string {
  const { year, month, day } = wallClockAt(instant, zone);
  return `${day} ${MONTHS[month - 1] ?? ''} ${year}`;
}

/** "24 Nov 05:12:17", for evidence. @param instant Unix milliseconds */
export function momentWords(instant: number, zone: string): string {
  const { month, day, hour, minute, second } = wallClockAt(instant, zone);
  return `${day} ${MONTHS[month - 1] ?? ''} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Specification, section 8: 8:00 to 21:00. */
const OPENS = 8;
const CLOSES = 21;

/** Milliseconds around 8:00 and 21:00 in which the dearer price counts, since neither clock is exact. */
const BOUNDARY_DOUBT = 2 * 60_000;

/** True within production hours, and within two minutes of them. */
export function isProductionTime(instant: number, zone: string): boolean {
  const shows = (at: number) => {
    const { hour } = wallClockAt(at, zone);
    return hour >= OPENS && hour < CLOSES;
  };
  return shows(instant) || shows(instant - BOUNDARY_DOUBT) || shows(instant + BOUNDARY_DOUBT);
}

/** When production hours begin or end next (Unix milliseconds, exact, without the doubt of `isProductionTime`). */
export function nextHoursChange(instant: number, zone: string): number {
  const now = wallClockAt(instant, zone);
  for (let day = 0; day <= 2; day++) {
    const date = new Date(Date.UTC(now.year, now.month - 1, now.day + day));
    for (const hour of [OPENS, CLOSES]) {
      const at = instantOf(
        {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          hour,
          minute: 0,
          second: 0,
        },
        zone,
      );
      if (at > instant) return at;
    }
  }
  return instant + 86_400_000;
}

/** When `isProductionTime` changes next, or an instant before that (Unix milliseconds, later than `instant`). */
export function nextPriceChange(instant: number, zone: string): number {
  const change = nextHoursChange(instant - BOUNDARY_DOUBT, zone);
  return change - BOUNDARY_DOUBT > instant ? change - BOUNDARY_DOUBT : change + BOUNDARY_DOUBT;
}

/** The production hours between two instants (Unix milliseconds), cut off at them. */
export function productionHours(from: number, to: number, zone: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (let at = from; at < to;) {
    const change = Math.min(to, nextHoursChange(at, zone));
    const { hour } = wallClockAt(at, zone);
    if (hour >= OPENS && hour < CLOSES) spans.push({ from: at, to: change });
    at = change;
  }
  return spans;
}
