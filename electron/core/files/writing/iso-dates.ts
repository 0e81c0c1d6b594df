import { DAY, daysOfMonth } from '../../../../shared/domain/time/time.ts';

/** What a column of dates is shown as: days, seconds, or milliseconds. */
export type DatePrecision = 'date' | 'time' | 'exactTime';

/** Day 0 of spreadsheet programs, as Unix milliseconds. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** Programs disagree on days before 1 March 1900: one of them has a 29 February 1900. */
const FIRST_COMMON_DAY = Date.UTC(1900, 2, 1);

const DASH = 0x2d;
const COLON = 0x3a;
const DOT = 0x2e;
const SPACE = 0x20;
const LETTER_T = 0x54;

export interface IsoDate {
  /** Days since 30 December 1899, as spreadsheet programs count. */
  readonly serial: number;
  readonly precision: DatePrecision;
}

/**
 * A date or time without a zone as spreadsheet programs count it: `2026-11-17`, `2026-11-17T13:47:05`, with a space for the
 * T, or with up to nine digits of a fraction. Null for any other text. Null also for what a spreadsheet cannot give back
 * as it was: before March 1900, finer than a millisecond, or not on the calendar.
 */
export function isoDate(bytes: Uint8Array, from: number, to: number): IsoDate | null {
  const size = to - from;
  // The shortest and the longest of them.
  if (size < 10 || size > 29) return null;
  const day = unixDay(bytes, from);
  if (Number.isNaN(day)) return null;
  if (size === 10) return dateOf(day, 'date');
  const between = bytes[from + 10];
  if ((between !== LETTER_T && between !== SPACE) || size < 19) return null;
  const milliseconds = timeOfDay(bytes, from + 11);
  if (Number.isNaN(milliseconds)) return null;
  if (size === 19) return dateOf(day + milliseconds, 'time');
  const fraction = bytes[from + 19] === DOT ? fractionOf(bytes, from + 20, to) : Number.NaN;
  if (Number.isNaN(fraction)) return null;
  return dateOf(day + milliseconds + fraction, fraction === 0 ? 'time' : 'exactTime');
}

function dateOf(moment: number, precision: DatePrecision): IsoDate | null {
  if (moment < FIRST_COMMON_DAY) return null;
  return { serial: (moment - DAY_ZERO) / DAY, precision };
}

/** The day of `YYYY-MM-DD` as Unix milliseconds; NaN for anything else. */
function unixDay(bytes: Uint8Array, at: number): number {
  if (bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return Number.NaN;
  const year = 100 * twoDigits(bytes, at) + twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  // A year of two digits would be one of the last century.
  const isDay = year >= 100 && day >= 1 && day <= daysOfMonth(year, month);
  return isDay ? Date.UTC(year, month - 1, day) : Number.NaN;
}

/** `HH:MM:SS` in milliseconds; NaN for anything else. */
function timeOfDay(bytes: Uint8Array, at: number): number {
  if (bytes[at + 2] !== COLON || bytes[at + 5] !== COLON) return Number.NaN;
  const hour = twoDigits(bytes, at);
  const minute = twoDigits(bytes, at + 3);
  const second = twoDigits(bytes, at + 6);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

/** One to nine digits after the point, in milliseconds; NaN when they are finer, or no digits. */
function fractionOf(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return Number.NaN;
  let milliseconds = 0;
  for (let at = from; at < to; at += 1) {
    const digit = digitAt(bytes, at);
    if (Number.isNaN(digit)) return Number.NaN;
    const place = at - from;
    if (place < 3) milliseconds += digit * 10 ** (2 - place);
    else if (digit !== 0) return Number.NaN;
  }
  return milliseconds;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  return 10 * digitAt(bytes, at) + digitAt(bytes, at + 1);
}

function digitAt(bytes: Uint8Array, at: number): number {
  const value = (bytes[at] as number) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

const order: readonly DatePrecision[] = ['date', 'time', 'exactTime'];

/** The finer one of two. */
export function finerPrecision(one: DatePrecision, other: DatePrecision): DatePrecision {
  return order.indexOf(one) >= order.indexOf(other) ? one : other;
}
