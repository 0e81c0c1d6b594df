import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { createMemoryLedger } from './ledger/ledger-store.ts';
import { throttledPrice } from './ledger/throttled-count.ts';
import { day, minute, person, rows, SERVICE, stateWorld } from './service-fixture.ts';

describe('a 429', () => {
  it.each([
    [0, 21_000],
    [0.5, 21_500],
    [1, 22_000],
  ])('of the minute blocks until it is over, a second and a jitter (%d) more', (random, until) => {
    const { state, send, answer, now, clock } = stateWorld({ random });
    answer(send(), minute(0, 20), 429);
    expect(state.daily).toMatchObject({ blockedPeriod: 'minute', blockedUntil: clock.wallNow() + until });
    expect(state.mayLeaveAt(person, now(), false)).toBe(until);
    expect(state.window.remaining(now())).toBe(0);
  });

  it.each([
    [null, null, 60_500, 'minute'],
    [null, 5_000, 6_500, 'minute'],
    [null, 120_000, 121_500, 'minute'],
    [null, 120_001, 120_001 + 30_000, 'day'],
    // The longest that is believed.
    [null, 90_000_000, 90_000_000 + 30_000, 'day'],
    [minute(0, 20), 40_000, 41_500, 'minute'],
    [minute(0, 20), 120_000, 121_500, 'minute'],
    [minute(0, 20), 120_001, 121_501, 'minute'],
    [minute(0, 20), 900_000, 901_500, 'minute'],
    [minute(0, 20), 900_001, 900_001 + 30_000, 'day'],
    [day(0), null, 7_200_000 + 30_000, 'day'],
    [day(0), 3_600_000, 7_200_000 + 30_000, 'day'],
    [day(0), 7_300_000, 7_300_000 + 30_000, 'day'],
  ] as const)('with headers %o and Retry-After %s blocks for %i ms, the %s', (headers, retryAfter, blocks, period) => {
    const { state, send, answer, clock } = stateWorld();
    answer(send(), headers, 429, retryAfter);
    expect(state.daily).toMatchObject({ blockedPeriod: period, blockedUntil: clock.wallNow() + blocks });
  });

  it('of the day is one in its last minute too', () => {
    const { clock, state, send, answer } = stateWorld();
    state.day.confirm({ limit: 100_000, used: 0, secondsLeft: 60 });
    answer(send(), minute(100));
    expect(state.window.isKnown).toBe(true);
    answer(send(), day(0, 60), 429);
    expect(state.daily).toMatchObject({ blockedPeriod: 'day', blockedUntil: clock.wallNow() + 90_000 });
    // The first request of the next day goes alone.
    expect(state.window.isKnown).toBe(false);
  });

  it('of the day names its limit only in headers of the day', () => {
    const told = stateWorld();
    told.answer(told.send(), day(0), 429);
    expect(told.state.daily).toMatchObject({ limit: 100_000, used: 100_000, source: 'refused' });
    const hidden = stateWorld();
    hidden.answer(hidden.send(), minute(0, 20), 429, 3_600_000);
    expect(hidden.state.daily).toMatchObject({ limit: null, blockedPeriod: 'day' });
  });

  it.each([
    [minute(0, 20), 600_000],
    [minute(0, 20), 3_600_000],
    [null, 300_000],
  ])('with headers %o that asks for a wait of %i ms ends no day', (headers, retryAfter) => {
    const { clock, state, send, answer } = stateWorld();
    state.day.confirm({ limit: 100_000, used: 5_000, secondsLeft: 80_000 });
    const { periodEnd } = state.daily;
    answer(send(), headers, 429, retryAfter);
    expect(state.daily).toMatchObject({ used: 5_000, source: 'confirmed', periodEnd });
    clock.run(retryAfter + 60_000);
    expect(state.daily).toMatchObject({ used: 5_000, blockedUntil: null, periodEnd });
  });

  it('without a time blocks for 1, 2, 4 … 15 minutes, and starts over after an answer', () => {
    const { clock, state, send, answer } = stateWorld({ random: 0 });
    const blocks = () => {
      answer(send(), null, 429);
      const minutes = ((state.daily.blockedUntil ?? 0) - clock.wallNow()) / MINUTE;
      clock.run(clock.monotonicNow() + 20 * MINUTE);
      return minutes;
    };
    expect([blocks(), blocks(), blocks(), blocks(), blocks(), blocks()]).toEqual([1, 2, 4, 8, 15, 15]);
    answer(send(), null);
    expect(blocks()).toBe(1);
  });

  it('without a time blocks once for all requests that were under way', () => {
    const { clock, state, send, answer } = stateWorld({ random: 0 });
    const burst = () => {
      for (const ticket of [send(), send(), send()]) answer(ticket, null, 429);
      const minutes = ((state.daily.blockedUntil ?? 0) - clock.wallNow()) / MINUTE;
      clock.run(clock.monotonicNow() + 20 * MINUTE);
      return minutes;
    };
    expect([burst(), burst()]).toEqual([1, 2]);
  });

  it('widens the interval, and counts for a day', () => {
    const { clock, state, send, answer, now } = stateWorld();
    answer(send(), null, 429);
    expect(state.interval(now())).toBeCloseTo(MINUTE / (240 * 0.975), 6);
    expect(state.interval(now(), false)).toBe(100);
    expect(state.day.throttledSince(clock.wallNow())).toBe(1);
    expect(state.day.throttledSince(clock.wallNow() + 1)).toBe(0);
  });
});

it('a 503 that asks for a wait holds rows back until it is over, and no person', () => {
  const { clock, state, send, answer, now } = stateWorld();
  answer(send(rows), null, 503);
  clock.run(1_000);
  expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
  answer(send(rows), null, 503, 3_600_000);
  answer(send(rows), null, 503, 5_000);
  expect(state.mayLeaveAt(rows, now(), true)).toBe(now() + 3_600_000);
  expect(state.mayLeaveAt(person, now(), false)).toBe(now());
  expect(state.daily).toMatchObject({ blockedUntil: null, periodEnd: expect.any(Number), used: 3 });
  state.forget();
  expect(state.mayLeaveAt(rows, now(), true)).toBe(now());
});

describe('whether the service counts what it answers with 429', () => {
  /** The service counted nothing yet; then one request arrived, and one was throttled; then it says its count again. */
  function countedAfterwards(used: number, between: (at: ReturnType<typeof stateWorld>) => void = () => undefined) {
    const ledger = createMemoryLedger();
    const at = stateWorld({ ledger });
    const { clock, state, send, answer, now } = at;
    const says = (figure: number) =>
      state.day.confirm({ limit: null, used: figure, secondsLeft: 7_200, from: 'counts', askedAt: now() });
    says(0);
    clock.run(10);
    answer(send(), null);
    answer(send(), minute(0), 429);
    between(at);
    clock.run(1_000);
    says(used);
    return throttledPrice(ledger, SERVICE);
  }

  it.each([
    [1, 'free'],
    [2, 'counted'],
  ])('a count of %i shows: %s', (used, price) => {
    expect(countedAfterwards(used)).toBe(price);
  });

  it.each([500, 400])('is not shown beside an answer of which nobody knows whether it was counted (%i)', (status) => {
    expect(countedAfterwards(2, ({ send, answer }) => answer(send(), null, status))).toBeNull();
  });

  it('is not shown beside a request without an answer', () => {
    expect(countedAfterwards(2, ({ send, state }) => state.settle(send(), { kind: 'lost' }))).toBeNull();
  });

  it('is shown beside a request that never left', () => {
    expect(countedAfterwards(2, ({ send, state }) => state.settle(send(), { kind: 'notSent' }))).toBe('counted');
  });

  it('a full disk keeps the answer from nothing else, and is told of', () => {
    const ledger = createMemoryLedger();
    const full = new Error('database or disk is full');
    const writeFact = () => {
      throw full;
    };
    const { clock, state, send, answer, now, unsaved } = stateWorld({ ledger: { ...ledger, writeFact } });
    const says = (used: number) =>
      state.day.confirm({ limit: null, used, secondsLeft: 7_200, from: 'counts', askedAt: now() });
    says(0);
    clock.run(10);
    answer(send(), minute(0), 429);
    clock.run(1_000);
    says(1);
    expect(state.daily.used).toBe(1);
    expect(unsaved).toEqual([full]);
  });
});
