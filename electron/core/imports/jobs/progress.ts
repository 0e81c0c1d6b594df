import type { Clock, Timer } from '../../foundation/ports.ts';

/** At most four snapshots of a job a second. */
const PAUSE = 250;

/**
 * Thins out "something changed" into calls of `send`: the first at once, later ones at most every 250 ms, and the last
 * one always.
 */
export function createProgress(clock: Clock, send: (key: string) => void) {
  const saidAt = new Map<string, number>();
  const timers = new Map<string, Timer>();

  function say(key: string): void {
    timers.get(key)?.cancel();
    timers.delete(key);
    saidAt.set(key, clock.monotonicNow());
    send(key);
  }

  return {
    changed(key: string): void {
      if (timers.has(key)) return;
      const wait = (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) + PAUSE - clock.monotonicNow();
      if (wait <= 0) say(key);
      else
        timers.set(
          key,
          clock.after(wait, () => say(key)),
        );
    },
    /** Says it now, whatever was said a moment ago. */
    flush: say,
    /** Nothing more is said. */
    forgetAll(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      saidAt.clear();
    },
  };
}
