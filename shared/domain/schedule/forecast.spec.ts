import { describe, expect, it } from 'vitest';
import { emptyAtPace, forecast, type ForecastInput } from './forecast.ts';
import { ANY_HOUR, type ScheduledJob } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 20, 11);

/** Every minute of the last two hours had so many units of the rest, and so many requests of jobs. */
const minutes = (rest: number, jobs = 0, last = 120) =>
  Array.from({ length: last }, (_, index) => ({ at: NOW - (last - index) * MINUTE, rest, jobs }));

const job = (over: Partial<ScheduledJob>): ScheduledJob => ({
  id: 'a',
  name: 'A',
  rows: 1_000,
  hours: ANY_HOUR,
  share: 100,
  pace: null,
  priceAt: () => ({ units: 1, until: Number.POSITIVE_INFINITY }),
  ...over,
});

const input = (over: Partial<ForecastInput> = {}): ForecastInput => ({
  now: NOW,
  limit: 20_000,
  left: 6_000,
  reserve: 1_000,
  jobUnitsToday: Number.POSITIVE_INFINITY,
  jobUnitsADay: Number.POSITIVE_INFINITY,
  resetsAt: NOW + 10 * HOUR,
  measuredSince: NOW - 2 * HOUR,
  lastFigureAt: NOW - MINUTE,
  minutes: minutes(20),
  jobs: [],
  pace: 236,
  usual: null,
  ...over,
});

const courseOf = (over: Partial<ForecastInput> = {}) => {
  const result = forecast(input(over));
  if (result.state !== 'forecast') throw new Error(result.state);
  return result;
};

describe('the forecast', () => {
  it('says nothing before half an hour was measured', () => {
    expect(forecast(input({ measuredSince: NOW - 30 * MINUTE + 1 })).state).toBe('tooEarly');
    expect(forecast(input({ measuredSince: NOW - 30 * MINUTE })).state).toBe('forecast');
  });

  it('is unsure after ten minutes without a figure', () => {
    expect(forecast(input({ lastFigureAt: NOW - 10 * MINUTE })).state).toBe('forecast');
    expect(forecast(input({ lastFigureAt: NOW - 10 * MINUTE - 1 })).state).toBe('unsure');
    expect(forecast(input({ lastFigureAt: null })).state).toBe('unsure');
  });

  it('is unknown without a reset, and has nothing to say of a budget that is used up', () => {
    expect(forecast(input({ resetsAt: null })).state).toBe('unknown');
    expect(forecast(input({ resetsAt: NOW })).state).toBe('unknown');
    expect(forecast(input({ left: 0 })).state).toBe('usedUp');
  });

  it('goes on as measured, with a range around it', () => {
    const { low, middle, high } = courseOf();
    expect(middle.emptyAt).toBe(NOW + 5 * HOUR);
    expect(low.emptyAt).toBeLessThan(NOW + 5 * HOUR);
    expect(high.emptyAt).toBeGreaterThan(NOW + 5 * HOUR);
  });

  it('has a wider range the less even the minutes were, and the fewer there were', () => {
    const widthOf = (over: Partial<ForecastInput>) => {
      const { low, high } = courseOf({ left: 3_000, ...over });
      return (high.emptyAt ?? 0) - (low.emptyAt ?? 0);
    };
    const uneven = minutes(20).map((minute, index) => ({ ...minute, rest: index % 10 < 5 ? 30 : 10 }));
    expect(widthOf({ minutes: uneven })).toBeGreaterThan(widthOf({}));
    expect(widthOf({ minutes: uneven, measuredSince: NOW - 30 * MINUTE })).toBeGreaterThan(
      widthOf({ minutes: uneven }),
    );
  });

  it('counts the jobs that are planned', () => {
    const hours = { opensAt: (at: number) => Math.max(at, NOW + HOUR), closesAt: () => null };
    const later = job({ rows: 4_000, hours });
    const { middle } = courseOf({ jobs: [later] });
    // 1,200 in the first hour; then the job takes all but the reserve, which lasts 50 minutes more.
    expect(middle.jobs[0]).toMatchObject({ from: NOW + HOUR, spillsOver: true });
    expect(middle.emptyAt).toBeLessThan(NOW + 2.2 * HOUR);
  });

  it('takes the pace of a running job from what was measured', () => {
    const { middle } = courseOf({ minutes: minutes(0, 100), jobs: [job({})] });
    expect(middle.jobs[0]?.to).toBe(NOW + 10 * MINUTE);
    // At a quarter of the pace it did not reach a quarter of its quarter.
    const part = courseOf({ minutes: minutes(0, 25), jobs: [job({ share: 25 })] });
    expect(part.middle.jobs[0]?.to).toBe(NOW + 40 * MINUTE);
  });

  it.each([0, 1, 2, 3, 4])(
    'goes by a program that began 35 minutes ago, wherever in a measurement (%i min)',
    (moved) => {
      const began = minutes(0).map((minute, index) => ({ ...minute, rest: index < 85 + moved ? 0 : 40 }));
      const said = (courseOf({ minutes: began }).middle.emptyAt ?? 0) - NOW;
      expect(Math.abs(said / MINUTE / 150 - 1)).toBeLessThan(0.05);
    },
  );

  it('goes by it too where the readings of the counts spread its beginning over ten minutes', () => {
    const began = minutes(0).map((minute, index) => ({ ...minute, rest: index < 78 ? 0 : index < 88 ? 16 : 40 }));
    expect(courseOf({ minutes: began }).middle.emptyAt).toBe(NOW + 150 * MINUTE);
  });

  it('keeps what came before a burst that is no change', () => {
    const uneven = minutes(0).map((minute, index) => ({ ...minute, rest: 20 + 8 * Math.sin(index / 5) }));
    const { middle } = courseOf({ minutes: uneven });
    expect(Math.abs((middle.emptyAt ?? 0) - NOW - 5 * HOUR)).toBeLessThan(HOUR / 3);
  });

  it('follows the usual hours where they are known', () => {
    // After two hours the office closes.
    const usual = (at: number) => (at < NOW + 2 * HOUR ? 1_200 : 60);
    const { middle } = courseOf({ usual });
    expect(middle.emptyAt).toBeNull();
    expect(middle.leftAtEnd).toBeCloseTo(6_000 - 2 * 1_200 - 8 * 60, -2);
  });

  it('compares what was measured with what was usual then, not with what is usual now', () => {
    // The office has closed just now.
    const usual = (at: number) => (at < NOW ? 1_200 : 60);
    const { middle } = courseOf({ usual });
    expect(middle.leftAtEnd).toBeCloseTo(6_000 - 10 * 60, -2);
  });
});

describe('the short window', () => {
  it('sees only the last five minutes', () => {
    const stopped = minutes(20).map((minute) => (minute.at >= NOW - 5 * MINUTE ? { ...minute, rest: 0 } : minute));
    expect(emptyAtPace(input({ minutes: stopped }), 5 * MINUTE)).toBeNull();
    expect(emptyAtPace(input(), 5 * MINUTE)).toBe(NOW + 5 * HOUR);
  });
});
