/** What a table of all countries' numbers says. `e164` begins with +. */
export interface PhoneReading {
  readonly e164: string;
  /** False: the length fits, but numbers like this are not given out. */
  readonly isUsual: boolean;
}

/**
 * Reads a number written in any usual way; `country` (two letters) is for numbers without a prefix. The rules take it as
 * an argument: the table of all countries' numbers is a library, and rules know none.
 */
export type PhoneReader = (text: string, country: string) => PhoneReading | 'short' | 'long' | 'invalid';
