import type { Clock, Random } from '../../foundation/ports.ts';

interface Entry {
  readonly at: number;
  readonly callback: () => void;
  isCancelled: boolean;
}

/**
 * Time that passes only when it is told to: hours of pacing are simulated in a moment. Timers fire in order of their
 * time; whatever a callback starts in the same turn runs before the next timer.
 */
export class VirtualClock implements Clock {
  #monotonic = 0;
  #wallOffset: number;
  /** The next one last; of two with the same time the earlier one behind. */
  #timers: Entry[] = [];

  constructor(wallStart = Date.UTC(2026, 10, 20, 9)) {
    this.#wallOffset = wallStart;
  }

  wallNow(): number {
    return this.#wallOffset + this.#monotonic;
  }

  monotonicNow(): number {
    return this.#monotonic;
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    const entry: Entry = { at: this.#monotonic + Math.max(0, delayMs), callback, isCancelled: false };
    this.#timers.splice(this.#timers.findLastIndex(({ at }) => at > entry.at) + 1, 0, entry);
    return { cancel: () => void (entry.isCancelled = true) };
  }

  /** Lets time pass up to `until` (monotonic milliseconds). */
  run(until: number): void {
    while (this.#fire(until));
  }

  /** As `run`, and awaits `settle` after every timer, for code that works with promises. */
  async runAsync(until: number, settle: () => Promise<void>): Promise<void> {
    await settle();
    while (this.#fire(until)) await settle();
  }

  /** No timer of before runs out any more. */
  forgetTimers(): void {
    this.#timers = [];
  }

  /** The computer sleeps: the wall clock goes on, the monotonic one stands still, as on Linux and macOS. */
  sleep(milliseconds: number): void {
    this.#wallOffset += milliseconds;
  }

  /** The computer sleeps and both clocks go on, as on Windows: every timer of that time is late. */
  freeze(milliseconds: number): void {
    this.#monotonic += milliseconds;
  }

  /** Goes on to the next timer that is due by `until`, and fires it. False: there is none, and it is `until` now. */
  #fire(until: number): boolean {
    while (this.#timers.at(-1)?.isCancelled === true) this.#timers.pop();
    const next = this.#timers.at(-1);
    const isDue = next !== undefined && next.at <= until;
    this.#monotonic = Math.max(this.#monotonic, isDue ? next.at : until);
    if (!isDue) return false;
    this.#timers.pop();
    next.callback();
    return true;
  }
}

/** Numbers that look random and are the same every time (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
