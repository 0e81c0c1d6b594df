import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { job as jobOf } from './schedule-fixture.ts';
import { type Hours, schedule, type ScheduledJob, type ScheduleInput } from './schedule.ts';

const NOW = Date.UTC(2026, 10, 20, 11);

const job = (over: Partial<ScheduledJob> = {}) => jobOf({ id: 'one', name: 'One', rows: 600, ...over });

const input = (over: Partial<ScheduleInput> = {}): ScheduleInput => ({
  now: NOW,
  left: 10_000,
  limit: 20_000,
  reserve: 1_000,
  jobUnitsToday: Number.POSITIVE_INFINITY,
  jobUnitsADay: Number.POSITIVE_INFINITY,
  periodEnd: NOW + 10 * HOUR,
  pace: 60,
  background: () => 0,
  jobs: [],
  horizon: 10 * HOUR,
  ...over,
});

/** Open from an instant on. */
const from = (start: number): Hours => ({ opensAt: (at) => Math.max(at, start), closesAt: () => null });

/** Units a minute. */
const steady = (perMinute: number) => (ahead: number) => (ahead / MINUTE) * perMinute;

describe('the schedule', () => {
  it('ends a job by its pace, and a later one after it began', () => {
    const { jobs, leftAtEnd } = schedule(
      input({ jobs: [job(), job({ id: 'two', name: 'Two', rows: 90, hours: from(NOW + 2 * HOUR) })] }),
    );
    expect(jobs).toMatchObject([
      { id: 'one', from: NOW, to: NOW + 10 * MINUTE, rows: 600, units: 600, spillsOver: false },
      { id: 'two', from: NOW + 2 * HOUR, to: NOW + 2 * HOUR + 1.5 * MINUTE, units: 90 },
    ]);
    expect(leftAtEnd).toBeCloseTo(9_310, 6);
  });

  it('sends a single row when its hours begin, and not today where they do not', () => {
    const single = (start: number) =>
      schedule(input({ horizon: 0, jobs: [job({ rows: 1, hours: from(start) })] })).jobs[0];
    expect(single(NOW + HOUR)).toMatchObject({ from: NOW + HOUR, spillsOver: false });
    expect(single(NOW + 9_999 * DAY)).toMatchObject({ from: null, to: null, rows: 0, spillsOver: true });
  });

  it('shares the pace of jobs that run together', () => {
    const { jobs } = schedule(input({ jobs: [job(), job({ id: 'two' })] }));
    expect(jobs.map(({ to }) => to)).toEqual([NOW + 20 * MINUTE, NOW + 20 * MINUTE]);
  });

  it('gives a job its share of the pace and its hours only', () => {
    const { jobs } = schedule(input({ jobs: [job({ share: 50, hours: from(NOW + 3 * HOUR) })] }));
    expect(jobs[0]).toMatchObject({ from: NOW + 3 * HOUR, to: NOW + 3 * HOUR + 20 * MINUTE });
  });

  it('stops jobs at the reserve and goes on after the reset; what is no job takes the reserve too', () => {
    const { jobs, reserveAt, emptyAt, leftAtEnd } = schedule(
      input({ left: 1_300, jobs: [job()], background: steady(0.5) }),
    );
    // 60.5 units a minute leave 300 of 1,300 for almost five minutes.
    expect(reserveAt).toBe(Math.round(NOW + (300 / 60.5) * MINUTE));
    expect(emptyAt).toBeNull();
    expect(jobs[0]).toMatchObject({ spillsOver: true, rows: expect.closeTo(297.5, 1) });
    expect(jobs[0]?.to).toBeGreaterThan(NOW + 10 * HOUR);
    expect(leftAtEnd).toBeCloseTo(1_000 - 0.5 * 595, 0);
  });

  it('finds the time at which nothing is left', () => {
    const { emptyAt, leftAtEnd } = schedule(input({ background: steady(40) }));
    expect(emptyAt).toBe(NOW + 250 * MINUTE);
    expect(leftAtEnd).toBe(0);
    expect(schedule(input({ background: steady(10) })).emptyAt).toBeNull();
  });

  it('asks the price of the hour', () => {
    const change = NOW + 5 * MINUTE;
    const priceAt = (at: number) => (at < change ? { units: 8, until: change } : { units: 4, until: Infinity });
    const { jobs } = schedule(input({ jobs: [job({ priceAt })] }));
    expect(jobs[0]).toMatchObject({ units: 300 * 8 + 300 * 4, unitsInAll: 300 * 8 + 300 * 4 });
  });

  it('keeps the share of the day, today and on the days after', () => {
    const { jobs } = schedule(input({ jobUnitsToday: 100, jobUnitsADay: 250, jobs: [job()] }));
    expect(jobs[0]).toMatchObject({ units: 100, spillsOver: true });
    // 100 today, 250 tomorrow, 250 the day after.
    expect(jobs[0]?.to).toBeGreaterThan(NOW + 10 * HOUR + DAY);
    expect(jobs[0]?.to).toBeLessThan(NOW + 11 * HOUR + DAY);
  });

  it('gives up a job that no day has room for', () => {
    const { jobs } = schedule(input({ reserve: 20_000, jobs: [job()] }));
    expect(jobs[0]).toMatchObject({ from: null, to: null, rows: 0, spillsOver: true });
  });

  it('has a line from now to the reset that never rises', () => {
    const { line } = schedule(input({ jobs: [job()], background: steady(3) }));
    expect(line[0]).toEqual({ at: NOW, left: 10_000 });
    expect(line.at(-1)?.at).toBe(NOW + 10 * HOUR);
    expect(line.every(({ left }, index) => left <= (line[index - 1]?.left ?? left))).toBe(true);
  });

  it('has a point in its line every five minutes, and one at the reset', () => {
    const minutesOf = (over: Partial<ScheduleInput>) =>
      schedule(input({ jobs: [job({ rows: 90 })], background: steady(3), ...over })).line.map(
        ({ at }) => (at - NOW) / MINUTE,
      );
    expect(minutesOf({ horizon: 20 * MINUTE })).toEqual([0, 5, 10, 15, 20]);
    expect(minutesOf({ periodEnd: NOW + 12 * MINUTE, horizon: HOUR })).toEqual([0, 5, 10, 12]);
    expect(minutesOf({ horizon: 20 * MINUTE, jobs: [job({ rows: 6_000 })] })).toEqual([0, 5, 10, 15, 20]);
  });

  it('ends at its horizon, and what is no job goes on at its mean while a job needs longer', () => {
    const early = { horizon: HOUR, background: (ahead: number) => (Math.min(ahead, HOUR) / MINUTE) * 3 };
    expect(schedule(input({ ...early, jobs: [job({ rows: 60 })] })).leftAtEnd).toBeCloseTo(10_000 - 180 - 60, 6);
    const long = schedule(input({ ...early, left: 100_000, jobs: [job({ rows: 3 * 3_600 })] }));
    expect(long.leftAtEnd).toBeCloseTo(100_000 - 3 * 3_600 - 3 * 180, 6);
  });

  it('follows what is no job from minute to minute, whenever a job ends', () => {
    const now = NOW + 7_000;
    const background = (ahead: number) => (Math.max(0, ahead - 2 * MINUTE) / MINUTE) * 1_000;
    const course = input({ now, left: 590, reserve: 0, background, horizon: HOUR, jobs: [job({ rows: 90 })] });
    expect(schedule(course)).toMatchObject({ emptyAt: now + 2.5 * MINUTE, jobs: [{ to: now + 1.5 * MINUTE }] });
  });

  it('is empty below one unit, and only before the reset', () => {
    expect(schedule(input({ left: 1 })).emptyAt).toBeNull();
    expect(schedule(input({ left: 0.9 })).emptyAt).toBe(NOW);
    expect(schedule(input({ limit: 0, horizon: 20 * HOUR })).emptyAt).toBeNull();
  });

  it('does not spill over when the last row leaves at the reset', () => {
    const { jobs } = schedule(input({ periodEnd: NOW + 10 * MINUTE, horizon: 0, jobs: [job()] }));
    expect(jobs[0]).toMatchObject({ to: NOW + 10 * MINUTE, rows: 600, units: 600, spillsOver: false });
  });

  it('says nothing of a reserve that is reached after the reset', () => {
    const over = { periodEnd: NOW + MINUTE, limit: 1_000, horizon: 0 };
    expect(schedule(input({ ...over, jobs: [job()] })).reserveAt).toBeNull();
    expect(schedule(input({ ...over, left: 1_000, jobs: [job()] })).reserveAt).toBe(NOW);
  });

  it('lets a request begin only when all its units are there, each day', () => {
    const dear = job({ rows: 5, pace: 1, priceAt: () => ({ units: 4, until: Number.POSITIVE_INFINITY }) });
    // Ten units are two requests and a half.
    const today = schedule(input({ left: 1_010, limit: 1_003, horizon: HOUR, jobs: [dear] }));
    expect(today.jobs[0]).toMatchObject({ rows: expect.closeTo(2.5, 6), unitsInAll: expect.closeTo(10, 6), to: null });
    expect(schedule(input({ left: 1_003, limit: 1_003, horizon: 0, jobs: [dear] })).jobs[0]?.from).toBeNull();
  });

  it('goes on behind the hours and prices of a job that has ended', () => {
    const closes = NOW + MINUTE;
    const hours: Hours = { opensAt: (at) => at, closesAt: () => closes };
    const ended = schedule(input({ jobs: [job({ rows: 30, hours })], background: steady(3) }));
    expect(ended.leftAtEnd).toBeCloseTo(10_000 - 30 - 1_800, 6);
  });

  it('gives what a job with a small share leaves to the others', () => {
    const { jobs } = schedule(input({ jobs: [job({ id: 'small', rows: 150, share: 25 }), job({ rows: 450 })] }));
    expect(jobs.map(({ to }) => to)).toEqual([NOW + 10 * MINUTE, NOW + 10 * MINUTE]);
  });

  it('lets a job without the pace of the budget send at its own, beside another', () => {
    const fast = job({ id: 'fast', rows: 600, pace: 600 });
    expect(schedule(input({ jobs: [fast] })).jobs[0]?.to).toBe(NOW + MINUTE);
    // One request of each in turn: 1 / 60 and 1 / 600 of a minute.
    const { jobs } = schedule(input({ jobs: [fast, job({ rows: 600 })] }));
    expect(jobs[0]?.to).toBe(NOW + 11 * MINUTE);
  });

  it('closes with the hours of a job, and opens with them the next day', () => {
    const closes = NOW + 5 * MINUTE;
    const opens = NOW + DAY;
    const hours: Hours = {
      opensAt: (at) => (at < closes ? at : Math.max(at, opens)),
      closesAt: (at) => (at < closes ? closes : null),
    };
    const { jobs } = schedule(input({ jobs: [job({ hours })] }));
    expect(jobs[0]).toMatchObject({ rows: 300, spillsOver: true, to: opens + 5 * MINUTE });
  });

  it('sends every row once and nothing into the reserve, whatever the order of events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 100 })), { maxLength: 4 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: 40 }),
        (works, left, reserve, perMinute) => {
          const jobs = works.map(([rows, share], index) => job({ id: String(index), rows, share }));
          const course = schedule(input({ left, reserve, background: steady(perMinute), jobs }));
          for (const [index, use] of course.jobs.entries()) {
            expect(use.to === null || use.unitsInAll).toSatisfy(
              (units) => units === true || Math.abs(Number(units) - (jobs[index]?.rows ?? 0)) < 0.01,
            );
          }
          const sent = course.jobs.reduce((sum, { units }) => sum + units, 0);
          expect(sent).toBeLessThanOrEqual(Math.max(0, left - reserve) + 0.01);
          expect(course.leftAtEnd).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
