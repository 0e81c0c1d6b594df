import { expect, it } from 'vitest';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { stillWaiting, waitingWords } from './still-waiting.ts';

const BEGAN = Date.UTC(2026, 11, 1, 14, 3);

function waiting() {
  const clock = new VirtualClock(BEGAN);
  const due = stillWaiting(clock);
  /** The minutes at which it is to be said again, and since when the program waits then. */
  const dueWithin = (minutes: number, reason: string | null): [number, number | null][] => {
    const said: [number, number | null][] = [];
    for (let minute = 0; minute < minutes; minute += 0.5) {
      const since = due(reason);
      if (since !== null) said.push([clock.monotonicNow() / MINUTE, since]);
      clock.run(clock.monotonicNow() + MINUTE / 2);
    }
    return said;
  };
  return { clock, dueWithin };
}

it('is due after a minute, then ever more rarely, and never with the first word', () => {
  const { dueWithin } = waiting();
  expect(dueWithin(60, 'Out of reach.')).toEqual([1, 3, 7, 15, 31, 47].map((minute) => [minute, BEGAN]));
});

it('counts from where the wait began when its reason changes, which was said by itself', () => {
  const { dueWithin } = waiting();
  expect(dueWithin(2, 'The proxy is gone.')).toEqual([[1, BEGAN]]);
  expect(dueWithin(2, 'Out of reach.')).toEqual([[3, BEGAN]]);
});

it('begins anew after work went on, whatever the clock on the wall was set to', () => {
  const { clock, dueWithin } = waiting();
  dueWithin(5, 'Out of reach.');
  expect(dueWithin(5, null)).toEqual([]);
  clock.sleep(-60 * MINUTE);
  expect(dueWithin(2, 'Out of reach.')).toEqual([[11, BEGAN - 50 * MINUTE]]);
});

it('names the moment', () => {
  expect(waitingWords(BEGAN)).toBe('Waiting since 2026-12-01T14:03Z.');
});
