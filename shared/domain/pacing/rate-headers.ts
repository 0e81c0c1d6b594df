import { asNumber } from '../service/answers/answers.ts';

/** The three rate headers of an answer, read without trust. */
export interface RateHeaders {
  readonly limit: number;
  readonly remaining: number;
  readonly secondsLeft: number;
}

/** Seconds. A larger reset is a Unix time, not a number of seconds left. */
const UNIX_TIME = 1_000_000_000;
const DAY_SECONDS = 86_400;
/** Seconds. A period up to this long is a minute: services round, and some round up generously. */
const LONGEST_MINUTE = 90;

function wholeNumber(text: string | undefined, round = Math.ceil): number | null {
  if (text === undefined || !/^\s*\d{1,15}(\.\d+)?\s*$/.test(text)) return null;
  return round(Number(text));
}

/** Null, too, for a number such as `100.000`: in many countries the point stands between thousands. */
function count(text: string | undefined): number | null {
  return asNumber(text) === null ? null : wholeNumber(text, Math.floor);
}

/** @param time Unix time, in seconds or milliseconds */
function secondsUntil(time: number, wallNow: number): number {
  const seconds = time > UNIX_TIME * 1000 ? time / 1000 : time;
  return Math.max(0, Math.ceil(seconds - wallNow / 1000));
}

/**
 * Reads `X-Rate-Limit-*`. `wallNow` (Unix milliseconds) turns a reset given as a Unix time, in seconds or milliseconds,
 * into seconds left. Null when one is missing or makes no sense: nothing is concluded from half a set.
 */
export function readRateHeaders(header: (name: string) => string | undefined, wallNow: number): RateHeaders | null {
  const limit = count(header('x-rate-limit-limit'));
  const remaining = count(header('x-rate-limit-remaining'));
  const reset = wholeNumber(header('x-rate-limit-reset'));
  if (limit === null || remaining === null || reset === null || limit < 1) return null;
  const secondsLeft = reset > UNIX_TIME ? secondsUntil(reset, wallNow) : reset;
  if (secondsLeft > DAY_SECONDS + 60) return null;
  return { limit, remaining: Math.min(remaining, limit), secondsLeft };
}

/**
 * Which period the headers describe. Under fair use a 200 describes the minute for a service with high limits; a service
 * with few requests a day knows the day only; a 429 describes the period that was exceeded.
 */
export function headerPeriod(headers: RateHeaders, dailyLimit: number | null, minuteLimit: number): 'minute' | 'day' {
  if (headers.secondsLeft > LONGEST_MINUTE) return 'day';
  if (dailyLimit !== null && headers.limit === dailyLimit) return 'day';
  if (dailyLimit === null) return 'minute';
  // A minute's limit follows from the day's; whatever is far above it must be the day, in its last minute.
  return headers.limit > Math.max(minuteLimit, 240) * 2 ? 'day' : 'minute';
}

/** Milliseconds. The longest wait that is believed. */
const LONGEST_WAIT = 25 * 3_600_000;

/**
 * `Retry-After` as milliseconds from now: seconds, an HTTP date, or a Unix time; null when it is absent, unreadable, or a
 * number that is neither seconds nor a time near now. At most 25 hours.
 */
export function readRetryAfter(text: string | undefined, wallNow: number): number | null {
  if (text === undefined) return null;
  const number = wholeNumber(text);
  if (number !== null && number > UNIX_TIME) {
    const wait = secondsUntil(number, wallNow) * 1000;
    return wait > LONGEST_WAIT ? null : wait;
  }
  if (number !== null) return Math.min(number * 1000, LONGEST_WAIT);
  // JavaScript reads -3600 as the year 3600; an HTTP date names its month.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - wallNow), LONGEST_WAIT);
}
