import type { Clock, Timer } from './ports.ts';

/**
 * Turns many changes into few calls of `send`: the first at once, later ones at most every `pause` milliseconds, and
 * always the last.
 */
export function createProgress(clock: Clock, pause: number, send: (key: string) => void) {
  const sentAt = new Map<string, number>();
  const timers = new Map<string, Timer>();

  function sendNow(key: string): void {
    timers.get(key)?.cancel();
    timers.delete(key);
    sentAt.set(key, clock.monotonicNow());
    send(key);
  }

  return {
    changed(key: string): void {
      if (timers.has(key)) return;
      const wait = (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) + pause - clock.monotonicNow();
      if (wait <= 0) sendNow(key);
      else
        timers.set(
          key,
          clock.after(wait, () => sendNow(key)),
        );
    },
    /** Calls `send` now, without the pause. */
    flush: sendNow,
    /** Calls `send` no more for this key. */
    forget(key: string): void {
      timers.get(key)?.cancel();
      timers.delete(key);
      sentAt.delete(key);
    },
    /** Calls `send` no more. */
    forgetAll(): void {
      for (const timer of timers.values()) timer.cancel();
      timers.clear();
      sentAt.clear();
    },
  };
}

/** Milliseconds between two progress events of a call: more often than a person can read them is a waste. */
const CALL_PAUSE = 100;

/** The progress of one call: the first at once, later ones at most every tenth of a second, and the one with all rows. */
export function callProgress(
  clock: Pick<Clock, 'monotonicNow'>,
  send: (rows: number, rowsTotal: number) => void,
): (rows: number, rowsTotal: number) => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return (rows, rowsTotal) => {
    const now = clock.monotonicNow();
    if (now - lastAt < CALL_PAUSE && rows < rowsTotal) return;
    lastAt = now;
    send(rows, rowsTotal);
  };
}
