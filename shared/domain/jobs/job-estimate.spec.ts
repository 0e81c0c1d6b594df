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
    expect(after({ waiting: 300, dailyRemaining: 0, dailyLimit: 0, dailyResetsAt: 1_000_000 + HOUR })).toBeNull();
    expect(after({ waiting: 300, dailyRemaining: 0, dailyLimit: null, dailyResetsAt: 1_000_000 + HOUR })).toBeNull();
  });

  it('looks 400 days ahead and no further', () => {
    const now = Date.UTC(2026, 10, 22);
    const minutes = 400 * 24 * 60;
    expect(after({ now, waiting: minutes, ratePerMinute: 1 })).toBe(400 * DAY);
    expect(after({ now, waiting: minutes + 1, ratePerMinute: 1 })).toBeNull();
  });

  it('needs all figures of the day to count with it', () => {
    const day = { dailyRemaining: 0, dailyLimit: 1000, dailyResetsAt: 1_000_000 + HOUR };
    expect(after({ ...day, dailyRemaining: null })).toBe(MINUTE);
    expect(after({ ...day, dailyResetsAt: null })).toBe(MINUTE);
    expect(after({ ...day, dailyResetsAt: 1_000_000 })).toBe(MINUTE);
    expect(after({ ...day, dailyResetsAt: 1_000_000 - HOUR })).toBe(MINUTE);
  });

  it('does not count with a day that is over, from the moment of its reset', () => {
    const day = { waiting: 250, ratePerMinute: 100, dailyRemaining: 0, dailyLimit: 100 };
    expect(after({ ...day, dailyResetsAt: 1_000_000 })).toBe(2.5 * MINUTE);
    expect(after({ ...day, dailyResetsAt: 1_000_001 })).toBe(1 + 2 * DAY + MINUTE / 2);
  });

  it('counts the rows that the rate allows before the reset', () => {
    const reset = MINUTE / 2;
    expect(after({ dailyRemaining: 1000, dailyLimit: 100, dailyResetsAt: 1_000_000 + reset })).toBe(
      reset + DAY + MINUTE / 12,
    );
  });

  it('counts whole days by the price of a row, and by the rate when that is the narrower', () => {
    const day = { dailyRemaining: 0, dailyResetsAt: 1_000_000 + HOUR };
    expect(after({ ...day, waiting: 150, ratePerMinute: 100, price: 2, dailyLimit: 200 })).toBe(
      HOUR + DAY + MINUTE / 2,
    );
    expect(after({ ...day, waiting: 100, ratePerMinute: 100, dailyLimit: 100 })).toBe(HOUR + MINUTE);
    expect(after({ ...day, waiting: 2000, ratePerMinute: 1, dailyLimit: 100_000 })).toBe(HOUR + 2000 * MINUTE);
  });
});
