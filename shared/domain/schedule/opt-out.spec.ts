import { describe, expect, it } from 'vitest';
import { HOUR } from '../time/time.ts';
import { adviseOptOut, breakEvenRows, type OptOutInput } from './opt-out.ts';

const ZONE = 'Europe/Copenhagen';
/** 22:30 in Copenhagen: production hours are over until 8:00. */
const NIGHT = Date.UTC(2026, 10, 20, 21, 30);
const NOON = Date.UTC(2026, 10, 20, 11);

interface Given {
  readonly rows?: number;
  readonly now?: number;
  readonly dailyLimit?: number;
  readonly remaining?: number;
  readonly periodEnd?: number | null;
  readonly nightPrice?: 1 | 4;
}

const input = (given: Given): OptOutInput => {
  const { rows = 1_000, now = NIGHT, dailyLimit: limit = 100_000, periodEnd: resetsAt = null, nightPrice = 4 } = given;
  const { remaining = limit } = given;
  return {
    rows,
    now,
    budget: {
      daily: { limit, used: limit - remaining, remaining, resetsAt },
      ratePerMinute: 236.4,
      blockedUntil: null,
      reserve: { units: 0 },
      shares: { day: { percent: 100 } },
    },
    rules: { zone: ZONE, productionZone: ZONE, nightPrice, fairUse: true, clockOffset: null },
  };
};

describe('adviseOptOut', () => {
  it('never leaves the header out in production hours', () => {
    expect(adviseOptOut(input({ now: NOON, rows: 10, nightPrice: 1 }), true).advice).toBe('fairUse');
  });

  it('goes by the clock of the service, not by that of this computer', () => {
    const cheap = input({ nightPrice: 1, rows: 10 });
    const ahead = { ...cheap, rules: { ...cheap.rules, clockOffset: 11 * HOUR } };
    expect(adviseOptOut(ahead, true).advice).toBe('fairUse');
    const late = input({ nightPrice: 1, rows: 10, now: NOON });
    const behind = { ...late, rules: { ...late.rules, clockOffset: 11 * HOUR } };
    expect(adviseOptOut(behind, true).advice).toBe('withoutHeader');
  });

  it('leaves it out off hours once the price is known to be 1', () => {
    expect(adviseOptOut(input({ nightPrice: 1 }), true).advice).toBe('withoutHeader');
    expect(adviseOptOut(input({ nightPrice: 1 }), false).advice).toBe('fairUse');
    expect(adviseOptOut(input({ nightPrice: 4 }), true).advice).toBe('fairUse');
  });

  it('compares both plans', () => {
    const advice = adviseOptOut(input({ rows: 6_000 }), true);
    expect([advice.fairUse.units, advice.withoutHeader.units]).toEqual([6_000, 24_000]);
    expect(advice.saves).toBe((advice.fairUse.finishAt ?? 0) - (advice.withoutHeader.finishAt ?? 0));
    const beyond = adviseOptOut(input({ rows: 2_501, dailyLimit: 10_001 }), true);
    expect(beyond.saves).toBeLessThan(-20 * HOUR);
  });

  it('keeps the header when the rows do not all go before the office opens, or nothing is saved', () => {
    // 15 minutes before 8:00: 9,000 rows without the header.
    const now = Date.UTC(2026, 10, 21, 6, 45);
    const known = { now, dailyLimit: 500_000, remaining: 500_000, nightPrice: 1 as const };
    expect(adviseOptOut(input({ ...known, rows: 9_000 }), true).advice).toBe('withoutHeader');
    expect(adviseOptOut(input({ ...known, rows: 9_001 }), true).advice).toBe('fairUse');
    expect(adviseOptOut(input({ rows: 0 }), true).advice).toBe('fairUse');
  });

  it('keeps the header when the units left do not suffice, even if the next day begins at night', () => {
    const known = { rows: 1_000, remaining: 500, periodEnd: NIGHT + HOUR / 6, nightPrice: 1 as const };
    const advice = adviseOptOut(input(known), true);
    expect(advice.advice).toBe('fairUse');
    expect(advice.saves).toBeGreaterThan(0);
    // To the last unit, at 600 rows a minute.
    const enough = { advice: 'withoutHeader', withoutHeader: { finishAt: NIGHT + 100_000 } };
    expect(adviseOptOut(input({ ...known, remaining: 1_000 }), true)).toMatchObject(enough);
  });

  it('has nothing to compare without rows', () => {
    const { fairUse, withoutHeader, saves } = adviseOptOut(input({ rows: 0 }), true);
    expect([fairUse, withoutHeader, saves]).toEqual([{ finishAt: NIGHT, units: 0 }, { finishAt: NIGHT, units: 0 }, 0]);
  });

  it('takes the whole limit for what is left while that is not known', () => {
    const adviceFor = (rows: number) => {
      const { budget, ...rest } = input({ rows, dailyLimit: 20_000, nightPrice: 1 });
      const unknown = { ...rest, budget: { ...budget, daily: { ...budget.daily, remaining: null } } };
      return adviseOptOut(unknown, true).advice;
    };
    expect([adviceFor(20_000), adviceFor(20_001)]).toEqual(['withoutHeader', 'fairUse']);
  });

  it('counts a way that does not end as the longest', () => {
    // 10,001 rows a day with the header, a quarter of them at most without it.
    const advice = adviseOptOut(input({ rows: 2_000_000, dailyLimit: 10_001 }), true);
    expect(advice.withoutHeader.finishAt).toBeNull();
    expect(advice.saves).toBeLessThan(-190 * 24 * HOUR);
  });

  it('names the break-even', () => {
    expect(breakEvenRows(10_001, 0, 8)).toBe(1_250);
    expect(breakEvenRows(10_001, 1_001, 4)).toBe(2_250);
    expect(breakEvenRows(100, 500, 4)).toBe(0);
  });
});
