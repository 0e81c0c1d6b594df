import { randomInt } from 'node:crypto';
import type { Clock, Random } from '../foundation/ports.ts';

const LONGEST_TIMER = 2 ** 31 - 1;
const RANDOM_STEPS = 2 ** 47;

/** The time of the computer. A wait longer than the longest timer (24 days) ends early; the caller then waits again. */
export const systemClock: Clock = {
  wallNow: () => Date.now(),
  monotonicNow: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(delayMs, 0), LONGEST_TIMER));
    return { cancel: () => clearTimeout(timer) };
  },
};

export const systemRandom: Random = () => randomInt(RANDOM_STEPS) / RANDOM_STEPS;
