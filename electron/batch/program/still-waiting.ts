import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { Clock } from '../../core/foundation/ports.ts';

/** Milliseconds. After the first of them it is said again that a program waits, then after twice as long, up to the other. */
const FIRST_PAUSE = MINUTE;
const LONGEST_PAUSE = 16 * MINUTE;

/**
 * When to say again that a program waits: nothing else changes meanwhile, and it may seem to hang. Call it with everything
 * that is heard, and now and then, with the reason that was said; null: it does not wait.
 *
 * @returns since when it waits, in Unix milliseconds, when it is to be said again; else null
 */
export function stillWaiting(clock: Clock): (reason: string | null) => number | null {
  let wait: {
    readonly since: number;
    readonly reason: string;
    readonly saidAt: number;
    readonly pause: number;
  } | null = null;
  return (reason) => {
    const saidAt = clock.monotonicNow();
    if (reason === null) wait = null;
    else if (wait?.reason !== reason)
      wait = { since: wait?.since ?? clock.wallNow(), reason, saidAt, pause: FIRST_PAUSE };
    else if (saidAt - wait.saidAt >= wait.pause) {
      wait = { ...wait, saidAt, pause: Math.min(2 * wait.pause, LONGEST_PAUSE) };
      return wait.since;
    }
    return null;
  };
}

/** "Waiting since 2026-12-01T14:03Z." */
export function waitingWords(since: number): string {
  return `Waiting since ${new Date(since).toISOString().slice(0, 16)}Z.`;
}
