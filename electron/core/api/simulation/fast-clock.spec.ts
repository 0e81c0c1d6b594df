import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fastClock } from './fast-clock.ts';

function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

it('is no sleep of the computer for the clients of specs when the machine stops them between two lines', () => {
  const clock = fastClock(50);
  const before = clock.wallNow() - clock.monotonicNow();
  const wall = clock.wallNow();
  standStill(300);
  const after = wall - clock.monotonicNow();
  expect(Math.abs(after - before)).toBeLessThan(2_000);
});

it('keeps a wait of a spec as long as it is by its own time, however long the program stood still', async () => {
  const clock = fastClock(50);
  const began = clock.monotonicNow();
  const { promise, resolve } = Promise.withResolvers<number>();
  clock.after(10_000, () => resolve(clock.monotonicNow() - began));
  standStill(400);
  expect(await promise).toBeGreaterThanOrEqual(10_000);
});

it('counts the time in which nothing asks for it', async () => {
  const clock = fastClock(50);
  const began = clock.monotonicNow();
  await sleep(1_000);
  // Fifty seconds; fewer where the machine lets nobody look.
  expect(clock.monotonicNow() - began).toBeGreaterThan(5_000);
});
