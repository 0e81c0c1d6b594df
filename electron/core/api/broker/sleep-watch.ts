import type { Clock } from '../../foundation/ports.ts';

/** Milliseconds. The wall clock and the monotonic clock differ by more than this only after a sleep or a set clock. */
const JUMP = 2_000;
/** Milliseconds. A look that was due each second and comes later than this: the computer slept (Windows). */
const STALL = 8_000;

/** Finds out that the computer slept or its clock was set, where the system sends no event. */
export class SleepWatch {
  readonly #clock: Clock;
  #last: { wall: number; monotonic: number } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Compares both clocks with the last call. `isDue`: calls were to come every second since then. */
  hasSlept(isDue: boolean): boolean {
    const now = { wall: this.#clock.wallNow(), monotonic: this.#clock.monotonicNow() };
    const last = this.#last;
    this.#last = now;
    if (last === null) return false;
    const passed = now.monotonic - last.monotonic;
    const apart = Math.abs(now.wall - last.wall - passed);
    return apart > JUMP || (isDue && passed > STALL);
  }
}
