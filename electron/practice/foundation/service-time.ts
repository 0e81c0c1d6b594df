/**
 * The service's wall clock. Times travel without a zone, so inside the practice service they are "wall milliseconds":
 * the wall clock's figures counted as if they were UTC. That keeps comparing and printing free of zone arithmetic.
 */
const serviceZone = 'Europe/Copenhagen';

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: serviceZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Wall milliseconds of an instant (milliseconds since the epoch). */
export function wallFromInstant(instant: number): number {
  const figure: Record<string, number> = {};
  for (const part of parts.formatToParts(instant)) figure[part.type] = Number(part.value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = figure;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000);
}

/** Midnight of the same service day, in wall milliseconds. */
export function startOfDay(wall: number): number {
  return Math.floor(wall / 86_400_000) * 86_400_000;
}

/** Dates already printed: exports print millions of times, but only a few hundred days. */
const printedDays = new Map<number, string>();

/** `2026-05-06T10:16:41.0000000`: seven decimals and no zone, as live services write it. */
export function formatDateTime(wall: number): string {
  const midnight = startOfDay(wall);
  let date = printedDays.get(midnight);
  if (date === undefined) {
    if (printedDays.size > 1000) printedDays.clear();
    date = formatDate(midnight);
    printedDays.set(midnight, date);
  }
  const rest = Math.floor(wall - midnight);
  const seconds = Math.floor(rest / 1000);
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${date}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}.${String(rest % 1000).padStart(3, '0')}0000`;
}

function twoDigits(figure: number): string {
  return figure < 10 ? `0${figure}` : String(figure);
}

/** `2026-05-06` */
export function formatDate(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** 8:00-21:00 by the service's wall clock; requests cost more then. */
export function isProductionHour(instant: number): boolean {
  const hour = new Date(wallFromInstant(instant)).getUTCHours();
  return hour >= 8 && hour < 21;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Wall milliseconds of an ISO 8601 date or date and time; one with a zone is converted; null when it is neither. */
export function parseDateTime(text: string): number | null {
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const check = new Date(wall);
  const exists = check.getUTCMonth() === Number(month) - 1 && check.getUTCDate() === Number(day);
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const exact = wall + Math.floor(Number(`0.${fraction || '0'}`) * 1000);
  if (zone === undefined) return exact;
  if (/^z$/i.test(zone)) return wallFromInstant(exact);
  const sign = zone.startsWith('-') ? -1 : 1;
  const offset = sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
  return wallFromInstant(exact - offset * 60_000);
}
