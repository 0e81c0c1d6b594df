import { expect, it } from 'vitest';
import { matchService, type ServiceId } from '../../../../shared/domain/service/services.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import type { Ticket } from './admission.ts';
import { RequestBroker } from './broker.ts';
import { Budgets } from './budgets.ts';
import { createMemoryLedger } from './ledger-store.ts';
import { ServiceState } from './service-state.ts';
import { SharedCounters } from './shared-counters.ts';

const MINUTE = 60_000;

function world() {
  const clock = new VirtualClock();
  const ledger = createMemoryLedger();
  const budgets = new Budgets(ledger);
  const broker = new RequestBroker({
    clock,
    budgets,
    stateFor: ({ key, endpoints }) =>
      new ServiceState({
        service: key,
        endpoints,
        clock,
        random: () => 0,
        ledger,
        price: () => 1,
        onUnsaved: () => undefined,
      }),
    onChange: () => undefined,
    onWake: () => undefined,
  });
  const sent: Ticket[] = [];
  const send = (service: ServiceId, lane: 'person' | 'import' = 'person') =>
    broker.admit({ service, lane, fairUse: true }, (admission) => {
      if (admission.kind === 'ticket') sent.push(admission.ticket);
    });
  const answer = (ticket: Ticket | undefined) =>
    ticket?.settle({
      kind: 'answered',
      status: 200,
      headers: null,
      retryAfter: null,
      receivedAt: clock.monotonicNow(),
    });
  const use = (service: ServiceId, times: number) => {
    for (let time = 0; time < times; time++) {
      send(service);
      answer(sent.at(-1));
    }
  };
  const learn = (...names: string[]) => {
    if (
      budgets.learn(
        names.map((name) => ({ name, services: matchService(name) })),
        'limits',
      )
    )
      broker.regroup();
  };
  return { clock, broker, budgets, sent, send, answer, use, learn };
}

it('one counter has one ledger: what its endpoints used is added up, and what is under way stays under way', () => {
  const { broker, sent, send, answer, use, learn } = world();
  use('POST leads', 3);
  use('GET leads', 2);
  send('GET leads/csv');
  const waits = sent.at(-1);
  learn('Leads');
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

it('what waits for one endpoint waits for the counter of all', () => {
  const { broker, clock, sent, send, learn } = world();
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

it('a counter taken apart leaves its ledger with its first endpoint until the service counts the others', () => {
  const { broker, use, learn } = world();
  learn('Leads');
  use('GET leads', 4);
  learn('POST leads', 'GET leads', 'GET leads/csv');
  expect(broker.state('POST leads').daily.used).toBe(4);
  expect(broker.state('GET leads').daily.used).toBe(0);
});

it('an endpoint that the names leave out finds its counter by the figures', () => {
  const { clock, broker, use, learn } = world();
  const shared = new SharedCounters();
  const read = (simple: number, account: number) => {
    clock.run(clock.monotonicNow() + 10 * MINUTE);
    const isFound = shared.read(
      broker,
      new Map<ServiceId, number>([
        ['GET simpleleads', simple],
        ['GET myaccount', account],
      ]),
    );
    if (isFound) broker.regroup();
    return isFound;
  };
  learn('SimpleLeads', 'Account');
  use('GET simpleleads', 1);
  use('GET rawleads', 2);
  expect(shared.unassigned(broker)).toBe(2);
  expect(read(3, 0)).toBe(false);
  use('GET rawleads', 1);
  expect(read(4, 0)).toBe(false);
  // Another client beside ours: nothing is concluded.
  use('GET rawleads', 1);
  expect(read(9, 0)).toBe(false);
  use('GET rawleads', 1);
  expect(read(10, 0)).toBe(true);
  expect(broker.budgets.of('GET rawleads')).toMatchObject({ key: 'GET simpleleads', grouping: 'counts' });
  expect(broker.state('GET rawleads').daily.byWhom.own).toBe(6);
  expect(shared.unassigned(broker)).toBe(0);
});

it('an endpoint finds its counter by headers that go on where those of another stopped', () => {
  const { broker, use, learn } = world();
  const shared = new SharedCounters();
  learn('Account', 'LeadSegments');
  use('GET myaccount', 2);
  broker.state('GET myaccount').day.read({ limit: 10_000, remaining: 9_998, secondsLeft: 80_000 });
  use('GET leadsegments', 2);
  broker.state('GET leadsegments').day.read({ limit: 10_000, remaining: 9_998, secondsLeft: 70_000 });
  use('GET users', 1);
  broker.state('GET users').day.read({ limit: 10_000, remaining: 9_997, secondsLeft: 80_000 });
  use('GET orgunits', 1);
  broker.state('GET orgunits').day.read({ limit: 10_000, remaining: 9_999, secondsLeft: 80_000 });
  expect(shared.readHeaders(broker, 'GET orgunits')).toBe(false);
  expect(shared.readHeaders(broker, 'GET users')).toBe(true);
  broker.regroup();
  expect(broker.budgets.of('GET users')).toMatchObject({
    endpoints: ['GET users', 'GET myaccount'],
    grouping: 'header',
  });
  expect(broker.state('GET myaccount').daily.byWhom.own).toBe(3);
});
