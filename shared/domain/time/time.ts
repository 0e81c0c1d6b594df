/** Spans of time, in milliseconds. A day of the calendar may be an hour shorter or longer: see the room `service`. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last day with a year of four digits, `yyyy-MM-dd`. A browser lets a person type six digits, which nothing here reads. */
export const LAST_DAY = '9999-12-31';
