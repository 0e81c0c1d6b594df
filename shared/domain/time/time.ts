/** Spans of time, in milliseconds. A day of the calendar may be an hour shorter or longer: see the room `service`. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** 0 for a month that does not exist. */
export function daysOfMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** The last day with a year of four digits, `yyyy-MM-dd`. A browser lets a person type six digits, which nothing here reads. */
export const LAST_DAY = '9999-12-31';
