import { expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { budgetWorld } from './budget-world-fixture.ts';

it('one counter has one ledger: what its endpoints used is added up, and what is under way stays under way', () => {
  const { broker, sent, send, answer, ask, learn, changes } = budgetWorld();
  ask('POST leads', 3);
  ask('GET leads', 2);
  send('GET leads/csv');
  const waits = sent.at(-1);
  const before = changes();
  learn('Leads');
  // Who shows the counters hears of it.
  expect(changes()).toBe(before + 1);
  const state = broker.state('GET leads');
  expect(broker.known()).toEqual([state]);
  expect(state).toBe(broker.state('POST leads'));
  expect(state.daily.byWhom).toMatchObject({ own: 6, others: 0 });
  expect([state.inFlight, state.lanes.person.inFlight]).toEqual([1, 1]);
  state.day.confirm({ limit: 100_000, used: 5, secondsLeft: 3_600 });
  expect(state.daily.used).toBe(6);
  answer(waits);
  expect(state.inFlight).toBe(0);
  // What left before counts in the minute of all together.
  expect(state.sends.count(-MINUTE, 0)).toBe(6);
});

it("a counter put together knows when its requests left, so that none is taken for another client's", () => {
  const { broker, clock, ask, learn } = budgetWorld();
  // Late in a minute of the ledger: its statistic could not say when in it they left.
  clock.run(MINUTE - (clock.wallNow() % MINUTE) + 40_000);
  const from = clock.monotonicNow();
  ask('POST leads', 3);
  clock.run(from + 2_000);
  ask('GET leads', 2);
  learn('Leads');
  const { sends, lanes } = broker.state('POST leads');
  expect(sends.count(from, clock.monotonicNow())).toBe(5);
  expect([sends.nthLast(5), sends.nthLast(3), sends.nthLast(2)]).toEqual([from, from, from + 2_000]);
  expect(lanes.person.sends.count(from, clock.monotonicNow())).toBe(5);
});

it('what waits for one endpoint waits for the counter of all', () => {
  const { broker, clock, sent, send, learn } = budgetWorld();
  broker.state('POST leads').day.block(clock.wallNow() + 5_000, 'minute');
  send('POST leads', 'import');
  expect(sent).toHaveLength(0);
  learn('Leads');
  send('GET leads', 'import');
  expect(broker.waiting('GET leads', 'import')).toBe(2);
  clock.run(5_001);
  expect(sent.map(({ service }) => service)).toEqual(['POST leads']);
  clock.run(10_000);
  expect(sent.map(({ service }) => service)).toEqual(['POST leads', 'GET leads']);
});

it('what waits goes by age, whichever endpoint it waited for', () => {
  const { broker, clock, sent, send, ask, learn } = budgetWorld();
  ask('POST leads', 1);
  ask('GET leads', 1);
  for (const service of ['POST leads', 'GET leads'] as const)
    broker.state(service).day.block(clock.wallNow() + 5_000, 'minute');
  send('GET leads', 'import');
  send('POST leads', 'import');
  learn('Leads');
  clock.run(60_000);
  expect(sent.slice(2).map(({ service }) => service)).toEqual(['GET leads', 'POST leads']);
});

it('what waits for a counter leaves at once when another one turns out to be its own', () => {
  const { broker, clock, sent, send, learn } = budgetWorld();
  learn('Leads');
  broker.state('POST leads').day.block(clock.wallNow() + 5_000, 'minute');
  send('GET leads', 'import');
  learn('POST leads', 'GET leads', 'GET leads/csv');
  expect(sent.map(({ service }) => service)).toEqual(['GET leads']);
});

it('a counter taken apart keeps its 429s with its first endpoint', () => {
  const { clock, broker, learn } = budgetWorld();
  learn('Leads');
  broker
    .state('POST leads')
    .day.countThrottled({ service: 'POST leads', lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
  learn('POST leads', 'GET leads', 'GET leads/csv');
  const since = clock.wallNow() - 1_000;
  const counted = (['POST leads', 'GET leads'] as const).map((id) => broker.state(id).day.throttledSince(since));
  expect(counted).toEqual([1, 0]);
});

it('a counter taken apart leaves its ledger with its first endpoint until the service counts the others', () => {
  const { broker, ask, learn } = budgetWorld();
  learn('Leads');
  ask('GET leads', 4);
  const headers = { limit: '240', remaining: '9', reset: '60', at: 1 };
  broker.state('GET leads').lastHeaders = headers;
  learn('POST leads', 'GET leads', 'GET leads/csv');
  expect(broker.state('POST leads').daily.used).toBe(4);
  expect(broker.state('POST leads').lastHeaders).toEqual(headers);
  expect(broker.state('GET leads').daily.used).toBe(0);
  expect(broker.state('GET leads').lastHeaders).toBeNull();
});

it('a reserve that a person set for an endpoint holds when its counter is taken apart again', () => {
  const { broker, learn } = budgetWorld();
  broker.state('GET leads').day.ownReserve = 50;
  learn('Leads');
  expect(broker.state('POST leads').day.reserve).toBe(50);
  learn('POST leads', 'GET leads', 'GET leads/csv');
  expect(broker.state('GET leads').day.reserve).toBe(50);
});

it.each([['Leads'], ['POST leads', 'GET leads', 'GET leads/csv']])(
  'a wait for which a 503 asked holds rows back, also when the counters are found to be %s',
  (...names) => {
    const { clock, sent, send, learn } = budgetWorld();
    if (names.length > 1) learn('Leads');
    send('POST leads', 'import');
    const receivedAt = clock.monotonicNow();
    sent[0]?.settle({ kind: 'answered', status: 503, headers: null, retryAfter: 60_000, receivedAt });
    learn(...names);
    send('POST leads', 'import');
    clock.run(receivedAt + 59_999);
    expect(sent).toHaveLength(1);
    clock.run(receivedAt + 60_000);
    expect(sent).toHaveLength(2);
  },
);

it('the newest headers of the endpoints are those of the counter', () => {
  const { broker, learn } = budgetWorld();
  const endpoints = ['POST leads', 'GET leads', 'GET leads/csv'] as const;
  const headers = (at: number) => ({ limit: '240', remaining: String(at), reset: '60', at });
  for (const [index, at] of [1, 3, 2].entries()) {
    const [service] = endpoints.slice(index);
    if (service !== undefined) broker.state(service).lastHeaders = headers(at);
  }
  broker.state('GET users').lastHeaders = headers(9);
  learn('Leads');
  expect(broker.state('GET leads').lastHeaders).toEqual(headers(3));
});
