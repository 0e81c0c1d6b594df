/** A phone number as the table of all countries' numbers reads it. `e164` begins with +. */
export interface PhoneReading {
  readonly e164: string;
  /** False: the length is possible, but such numbers are not in use. */
  readonly isUsual: boolean;
}

/**
 * Reads a number written in any usual way. `country`: two letters, for numbers without a prefix. The rules get the reader as
 * an argument, because it needs a library and the domain uses none. `exact`, which is slower: a number is usual only when
 * its area code is in use and the rest has a length known there.
 */
export type PhoneReader = (
  text: string,
  country: string,
  care?: 'quick' | 'exact',
) => PhoneReading | 'short' | 'long' | 'invalid';
