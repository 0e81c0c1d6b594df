/**
 * Milliseconds after which whoever waits for the quota of a day looks again. A look costs nothing, the service may allow more
 * earlier, and a timer does not see how long the computer slept.
 */
export const LONGEST_QUOTA_WAIT = 60_000;
