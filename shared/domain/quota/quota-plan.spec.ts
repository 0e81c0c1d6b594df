import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviseOptOut, breakEvenRows, planFairUse, planWithoutHeader, type PlanInput } from './quota-plan.ts';

const ZONE = 'Europe/Copenhagen';
const HOUR = 3_600_000;
/** 22:30 in Copenhagen: production hours are over until 8:00. */
const NIGHT = Date.UTC(2026, 10, 20, 21, 30);
const NOON = Date.UTC(2026, 10, 20, 11);

const input = (over: Partial<PlanInput>): PlanInput => ({
  rows: 1_000,
  now: NIGHT,
  dailyLimit: 100_000,
  remaining: 100_000,
  reserve: 0,
  periodEnd: null,
  zone: ZONE,
  nightPrice: 4,
  ...over,
});

describe('planFairUse', () => {
  it('takes the minute pace and one unit a row', () => {
    const plan = planFairUse(input({ rows: 60_000 }));
    expect(plan.units).toBe(60_000);
    expect((plan.finishAt - NIGHT) / HOUR).toBeCloseTo(60_000 / 236.4 / 60, 2);
    expect(plan.spillsIntoNextDay).toBe(false);
    expect(plan.segments).toHaveLength(1);
  });

  it('waits for the end of the period when the units are gone, and uses the new day at once', () => {
    const periodEnd = NIGHT + 2 * HOUR;
    const plan = planFairUse(input({ rows: 2_000, remaining: 1_500, reserve: 500, periodEnd }));
    expect(plan.segments.map((segment) => [segment.kind, segment.rows])).toEqual([
      ['sending', 1_000],
      ['waitingForDay', 0],
      ['sending', 1_000],
    ]);
    expect(plan.segments[1]?.to).toBe(periodEnd);
    expect(plan.remainingAfter).toBe(99_000);
  });

  it('gets a new day without a pause when the period ends while it sends', () => {
    const plan = planFairUse(
      input({ rows: 19_900, dailyLimit: 10_001, remaining: 10_001, periodEnd: NIGHT + 42 * 60_000 }),
    );
    // 9,928 rows fit into the 42 minutes; the rest follows at 236.4 a minute, out of the new day's units.
    expect(plan.finishAt - NIGHT).toBeCloseTo((42 + 9_972 / 236.4) * 60_000, 3);
    expect(plan.spillsIntoNextDay).toBe(false);
    expect(plan.remainingAfter).toBe(10_001 - 9_972);
  });

  it('ends instead of waiting for ever when the reserve leaves no room', () => {
    const plan = planFairUse(input({ reserve: 100_000, remaining: 0 }));
    expect(plan.units).toBe(0);
    expect(plan.finishAt).toBe(NIGHT + 24 * HOUR);
    // Three units a day above the reserve, and a request without the header costs 4.
    const dear = planWithoutHeader(input({ dailyLimit: 103, reserve: 100, remaining: 0 }));
    expect(dear.finishAt).toBe(NIGHT + 24 * HOUR);
  });

  it('sends every row exactly once and never spends into the reserve', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        (rows, remaining, reserve) => {
          const plan = planFairUse(input({ rows, remaining, reserve, periodEnd: NIGHT + 5 * HOUR }));
          expect(plan.segments.reduce((sum, segment) => sum + segment.rows, 0)).toBe(rows);
          expect(plan.units).toBe(rows);
          expect(plan.remainingAfter).toBeGreaterThanOrEqual(Math.min(reserve, remaining));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('the course of a plan', () => {
  it('is one stretch at one price, and another after the office opens', () => {
    const start = Date.UTC(2026, 10, 21, 6, 50);
    const opens = Date.UTC(2026, 10, 21, 7);
    const known = { rows: 7_000, now: start, dailyLimit: 500_000, remaining: 500_000 };
    const plan = planWithoutHeader(input(known));
    // Ten minutes at 600 a minute; the doubt of two minutes around 8:00 belongs to the dearer price.
    expect(plan.segments.reduce((sum, { rows }) => sum + rows, 0)).toBe(7_000);
    expect(plan.segments[0]?.from).toBe(start);
    expect(plan.segments.at(-1)?.to).toBe(plan.finishAt);
    expect(plan.finishAt - start).toBe((7_000 / 600) * 60_000);
    expect(plan.units).toBe(6_000 * 4 + 1_000 * 8);
    expect(plan.segments).toEqual([{ kind: 'sending', from: start, to: plan.finishAt, rows: 7_000, units: 32_000 }]);
    expect(plan.remainingAfter).toBe(500_000 - 32_000);
    expect(planWithoutHeader(input({ ...known, rows: 6_000 })).finishAt).toBe(opens);
  });

  it('spends the last unit above the reserve, and then waits a day from the start', () => {
    const plan = planFairUse(input({ rows: 3, dailyLimit: 101, remaining: 101, reserve: 99 }));
    expect(plan.segments.map(({ kind, rows, units }) => [kind, rows, units])).toEqual([
      ['sending', 2, 2],
      ['waitingForDay', 0, 0],
      ['sending', 1, 1],
    ]);
    expect(plan.segments[1]?.to).toBe(NIGHT + 24 * HOUR);
    expect(plan.spillsIntoNextDay).toBe(true);
    expect(plan.remainingAfter).toBe(100);
  });

  it('waits a day when nobody knows the end of the period', () => {
    const plan = planFairUse(input({ rows: 1, remaining: 0 }));
    expect(plan.segments[0]).toEqual({ kind: 'waitingForDay', from: NIGHT, to: NIGHT + 24 * HOUR, rows: 0, units: 0 });
  });

  it.each([
    [100, 1],
    [101, 0],
  ])('with a daily limit of 101 and a reserve of %i sends %i row a day', (reserve, rows) => {
    const plan = planFairUse(input({ rows: 2, dailyLimit: 101, remaining: 0, reserve }));
    expect(plan.units).toBe(rows * 2);
  });

  it('is planned for 400 days at most', () => {
    const plan = planFairUse(input({ rows: 500, dailyLimit: 101, remaining: 0, reserve: 100 }));
    expect(plan.segments.filter(({ kind }) => kind === 'waitingForDay')).toHaveLength(400);
    expect(plan.units).toBe(399);
  });
});

describe('planWithoutHeader', () => {
  it('costs the night price until the office opens and 8 from then on', () => {
    const start = Date.UTC(2026, 10, 21, 6, 30);
    const plan = planWithoutHeader(input({ rows: 24_000, now: start, dailyLimit: 500_000, remaining: 500_000 }));
    expect(plan.units).toBeGreaterThan(24_000 * 4);
    expect(plan.units).toBeLessThan(24_000 * 8);
  });
});

describe('adviseOptOut', () => {
  it('never leaves the header out in production hours', () => {
    expect(adviseOptOut(input({ now: NOON, rows: 10, nightPrice: 1 }), true, true).advice).toBe('fairUse');
  });

  it('leaves it out off hours once the price is known to be 1', () => {
    expect(adviseOptOut(input({ nightPrice: 1 }), true, false).advice).toBe('withoutHeader');
    expect(adviseOptOut(input({ nightPrice: 1 }), false, false).advice).toBe('fairUse');
  });

  it('goes by the break-even at the price of 4, and only when a person wants it', () => {
    const below = input({ rows: 2_500, dailyLimit: 10_001, remaining: 10_001 });
    expect(adviseOptOut(below, false, true).advice).toBe('withoutHeader');
    expect(adviseOptOut(below, false, false).advice).toBe('fairUse');
    expect(adviseOptOut(below, true, false).advice).toBe('fairUse');
    const above = adviseOptOut(input({ rows: 2_501, dailyLimit: 10_001, remaining: 10_001 }), false, true);
    expect(above.advice).toBe('fairUse');
    expect(above.saves).toBeLessThan(-20 * HOUR);
  });

  it('compares both plans', () => {
    const advice = adviseOptOut(input({ rows: 6_000, nightPrice: 4 }), true, true);
    expect(advice).toMatchObject({ price: 4, breakEven: 25_000, extraUnits: 18_000, advice: 'withoutHeader' });
    expect(advice.saves).toBe(advice.fairUse.finishAt - advice.withoutHeader.finishAt);
    expect(adviseOptOut(input({ now: NOON }), true, true).price).toBe(8);
  });

  it('keeps the header when the rows do not all go before the office opens, or nothing is saved', () => {
    // 15 minutes before 8:00: 9,000 rows without the header.
    const now = Date.UTC(2026, 10, 21, 6, 45);
    const known = { now, dailyLimit: 500_000, remaining: 500_000, nightPrice: 1 as const };
    expect(adviseOptOut(input({ ...known, rows: 9_000 }), true, true).advice).toBe('withoutHeader');
    expect(adviseOptOut(input({ ...known, rows: 9_001 }), true, true).advice).toBe('fairUse');
    expect(adviseOptOut(input({ rows: 0 }), true, true).advice).toBe('fairUse');
  });

  it('keeps the header when the units left do not suffice, even if the next day begins at night', () => {
    const known = { rows: 1_000, remaining: 500, periodEnd: NIGHT + HOUR / 6, nightPrice: 1 as const };
    const advice = adviseOptOut(input(known), true, true);
    expect(advice).toMatchObject({ advice: 'fairUse', breakEven: 500 });
    expect(advice.saves).toBeGreaterThan(0);
    expect(adviseOptOut(input({ ...known, remaining: 1_000 }), true, true).advice).toBe('withoutHeader');
  });

  it('names the break-even', () => {
    expect(breakEvenRows(10_001, 0, 8)).toBe(1_250);
    expect(breakEvenRows(10_001, 1_001, 4)).toBe(2_250);
    expect(breakEvenRows(100, 500, 4)).toBe(0);
  });
});
