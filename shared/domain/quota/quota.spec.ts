import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../time/time.ts';
import {
  EMPTY_LEDGER,
  confirmed,
  credited,
  debited,
  defaultDailyReserve,
  exhausted,
  inServiceTime,
  INTERVAL_WITHOUT_RULE,
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

  it('keeps a period until its end, and one of 26 hours, which no clock that runs well can make', () => {
    const ledger = { ...EMPTY_LEDGER, used: 5, periodStart: NOW, periodEnd: NOW + DAY };
    expect(rolled(ledger, NOW + DAY - 1)).toBe(ledger);
    expect(rolled(ledger, NOW + DAY)).toEqual(EMPTY_LEDGER);
    expect(rolled(ledger, NOW - 7_200_000)).toBe(ledger);
    expect(rolled(ledger, NOW - 7_200_001)).toEqual(EMPTY_LEDGER);
    expect(rolled(EMPTY_LEDGER, NOW)).toBe(EMPTY_LEDGER);
    expect(rolled({ ...EMPTY_LEDGER, used: 3 }, NOW).used).toBe(3);
  });

  it('keeps a block until its end, and one of at most 26 hours', () => {
    const ledger = { ...EMPTY_LEDGER, blockedUntil: NOW + DAY, blockedPeriod: 'day' as const };
    expect(rolled(ledger, NOW + DAY - 1)).toBe(ledger);
    expect(rolled(ledger, NOW + DAY)).toEqual(EMPTY_LEDGER);
    expect(rolled(ledger, NOW - 7_200_000)).toBe(ledger);
    expect(rolled(ledger, NOW - 7_200_001)).toEqual(EMPTY_LEDGER);
  });

  it('keeps the block of a minute for a quarter of an hour at most: one that ends later is of a clock that was set back', () => {
    const blocked = { ...EMPTY_LEDGER, blockedUntil: NOW + 900_000, blockedPeriod: 'minute' as const };
    expect(rolled(blocked, NOW)).toBe(blocked);
    expect(rolled(blocked, NOW - 60_000)).toBe(blocked);
    expect(rolled(blocked, NOW - 60_001)).toEqual(EMPTY_LEDGER);
  });

  it('moves with the clock of this computer when that was set, and stays where it is by the clock of the service', () => {
    const at = { source: 'header', at: NOW } as const;
    const ledger = {
      ...EMPTY_LEDGER,
      periodStart: NOW,
      periodEnd: NOW + DAY,
      confirmedAt: NOW + 1,
      blockedUntil: NOW + 2,
      blockedPeriod: 'day' as const,
      clockOffset: -DAY,
      origins: { limit: at, used: null, end: at },
    };
    expect(inServiceTime(ledger, 0)).toEqual({
      ...ledger,
      periodStart: NOW - DAY,
      periodEnd: NOW,
      confirmedAt: NOW + 1 - DAY,
      blockedUntil: NOW + 2 - DAY,
      clockOffset: 0,
      origins: { limit: { ...at, at: NOW - DAY }, used: null, end: { ...at, at: NOW - DAY } },
    });
    expect(inServiceTime(ledger, 299_999 - DAY)).toBe(ledger);
    expect(inServiceTime(ledger, -299_999 - DAY)).toBe(ledger);
    expect(inServiceTime(ledger, 300_000 - DAY).blockedUntil).toBe(NOW + 2 - 300_000);
    expect(inServiceTime({ ...EMPTY_LEDGER, clockOffset: -DAY }, 0)).toEqual({ ...EMPTY_LEDGER, clockOffset: 0 });
    expect(inServiceTime({ ...ledger, clockOffset: null }, 0)).toEqual({ ...ledger, clockOffset: 0 });
  });

  it('has the period of the seconds left that the service named', () => {
    const said = confirmed(EMPTY_LEDGER, { limit: null, used: 1, secondsLeft: 60, inFlight: 0 }, NOW);
    expect(said).toMatchObject({ periodStart: NOW + 60_000 - DAY, periodEnd: NOW + 60_000, limit: null });
    const own = debited(EMPTY_LEDGER, 5, NOW);
    const later = confirmed(own, { limit: null, used: 1, secondsLeft: null, inFlight: 0 }, NOW + 1_000);
    expect(later).toMatchObject({ periodStart: NOW, periodEnd: NOW + DAY, used: 1 });
  });

  it('has the period that a 429 ends, and keeps the limit that was known', () => {
    const known = { ...EMPTY_LEDGER, limit: 500 };
    expect(exhausted(known, null, NOW + 1_000, NOW)).toMatchObject({
      limit: 500,
      used: 500,
      periodStart: NOW + 1_000 - DAY,
      confirmedAt: NOW,
    });
    expect(exhausted({ ...EMPTY_LEDGER, used: 7 }, null, NOW + 1_000, NOW)).toMatchObject({ limit: null, used: 7 });
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

it('a service without a minute rule gets ten requests a second', () => expect(INTERVAL_WITHOUT_RULE).toBe(100));
