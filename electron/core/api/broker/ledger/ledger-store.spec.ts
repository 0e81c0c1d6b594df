import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_LEDGER, type DailyLedger } from '../../../../../shared/domain/quota/quota.ts';
import { HOUR, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { createLedgerStore, createMemoryLedger, type LedgerStore } from './ledger-store.ts';

const TWO_WEEKS = 14 * 24 * HOUR;
const NOW = Math.floor(Date.UTC(2026, 10, 20, 9) / MINUTE) * MINUTE;

let database: DatabaseSync;
let store: LedgerStore;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  store = createLedgerStore(database);
});
afterEach(() => database.close());

const full: DailyLedger = {
  periodStart: 1,
  periodEnd: 2,
  used: 3,
  limit: 4,
  source: 'confirmed',
  confirmedAt: 5,
  blockedUntil: 6,
  blockedPeriod: 'minute',
  reserve: 7,
  byWhom: { own: 8, doubtful: 9, border: 13, others: 10, told: { used: 11, own: 12, doubtful: 7, lacked: 14 } },
  debits: 17,
  clockOffset: -15,
  usedBefore: 16,
  origins: { limit: { source: 'limits', at: 13 }, used: { source: 'counts', at: 14 }, end: null },
};

it.each([
  full,
  { ...full, source: 'refused', blockedPeriod: 'day' },
  { ...full, source: 'counted', blockedPeriod: null },
  EMPTY_LEDGER,
] as const)('reads what was written: %o', (ledger) => {
  store.write('POST leads', ledger);
  expect(store.read('POST leads')).toEqual(ledger);
  expect(store.read('GET users')).toBe(EMPTY_LEDGER);
});

it('takes words that it does not know for the harmless ones', () => {
  store.write('POST leads', full);
  database.exec("UPDATE quota_ledger SET source = 'guessed', blocked_period = 'week'");
  expect(store.read('POST leads')).toEqual({ ...full, source: 'counted', blockedPeriod: null });
});

it.each([
  ['none, as an older program wrote it', null],
  ['text that is no JSON', '{"byWhom":'],
  ['JSON of another shape', '{"byWhom":{"own":2}}'],
])('takes everything used for own when the details are %s', (_name, details) => {
  store.write('POST leads', full);
  database.prepare('UPDATE quota_ledger SET details = ?').run(details);
  const byWhom = { ...EMPTY_LEDGER.byWhom, own: 3 };
  expect(store.read('POST leads')).toEqual({
    ...full,
    byWhom,
    debits: 0,
    origins: EMPTY_LEDGER.origins,
    clockOffset: null,
    usedBefore: null,
  });
});

it.each([
  ['journal', () => store],
  ['memory', createMemoryLedger],
] as const)('gives the minutes of a range from the %s, its end left out', (_name, open) => {
  const opened = open();
  const statistic = { service: 'POST leads', lane: 'import', requests: 1, units: 1, refused: 0 } as const;
  for (const minute of [1, 2, 3, 4]) opened.addMinute({ ...statistic, minute: minute * MINUTE });
  expect(opened.minutes(2 * MINUTE, 4 * MINUTE).map(({ minute }) => minute / MINUTE)).toEqual([2, 3]);
});

it.each([
  ['journal', () => store],
  ['memory', createMemoryLedger],
] as const)('keeps facts by name in the %s', (_name, open) => {
  const opened = open();
  expect(opened.readFact('price')).toBeNull();
  opened.writeFact('price', '1');
  opened.writeFact('price', '4');
  expect(opened.readFact('price')).toBe('4');
});

it('forgets minutes older than two weeks, and looks for them once an hour', () => {
  const statistic = { service: 'POST leads', lane: 'import', requests: 1, units: 1, refused: 0 } as const;
  const kept = () => store.minutes(0, NOW).map(({ minute }) => minute - NOW + TWO_WEEKS);
  store.addMinute({ ...statistic, minute: NOW });
  for (const minute of [NOW - TWO_WEEKS, NOW - TWO_WEEKS + HOUR, NOW - TWO_WEEKS + HOUR + MINUTE])
    store.addMinute({ ...statistic, minute });
  expect(kept()).toEqual([0, HOUR, HOUR + MINUTE]);
  store.addMinute({ ...statistic, minute: NOW + HOUR });
  expect(kept()).toEqual([0, HOUR, HOUR + MINUTE]);
  store.addMinute({ ...statistic, minute: NOW + HOUR + MINUTE });
  expect(kept()).toEqual([HOUR + MINUTE]);
  store.addMinute({ ...statistic, minute: NOW + HOUR + MINUTE });
  expect(store.minutes(NOW + HOUR + MINUTE, NOW + 2 * HOUR)).toEqual([
    { ...statistic, minute: NOW + HOUR + MINUTE, requests: 2, units: 2 },
  ]);
});
