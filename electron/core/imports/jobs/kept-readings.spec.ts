import { expect, it } from 'vitest';
import { KeptReadings } from './kept-readings.ts';

it('asks once for all who wait, keeps the answer, and asks again later', async () => {
  let asked = 0;
  const kept = new KeptReadings<number>(() => true);
  const ask = () => kept.read('job', () => Promise.resolve((asked += 1)));
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(kept.current('job')).toBe(1);
  expect(await ask()).toBe(2);
  kept.forget('job');
  expect(kept.current('job')).toBeNull();
});

it('keeps nothing of a job that was deleted meanwhile, nor of a reading that failed', async () => {
  let isThere = true;
  const kept = new KeptReadings<string>(() => isThere);
  await expect(kept.read('job', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(kept.current('job')).toBeNull();
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = kept.read('job', () => promise);
  isThere = false;
  resolve('leads');
  await reading;
  expect(kept.current('job')).toBeNull();
});
