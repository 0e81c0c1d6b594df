import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryLedger } from './ledger-store.ts';
import { keepThrottledPrice, ThrottledCount, throttledPrice } from './throttled-count.ts';

let count: ThrottledCount;

beforeEach(() => {
  count = new ThrottledCount();
});

/** The service had counted 10; then five requests, of which it answered two with 429. */
function fiveWithTwoThrottled(): void {
  expect(count.told(10, 0)).toBeNull();
  for (let n = 0; n < 5; n += 1) count.debited(1);
  count.throttled(1);
  count.throttled(1);
}

describe('what the next count shows of requests that were answered with 429', () => {
  it.each([
    [13, 'free'],
    [15, 'counted'],
    [14, null],
    [16, null],
    [12, null],
  ] as const)('%i after 10 and five requests, two of them throttled: %s', (used, price) => {
    fiveWithTwoThrottled();
    expect(count.told(used, 0)).toBe(price);
  });

  it('is nothing without a throttled request', () => {
    count.told(10, 0);
    count.debited(1);
    expect(count.told(11, 0)).toBeNull();
  });

  it('is nothing before two counts', () => {
    count.debited(1);
    count.throttled(1);
    expect(count.told(1, 0)).toBeNull();
  });

  it('is nothing when something was under way at one of the counts', () => {
    fiveWithTwoThrottled();
    expect(count.told(13, 1)).toBeNull();
    count.debited(1);
    count.throttled(1);
    expect(count.told(14, 0)).toBeNull();
  });

  it('is nothing when nobody knows of a request whether it was counted', () => {
    fiveWithTwoThrottled();
    count.doubted();
    expect(count.told(13, 0)).toBeNull();
    count.debited(1);
    count.throttled(1);
    expect(count.told(14, 0)).toBe('counted');
  });

  it('leaves out a request that never left', () => {
    fiveWithTwoThrottled();
    count.debited(3);
    count.gaveBack(3);
    expect(count.told(15, 0)).toBe('counted');
  });

  it('is of the requests since the count before only', () => {
    fiveWithTwoThrottled();
    expect(count.told(15, 0)).toBe('counted');
    count.debited(1);
    expect(count.told(16, 0)).toBeNull();
  });
});

it('is kept for each budget, and read without trust', () => {
  const ledger = createMemoryLedger();
  expect(throttledPrice(ledger, 'POST leads')).toBeNull();
  keepThrottledPrice(ledger, 'POST leads', 'counted');
  expect([throttledPrice(ledger, 'POST leads'), throttledPrice(ledger, 'GET users')]).toEqual(['counted', null]);
  keepThrottledPrice(ledger, 'POST leads', 'free');
  expect(throttledPrice(ledger, 'POST leads')).toBe('free');
  ledger.writeFact('throttled requests of POST leads', 'often');
  expect(throttledPrice(ledger, 'POST leads')).toBeNull();
});
