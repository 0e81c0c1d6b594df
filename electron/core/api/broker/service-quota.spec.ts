import { expect, it } from 'vitest';
import { brokerWorld } from '../simulation/broker-world.ts';
import type { Ticket } from './admission.ts';
import { serviceQuota } from './service-quota.ts';

const SERVICE = 'POST leads';

function world() {
  const { clock, broker, state: stateNow } = brokerWorld();
  const state = stateNow();
  return { clock, broker, state, quota: () => serviceQuota(state, broker, clock, 1) };
}

it('shows what is sent, under way and waiting, and the rest of the minute without what is under way', () => {
  const { clock, broker, quota } = world();
  broker.admit({ service: SERVICE, lane: 'import', fairUse: true }, (admission) => {
    if (admission.kind !== 'ticket') return;
    const headers = { limit: 240, remaining: 200, secondsLeft: 30 };
    admission.ticket.settle({ kind: 'answered', status: 200, headers, retryAfter: null, receivedAt: 0 });
  });
  for (let index = 0; index < 2; index++) {
    broker.admit({ service: SERVICE, lane: 'person', fairUse: true }, () => undefined);
    broker.admit({ service: SERVICE, lane: 'import', fairUse: true }, () => undefined);
  }
  const seen = quota();
  expect(seen.minute).toEqual({ limit: 240, remaining: 198, resetsAt: clock.wallNow() + 30_000 });
  expect(seen.lanes.person).toEqual({ waiting: 0, inFlight: 2, sentLastMinute: 2 });
  expect(seen.lanes.import).toEqual({ waiting: 2, inFlight: 0, sentLastMinute: 1 });
  expect(seen.sentLastMinute).toBe(3);
  expect(seen.foreignLastMinute).toBe(39);
  expect(seen.ratePerMinute).toBeCloseTo(240 * 0.985 - 39, 6);
  expect(seen.blockedReason).toBe('');
  broker.close();
});

it('shows no minute before the first answer, after its end, and for a service with few requests a day', () => {
  const { clock, broker, state, quota } = world();
  expect(quota().minute).toBeNull();
  state.window.read({ sentAt: 0, receivedAt: 0, limit: 240, remaining: 0, secondsLeft: 30 });
  state.start({ service: SERVICE, lane: 'person', fairUse: true }, false);
  expect(quota().minute?.remaining).toBe(0);
  state.day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600 });
  expect(quota()).toMatchObject({ minute: null, ratePerMinute: null, daily: { limit: 5_000, used: 2 } });
  state.day.confirm({ limit: 50_000, used: 1, secondsLeft: 3_600 });
  clock.run(30_001);
  expect(quota().minute).toBeNull();
  broker.close();
});

it('tells where each figure comes from, and when', () => {
  const { clock, state, quota } = world();
  const counted = { source: 'ledger', at: clock.wallNow() };
  expect(quota().origins).toEqual({ limit: null, used: counted, minute: null, resetsAt: null });
  state.start({ service: SERVICE, lane: 'person', fairUse: true }, false);
  expect(quota().origins).toEqual({ limit: null, used: counted, minute: null, resetsAt: counted });
  clock.run(5_000);
  const read = clock.wallNow();
  const header = { source: 'header', at: read };
  state.day.read({ limit: 50_000, remaining: 49_000, secondsLeft: 3_600 });
  state.lastHeaders = { limit: '50000', remaining: '49000', reset: '3600', at: read };
  clock.run(9_000);
  expect(quota().origins).toEqual({ limit: header, used: header, minute: header, resetsAt: header });
  // A service with few requests a day has no minute.
  state.day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600 });
  expect(quota().origins.minute).toBeNull();
});

it('tells what the counts said for as long as the use rests on them', () => {
  const { clock, state, broker, quota } = world();
  for (let request = 0; request < 5; request++) state.start({ service: SERVICE, lane: 'person', fairUse: true }, false);
  clock.run(180_000);
  state.day.confirm({ limit: 100, used: 4, secondsLeft: null, from: 'counts', askedAt: clock.monotonicNow() });
  expect(quota().daily).toMatchObject({ used: 5, told: 4 });
  state.day.confirm({ limit: 100, used: 6, secondsLeft: 3_600 });
  expect(quota().daily.told).toBeNull();
  broker.close();
});

it('tells the end of the minute by the wall clock', () => {
  const { clock, state, quota } = world();
  clock.run(5_000);
  state.window.read({ sentAt: 4_900, receivedAt: 5_000, limit: 240, remaining: 9, secondsLeft: 30 });
  expect(quota().minute?.resetsAt).toBe(clock.wallNow() + 30_000);
});

it('says why nothing is sent', () => {
  const { clock, state, quota } = world();
  state.day.block(clock.wallNow() + 1_000, 'minute');
  expect(quota()).toMatchObject({
    blockedUntil: clock.wallNow() + 1_000,
    blockedReason: expect.stringMatching(/pause/),
  });
  state.day.rest(clock.wallNow() + 60_000);
  expect(quota().blockedReason).toBe('The service asked for a pause.');
  state.day.exhaust(100, clock.wallNow() + 60_000);
  state.day.countThrottled({ service: SERVICE, lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
  expect(quota()).toMatchObject({ blockedReason: expect.stringMatching(/quota is used up\.$/), refusedLastDay: 1 });
  clock.run(25 * 3_600_000);
  expect(quota()).toMatchObject({ blockedReason: '', refusedLastDay: 0 });
});

it('says until when rows wait because a 503 asked for it', () => {
  const { clock, broker, quota } = world();
  const sent: Ticket[] = [];
  broker.admit({ service: SERVICE, lane: 'import', fairUse: true }, (admission) => {
    if (admission.kind === 'ticket') sent.push(admission.ticket);
  });
  clock.run(3_000);
  expect(quota().rowsRestUntil).toBeNull();
  sent[0]?.settle({ kind: 'answered', status: 503, headers: null, retryAfter: 60_000, receivedAt: 3_000 });
  expect(quota()).toMatchObject({ rowsRestUntil: clock.wallNow() + 60_000, blockedUntil: null });
  clock.run(63_000);
  expect(quota().rowsRestUntil).toBeNull();
  broker.close();
});
