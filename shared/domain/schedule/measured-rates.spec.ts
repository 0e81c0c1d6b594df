import { describe, expect, it } from 'vitest';
import { MINUTE } from '../time/time.ts';
import { measuredRates, type RatesInput } from './measured-rates.ts';
import type { ScheduledJob } from './schedule.ts';
import { job } from './schedule-fixture.ts';

const BATCH = 5;
const NOW = Date.UTC(2026, 10, 20, 11);

/** What everything but jobs used in batches of five minutes, the last of which ends now; `jobs`: the same of jobs. */
function minutesOf(rest: readonly number[], jobs: readonly number[] = []): RatesInput['minutes'] {
  const batches = Math.max(rest.length, jobs.length);
  return Array.from({ length: batches }, (_, index) => ({
    at: NOW - (batches - index) * BATCH * MINUTE + (index % BATCH) * MINUTE,
    rest: rest[index] ?? 0,
    jobs: jobs[index] ?? 0,
  }));
}

const times = (count: number, ...values: readonly number[]) => Array.from({ length: count }, () => values).flat();

const ratesOf = (rest: readonly number[], jobs: readonly number[] = [], of: readonly ScheduledJob[] = [], pace = 236) =>
  measuredRates(
    { now: NOW, minutes: minutesOf(rest, jobs), jobs: of, pace },
    Math.max(rest.length, jobs.length) * BATCH * MINUTE,
  );

describe('what everything but jobs uses', () => {
  it('is the mean of whole measurements until now', () => {
    expect(ratesOf(times(24, 100))).toMatchObject({ rest: 20, measured: 120 * MINUTE });
    const edge = [
      { at: NOW - 31 * MINUTE, rest: 1_000, jobs: 0 },
      { at: NOW - 30 * MINUTE, rest: 30, jobs: 0 },
      { at: NOW - 1, rest: 30, jobs: 0 },
      { at: NOW, rest: 1_000, jobs: 0 },
    ];
    expect(measuredRates({ now: NOW, minutes: edge, jobs: [], pace: 236 }, 32 * MINUTE).rest).toBeCloseTo(2, 9);
    // Two minutes of one measurement are added.
    const two = [4, 1].map((ago) => ({ at: NOW - ago * MINUTE, rest: 30, jobs: 0 }));
    expect(measuredRates({ now: NOW, minutes: two, jobs: [], pace: 236 }, 30 * MINUTE).rest).toBeCloseTo(2, 9);
  });

  it('lies between the slowest and the fastest sixth of what was measured', () => {
    const { rest, low, high } = ratesOf([...times(4, 70), ...times(4, 130), ...times(16, 100)]);
    expect([rest, low, high]).toEqual([20, expect.closeTo(0.7, 9), expect.closeTo(1.3, 9)]);
    // Four measurements of one sixth are one value.
    const even = ratesOf(times(6, 40, 160, 40, 160));
    expect([even.low, even.high]).toEqual([0.97, 1.03]);
    // After half an hour a sixth is one measurement; of fewer each is a part.
    expect(ratesOf([80, 100, 100, 100, 100, 120])).toMatchObject({ low: 0.8, high: 1.2 });
    expect(ratesOf([0, 0, 0, 80, 120, 100])).toMatchObject({ measured: 15 * MINUTE, low: 0.8, high: 1.2 });
  });

  it('may differ by three percent however even it was, and is never taken for nothing', () => {
    expect(ratesOf(times(24, 100))).toMatchObject({ low: 0.97, high: 1.03 });
    expect(ratesOf(times(24, 0))).toMatchObject({ rest: 0, low: 0.97, high: 1.03 });
    const burst = ratesOf([...times(12, 0), 1_000, ...times(11, 0)]);
    expect([burst.low, burst.high]).toEqual([1 / 6, expect.closeTo(6, 9)]);
  });
});

describe('a change of what others use', () => {
  const seen = (...batches: readonly number[]) => {
    const { rest, measured } = ratesOf(batches);
    return [rest, measured / MINUTE / BATCH];
  };

  it('begins the measurements anew, without the few that may be of both', () => {
    expect(seen(...times(12, 0), ...times(12, 200))).toEqual([40, 9]);
    expect(seen(...times(12, 200), ...times(12, 0))).toEqual([0, 9]);
    expect(seen(...times(9, 0), ...times(3, 200))).toEqual([40, 3]);
    expect(seen(0, ...times(5, 200))).toEqual([40, 3]);
    // After the first measurement, where none but all of the later ones together are twice as much.
    expect(seen(100, 300, 300, 160, 160, 160)[1]).toBe(5);
    expect(seen(...times(12, 0), 100, 100, ...times(4, 200))).toEqual([40, 3]);
  });

  it('is none when the use is not twice as much', () => {
    expect(seen(...times(12, 100), ...times(12, 199))[1]).toBe(24);
    expect(seen(...times(12, 100), ...times(12, 200))[1]).toBe(9);
  });

  it('is none where measurements after it are near some before it', () => {
    expect(seen(...times(12, 100), ...times(6, 150, 300))[1]).toBe(24);
    expect(seen(...times(12, 100), ...times(6, 151, 300))[1]).toBe(9);
    expect(seen(...times(10, 0), 300, ...times(13, 0))[1]).toBe(24);
  });

  it('is none before it lasted for three measurements', () => {
    expect(seen(...times(10, 0), 200, 200)[1]).toBe(12);
  });
});

describe('the pace of jobs', () => {
  it('is what they reached of the part that they may use', () => {
    const run = times(6, 500);
    expect(ratesOf([], run, [job()])).toMatchObject({ pace: 100 });
    expect(ratesOf([], times(6, 125), [job({ share: 25 })])).toMatchObject({ pace: 100 });
    expect(ratesOf([], run, [job()], 90).pace).toBe(90);
    // Also of its last row.
    expect(ratesOf([], run, [job({ rows: 1 })]).pace).toBe(100);
    // Two minutes of each measurement are added.
    const twice = [...minutesOf([], run), ...minutesOf([], run)];
    expect(measuredRates({ now: NOW, minutes: twice, jobs: [job()], pace: 236 }, 30 * MINUTE).pace).toBe(200);
  });

  it('is not that of a measurement in which a job began or waited', () => {
    expect(ratesOf([], [0, 0, 0, 400, 500, 600], [job()]).pace).toBe(100);
    expect(ratesOf([], [500, 500, 500, 250, 250, 0], [job()]).pace).toBe(100);
  });

  it.each([
    ['it was measured twice only', [0, 0, 0, 0, 500, 500], [job()]],
    ['no job has rows left', times(6, 500), [job({ rows: 0 })]],
    ['a job has a pace of its own', times(6, 500), [job({ pace: 600 })]],
    ['no job may send now', times(6, 500), [job({ hours: { opensAt: (at) => at + 1, closesAt: () => null } })]],
  ])('is what the service allows when %s', (_why, run, jobs) => {
    expect(ratesOf([], run, jobs)).toMatchObject({ pace: 236 });
  });
});
