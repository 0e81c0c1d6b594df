import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../../shared/domain/time/time.ts';
import { dayWorld, rows } from './service-fixture.ts';

describe('a period that another client began', () => {
  /** Our period has ended; `minutes` later the service names the units used in the next one, and no end. */
  function afterTheEnd(minutes: number, used: number) {
    const { day, clock, wall } = dayWorld();
    day.confirm({ limit: 100_000, used: 40_000, secondsLeft: 3_600, from: 'counts' });
    const end = wall() + HOUR;
    clock.run(HOUR + minutes * 60_000);
    day.confirm({ limit: null, used, secondsLeft: null, from: 'counts', askedAt: clock.monotonicNow() });
    return { day, clock, wall, end };
  }

  it('began as the one before it ended, as far as its requests tell', () => {
    const { day, end } = afterTheEnd(8, 800);
    // At most 8 units a request: of a hundred, the first came within 15 s on nineteen days of twenty.
    expect((day.ledger.periodStart ?? 0) - end).toBeGreaterThanOrEqual(0);
    expect((day.ledger.periodStart ?? 0) - end).toBeLessThan(15_000);
    expect((day.ledger.periodEnd ?? 0) - end).toBeLessThan(DAY + 15_000);
    expect(day.ledger.origins.end?.source).toBe('counts');
  });

  it('goes on with our first request, and ends when an answer says', () => {
    const { day, clock, wall, end } = afterTheEnd(8, 800);
    day.debit(rows);
    expect((day.ledger.periodEnd ?? 0) - end).toBeLessThan(DAY + 15_000);
    expect(day.ledger).toMatchObject({ used: 801, byWhom: { own: 1, others: 800 } });
    const secondsLeft = (end + DAY - wall()) / 1000;
    day.read({ limit: 100_000, remaining: 99_199, secondsLeft }, clock.monotonicNow());
    expect(day.ledger.periodEnd).toBe(end + DAY);
  });

  it('may have begun just now when one request was seen', () => {
    const { day, end } = afterTheEnd(8, 1);
    expect((day.ledger.periodStart ?? 0) - end).toBeCloseTo(0.95 * 8 * 60_000, 3);
  });

  it('is none while nothing is counted, and then began after that', () => {
    const { day, clock, wall } = afterTheEnd(8, 0);
    expect(day.ledger.periodEnd).toBeNull();
    const quiet = wall();
    clock.run(clock.monotonicNow() + 10 * 60_000);
    day.confirm({ limit: null, used: 800, secondsLeft: null, from: 'counts', askedAt: clock.monotonicNow() });
    expect((day.ledger.periodStart ?? 0) - quiet).toBeGreaterThanOrEqual(0);
    expect((day.ledger.periodStart ?? 0) - quiet).toBeLessThan(20_000);
  });

  /** Three minutes after the end we send the first request of ours; four minutes later the counts name the units. */
  function withOurs(used: number) {
    const { day, clock, wall } = dayWorld();
    day.confirm({ limit: 100_000, used: 40_000, secondsLeft: 3_600, from: 'counts' });
    const end = wall() + HOUR;
    clock.run(HOUR + 3 * 60_000);
    day.debit(rows);
    day.ended(1);
    clock.run(clock.monotonicNow() + 4 * 60_000);
    day.confirm({ limit: null, used, secondsLeft: null, from: 'counts', askedAt: clock.monotonicNow() });
    return { day, end };
  }

  it('may have begun before our first request, which was taken for the first of all', () => {
    const { day, end } = withOurs(904);
    expect((day.ledger.periodStart ?? 0) - end).toBeGreaterThanOrEqual(0);
    expect((day.ledger.periodStart ?? 0) - end).toBeLessThan(15_000);
    expect(day.ledger).toMatchObject({ used: 904, byWhom: { own: 1, others: 903 } });
  });

  it.each([1, 4])('began with our first request while the service counts %i units', (used) => {
    const { day, end } = withOurs(used);
    expect((day.ledger.periodStart ?? 0) - end).toBe(3 * 60_000);
  });

  it('is not guessed where nobody saw the one before end', () => {
    const { day, clock } = dayWorld();
    day.confirm({ limit: 100_000, used: 40_000, secondsLeft: null, from: 'counts', askedAt: clock.monotonicNow() });
    expect(day.ledger.periodEnd).toBeNull();
  });
});
