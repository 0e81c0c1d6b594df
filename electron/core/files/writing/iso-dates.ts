/** What a column of dates is shown as: days, seconds, or milliseconds. */
export type DatePrecision = 'date' | 'time' | 'exactTime';

const shape = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?)?$/;
const dayMilliseconds = 86_400_000;
/** Day 0 of spreadsheet programs, as Unix milliseconds. */
const dayZero = Date.UTC(1899, 11, 30);
/** Programs disagree on days before 1 March 1900: one of them has a 29 February 1900. */
const firstCommonDay = Date.UTC(1900, 2, 1);

export interface IsoDate {
  /** Days since 30 December 1899, as spreadsheet programs count. */
  readonly serial: number;
  readonly precision: DatePrecision;
}

/**
 * A date or time without a zone as spreadsheet programs count it; null for any other text. Null also for what a
 * spreadsheet cannot give back as it was: before March 1900, finer than a millisecond, or not on the calendar.
 */
export function isoDate(text: string): IsoDate | null {
  const parts = shape.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fraction = (parts[7] ?? '').padEnd(3, '0');
  if (/[1-9]/.test(fraction.slice(3))) return null;
  const milliseconds = Number(fraction.slice(0, 3));
  const moment = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  if (Number.isNaN(moment) || moment < firstCommonDay) return null;
  const found = new Date(moment);
  // Date.UTC moves 30 February into March, and 25 o'clock into the next day.
  if (found.getUTCDate() !== day || found.getUTCMonth() !== month - 1) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const precision = parts[4] === undefined ? 'date' : milliseconds === 0 ? 'time' : 'exactTime';
  return { serial: (moment - dayZero) / dayMilliseconds, precision };
}

const order: readonly DatePrecision[] = ['date', 'time', 'exactTime'];

/** The finer one of two. */
export function finerPrecision(one: DatePrecision, other: DatePrecision): DatePrecision {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}
