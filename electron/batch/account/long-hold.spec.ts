import { expect, it } from 'vitest';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { Clock } from '../../core/foundation/ports.ts';
import { watchHold } from './long-hold.ts';

/** This computer's time of day has nothing to do with how long something lasts. */
const SINCE_1970 = 1_700_000_000_000;

let now = 0;
const clock: Clock = {
  wallNow: () => SINCE_1970 + now,
  monotonicNow: () => now,
  after: () => ({ cancel: () => undefined }),
};
const held = (minutes: number) => ({ heldUntil: SINCE_1970 + now + minutes * MINUTE });

it('is too long for a quota that begins anew in more than a quarter of an hour', () => {
  const isTooLong = watchHold(clock);
  expect([15, 16].map((minutes) => isTooLong(held(minutes)))).toEqual([false, true]);
});

it('is too long when a service stays out of reach for that time, and anew once a request has left', () => {
  const isTooLong = watchHold(clock);
  const after = (minutes: number, change: { readonly heldUntil: number | null }) => {
    now += minutes * MINUTE;
    return isTooLong(change);
  };
  expect(after(0, held(1))).toBe(false);
  expect(after(14, held(1))).toBe(false);
  expect(after(0, { heldUntil: null })).toBe(false);
  expect(after(2, held(1))).toBe(false);
  expect(after(15, held(1))).toBe(false);
  expect(after(1, held(1))).toBe(true);
});
