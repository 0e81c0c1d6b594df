import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { type JobDemand, rowCourse, type RowBudget, type RowRules } from './row-course.ts';

const ZONE = 'Europe/Copenhagen';
/** 22:30 in Copenhagen: production hours are over until 8:00. */
const NIGHT = Date.UTC(2026, 10, 20, 21, 30);
const NOW = NIGHT;

const rules: RowRules = { zone: ZONE, productionZone: ZONE, nightPrice: 4, fairUse: true, clockOffset: null };
const terms = { startAt: null, between: null, share: 100, fairUse: true };
const demand = (rows: number, over: Partial<JobDemand> = {}): JobDemand => ({
  id: 'one',
  name: 'One',
  rows,
  terms,
  isRunning: false,
  ratePerMinute: null,
  ...over,
});

interface Day {
  readonly limit?: number | null;
  readonly remaining?: number | null;
  readonly resetsAt?: number | null;
}

const budget = ({ limit = null, remaining = limit, resetsAt = null }: Day = {}, over: Partial<RowBudget> = {}) => ({
  daily: { limit, used: (limit ?? 0) - (remaining ?? 0), remaining, resetsAt },
  ratePerMinute: 240,
  blockedUntil: null,
  reserve: { units: 0 },
  shares: { day: { percent: 100 } },
  ...over,
});

const usesOf = (known: RowBudget | undefined, demands: readonly JobDemand[], now = NOW, otherUse = 0) =>
  rowCourse(known, demands, rules, { now, otherUse }).jobs;
const after = (rows: number, day: Day = {}, over: Partial<RowBudget> = {}) => {
  const [use] = usesOf(budget(day, over), [demand(rows)]);
  return use?.to === null || use === undefined ? null : use.to - NOW;
};

describe('the end of a job', () => {
  it('follows the pace while the day has room', () => {
    expect(after(240)).toBe(MINUTE);
    expect(after(240, { limit: 1000, remaining: 240, resetsAt: NOW + HOUR })).toBe(MINUTE);
  });

  it('waits for the reset when the day runs out', () => {
    expect(after(240, { limit: 1000, remaining: 0, resetsAt: NOW + HOUR })).toBe(HOUR + MINUTE);
    expect(after(480, { limit: 1000, remaining: 240, resetsAt: NOW + HOUR })).toBe(HOUR + MINUTE);
  });

  it('counts with what else is used, also a unit a minute', () => {
    const day = budget({ limit: 1000, remaining: 300, resetsAt: NOW + HOUR });
    expect(rowCourse(day, [demand(10)], rules, { now: NOW, otherUse: 1 }).leftAtEnd).toBeCloseTo(300 - 10 - 60, 3);
  });

  it('counts the days that a small quota takes', () => {
    const day = { limit: 100, remaining: 0, resetsAt: NOW + HOUR };
    expect(after(250, day, { ratePerMinute: 100 })).toBe(HOUR + 2 * DAY + MINUTE / 2);
  });

  it('leaves the reserve and what the share of the day leaves to others', () => {
    const day = { limit: 1000, remaining: 500, resetsAt: NOW + HOUR };
    expect(after(480, day, { reserve: { units: 260 } })).toBe(HOUR + MINUTE);
    expect(after(480, day, { shares: { day: { percent: 74 } } })).toBe(HOUR + MINUTE);
  });

  it('waits for the end of a block', () => {
    expect(after(240, {}, { blockedUntil: NOW + HOUR })).toBe(HOUR + MINUTE);
  });

  it('begins a day anew whose reset is over, and waits a day when nobody knows the reset', () => {
    expect(after(240, { limit: 240, remaining: 0, resetsAt: NOW })).toBe(MINUTE);
    expect(after(240, { limit: 240, remaining: 0 })).toBe(DAY + MINUTE);
    expect(after(480, { limit: 240, remaining: 0, resetsAt: NOW - HOUR })).toBe(DAY + MINUTE);
  });

  it('is not known when no day has room, and more than 400 days ahead', () => {
    expect(after(300, { limit: 0, remaining: 0, resetsAt: NOW + HOUR })).toBeNull();
    expect(after(1, { limit: 1000, remaining: 0, resetsAt: NOW + HOUR }, { reserve: { units: 1000 } })).toBeNull();
    const day = { limit: 1, remaining: 0, resetsAt: NOW + HOUR };
    expect(after(400, day)).toBeGreaterThan(399 * DAY);
    expect(after(402, day)).toBeNull();
  });

  it('is said without any figure, at the pace of the lowest limit', () => {
    expect(usesOf(undefined, [demand(2_364)])[0]?.to).toBe(NOW + 10 * MINUTE);
  });

  it('counts what everything else uses until the reset', () => {
    const known = budget({ limit: 10_000, remaining: 3_600, resetsAt: NOW + HOUR });
    // 3,600 last for ten minutes of 360; then nothing until the reset.
    const [use] = usesOf(known, [demand(2_640)], NOW, 120);
    expect(use?.to).toBe(NOW + HOUR + MINUTE);
  });
});

describe('jobs that run together', () => {
  it('share the pace, and the one that is left has all of it', () => {
    const uses = usesOf(budget(), [demand(240), demand(480, { id: 'two' })]);
    expect(uses.map(({ to }) => (to ?? 0) - NOW)).toEqual([2 * MINUTE, 3 * MINUTE]);
  });

  it('go by the pace that they reach together, each by its share', () => {
    const slow = { isRunning: true, ratePerMinute: 30 };
    const uses = usesOf(budget(), [demand(60, slow), demand(60, { ...slow, id: 'two' })]);
    expect(uses.map(({ to }) => (to ?? 0) - NOW)).toEqual([2 * MINUTE, 2 * MINUTE]);
    const half = { isRunning: true, ratePerMinute: 120, terms: { ...terms, share: 50 } };
    expect(usesOf(budget(), [demand(240, half)])[0]?.to).toBe(NOW + 2 * MINUTE);
    const young = { isRunning: true, ratePerMinute: null };
    expect(usesOf(budget(), [demand(240, young)])[0]?.to).toBe(NOW + MINUTE);
  });
});

describe('the terms of a job', () => {
  it('hold it until its start and within its hours', () => {
    const planned = demand(240, { terms: { ...terms, startAt: '2026-11-21T00:00' } });
    expect(usesOf(budget(), [planned])[0]).toMatchObject({ from: NIGHT + 90 * MINUTE, to: NIGHT + 91 * MINUTE });
    const hours = demand(240 * 90, { terms: { ...terms, between: { from: 23, to: 24 } } });
    // An hour on this day from 23:00, half an hour on the next.
    expect(usesOf(budget(), [hours])[0]?.to).toBe(NIGHT + 30 * MINUTE + DAY + 30 * MINUTE);
  });

  it('without fair use set the price by the hour, with the doubt of two minutes around 8:00', () => {
    const start = Date.UTC(2026, 10, 21, 6, 50);
    const day = { limit: 500_000, resetsAt: null };
    const [use] = usesOf(budget(day), [demand(7_000, { terms: { ...terms, fairUse: false } })], start);
    // 600 a minute: eight minutes at night, then the dearer price.
    expect(use).toMatchObject({ to: start + (7_000 / 600) * MINUTE });
    expect(use?.unitsInAll).toBeCloseTo(4_800 * 4 + 2_200 * 8, 1);
    const evening = Date.UTC(2026, 10, 20, 20, 1);
    const [late] = usesOf(budget(day), [demand(1_200, { terms: { ...terms, fairUse: false } })], evening);
    expect(late?.unitsInAll).toBeCloseTo(600 * 8 + 600 * 4, 1);
  });

  it('without fair use cost what the service’s clock says', () => {
    const at = Date.UTC(2026, 10, 20, 20, 10);
    const job = demand(600, { terms: { ...terms, fairUse: false } });
    const behind = { ...rules, clockOffset: -HOUR };
    const unitsOf = (one: JobDemand) =>
      rowCourse(budget({ limit: 500_000 }), [one], behind, { now: at, otherUse: 0 }).jobs[0]?.unitsInAll;
    expect(unitsOf(job)).toBeCloseTo(600 * 8, 1);
    // Its 21:02 is 22:02 here: 52 minutes at the dearer price, one at the other.
    expect(unitsOf({ ...job, rows: 53 * 600 })).toBeCloseTo(600 * (52 * 8 + 4), 1);
  });

  it('without fair use cost what a small limit costs', () => {
    const at = Date.UTC(2026, 10, 20, 10);
    const [use] = usesOf(budget({ limit: 1_000 }), [demand(100, { terms: { ...terms, fairUse: false } })], at);
    expect(use?.unitsInAll).toBeCloseTo(100, 1);
  });
});

describe('the pace of a job without fair use', () => {
  const dear = { ...terms, fairUse: false };
  const running = (ratePerMinute: number | null, share = 100) => ({
    isRunning: true,
    ratePerMinute,
    terms: { ...dear, share },
  });
  const endsOf = (...demands: readonly JobDemand[]) => usesOf(budget(), demands).map(({ to }) => (to ?? 0) - NOW);

  it('is our own bound until it is known', () => {
    expect(endsOf(demand(600, { terms: dear }))).toEqual([MINUTE]);
    expect(endsOf(demand(600, running(null)))).toEqual([MINUTE]);
    expect(endsOf(demand(600, running(6_000)))).toEqual([MINUTE]);
  });

  it('is what a job reaches that runs alone, by its share', () => {
    expect(endsOf(demand(240, running(120)))).toEqual([2 * MINUTE]);
    // It reaches half of what it could.
    expect(endsOf(demand(240, running(120, 50)))).toEqual([2 * MINUTE]);
    expect(endsOf(demand(2, running(0.5)))).toEqual([2 * MINUTE]);
  });

  it('is our own bound for two that run, whatever each reaches', () => {
    expect(endsOf(demand(300, running(30)), demand(300, { ...running(30), id: 'two' }))).toEqual([MINUTE, MINUTE]);
  });

  it('is not that of a job with fair use, nor the other way round', () => {
    const fair = { isRunning: true, ratePerMinute: 30 };
    const [, end] = endsOf(demand(1, fair), demand(600, { terms: dear, id: 'two' }));
    expect(end).toBeLessThan(1.1 * MINUTE);
    const [, other] = endsOf(demand(1, running(30)), demand(240, { id: 'two' }));
    expect(other).toBeLessThan(1.1 * MINUTE);
  });
});

describe('the pace of jobs with fair use', () => {
  it('is what the service allows while one of them is too young to know', () => {
    const slow = { isRunning: true, ratePerMinute: 30 };
    const uses = usesOf(budget(), [demand(120, slow), demand(120, { isRunning: true, id: 'two' })]);
    expect(uses.map(({ to }) => (to ?? 0) - NOW)).toEqual([MINUTE, MINUTE]);
  });

  it('is what those that run reach, for a planned one too', () => {
    const uses = usesOf(budget(), [demand(30, { isRunning: true, ratePerMinute: 30 }), demand(30, { id: 'two' })]);
    expect(uses.map(({ to }) => (to ?? 0) - NOW)).toEqual([2 * MINUTE, 2 * MINUTE]);
  });

  it('is neither more than the service allows nor nothing', () => {
    const at = (ratePerMinute: number) => ({ isRunning: true, ratePerMinute });
    expect(usesOf(budget(), [demand(240, at(1_000))])[0]?.to).toBe(NOW + MINUTE);
    expect(usesOf(budget(), [demand(2, at(0.5))])[0]?.to).toBe(NOW + 2 * MINUTE);
  });

  it('is our own bound where the service has no limit a minute', () => {
    expect(after(600, {}, { ratePerMinute: null })).toBe(MINUTE);
  });

  it('and their price are those without it when the account does not send the header', () => {
    const course = rowCourse(
      budget({ limit: 500_000 }),
      [demand(600)],
      { ...rules, fairUse: false },
      { now: NOW, otherUse: 0 },
    );
    expect(course.jobs[0]).toMatchObject({ to: NOW + MINUTE, unitsInAll: expect.closeTo(2_400, 1) });
  });
});

it('a job has its hours after the end of a block', () => {
  const blocked = budget({}, { blockedUntil: NOW + 2 * HOUR });
  const hours = { ...terms, between: { from: 22, to: 23 } };
  // Blocked until 0:30, so from 22:00 on the next day.
  expect(usesOf(blocked, [demand(240, { terms: hours })])[0]?.from).toBe(NOW + DAY - 30 * MINUTE);
});
