import { describe, expect, it } from 'vitest';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Ticket } from './admission.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger, type LedgerStore } from './ledger/ledger-store.ts';
import { ServiceState } from './service-state.ts';
import { throttledPrice } from './ledger/throttled-count.ts';

const SERVICE = 'POST leads';
const person = { service: SERVICE, lane: 'person', fairUse: true } as const;
const rows = { service: SERVICE, lane: 'import', fairUse: true } as const;

function world(over: { ledger?: LedgerStore; random?: number } = {}) {
  const unsaved: unknown[] = [];
  const clock = new VirtualClock();
  const ledger = over.ledger ?? createMemoryLedger();
  const state = new ServiceState({
    service: SERVICE,
    clock,
    random: () => over.random ?? 0.5,
    ledger,
    price: () => 1,
    onUnsaved: (error) => void unsaved.push(error),
  });
  const send = (request: typeof person | typeof rows = person): Ticket => {
    const started = state.start(request, false);
    if (started.kind !== 'started') throw new Error('the debit failed');
    return { ...request, ...started, settle: () => undefined };
  };
  const answer = (ticket: Ticket, headers: RateHeaders | null, status = 200, retryAfter: number | null = null) =>
    state.settle(ticket, { kind: 'answered', status, headers, retryAfter, receivedAt: clock.monotonicNow() });
  const now = () => clock.monotonicNow();
  return { clock, state, send, answer, now, unsaved };
}

const minute = (remaining: number, secondsLeft = 60): RateHeaders => ({ limit: 240, remaining, secondsLeft });
const day = (remaining: number, secondsLeft = 7_200): RateHeaders => ({ limit: 100_000, remaining, secondsLeft });

describe('our own cap of a minute', () => {
  it('is two below the limit, and opens when the oldest request is a minute old', () => {
    const { clock, state, send, answer, now } = world();
    for (let index = 0; index < 238; index++) {
      clock.run(index * 10);
      expect(state.mayLeaveAt(person, now(), false)).toBe(now());
      answer(send(), null);
    }
    clock.run(2_380);
    expect(state.mayLeaveAt(person, now(), false)).toBe(MINUTE + 1);
    clock.run(MINUTE);
    expect(state.mayLeaveAt(person, now(), false)).toBe(MINUTE + 1);
    clock.run(MINUTE + 1);
    expect(state.mayLeaveAt(person, now(), false)).toBe(now());
    answer(send(), null);
    // The next one waits for the second request, which left at 10 ms.
    expect(state.mayLeaveAt(person, now(), false)).toBe(MINUTE + 11);
  });

  it('follows the limit of the headers, and leaves at least one', () => {
    const { state, send, answer, now } = world();
    answer(send(), { limit: 2, remaining: 2, secondsLeft: 60 });
    expect(state.minuteLimit).toBe(2);
    expect(state.mayLeaveAt(person, now(), false)).toBe(MINUTE + 1);
  });

  it('does not hold without the fair use header', () => {
    const { state, send, answer, now } = world();
    for (let index = 0; index < 300; index++) answer(send(), null);
    expect(state.mayLeaveAt({ ...person, fairUse: false }, now(), false)).toBe(now());
  });

  it('does not count a request that never left', () => {
    const { state, send, answer, now } = world();
    for (let index = 0; index < 237; index++) answer(send(), null);
    state.settle(send(), { kind: 'notSent' });
    expect(state.mayLeaveAt(person, now(), false)).toBe(now());
    expect(state.sends.count(now(), now())).toBe(237);
    expect(state.lanes.person.sends.count(now(), now())).toBe(237);
    expect(state.daily.used).toBe(237);
  });

  it('counts what left in the last minute of an earlier run', () => {
    const clock = new VirtualClock();
    const begun = Math.floor(clock.wallNow() / MINUTE) * MINUTE;
    const ledger = createMemoryLedger();
    const statistic = { service: SERVICE, lane: 'import', units: 1, refused: 0 } as const;
    ledger.minutes = (from, to) =>
      [
        { ...statistic, minute: begun - MINUTE, requests: 6 },
        { ...statistic, minute: begun - MINUTE, requests: 50, service: 'GET users' },
        { ...statistic, minute: begun, requests: 2 },
      ].filter(({ minute: at }) => at >= from && at < to);
    const { state, now } = world({ ledger });
    expect(state.sends.count(now() - MINUTE, now())).toBe(8);
    expect(state.sends.nthLast(2)).toBe(0);
    expect(state.sends.nthLast(3)).toBe(-5_000);
    expect(state.sends.nthLast(8)).toBe(-55_000);
  });
});

it('the share of a minute that a person chose stretches the pace', () => {
  const { state, now } = world();
  const whole = state.interval(now());
  state.shares.set({ minute: 50, day: null });
  expect(state.interval(now())).toBeCloseTo(2 * whole, 6);
  state.shares.set({ minute: 100, day: null });
  expect(state.interval(now())).toBeCloseTo(whole, 6);
});

describe('requests under way', () => {
  it('are four while nothing is known of the latency, and four more for people', () => {
    const { state, send, now } = world();
    for (let index = 0; index < 4; index++) send();
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), true)).toBe(Number.POSITIVE_INFINITY);
    for (let index = 4; index < 8; index++) {
      expect(state.mayLeaveAt(person, now(), false)).toBe(now());
      send();
    }
    expect(state.mayLeaveAt(person, now(), false)).toBe(Number.POSITIVE_INFINITY);
    expect(state.lanes.person.inFlight).toBe(8);
  });

  it.each([
    [100, 4],
    // 1,000 ms at 253.8 ms between two: 3.94 × 1.5, rounded up, and one.
    [1_000, 7],
    [60_000, 12],
  ])('at a latency of %i ms are %i', (latency, bound) => {
    const { clock, state, send, answer, now } = world();
    const first = send(rows);
    clock.run(latency);
    answer(first, null);
    clock.run(2 * latency + 10_000);
    for (let index = 0; index < bound; index++) {
      expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), true)).toBe(now());
      send(rows);
    }
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), true)).toBe(Number.POSITIVE_INFINITY);
  });

  it('follow the latency slowly', () => {
    const { clock, state, send, answer, now } = world();
    const take = (latency: number) => {
      const ticket = send(rows);
      clock.run(now() + latency);
      answer(ticket, null);
    };
    take(1_000);
    take(3_000);
    // 0.9 × 1,000 + 0.1 × 3,000 = 1,200 ms: 4.73 × 1.5, rounded up, and one.
    for (let index = 0; index < 9; index++) {
      expect(state.mayLeaveAt({ ...rows, fairUse: false }, now() + 60_000, true)).toBe(now() + 60_000);
      send(rows);
    }
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now() + 60_000, true)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a cold start', () => {
  it('lets the second row wait for the answer to the first, two seconds at most', () => {
    const { state, send, now } = world();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
    send(rows);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(2_000);
    expect(state.mayLeaveAt(rows, 2_000, false)).toBe(2_000);
    expect(state.mayLeaveAt(person, now(), false)).toBe(now());
  });

  it('is counted from the first request, not from later ones', () => {
    const { clock, state, send, now } = world();
    send();
    clock.run(1_500);
    send();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(2_000);
  });

  it('ends with the first answer that tells of the minute', () => {
    const { clock, state, send, answer, now } = world();
    const first = send(rows);
    send();
    clock.run(300);
    answer(first, minute(239));
    expect(state.mayLeaveAt(rows, now(), false)).toBeLessThan(500);
  });

  it('comes back after a sleep', () => {
    const { clock, state, send, answer, now } = world();
    answer(send(rows), minute(239));
    send(rows);
    clock.run(5_000);
    state.forget();
    expect(state.window.isKnown).toBe(false);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(7_000);
  });

  it('owes no pace to what left before the sleep', () => {
    const { clock, state, send, answer, now } = world();
    for (let index = 0; index < 20; index++) answer(send(), null);
    clock.run(1_000);
    expect(state.mayLeaveAt(rows, now(), false)).toBeGreaterThan(4_000);
    state.forget();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
  });
});

describe("the service's minute", () => {
  it('keeps one request untouched by rows, none by people', () => {
    const { clock, state, send, answer, now } = world();
    // All 238 that the service counts are ours, and 237 of them are too old for our own cap.
    for (let index = 0; index < 237; index++) answer(send(), null);
    clock.run(61_000);
    answer(send(rows), minute(2, 30));
    expect(state.others.perMinute(now())).toBe(0);
    clock.run(62_000);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
    send(rows);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(91_001);
    expect(state.mayLeaveAt(person, now(), false)).toBe(now());
    send();
    expect(state.mayLeaveAt(person, now(), false)).toBe(91_001);
  });

  it('counts a request whose answer never came', () => {
    const { clock, state, send, answer, now } = world();
    answer(send(rows), minute(2, 30));
    state.settle(send(), { kind: 'lost' });
    clock.run(1_000);
    expect(state.window.remaining(now())).toBe(1);
    expect(state.inFlight).toBe(0);
    expect(state.lanes.person.inFlight).toBe(0);
  });

  it('is not read from an answer to a request without the fair use header', () => {
    const { state, send, answer } = world();
    answer({ ...send(), fairUse: false }, minute(7));
    expect(state.window.isKnown).toBe(false);
  });

  it('keeps ten for others that were seen', () => {
    const { clock, state, send, answer, now } = world();
    answer(send(rows), minute(10, 30));
    clock.run(5_000);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(30_001);
  });
});

describe('after a stall', () => {
  it.each([1_500, 10_000])('of %i ms rows wait two intervals when the line was full', (stall) => {
    const { clock, state, send, answer, now } = world();
    const tickets = [send(rows), send(rows), send(rows), send(rows)];
    clock.run(stall);
    answer(tickets[0] ?? send(), null);
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBeCloseTo(stall + 2 * 253.8, 0);
  });

  it('is no stall when answers come soon, however late in the run', () => {
    const { clock, state, send, answer, now } = world();
    clock.run(5_000);
    const tickets = [send(rows), send(rows), send(rows), send(rows)];
    clock.run(5_500);
    answer(tickets[0] ?? send(), null);
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBeCloseTo(4_980 + (4 * MINUTE) / 236.4, 3);
  });

  it('nothing waits when there was room', () => {
    const { clock, state, send, answer, now } = world();
    const first = send(rows);
    clock.run(10_000);
    answer(first, null);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
  });

  it('nothing waits when answers came within a second', () => {
    const { clock, state, send, answer, now } = world();
    const tickets = [send({ ...rows }), send(rows), send(rows), send(rows)];
    clock.run(1_000);
    answer(tickets[3] ?? send(), null);
    // The four intervals of the pace are over.
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBe(now());
  });
});

describe('a 429', () => {
  it.each([
    [0, 21_000],
    [0.5, 21_500],
    [1, 22_000],
  ])('of the minute blocks until it is over, a second and a jitter (%d) more', (random, until) => {
    const { state, send, answer, now, clock } = world({ random });
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
    [minute(0, 20), 120_001, 120_001 + 30_000, 'day'],
    [day(0), null, 7_200_000 + 30_000, 'day'],
    [day(0), 3_600_000, 7_200_000 + 30_000, 'day'],
    [day(0), 7_300_000, 7_300_000 + 30_000, 'day'],
  ] as const)('with headers %o and Retry-After %s blocks for %i ms, the %s', (headers, retryAfter, blocks, period) => {
    const { state, send, answer, clock } = world();
    answer(send(), headers, 429, retryAfter);
    expect(state.daily).toMatchObject({ blockedPeriod: period, blockedUntil: clock.wallNow() + blocks });
  });

  it('of the day is one in its last minute too', () => {
    const { clock, state, send, answer } = world();
    state.day.confirm({ limit: 100_000, used: 0, secondsLeft: 60 });
    answer(send(), minute(100));
    expect(state.window.isKnown).toBe(true);
    answer(send(), day(0, 60), 429);
    expect(state.daily).toMatchObject({ blockedPeriod: 'day', blockedUntil: clock.wallNow() + 90_000 });
    // The first request of the next day goes alone.
    expect(state.window.isKnown).toBe(false);
  });

  it('of the day names its limit only in headers of the day', () => {
    const told = world();
    told.answer(told.send(), day(0), 429);
    expect(told.state.daily).toMatchObject({ limit: 100_000, used: 100_000, source: 'refused' });
    const hidden = world();
    hidden.answer(hidden.send(), minute(0, 20), 429, 3_600_000);
    expect(hidden.state.daily).toMatchObject({ limit: null, blockedPeriod: 'day' });
  });

  it('without a time blocks for 1, 2, 4 … 15 minutes, and starts over after an answer', () => {
    const { clock, state, send, answer } = world({ random: 0 });
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

  it('widens the interval, and counts for a day', () => {
    const { clock, state, send, answer, now } = world();
    answer(send(), null, 429);
    expect(state.interval(now())).toBeCloseTo(MINUTE / (240 * 0.975), 6);
    expect(state.interval(now(), false)).toBe(100);
    expect(state.day.throttledSince(clock.wallNow())).toBe(1);
    expect(state.day.throttledSince(clock.wallNow() + 1)).toBe(0);
  });
});

describe('lower lanes', () => {
  it('are owed a turn after fifty higher ones', () => {
    const { state } = world();
    for (let index = 0; index < 50; index++) {
      expect(state.owesFloor).toBe(false);
      state.start(person, true);
    }
    expect(state.owesFloor).toBe(true);
    state.start(rows, false);
    expect(state.owesFloor).toBe(false);
  });
});

it('knows no minute rule for a service with few requests a day', () => {
  const { state, send, answer, now } = world();
  state.day.confirm({ limit: 10_000, used: 1, secondsLeft: 3_600 });
  expect(state.hasMinuteRule).toBe(false);
  expect(state.interval(now())).toBe(100);
  answer(send(), { limit: 10_000, remaining: 9_000, secondsLeft: 3_600 });
  expect(state.daily.used).toBe(1_000);
  expect(state.window.isKnown).toBe(false);
});

describe('whether the service counts what it answers with 429', () => {
  /** The service counted nothing yet; then one request arrived, and one was throttled; then it says its count again. */
  function countedAfterwards(used: number, between: (at: ReturnType<typeof world>) => void = () => undefined) {
    const ledger = createMemoryLedger();
    const at = world({ ledger });
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
    const { clock, state, send, answer, now, unsaved } = world({ ledger: { ...ledger, writeFact } });
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
