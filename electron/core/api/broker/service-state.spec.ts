import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger } from './ledger/ledger-store.ts';
import { minute, person, rows, SERVICE, stateWorld } from './service-fixture.ts';

describe('our own cap of a minute', () => {
  it('is two below the limit, and opens when the oldest request is a minute old', () => {
    const { clock, state, send, answer, now } = stateWorld();
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
    const { state, send, answer, now } = stateWorld();
    answer(send(), { limit: 2, remaining: 2, secondsLeft: 60 });
    expect(state.minuteLimit).toBe(2);
    expect(state.mayLeaveAt(person, now(), false)).toBe(MINUTE + 1);
  });

  it('does not hold without the fair use header', () => {
    const { state, send, answer, now } = stateWorld();
    for (let index = 0; index < 300; index++) answer(send(), null);
    expect(state.mayLeaveAt({ ...person, fairUse: false }, now(), false)).toBe(now());
  });

  it('does not count a request that never left', () => {
    const { state, send, answer, now } = stateWorld();
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
    const { state, now } = stateWorld({ ledger });
    expect(state.sends.count(now() - MINUTE, now())).toBe(8);
    expect(state.sends.nthLast(2)).toBe(0);
    expect(state.sends.nthLast(3)).toBe(-5_000);
    expect(state.sends.nthLast(8)).toBe(-55_000);
  });
});

it('the share of a minute that a person chose stretches the pace', () => {
  const { state, now } = stateWorld();
  const whole = state.interval(now());
  state.shares.set({ minute: 50, day: null });
  expect(state.interval(now())).toBeCloseTo(2 * whole, 6);
  state.shares.set({ minute: 100, day: null });
  expect(state.interval(now())).toBeCloseTo(whole, 6);
});

describe('requests under way', () => {
  it('are four while nothing is known of the latency, and four more for people', () => {
    const { state, send, now } = stateWorld();
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
    const { clock, state, send, answer, now } = stateWorld();
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
    const { clock, state, send, answer, now } = stateWorld();
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
    const { state, send, now } = stateWorld();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
    send(rows);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(2_000);
    expect(state.mayLeaveAt(rows, 2_000, false)).toBe(2_000);
    expect(state.mayLeaveAt(person, now(), false)).toBe(now());
  });

  it('is counted from the first request, not from later ones', () => {
    const { clock, state, send, now } = stateWorld();
    send();
    clock.run(1_500);
    send();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(2_000);
  });

  it('ends with the first answer that tells of the minute', () => {
    const { clock, state, send, answer, now } = stateWorld();
    const first = send(rows);
    send();
    clock.run(300);
    answer(first, minute(239));
    expect(state.mayLeaveAt(rows, now(), false)).toBeLessThan(500);
  });

  it('comes back after a sleep', () => {
    const { clock, state, send, answer, now } = stateWorld();
    answer(send(rows), minute(239));
    send(rows);
    clock.run(5_000);
    state.forget();
    expect(state.window.isKnown).toBe(false);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(7_000);
  });

  it('owes no pace to what left before the sleep', () => {
    const { clock, state, send, answer, now } = stateWorld();
    for (let index = 0; index < 20; index++) answer(send(), null);
    clock.run(1_000);
    expect(state.mayLeaveAt(rows, now(), false)).toBeGreaterThan(4_000);
    state.forget();
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
  });
});

describe("the service's minute", () => {
  it('keeps one request untouched by rows, none by people', () => {
    const { clock, state, send, answer, now } = stateWorld();
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
    const { clock, state, send, answer, now } = stateWorld();
    answer(send(rows), minute(2, 30));
    state.settle(send(), { kind: 'lost' });
    clock.run(1_000);
    expect(state.window.remaining(now())).toBe(1);
    expect(state.inFlight).toBe(0);
    expect(state.lanes.person.inFlight).toBe(0);
  });

  it('is not read from an answer to a request without the fair use header', () => {
    const { state, send, answer } = stateWorld();
    answer({ ...send(), fairUse: false }, minute(7));
    expect(state.window.isKnown).toBe(false);
  });

  it('keeps ten for others that were seen', () => {
    const { clock, state, send, answer, now } = stateWorld();
    answer(send(rows), minute(10, 30));
    clock.run(5_000);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(30_001);
  });
});

describe('after a stall', () => {
  it.each([1_500, 10_000])('of %i ms rows wait two intervals when the line was full', (stall) => {
    const { clock, state, send, answer, now } = stateWorld();
    const tickets = [send(rows), send(rows), send(rows), send(rows)];
    clock.run(stall);
    answer(tickets[0] ?? send(), null);
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBeCloseTo(stall + 2 * 253.8, 0);
  });

  it('is no stall when answers come soon, however late in the run', () => {
    const { clock, state, send, answer, now } = stateWorld();
    clock.run(5_000);
    const tickets = [send(rows), send(rows), send(rows), send(rows)];
    clock.run(5_500);
    answer(tickets[0] ?? send(), null);
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBeCloseTo(4_980 + (4 * MINUTE) / 236.4, 3);
  });

  it('nothing waits when there was room', () => {
    const { clock, state, send, answer, now } = stateWorld();
    const first = send(rows);
    clock.run(10_000);
    answer(first, null);
    expect(state.mayLeaveAt(rows, now(), false)).toBe(now());
  });

  it('nothing waits when answers came within a second', () => {
    const { clock, state, send, answer, now } = stateWorld();
    const tickets = [send({ ...rows }), send(rows), send(rows), send(rows)];
    clock.run(1_000);
    answer(tickets[3] ?? send(), null);
    // The four intervals of the pace are over.
    expect(state.mayLeaveAt({ ...rows, fairUse: false }, now(), false)).toBe(now());
  });
});

describe('lower lanes', () => {
  it('are owed a turn after fifty higher ones', () => {
    const { state } = stateWorld();
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
  const { state, send, answer, now } = stateWorld();
  state.day.confirm({ limit: 10_000, used: 1, secondsLeft: 3_600 });
  expect(state.hasMinuteRule).toBe(false);
  expect(state.interval(now())).toBe(100);
  answer(send(), { limit: 10_000, remaining: 9_000, secondsLeft: 3_600 });
  expect(state.daily.used).toBe(1_000);
  expect(state.window.isKnown).toBe(false);
});
