import { describe, expect, it } from 'vitest';
import { estimateFinish, type EstimateFacts } from './job-estimate.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const facts = (part: Partial<EstimateFacts>): EstimateFacts => ({
  now: 1_000_000,
  waiting: 240,
  ratePerMinute: 240,
  price: 1,
  dailyRemaining: null,
  dailyLimit: null,
  dailyResetsAt: null,
  ...part,
});
const after = (part: Partial<EstimateFacts>) => {
  const given = facts(part);
  const end = estimateFinish(given);
  return end === null ? null : end - given.now;
};

describe('when a job will be finished', () => {
  it('follows the rate while the day has room', () => {
    expect(after({})).toBe(MINUTE);
    expect(after({ dailyRemaining: 240, dailyLimit: 1000, dailyResetsAt: 1_000_000 + HOUR })).toBe(MINUTE);
  });

  it('waits for the reset when the day runs out', () => {
    expect(after({ dailyRemaining: 0, dailyLimit: 1000, dailyResetsAt: 1_000_000 + HOUR })).toBe(HOUR + MINUTE);
    expect(after({ waiting: 480, dailyRemaining: 240, dailyLimit: 1000, dailyResetsAt: 1_000_000 + HOUR })).toBe(
      HOUR + MINUTE,
    );
  });

  it('counts the days that a small quota takes', () => {
    expect(
      after({ waiting: 250, ratePerMinute: 100, dailyRemaining: 0, dailyLimit: 100, dailyResetsAt: 1_000_000 + HOUR }),
    ).toBe(HOUR + 2 * DAY + MINUTE / 2);
  });

  it('counts the price of a row', () => {
    expect(
      after({
        waiting: 100,
        ratePerMinute: 100,
        price: 8,
        dailyRemaining: 80,
        dailyLimit: 8000,
        dailyResetsAt: 1_000_000 + HOUR,
      }),
    ).toBe(HOUR + 0.9 * MINUTE);
  });

  it('says nothing when nothing can be said', () => {
    expect(after({ waiting: 0 })).toBeNull();
    expect(after({ ratePerMinute: 0 })).toBeNull();
    expect(after({ waiting: 1e9, ratePerMinute: 1 })).toBeNull();
  });
});
