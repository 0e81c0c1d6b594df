import { expect, it } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { bucketEnd, FAILURE_BUCKET, LatencyCounts } from './latency-counts.ts';

const START = Date.UTC(2026, 10, 20, 9);
const SERVICE = 'POST leads';

function bucketFor(milliseconds: number): number {
  const counts = new LatencyCounts();
  counts.add(SERVICE, milliseconds, START);
  return counts.take()[0]?.bucket ?? Number.NaN;
}

it('the figure that is read from a bucket is never lower than the answer took, and at most a tenth too high', () => {
  for (let milliseconds = 1; milliseconds < 200_000; milliseconds += Math.ceil(milliseconds / 7)) {
    const bucket = bucketFor(milliseconds);
    expect(bucket).toBeGreaterThan(FAILURE_BUCKET);
    const shown = bucketEnd(bucket);
    // Figures are shown in whole milliseconds.
    expect(shown).toBeGreaterThanOrEqual(milliseconds);
    expect(shown).toBeLessThanOrEqual(Math.ceil(milliseconds * 1.1));
  }
});

it.each([0, 0.4, 1])('an answer within the first millisecond (%d) is shown as one', (milliseconds) => {
  expect(bucketFor(milliseconds)).toBe(0);
  expect(bucketEnd(0)).toBe(1);
});

it('answers add up by five minutes of the wall clock, endpoint and bucket, failures apart', () => {
  const counts = new LatencyCounts();
  counts.add(SERVICE, 100, START);
  counts.add(SERVICE, 100, START + 5 * MINUTE - 1);
  counts.add(SERVICE, null, START + 1);
  counts.add('GET users', 100, START);
  counts.add(SERVICE, 100, START + 5 * MINUTE);
  const bucket = bucketFor(100);
  expect(counts.take()).toEqual([
    { at: START, service: SERVICE, bucket, answers: 2 },
    // Journals have it as this number.
    { at: START, service: SERVICE, bucket: -1, answers: 1 },
    { at: START, service: 'GET users', bucket, answers: 1 },
    { at: START + 5 * MINUTE, service: SERVICE, bucket, answers: 1 },
  ]);
});

it('what was taken is not counted again', () => {
  const counts = new LatencyCounts();
  counts.add(SERVICE, 100, START);
  counts.take();
  expect(counts.take()).toEqual([]);
  counts.add(SERVICE, 100, START);
  expect(counts.take()).toMatchObject([{ answers: 1 }]);
});
