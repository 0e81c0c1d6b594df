/** What a table of all countries' numbers says. `e164` begins with +. */
export interface PhoneReading {
  readonly e164: string;
  /** False: the length fits, but numbers like this are not given out. */
  readonly isUsual: boolean;
}

/**
 * Reads a number written in any usual way; `country` (two letters) is for numbers without a prefix. The rules take it as
 * an argument: the table of all countries' numbers is a library, and rules know none. With `exact`, which is slower, a
 * number is usual only when its area code is given out and the rest has a length known there.
 */
export type PhoneReader = (
  text: string,
  country: string,
  care?: 'quick' | 'exact',
) => PhoneReading | 'short' | 'long' | 'invalid';
