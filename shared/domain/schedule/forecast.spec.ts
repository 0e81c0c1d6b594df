import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../time/time.ts';
import { emptyAtPace, forecast, type ForecastInput } from './forecast.ts';
import { job } from './schedule-fixture.ts';

const NOW = Date.UTC(2026, 10, 20, 11);

/** Every minute of the last two hours had these units of the rest and these requests of jobs. */
const minutes = (rest: number, jobs = 0) =>
  Array.from({ length: 120 }, (_, index) => ({ at: NOW - (120 - index) * MINUTE, rest, jobs }));

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

  it('goes by the last two hours', () => {
    expect(courseOf({ measuredSince: NOW - 40 * MINUTE }).measured).toBe(40 * MINUTE);
    expect(courseOf({ measuredSince: NOW - 3 * HOUR }).measured).toBe(2 * HOUR);
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
    expect(forecast(input({ left: 1 })).state).toBe('forecast');
  });

  it('goes on as measured, with a range around it', () => {
    const { low, middle, high } = courseOf();
    expect(middle.emptyAt).toBe(NOW + 5 * HOUR);
    expect(low.emptyAt).toBeLessThan(NOW + 5 * HOUR);
    expect(high.emptyAt).toBeGreaterThan(NOW + 5 * HOUR);
  });

  it('says what everything else uses a minute, to the last minute before the reset', () => {
    const { middle, otherUse } = courseOf({ left: 20_000 });
    expect([middle.leftAtEnd, otherUse]).toEqual([expect.closeTo(8_000, 6), expect.closeTo(20, 9)]);
    const odd = courseOf({ left: 20_000, resetsAt: NOW + 90.5 * MINUTE });
    expect(odd.middle.leftAtEnd).toBeCloseTo(20_000 - 91 * 20, 6);
  });

  it('has nothing used where nothing was, nor ever less than nothing', () => {
    expect(courseOf({ minutes: [] }).middle.leftAtEnd).toBe(6_000);
    // Less than usual was used, and less is usual from now on.
    const usual = (at: number) => (at < NOW ? 1_200 : 60);
    expect(courseOf({ minutes: [], usual })).toMatchObject({ otherUse: 0, middle: { leftAtEnd: 6_000 } });
  });

  it('sends a row a minute at least', () => {
    const { middle } = courseOf({ minutes: [], jobs: [job({ rows: 10 })], pace: 0 });
    expect(middle.jobs[0]?.to).toBe(NOW + 10 * MINUTE);
  });

  it('has the slowest and the fastest part of what was measured as its edges', () => {
    const uneven = minutes(20).map((minute, index) => ({ ...minute, rest: [14, 20, 26][Math.floor(index / 40)] ?? 0 }));
    const { low, high, middle } = courseOf({ minutes: uneven });
    const leftAfterTwoHours = [low, middle, high].map(({ line }) => line.find(({ at }) => at === NOW + 2 * HOUR)?.left);
    expect(leftAfterTwoHours).toEqual([2_880, 3_600, 4_320].map((left) => expect.closeTo(left, 6)));
  });

  it('takes no edge for granted from one burst: neither nothing used nor more than a day can bring', () => {
    const burst = minutes(0).map((minute, index) => ({ ...minute, rest: index === 60 ? 1_000 : 0 }));
    const { low, high } = courseOf({ minutes: burst, left: 20_000 });
    expect(high.leftAtEnd).toBeLessThan(20_000);
    expect(low.emptyAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(NOW + HOUR);
  });

  it('lets jobs be faster and slower at its edges', () => {
    const { low, middle, high } = courseOf({ left: 20_000, minutes: [], jobs: [job({ rows: 2_360 })] });
    const ends = [low, middle, high].map(({ jobs }) => ((jobs[0]?.to ?? 0) - NOW) / MINUTE);
    expect(ends).toEqual([10 / 1.02, 10, 10 / 0.98].map((end) => expect.closeTo(end, 4)));
  });

  it('is a number too when nothing was used so far and something is usual later', () => {
    const { low, high } = courseOf({ minutes: [], usual: (at) => (at < NOW + HOUR ? 0 : 600) });
    expect(low.leftAtEnd).toBeLessThan(6_000 - 9 * 600);
    expect(high.leftAtEnd).toBeGreaterThan(6_000 - 9 * 600);
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
      const { middle, measured } = courseOf({ minutes: began });
      const said = (middle.emptyAt ?? 0) - NOW;
      expect(measured).toBeLessThanOrEqual(35 * MINUTE);
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

  it('is the usual where what was measured is', () => {
    expect(courseOf({ left: 20_000, usual: () => 1_200 }).middle.leftAtEnd).toBeCloseTo(20_000 - 10 * 1_200, 6);
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

  it('takes a minute that began half a minute before it', () => {
    const at = (seconds: number) => [{ at: NOW - 5 * MINUTE - seconds * 1000, rest: 100, jobs: 0 }];
    expect(emptyAtPace(input({ minutes: at(30) }), 5 * MINUTE)).toBe(NOW + 5 * HOUR);
    expect(emptyAtPace(input({ minutes: at(31) }), 5 * MINUTE)).toBeNull();
  });

  it('has no end without a reset that is to come', () => {
    const jobs = [job({ rows: 60_000 })];
    expect(emptyAtPace(input({ jobs, reserve: 0 }), 5 * MINUTE)).not.toBeNull();
    for (const resetsAt of [null, NOW, NOW - HOUR])
      expect(emptyAtPace(input({ jobs, reserve: 0, resetsAt }), 5 * MINUTE)).toBeNull();
  });
});
