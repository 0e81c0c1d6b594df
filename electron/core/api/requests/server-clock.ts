import { DAY } from '../../../../shared/domain/time/time.ts';
import type { Clock } from '../../foundation/ports.ts';

/** Milliseconds. Certificates are in force for less: with a clock farther off nothing connects, so such a date is a mistake. */
const FARTHEST = 20 * 366 * DAY;

/**
 * The difference between the service's clock and ours, from the `Date` header of its answers. The header has whole
 * seconds and the answer travelled, so each answer gives an interval; their intersection narrows with every answer.
 */
export class ServerClock {
  readonly #clock: Clock;
  #low = Number.NEGATIVE_INFINITY;
  #high = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `sentAt` and `receivedAt`: monotonic milliseconds. */
  read(date: string | undefined, sentAt: number, receivedAt: number): void {
    const instant = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(instant)) return;
    const wallReceived = this.#clock.wallNow() - (this.#clock.monotonicNow() - receivedAt);
    const wallSent = wallReceived - (receivedAt - sentAt);
    const low = instant - wallReceived;
    if (Math.abs(low) > FARTHEST) return;
    const high = instant + 1000 - wallSent;
    const isDisjoint = low > this.#high || high < this.#low;
    this.#low = isDisjoint ? low : Math.max(this.#low, low);
    this.#high = isDisjoint ? high : Math.min(this.#high, high);
  }

  /** The service's clock minus ours, milliseconds; null before the first answer. */
  get offset(): number | null {
    return Number.isFinite(this.#low) && Number.isFinite(this.#high) ? Math.round((this.#low + this.#high) / 2) : null;
  }

  /** No more than the service's clock minus ours: an answer that took long leaves the middle in doubt. Null as above. */
  get leastOffset(): number | null {
    return Number.isFinite(this.#low) ? this.#low : null;
  }

  /** Now, by the service's clock; by ours before the first answer. */
  now(): number {
    return this.#clock.wallNow() + (this.offset ?? 0);
  }

  forget(): void {
    this.#low = Number.NEGATIVE_INFINITY;
    this.#high = Number.POSITIVE_INFINITY;
  }
}
