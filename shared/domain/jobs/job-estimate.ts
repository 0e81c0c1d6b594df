const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds. An estimate further ahead says nothing a person can plan with. */
const HORIZON = 400 * DAY;

export interface EstimateFacts {
  /** Unix milliseconds. */
  readonly now: number;
  readonly waiting: number;
  /** Rows answered a minute. */
  readonly ratePerMinute: number;
  /** Units of the day. */
  readonly price: number;
  readonly dailyRemaining: number | null;
  readonly dailyLimit: number | null;
  /** Unix milliseconds. */
  readonly dailyResetsAt: number | null;
}

/**
 * When the last row will be answered (Unix milliseconds): at the present rate, over as many days as the daily quota takes.
 * Null when no row waits, or when it is further away than the horizon.
 */
export function estimateFinish(facts: EstimateFacts): number | null {
  const { now, waiting, ratePerMinute, price } = facts;
  if (waiting === 0) return null;
  // At a rate of 0 this is for ever, which lies beyond the horizon.
  const minutes = (rows: number) => (rows / ratePerMinute) * MINUTE;
  const straight = now + minutes(waiting);
  const resetsAt = facts.dailyResetsAt;
  if (facts.dailyRemaining === null || resetsAt === null || resetsAt <= now) return within(straight, now);
  const today = Math.floor(Math.max(0, facts.dailyRemaining) / price);
  const beforeReset = Math.min(today, Math.floor(((resetsAt - now) / MINUTE) * ratePerMinute));
  if (waiting <= beforeReset) return within(straight, now);
  const perDay = Math.min(Math.floor((facts.dailyLimit ?? 0) / price), Math.floor(ratePerMinute * 24 * 60));
  if (perDay <= 0) return null;
  const later = waiting - beforeReset;
  const wholeDays = Math.floor((later - 1) / perDay);
  return within(resetsAt + wholeDays * DAY + minutes(later - wholeDays * perDay), now);
}

function within(at: number, now: number): number | null {
  return at - now > HORIZON ? null : Math.round(at);
}
