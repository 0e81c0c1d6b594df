// Why: decision 0090.
import type { DateReading } from '../../contract/check/check.ts';
import { isoDate } from '../mapping/apply/cleaning.ts';

export type DateOrder = NonNullable<DateReading['order']>;

/** What the numbers of a date show about the order they were written in. */
export type DateSide = 'dateDayFirst' | 'dateMonthFirst' | 'dateEither';

export const DATE_SIDES: readonly DateSide[] = ['dateDayFirst', 'dateMonthFirst', 'dateEither'];

const threeNumbers = /^\s*\d{1,2}[-/.\s]+\d{1,2}[-/.\s]+(?:\d{4}|\d{2})(?:[T\s].*)?$/;
const withPoints = /^\s*\d{1,2}\.\s*\d{1,2}\./;

/**
 * Null for a text that is not a date of three numbers with the year last, for 05/05/2026, which is one day in any order, and for
 * 26-04-03 where the mapping reads the year first.
 */
export function dateSideOf(text: string, order: DateOrder | null): DateSide | null {
  if (!threeNumbers.test(text)) return null;
  if (order === 'year-month' && isoDate(text, order) !== null) return null;
  const dayFirst = isoDate(text, 'day-month');
  const monthFirst = isoDate(text, 'month-day');
  if (dayFirst === monthFirst) return null;
  // Where points stand between the numbers, the day comes first.
  if (dayFirst !== null && withPoints.test(text)) return 'dateDayFirst';
  return dayFirst === null ? 'dateMonthFirst' : monthFirst === null ? 'dateDayFirst' : 'dateEither';
}

/** yyyy-mm-dd for a date that exists in one order only, whichever that is; null for every other text. */
export function onlyDate(text: string): string | null {
  const side = dateSideOf(text, null);
  if (side === null || side === 'dateEither') return null;
  return isoDate(text, side === 'dateDayFirst' ? 'day-month' : 'month-day');
}

/**
 * The side whose rows do not fit: that of the order that was not chosen, or, while none is chosen, the rarer of the two.
 * Null when all fit.
 */
export function sideThatDoesNotFit({ order, dayFirst, monthFirst }: DateReading): DateSide | null {
  if (order === 'day-month') return monthFirst > 0 ? 'dateMonthFirst' : null;
  if (order === 'month-day') return dayFirst > 0 ? 'dateDayFirst' : null;
  if (dayFirst === 0 || monthFirst === 0) return null;
  return dayFirst < monthFirst ? 'dateDayFirst' : 'dateMonthFirst';
}

/** Whether dates that fit both orders are read in one of them; otherwise they are sent as they are. */
export function isOrderChosen(order: DateOrder | null): order is 'day-month' | 'month-day' {
  return order === 'day-month' || order === 'month-day';
}

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
];

/** "03/04/2026" → "3 April 2026" with the day first; null when it is not a date in that order. */
export function dateInWords(text: string, order: 'day-month' | 'month-day'): string | null {
  const date = isoDate(text, order);
  if (date === null) return null;
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1] ?? ''} ${year}`;
}
