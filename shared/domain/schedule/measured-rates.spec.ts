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
  it('is the mean, with the certainty of so many measurements', () => {
    expect(ratesOf(times(24, 100))).toMatchObject({ rest: 20, variance: 0, batches: 24, quantile: 1.74 });
    expect(ratesOf(times(6, 100))).toMatchObject({ rest: 20, variance: 0, batches: 6, quantile: 2.015 });
  });

  it('is that of whole measurements until now', () => {
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

  it('varies as its measurements do', () => {
    const { rest, variance, quantile } = ratesOf(times(3, 100, 120));
    expect([rest, variance, quantile]).toEqual([22, expect.closeTo(120, 9), 2.015]);
  });

  it('is less certain when measurements resemble those before them', () => {
    const some = ratesOf(times(3, 80, 80, 120, 120));
    expect([some.variance, some.quantile]).toEqual([expect.closeTo((4_800 / 11 / (1 - 2 / 33)) * (5 / 3), 6), 1.86]);
    const much = ratesOf([...times(3, 80), ...times(3, 120)]);
    expect([much.variance, much.quantile]).toEqual([expect.closeTo(12_800, 6), 2.92]);
    // Five are too few to say so.
    const few = ratesOf([80, 80, 80, 120, 120]);
    expect([few.variance, few.quantile]).toEqual([expect.closeTo(480, 6), 2.132]);
  });
});

describe('a change of what others use', () => {
  const seen = (...batches: readonly number[]) => {
    const { rest, batches: count } = ratesOf(batches);
    return [rest, count];
  };

  it('is where the measurements before and after differ most, and begins the measurements anew', () => {
    expect(seen(...times(12, 0), ...times(12, 200))).toEqual([40, 11]);
    expect(seen(...times(12, 200), ...times(12, 0))).toEqual([0, 11]);
    expect(seen(...times(9, 0), ...times(3, 200))).toEqual([40, 3]);
    expect(seen(0, ...times(5, 200))).toEqual([40, 5]);
  });

  it('is none when the use is not twice as much', () => {
    expect(seen(...times(12, 100), ...times(12, 199))[1]).toBe(24);
    expect(seen(...times(12, 100), ...times(12, 200))[1]).toBe(11);
  });

  it('is none when chance alone may have made it', () => {
    expect(seen(...times(12, 2), ...times(12, 5))[1]).toBe(24);
    expect(seen(0, ...times(3, 167, 233))[1]).toBe(7);
    expect(seen(...times(6, 20, 180), ...times(6, 250))[1]).toBe(18);
    expect(seen(...times(12, 20), ...times(6, 50, 350))[1]).toBe(24);
    expect(seen(...times(12, 20), ...times(6, 150, 250))[1]).toBe(11);
  });

  it('is none before it lasted for three measurements', () => {
    expect(seen(...times(10, 0), 200, 200)[1]).toBe(12);
  });
});

describe('the pace of jobs', () => {
  it('is what they reached of the part that they may use', () => {
    const run = times(6, 500);
    expect(ratesOf([], run, [job()])).toMatchObject({ pace: 100, paceError: 0 });
    expect(ratesOf([], times(6, 125), [job({ share: 25 })])).toMatchObject({ pace: 100, paceError: 0 });
    expect(ratesOf([], run, [job()], 90).pace).toBe(90);
    // Two minutes of each measurement are added.
    const twice = [...minutesOf([], run), ...minutesOf([], run)];
    expect(measuredRates({ now: NOW, minutes: twice, jobs: [job()], pace: 236 }, 30 * MINUTE).pace).toBe(200);
  });

  it('is as certain as its measurements are even', () => {
    const { pace, paceError } = ratesOf([], [0, 0, 0, 400, 500, 600], [job()]);
    expect([pace, paceError]).toEqual([100, expect.closeTo(Math.sqrt(10_000 / 3) / 500, 9)]);
    // Half of the busiest is a job that began or waited.
    expect(ratesOf([], [500, 500, 500, 250, 250, 0], [job()])).toMatchObject({ pace: 100, paceError: 0 });
  });

  it.each([
    ['it was measured twice only', [0, 0, 0, 0, 500, 500], [job()]],
    ['no job has rows left', times(6, 500), [job({ rows: 0 })]],
    ['a job has a pace of its own', times(6, 500), [job({ pace: 600 })]],
    ['no job may send now', times(6, 500), [job({ hours: { opensAt: (at) => at + 1, closesAt: () => null } })]],
  ])('is what the service allows when %s', (_why, run, jobs) => {
    expect(ratesOf([], run, jobs)).toMatchObject({ pace: 236, paceError: 0.02 });
  });
});
