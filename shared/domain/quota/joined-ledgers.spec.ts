import { expect, it } from 'vitest';
import { type DailyLedger, EMPTY_LEDGER, joinedLedgers, type UseByWhom } from './quota.ts';

/* The ledger of a budget that is found to be counted with others. */

const NOW = Date.UTC(2026, 10, 20, 9);

function ledger(change: Partial<DailyLedger> = {}, byWhom: Partial<UseByWhom> = {}): DailyLedger {
  return { ...EMPTY_LEDGER, ...change, byWhom: { ...EMPTY_LEDGER.byWhom, ...byWhom } };
}

it('has what all of them used here, and nothing that the service said of a part', () => {
  const parts = [
    ledger({ used: 90, source: 'confirmed', confirmedAt: NOW, debits: 30 }, { own: 10, others: 80, doubtful: 2 }),
    ledger({ used: 5, debits: 7 }, { own: 5, doubtful: 1 }),
  ];
  expect(joinedLedgers(parts[0] ?? EMPTY_LEDGER, parts)).toMatchObject({
    used: 15,
    debits: 37,
    source: 'counted',
    confirmedAt: null,
    byWhom: { own: 15, others: 0, doubtful: 3, told: null },
  });
});

it('of one part is that part, with its own reserve before that of the part', () => {
  const only = ledger({ used: 90, source: 'confirmed', confirmedAt: NOW, reserve: 7 }, { own: 10, others: 80 });
  expect(joinedLedgers(ledger(), [only])).toEqual(only);
  expect(joinedLedgers(ledger({ reserve: 3 }), [only])).toEqual({ ...only, reserve: 3 });
});

it('begins with the first period and ends with the first', () => {
  const early = ledger({ periodStart: NOW, periodEnd: NOW + 500 });
  const late = ledger({ periodStart: NOW + 100, periodEnd: NOW + 400 });
  expect(joinedLedgers(ledger(), [late, ledger(), early])).toMatchObject({ periodStart: NOW, periodEnd: NOW + 400 });
  expect(joinedLedgers(ledger(), [ledger(), ledger()])).toMatchObject({ periodStart: null, periodEnd: null });
});

it('has the clock by which its times were written, which is that of any part', () => {
  const parts = [ledger(), ledger({ periodEnd: NOW, clockOffset: 500 })];
  expect(joinedLedgers(ledger(), parts)).toMatchObject({ periodEnd: NOW, clockOffset: 500 });
  expect(joinedLedgers(ledger({ clockOffset: 0 }), parts).clockOffset).toBe(0);
  expect(joinedLedgers(ledger(), [ledger(), ledger()]).clockOffset).toBeNull();
});

it('takes limit and reserve from the first part that has one, unless it has its own', () => {
  const parts = [ledger(), ledger({ limit: 5_000, reserve: 40 }), ledger({ limit: 9_000, reserve: 50 })];
  expect(joinedLedgers(ledger(), parts)).toMatchObject({ limit: 5_000, reserve: 40 });
  expect(joinedLedgers(ledger({ limit: 100, reserve: 1 }), parts)).toMatchObject({ limit: 100, reserve: 1 });
  expect(joinedLedgers(ledger(), [ledger(), ledger()])).toMatchObject({ limit: null, reserve: null });
});

it('is blocked for as long as the part that is blocked longest', () => {
  const minute = ledger({ blockedUntil: NOW + 100, blockedPeriod: 'minute' });
  const day = ledger({ blockedUntil: NOW + 900, blockedPeriod: 'day' });
  const blocked = { blockedUntil: NOW + 900, blockedPeriod: 'day' };
  expect(joinedLedgers(ledger(), [minute, day])).toMatchObject(blocked);
  expect(joinedLedgers(ledger(), [day, ledger(), minute])).toMatchObject(blocked);
  expect(joinedLedgers(minute, [minute, day])).toMatchObject(blocked);
  expect(joinedLedgers(ledger(), [ledger(), ledger()])).toMatchObject({ blockedUntil: null, blockedPeriod: null });
});
