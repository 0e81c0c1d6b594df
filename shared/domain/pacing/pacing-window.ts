import { MINUTE } from '../time/time.ts';

/** What one answer said about the current minute, with the times it travelled (monotonic milliseconds). */
export interface MinuteReading {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds left in the period, as the service rounds them. */
  readonly secondsLeft: number;
}

/**
 * The service's current minute as its headers state it. Works for a minute that starts with the first request, one that
 * follows the wall clock and one that slides, without knowing which: the end is kept as an interval that every answer
 * narrows, and the lowest remainder seen is a true lower bound, so answers may come out of order.
 */
export class MinuteWindow {
  #endLow = Number.NEGATIVE_INFINITY;
  #endHigh = Number.NEGATIVE_INFINITY;
  #lowest: number | null = null;

  read(reading: MinuteReading): void {
    const low = reading.sentAt + (reading.secondsLeft - 1) * 1000;
    const high = reading.receivedAt + reading.secondsLeft * 1000;
    if (high < this.#endLow) return;
    if (this.#lowest === null || low > this.#endHigh) {
      this.#endLow = low;
      this.#endHigh = high;
      this.#lowest = reading.remaining;
      return;
    }
    this.#endLow = Math.max(this.#endLow, low);
    this.#endHigh = Math.min(this.#endHigh, high);
    this.#lowest = Math.min(this.#lowest, reading.remaining);
  }

  /** One request left and its answer never came: the service may have counted it. */
  spend(): void {
    if (this.#lowest !== null) this.#lowest = Math.max(0, this.#lowest - 1);
  }

  /** Requests left at least, not counting those under way; null when nothing is known or the minute is over. */
  remaining(now: number): number | null {
    return now > this.#endHigh ? null : this.#lowest;
  }

  /** Latest possible end of the minute; null when nothing is known or it is over. */
  endsBy(now: number): number | null {
    return this.#lowest === null || now > this.#endHigh ? null : this.#endHigh;
  }

  get isKnown(): boolean {
    return this.#lowest !== null;
  }

  forget(): void {
    this.#endLow = Number.NEGATIVE_INFINITY;
    this.#endHigh = Number.NEGATIVE_INFINITY;
    this.#lowest = null;
  }
}

/** Milliseconds. A minute, plus what latency and whole seconds can hide: no own request counts as another client's. */
const OWN_REACH = MINUTE + 1_500;
/** Milliseconds of a slice, and slices kept: 75 s, longer than a minute that slides. */
const SLICE = 5_000;
const SLICES = 15;

/**
 * What other clients use of the same minute, at least. Used minus everything of ours that the service can have counted
 * is a lower bound under every kind of window; an estimate from the start of a window would take our own requests for
 * another's wherever the window slides.
 */
export class OthersEstimate {
  readonly #slices = new Map<number, number>();

  /** `ownCount(from, to)`: own requests that left in that time. */
  read(reading: MinuteReading, ownCount: (from: number, to: number) => number): void {
    const used = reading.limit - reading.remaining;
    const others = Math.max(0, used - ownCount(reading.sentAt - OWN_REACH, reading.receivedAt));
    const slice = Math.floor(reading.receivedAt / SLICE);
    this.#slices.set(slice, Math.max(this.#slices.get(slice) ?? 0, others));
    for (const old of this.#slices.keys()) if (old <= slice - SLICES) this.#slices.delete(old);
  }

  /** Requests a minute of other clients: the most that was seen in the last 75 s. */
  perMinute(now: number): number {
    const oldest = Math.floor(now / SLICE) - SLICES;
    let most = 0;
    for (const [slice, others] of this.#slices) if (slice > oldest) most = Math.max(most, others);
    return most;
  }

  forget(): void {
    this.#slices.clear();
  }
}

/** Times at which own requests left, of the last two minutes at least. */
export class SendTimes {
  /** Ascending. */
  #times: number[] = [];

  add(now: number): void {
    // Once a minute and not with every request: at 200 a second each time is a copy of 24,000 others.
    if ((this.#times[0] ?? now) < now - 3 * MINUTE) this.#times.splice(0, this.#before(now - 2 * MINUTE));
    this.#times.splice(this.#before(now), 0, now);
  }

  /** `times` in any order. */
  replace(times: readonly number[]): void {
    this.#times = times.toSorted((one, other) => one - other);
  }

  all(): readonly number[] {
    return this.#times;
  }

  /** Takes back one that certainly never left. */
  remove(time: number): void {
    const index = this.#times.lastIndexOf(time);
    if (index >= 0) this.#times.splice(index, 1);
  }

  count(from: number, to: number): number {
    let end = this.#times.length;
    while (end > 0 && (this.#times[end - 1] as number) > to) end -= 1;
    return Math.max(0, end - this.#before(from));
  }

  /** The number of times earlier than this one. */
  #before(time: number): number {
    let [low, high] = [0, this.#times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When the `count`-th last request left, counted from 1; null when there are fewer. */
  nthLast(count: number): number | null {
    return this.#times[this.#times.length - count] ?? null;
  }
}
