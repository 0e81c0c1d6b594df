import { expect, test } from 'vitest';
import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { HOUR, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { exampleBudget, exampleQuota } from '../../../testing/examples.ts';
import {
  endpointWords,
  groupingWords,
  moreWords,
  originWords,
  outlookWords,
  priceWords,
  shortSource,
} from './budget-words.ts';

/** 13:47 in Copenhagen. */
const now = Date.UTC(2026, 10, 17, 12, 47);
const daily = { ...exampleBudget().daily, resetsAt: now + 18 * HOUR };
const none = { low: null, middle: null, high: null };

function withOutlook(outlook: Partial<ServiceQuota['outlook']>, changed: Partial<ServiceQuota> = {}): ServiceQuota {
  return exampleBudget({ daily, ...changed, outlook: { ...exampleBudget().outlook, ...outlook } });
}

test('the price says what changes, and when', () => {
  const quota = exampleQuota();
  expect(priceWords(exampleBudget(), quota, now)).toBe('Without fair use: 8 each now, 4 from 21:00.');
  expect(priceWords(exampleBudget(), quota, now + 9 * HOUR)).toBe('Without fair use: 4 each now, 8 from 08:00.');
  expect(priceWords(exampleBudget(), { ...quota, fairUse: false }, now)).toContain('as now: 8 each');
  const small = exampleBudget({ daily: { ...daily, limit: 10_000 } });
  expect(priceWords(small, quota, now)).toContain('always 1');
  expect(priceWords(exampleBudget({ daily: { ...daily, limit: null } }), quota, now)).toBe('');
});

test('the price of the minutes around 08:00 and 21:00, in which the dearer one counts, changes when the hours do', () => {
  const quota = exampleQuota();
  const [opens, closes] = [Date.UTC(2026, 10, 18, 7), Date.UTC(2026, 10, 17, 20)];
  const words = 'Without fair use: 8 each now, 4 from 21:00.';
  expect(priceWords(exampleBudget(), quota, opens - MINUTE)).toBe(words);
  expect(priceWords(exampleBudget(), quota, closes - MINUTE)).toBe(words);
  expect(priceWords(exampleBudget(), quota, closes + MINUTE)).toBe(words);
});

test('the price follows the clock of the service', () => {
  const quota = exampleQuota({ clockOffset: 9 * HOUR });
  expect(priceWords(exampleBudget(), quota, now)).toBe('Without fair use: 4 each now, 8 from 08:00.');
});

test.each<[string, ServiceQuota, string, string]>([
  ['lasts', withOutlook({ state: 'lasts' }), 'ok', 'Lasts until the reset tomorrow 07:47'],
  [
    'reaches the reserve',
    withOutlook({ state: 'lasts', reserveAt: { ...none, middle: now + HOUR } }),
    'ok',
    'Lasts until the reset tomorrow 07:47; jobs stop at the reserve about 14:47',
  ],
  [
    'runs out',
    withOutlook({ state: 'runsOut', runsOutAt: { low: now, middle: now + HOUR, high: now + 2 * HOUR } }),
    'warning',
    'Runs out about 14:47, reset is tomorrow 07:47',
  ],
  ['is used up', withOutlook({ state: 'usedUp' }), 'error', 'Used up until the reset tomorrow 07:47'],
  [
    'has too little for one request',
    withOutlook({ state: 'lasts' }, { daily: { ...daily, remaining: 0 } }),
    'error',
    'Used up until the reset tomorrow 07:47',
  ],
  ['is not measured yet', withOutlook({ state: 'tooEarly' }), 'waiting', 'Too early to forecast'],
  ['had no figure', withOutlook({ state: 'unsure' }), 'unknown', 'Not sure: no figure for 10 minutes'],
  [
    'has no limit and no reset yet',
    withOutlook({ state: 'unknown' }, { daily: { ...daily, limit: null, resetsAt: null } }),
    'waiting',
    'No forecast: limit and reset not known',
  ],
  [
    'has no limit yet',
    withOutlook({ state: 'unknown' }, { daily: { ...daily, limit: null } }),
    'waiting',
    'No forecast: limit not known',
  ],
  [
    'has a limit and no reset yet',
    withOutlook({ state: 'unknown' }, { daily: { ...daily, used: 3, resetsAt: null } }),
    'waiting',
    'No forecast: reset not known',
  ],
  [
    'has not begun',
    withOutlook({ state: 'unknown' }, { daily: { ...daily, used: 0, resetsAt: null } }),
    'waiting',
    'The day begins with the first request',
  ],
  [
    'is held',
    withOutlook({ state: 'lasts' }, { blockedUntil: now + 20_000, blockedReason: 'The minute is used up.' }),
    'warning',
    'The minute is used up. Continues at 13:47.',
  ],
  [
    'is held until the next day',
    withOutlook({ state: 'usedUp' }, { blockedUntil: daily.resetsAt, blockedReason: 'The day is used up.' }),
    'warning',
    'The day is used up. Continues tomorrow 07:47.',
  ],
])('a budget that %s says so', (_what, service, status, text) => {
  expect(outlookWords(service, now)).toMatchObject({ status, text });
});

test('figures say where they come from and how old they are', () => {
  expect(originWords({ source: 'counts', at: now - 180_000 }, now)).toBe('from the service’s counts, 3 min ago');
  expect(originWords(null, now)).toBe('not known');
  const confirmed = { ...daily, confirmedAt: now - 180_000, others: 612 };
  expect(shortSource(exampleBudget({ daily: confirmed }), now)).toBe('Counted here, confirmed 13:44, 612 by others.');
  const small = { ...daily, limit: 10_000 };
  expect(shortSource(exampleBudget({ minute: null, daily: small }), now)).toBe('No limit per minute. Counted here.');
  // Not told yet is not none.
  expect(shortSource(exampleBudget({ minute: null }), now)).toBe('Counted here.');
});

test('what counts as used beyond the service’s count is said, with the reasons it can have', () => {
  const told = (used: number, by: number | null) =>
    exampleBudget({ daily: { ...daily, source: 'confirmed', confirmedAt: now - 180_000, used, told: by } });
  expect(shortSource(told(15, 14), now)).toBe('Confirmed 13:44, 1 more counted here.');
  expect(moreWords(told(15, 14))).toBe(
    'The service’s count was 14; 1 unit more may be used: of requests since, of the one that asked for the count, or of some that it does not count.',
  );
  for (const same of [told(14, 14), told(15, null)]) {
    expect(shortSource(same, now)).toBe('Confirmed 13:44.');
    expect(moreWords(same)).toBe('');
  }
});

test('the endpoints of a budget are named, but not twice', () => {
  const endpoints = [
    { service: 'POST leads', title: 'Create leads', isLikely: false },
    { service: 'GET leads', title: 'Saved searches', isLikely: false },
  ];
  expect(endpointWords(exampleBudget({ title: 'Leads', endpoints }))).toBe('create leads, saved searches');
  expect(endpointWords(exampleBudget())).toBe('');
});

test('an endpoint whose counter nobody names is said in the card of the likely one', () => {
  const endpoints = [
    { service: 'GET simpleleads', title: 'Lead search', isLikely: false },
    { service: 'GET rawleads', title: 'Raw leads', isLikely: true },
  ];
  const budget = exampleBudget({ title: 'SimpleLeads', grouping: 'limits', endpoints });
  expect(endpointWords(budget)).toBe('lead search, probably raw leads');
  expect(groupingWords(budget)).toBe(
    'The limits of the service say which endpoints share this counter. ' +
      'No counter is named for raw leads; most likely this one counts them.',
  );
});
