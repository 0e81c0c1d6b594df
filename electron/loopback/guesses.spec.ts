import { expect, it } from 'vitest';
import { VirtualClock } from '../core/api/simulation/virtual-clock.ts';
import { Guesses } from './guesses.ts';

it('answers ten wrong tokens at once, and every later one a second after the one before', async () => {
  const clock = new VirtualClock();
  const guesses = new Guesses(clock);
  const answered: number[] = [];
  const all = Array.from({ length: 13 }, async () => {
    await guesses.wait();
    answered.push(clock.monotonicNow());
  });
  await clock.runAsync(10_000, () => new Promise((resolve) => setImmediate(resolve)));
  await Promise.all(all);
  expect(answered).toEqual([...Array.from({ length: 10 }, () => 0), 1000, 2000, 3000]);
});
