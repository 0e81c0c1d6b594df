import type { Clock, Timer } from '../../foundation/ports.ts';

/**
 * Turns many changes into few calls of `send`: the first at once, later ones at most every `pause` milliseconds, and
 * always the last.
 */
export function createProgress(clock: Clock, pause: number, send: (key: string) => void) {
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
      const wait = (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) + pause - clock.monotonicNow();
      if (wait <= 0) say(key);
      else
        timers.set(
          key,
          clock.after(wait, () => say(key)),
        );
    },
    /** Sends now, whenever the last one was sent. */
    flush: say,
    /** Sends nothing more. */
    forgetAll(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      saidAt.clear();
    },
  };
}
