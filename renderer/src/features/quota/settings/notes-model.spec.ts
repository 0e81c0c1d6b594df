import { expect, test } from 'vitest';
import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { clockWords, nightPriceWords, reserveWords, shareWords } from './notes-model.ts';

test('a difference of the clocks is told from half a minute on', () => {
  expect(clockWords(null)).toBe('');
  expect(clockWords(-30_000)).toBe('');
  expect(clockWords(5 * 60_000)).toBe(
    'The service’s clock is 5 min ahead of this computer’s. Quota and production hours follow the service’s clock.',
  );
  expect(clockWords(-45_000)).toContain('45 s behind');
});

test('the price at night says where it comes from', () => {
  expect(nightPriceWords({ units: 4, source: 'assumed', at: null })).toBe(
    'Price at night without fair use: 4 units, assumed.',
  );
  const at = Date.UTC(2026, 10, 20, 23, 30);
  expect(nightPriceWords({ units: 1, source: 'probed', at })).toMatch(/: 1 unit, checked on .*21.*2026\.$/);
});

test('the reserve says whose figure it is', () => {
  expect(reserveWords({ units: 500, isOwn: false })).toBe('Imports leave 500 units untouched.');
  expect(reserveWords({ units: 1, isOwn: true })).toBe('Imports leave 1 unit untouched, as you chose.');
  expect(reserveWords({ units: 0, isOwn: true })).toBe('No reserve: imports may use the whole day.');
});

test('the shares say how much of each limit is used', () => {
  const words = (limit: number) =>
    shareWords({ minute: { limit }, daily: { limit } } as unknown as ServiceQuota, 100, 50);
  expect(words(240)).toBe('Lead Console uses at most 240 of 240 requests a minute and 120 of 240 units a day.');
  expect(words(1)).toBe('Lead Console uses at most 1 of 1 request a minute and 0 of 1 unit a day.');
});
