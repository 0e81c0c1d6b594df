import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerPeriod, readRateHeaders, readRetryAfter } from './rate-headers.ts';

const NOW = Date.UTC(2026, 10, 20, 9);
const read = (limit?: string, remaining?: string, reset?: string) => {
  const values: Record<string, string | undefined> = {
    'x-rate-limit-limit': limit,
    'x-rate-limit-remaining': remaining,
    'x-rate-limit-reset': reset,
  };
  return readRateHeaders((name) => values[name], NOW);
};

describe('readRateHeaders', () => {
  it('reads seconds, and a Unix time in seconds or milliseconds as seconds left', () => {
    expect(read('240', '239', '60')).toEqual({ limit: 240, remaining: 239, secondsLeft: 60 });
    expect(read('240', '239', String(NOW / 1000 + 42))).toMatchObject({ secondsLeft: 42 });
    expect(read('240', '239', String(NOW + 42_000))).toMatchObject({ secondsLeft: 42 });
    expect(read('240', '239', '59.2')).toMatchObject({ secondsLeft: 60 });
    expect(read('240', '239', '59.217')).toMatchObject({ secondsLeft: 60 });
    expect(read('240.9', '0.9', '59.2')).toEqual({ limit: 240, remaining: 0, secondsLeft: 60 });
    expect(read('0.9', '0.9', '60')).toBeNull();
    expect(read('1', '1', '86460')).toEqual({ limit: 1, remaining: 1, secondsLeft: 86_460 });
    expect(read('1', '1', '86461')).toBeNull();
  });

  it.each([
    [undefined, '1', '1'],
    ['240', undefined, '1'],
    ['240', '1', undefined],
    ['-5', '1', '1'],
    ['0', '0', '1'],
    ['240', 'NaN', '60'],
    ['240', '1', 'soon'],
    ['240', '1', '200000'],
    ['240', '1', '1000000000'],
    ['240', '1', '1000000000000'],
    ['240', '1', '99999999999999999'],
    ['1e9', '1', '1'],
    ['100.000', '99950', '60'],
    ['100000', '99.950', '60'],
  ])('concludes nothing from %s / %s / %s', (limit, remaining, reset) =>
    expect(read(limit, remaining, reset)).toBeNull(),
  );

  it('never answers figures that make no sense', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (limit, remaining, reset) => {
        const headers = read(limit, remaining, reset) ?? { limit: 1, remaining: 0, secondsLeft: 0 };
        expect(headers.limit).toBeGreaterThanOrEqual(1);
        expect(headers.remaining).toBeLessThanOrEqual(headers.limit);
        expect(headers.secondsLeft).toBeLessThan(90_000);
      }),
    );
  });
});

describe('headerPeriod', () => {
  it.each([
    [{ limit: 240, remaining: 3, secondsLeft: 60 }, 100_000, 'minute'],
    [{ limit: 240, remaining: 3, secondsLeft: 61 }, null, 'minute'],
    [{ limit: 100_000, remaining: 0, secondsLeft: 7_200 }, 100_000, 'day'],
    [{ limit: 100_000, remaining: 0, secondsLeft: 12 }, 100_000, 'day'],
    [{ limit: 90_000, remaining: 0, secondsLeft: 12 }, 100_000, 'day'],
    [{ limit: 5_000, remaining: 10, secondsLeft: 80_000 }, null, 'day'],
    [{ limit: 348, remaining: 10, secondsLeft: 30 }, 500_000, 'minute'],
    [{ limit: 240, remaining: 3, secondsLeft: 90 }, 100_000, 'minute'],
    [{ limit: 240, remaining: 3, secondsLeft: 91 }, 100_000, 'day'],
    [{ limit: 480, remaining: 3, secondsLeft: 60 }, 100_000, 'minute'],
    [{ limit: 481, remaining: 3, secondsLeft: 60 }, 100_000, 'day'],
    [{ limit: 300, remaining: 3, secondsLeft: 60 }, 300, 'day'],
    [{ limit: 5_000, remaining: 3, secondsLeft: 60 }, null, 'minute'],
  ] as const)('of %o with a limit of %s a day is the %s', (headers, dailyLimit, period) => {
    expect(headerPeriod(headers, dailyLimit, Math.max(240, Math.ceil((dailyLimit ?? 0) / 1440)))).toBe(period);
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['5', 5_000],
    [new Date(NOW + 30_000).toUTCString(), 30_000],
    [new Date(NOW - 30_000).toUTCString(), 0],
    ['soon', null],
    ['-5', null],
    ['-3600', null],
    ['10/12', null],
    [undefined, null],
    ['9999999', 25 * 3_600_000],
    [String(NOW / 1000 + 42), 42_000],
    [String(NOW + 42_000), 42_000],
    [String(NOW / 1000 - 42), 0],
    ['1000000000000', null],
    ['999999999999999', null],
  ])('%s: %s', (text, milliseconds) => expect(readRetryAfter(text, NOW)).toBe(milliseconds));
});
