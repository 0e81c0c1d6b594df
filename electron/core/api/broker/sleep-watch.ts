import type { Clock } from '../../foundation/ports.ts';

/** Milliseconds. The wall clock and the monotonic clock differ by more than this only after a sleep or a set clock. */
const JUMP = 2_000;
/** Milliseconds. A look that was due each second and comes later than this: the computer slept (Windows). */
const STALL = 8_000;

/** A moment of both clocks of the computer, milliseconds. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

export const momentOf = (clock: Clock): Moment => ({ wall: clock.wallNow(), monotonic: clock.monotonicNow() });

const areApart = (from: Moment, to: Moment) => Math.abs(to.wall - from.wall - (to.monotonic - from.monotonic)) > JUMP;

/** Whether the computer slept, or its clock was set, since then; never seen on Windows, where both clocks go on. */
export const hasSleptSince = (clock: Clock, since: Moment): boolean => areApart(since, momentOf(clock));

/** Finds out that the computer slept or its clock was set, where the system sends no event. */
export class SleepWatch {
  readonly #clock: Clock;
  #last: Moment | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Compares both clocks with the last call. `isDue`: calls were to come every second since then. */
  hasSlept(isDue: boolean): boolean {
    const now = momentOf(this.#clock);
    const last = this.#last;
    this.#last = now;
    if (last === null) return false;
    return areApart(last, now) || (isDue && now.monotonic - last.monotonic > STALL);
  }
}
