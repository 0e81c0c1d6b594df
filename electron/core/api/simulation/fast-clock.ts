import type { Clock } from '../../foundation/ports.ts';

/**
 * Milliseconds of a fast clock. Its longest step from one look at the real time to the next: a busy machine stops a spec for
 * longer between two lines, which must not be a sleep of the computer (`SleepWatch`), or the end of a request's time.
 */
const LONGEST_STEP = 1_500;
/** Milliseconds of a fast clock between its own looks. */
const LOOK_EVERY = 500;
/** Milliseconds of real time. Nobody has asked for so long: it looks no more until somebody does, and then counts it all. */
const FORGOTTEN = 3_000;

/**
 * The real clock, `factor` times as fast: pacing that takes minutes takes seconds, over real sockets. It stands still with its
 * program.
 *
 * @param wall Unix milliseconds that it shows now
 */
export function fastClock(factor: number, wall = Date.UTC(2026, 10, 20, 9)): Clock {
  let real = performance.now();
  let shown = real * factor;
  let askedAt = real;
  let looks: NodeJS.Timeout | null = null;
  const look = () => {
    const passed = performance.now() - real;
    real += passed;
    shown += looks === null ? passed * factor : Math.min(passed * factor, LONGEST_STEP);
    return shown;
  };
  const tick = () => {
    look();
    if (looks === null || real - askedAt < FORGOTTEN) return;
    clearInterval(looks);
    looks = null;
  };
  const now = () => {
    look();
    askedAt = real;
    looks ??= setInterval(tick, LOOK_EVERY / factor).unref();
    return shown;
  };
  const start = wall - shown;
  return {
    wallNow: () => Math.round(start + now()),
    monotonicNow: now,
    after(delayMs, callback) {
      const due = now() + delayMs;
      const wait = (): NodeJS.Timeout =>
        setTimeout(
          () => {
            if (now() >= due) callback();
            else timer = wait();
          },
          Math.max(0, due - shown) / factor,
        );
      let timer = wait();
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
