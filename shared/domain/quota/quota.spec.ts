import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DAY,
  EMPTY_LEDGER,
  confirmed,
  credited,
  debited,
  defaultDailyReserve,
  exhausted,
  exhaustedAt,
  priceOf,
  remainingUnits,
  rolled,
} from './quota.ts';

const NOW = Date.UTC(2026, 10, 20, 9);
const ZONE = 'Europe/Copenhagen';

describe('priceOf', () => {
  const price = (over: Partial<Parameters<typeof priceOf>[0]>) =>
    priceOf({ fairUse: false, dailyLimit: 100_000, serverNow: NOW, zone: ZONE, nightPrice: 4, ...over });

  it('is 1 with the header, 8 by day without it, and what is known by night', () => {
    expect(price({ fairUse: true })).toBe(1);
    expect(price({})).toBe(8);
    expect(price({ serverNow: NOW + 14 * 3_600_000 })).toBe(4);
    expect(price({ serverNow: NOW + 14 * 3_600_000, nightPrice: 1 })).toBe(1);
  });

  it('is 1 for a small service and the dearer one while the limit is unknown', () => {
    expect(price({ dailyLimit: 10_000 })).toBe(1);
    expect(price({ dailyLimit: 10_001 })).toBe(8);
    expect(price({ dailyLimit: null })).toBe(8);
  });
});

describe('the ledger', () => {
  it('begins its period with the first request and ends it 24 hours later', () => {
    const first = debited(EMPTY_LEDGER, 1, NOW);
    expect(first).toMatchObject({ used: 1, periodStart: NOW, periodEnd: NOW + DAY });
    const later = debited(first, 8, NOW + DAY - 1);
    expect(later).toMatchObject({ used: 9, periodStart: NOW });
    expect(debited(later, 1, NOW + DAY)).toMatchObject({ used: 1, periodStart: NOW + DAY });
  });

  it('never counts less than was sent, whatever comes back and in any order', () => {
    const step = fc.record({ units: fc.constantFrom(1, 4, 8), arrives: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let ledger = EMPTY_LEDGER;
        let counted = 0;
        for (const { units, arrives } of steps) {
          ledger = debited(ledger, units, NOW);
          if (arrives) counted += units;
          else ledger = credited(ledger, units);
          expect(ledger.used).toBeGreaterThanOrEqual(counted);
        }
        expect(ledger.used).toBe(counted);
      }),
    );
  });

  it('takes the service at its word and adds what the service cannot have counted yet', () => {
    const own = debited(EMPTY_LEDGER, 5, NOW);
    const said = confirmed(own, { limit: 50_000, used: 120, secondsLeft: 3_600, inFlight: 3 }, NOW);
    expect(said).toMatchObject({
      used: 123,
      limit: 50_000,
      source: 'confirmed',
      confirmedAt: NOW,
      periodEnd: NOW + 3_600_000,
    });
    expect(remainingUnits(said)).toBe(49_877);
    expect(confirmed(own, { limit: 7, used: null, secondsLeft: null, inFlight: 0 }, NOW)).toMatchObject({
      used: 5,
      limit: 7,
      source: 'counted',
    });
  });

  it('has nothing left after a refusal for the day', () => {
    const refused = exhausted(debited(EMPTY_LEDGER, 5, NOW), 10_001, NOW + 7_200_000, NOW);
    expect(refused).toMatchObject({ source: 'refused', periodEnd: NOW + 7_200_000 });
    expect(remainingUnits(refused)).toBe(0);
    expect(remainingUnits(rolled(refused, NOW + 7_200_000))).toBe(10_001);
  });

  it('lets go of a block or a period that a wrong clock has put days ahead', () => {
    const odd = {
      ...debited(EMPTY_LEDGER, 5, NOW + 30 * DAY),
      blockedUntil: NOW + 30 * DAY,
      blockedPeriod: 'day' as const,
    };
    expect(rolled(odd, NOW)).toMatchObject({ used: 0, blockedUntil: null });
  });

  it('does not guess what is left while the limit is unknown', () => {
    expect(remainingUnits(debited(EMPTY_LEDGER, 5, NOW))).toBeNull();
  });
});

describe('defaultDailyReserve', () => {
  it.each([
    [null, 0],
    [100, 25],
    [1_000, 250],
    [5_000, 500],
    [100_000, 10_000],
  ])('of %s is %i', (limit, reserve) => expect(defaultDailyReserve(limit)).toBe(reserve));
});

describe('exhaustedAt', () => {
  const ledger = confirmed(EMPTY_LEDGER, { limit: 10_000, used: 4_000, secondsLeft: 3_600, inFlight: 0 }, NOW);

  it('tells the time when the units run out before the period does', () => {
    expect(exhaustedAt(ledger, 200, NOW)).toBe(NOW + 30 * 60_000);
  });

  it('says nothing when the period ends first or nothing is used', () => {
    expect(exhaustedAt(ledger, 50, NOW)).toBeNull();
    expect(exhaustedAt(ledger, 0, NOW)).toBeNull();
  });
});
