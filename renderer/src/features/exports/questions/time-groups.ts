import type { Grouping } from '../../../../../shared/contract/exports/questions.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';

/** Groups of times, as the core names them: `yyyy-MM-dd`, of a week its Monday, `yyyy-MM-ddTHH`, `yyyy-MM`. */

export type TimeGrouping = Exclude<Grouping, 'value'>;

const dayAt = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** First and last moment of a group, both included, as a filter of dates takes them. */
export function rangeOf(by: TimeGrouping, value: string): { readonly from: string; readonly to: string } {
  switch (by) {
    case 'hour':
      return { from: `${value}:00:00`, to: `${value}:59:59` };
    case 'day':
      return { from: value, to: value };
    case 'week':
      return { from: value, to: isoDay(dayAt(value) + 6 * DAY) };
    case 'month': {
      const [year = 0, month = 0] = value.split('-').map(Number);
      return { from: `${value}-01`, to: isoDay(Date.UTC(year, month, 0)) };
    }
  }
}

const part = (at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(at);

/** "13 Nov" */
const dayWords = (at: number): string => `${part(at, { day: 'numeric' })} ${part(at, { month: 'short' })}`;
const yearOf = (at: number): string => part(at, { year: 'numeric' });

/** "Week 46", "Fri 13 Nov 2026", "13 Nov 2026 16:00", "November 2026". */
export function timeGroupTitle(by: TimeGrouping, value: string): string {
  const at = dayAt(by === 'month' ? `${value}-01` : value);
  switch (by) {
    case 'hour':
      return `${dayWords(at)} ${yearOf(at)} ${value.slice(11)}:00`;
    case 'day':
      return `${part(at, { weekday: 'short' })} ${dayWords(at)} ${yearOf(at)}`;
    case 'week':
      return `Week ${isoWeek(at)}`;
    case 'month':
      return `${part(at, { month: 'long' })} ${yearOf(at)}`;
  }
}

/** The days of a week, "9 to 15 Nov 2026"; empty for others, whose title says it. */
export function timeGroupDays(by: TimeGrouping, value: string): string {
  if (by !== 'week') return '';
  const [from, to] = [dayAt(value), dayAt(value) + 6 * DAY];
  const isOneMonth = part(from, { month: 'short' }) === part(to, { month: 'short' });
  return `${isOneMonth ? part(from, { day: 'numeric' }) : dayWords(from)} to ${dayWords(to)} ${yearOf(to)}`;
}

/** Number of a week by ISO 8601: the week of a year's first Thursday is its first. @param monday Unix milliseconds, UTC */
function isoWeek(monday: number): number {
  const thursday = monday + 3 * DAY;
  const first = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - first) / (7 * DAY)) + 1;
}
