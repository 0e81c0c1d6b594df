import { describe, expect, it } from 'vitest';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { budgetWorld } from './budget-world-fixture.ts';
import { SharedCounters } from './shared-counters.ts';

function world(...names: string[]) {
  const here = budgetWorld();
  const { clock, broker, learn } = here;
  const shared = new SharedCounters();
  learn(...names);
  /** The counts that the service gives ten minutes later. True when an endpoint has found its counter. */
  const read = (used: Partial<Record<ServiceId, number>>) => {
    clock.run(clock.monotonicNow() + 10 * MINUTE);
    const isFound = shared.read(broker, new Map(Object.entries(used) as [ServiceId, number][]));
    if (isFound) broker.regroup();
    return isFound;
  };
  return { ...here, shared, read };
}

describe('an endpoint that the names leave out finds its counter by the figures', () => {
  it('when the same counter rises twice by exactly what the endpoint used', () => {
    const { broker, ask, read, shared } = world('SimpleLeads', 'LeadSegments');
    const segments = { 'GET leadsegments': 0 };
    ask('GET simpleleads', 1);
    ask('GET users', 2);
    expect(shared.unassigned(broker)).toBe(2);
    expect(read({ 'GET simpleleads': 3, ...segments })).toBe(false);
    ask('GET users', 1);
    expect(read({ 'GET simpleleads': 4, ...segments })).toBe(false);
    // Another client beside ours: nothing is concluded.
    ask('GET users', 1);
    expect(read({ 'GET simpleleads': 9, ...segments })).toBe(false);
    ask('GET users', 1);
    expect(read({ 'GET simpleleads': 10, ...segments })).toBe(true);
    expect(broker.budgets.of('GET users')).toMatchObject({ key: 'GET simpleleads', grouping: 'counts' });
    expect(broker.state('GET users').daily.byWhom.own).toBe(6);
    expect(shared.unassigned(broker)).toBe(0);
  });

  it.each([
    [4, false],
    [5, true],
  ])('or once by as much as %i, what the counter itself was used for apart: %s', (times, isFound) => {
    const { ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 2);
    ask('GET users', 1);
    read({ 'GET simpleleads': 2 });
    ask('GET simpleleads', 3);
    ask('GET users', times);
    expect(read({ 'GET simpleleads': 5 + times })).toBe(isFound);
  });

  it('also when it was used for the first time since the last answer', () => {
    const { ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 2);
    read({ 'GET simpleleads': 2 });
    ask('GET users', 5);
    expect(read({ 'GET simpleleads': 7 })).toBe(true);
  });

  it('not while nothing is used of it', () => {
    const { ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 1);
    ask('GET users', 1);
    expect([1, 2, 3, 4].map(() => read({ 'GET simpleleads': 1 }))).toEqual([false, false, false, false]);
  });

  it('not when two counters rise alike', () => {
    const { ask, read } = world('SimpleLeads', 'LeadSegments');
    for (const service of ['GET simpleleads', 'GET leadsegments', 'GET users'] as const) ask(service, 1);
    read({ 'GET simpleleads': 1, 'GET leadsegments': 1 });
    ask('GET users', 5);
    expect(read({ 'GET simpleleads': 6, 'GET leadsegments': 6 })).toBe(false);
  });

  it('not by figures that may lack what is under way', () => {
    const { sent, send, answer, ask, read } = world('SimpleLeads');
    ask('GET users', 1);
    for (let request = 0; request < 5; request++) send('GET simpleleads');
    read({ 'GET simpleleads': 0 });
    for (const ticket of sent) answer(ticket);
    ask('GET users', 5);
    // These are the five that were under way.
    expect(read({ 'GET simpleleads': 5 })).toBe(false);
    ask('GET users', 5);
    send('GET simpleleads');
    expect(read({ 'GET simpleleads': 11 })).toBe(false);
  });

  it('not by a counter of which this answer says nothing', () => {
    const { broker, ask, read } = world('SimpleLeads', 'LeadSegments');
    ask('GET simpleleads', 5);
    ask('GET users', 1);
    read({ 'GET simpleleads': 0 });
    // The five were lost on the way, as the service has counted none.
    broker.state('GET simpleleads').day.confirm({ limit: null, used: 0, secondsLeft: null, from: 'counts' });
    ask('GET users', 5);
    expect(read({})).toBe(false);
  });

  it('not by a counter of which the answer before said nothing', () => {
    const { ask, read } = world('SimpleLeads', 'LeadSegments');
    ask('GET simpleleads', 1);
    ask('GET users', 1);
    read({ 'GET leadsegments': 0 });
    ask('GET users', 5);
    // One of ours, and four of others before that answer.
    expect(read({ 'GET leadsegments': 0, 'GET simpleleads': 5 })).toBe(false);
  });
});

describe('an endpoint that only likely draws on a counter', () => {
  const grouping = (here: ReturnType<typeof world>, service: ServiceId) => {
    const { likely, name } = here.broker.budgets.of(service);
    return likely.includes(service) ? 'likely' : name;
  };

  it('surely does when the counter rises by what it used', () => {
    const here = world('SimpleLeads');
    const { broker, ask, read } = here;
    ask('GET simpleleads', 2);
    read({ 'GET simpleleads': 2 });
    ask('GET simpleleads', 1);
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 8 })).toBe(true);
    expect(grouping(here, 'GET rawleads')).toBe('SimpleLeads');
    expect(broker.budgets.of('GET rawleads').grouping).toBe('counts');
  });

  it('does not when the counter rises without it, twice or by much, and gets a ledger of its own', () => {
    const here = world('Account');
    const { broker, ask, read } = here;
    ask('GET myaccount', 3);
    read({ 'GET myaccount': 3 });
    ask('GET users', 1);
    expect(read({ 'GET myaccount': 3 })).toBe(false);
    ask('GET users', 1);
    ask('GET myaccount', 1);
    expect(read({ 'GET myaccount': 4 })).toBe(true);
    expect(grouping(here, 'GET users')).toBeNull();
    expect(grouping(here, 'GET orgunits')).toBe('likely');
    ask('GET users', 1);
    expect(broker.state('GET users').daily.byWhom.own).toBe(1);
    ask('GET orgunits', 5);
    expect(read({ 'GET myaccount': 4 })).toBe(true);
    expect(grouping(here, 'GET orgunits')).toBeNull();
  });

  it.each([
    ['others used the counter, too', 0, 7],
    ['one of two is missing, and nobody knows which', 2, 6],
  ])('stays likely when %s', (_why, orgUnits, used) => {
    const here = world('Account');
    const { ask, read } = here;
    ask('GET myaccount', 1);
    read({ 'GET myaccount': 1 });
    ask('GET users', 5);
    ask('GET orgunits', orgUnits);
    expect(read({ 'GET myaccount': used })).toBe(false);
    expect(grouping(here, 'GET users')).toBe('likely');
  });

  it('stays likely when another counter rose by the same', () => {
    const { ask, read } = world('SimpleLeads', 'Account');
    ask('GET simpleleads', 1);
    ask('GET myaccount', 1);
    read({ 'GET simpleleads': 1, 'GET myaccount': 1 });
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 6, 'GET myaccount': 6 })).toBe(false);
  });

  it.each([
    ['without an answer', null],
    ['that failed', 500],
    ['that was throttled', 429],
  ])('is not judged by a request %s, also when the counters were put together since', (_what, status) => {
    const { clock, broker, sent, send, ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 1);
    read({ 'GET simpleleads': 1 });
    ask('GET rawleads', 5);
    send('GET rawleads');
    const answered = { kind: 'answered', headers: null, retryAfter: null, receivedAt: clock.monotonicNow() } as const;
    sent.at(-1)?.settle(status === null ? { kind: 'lost' } : { ...answered, status });
    broker.regroup();
    expect(read({ 'GET simpleleads': 1 })).toBe(false);
  });

  it('is not judged by an answer that leaves the counter out', () => {
    const { ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 1);
    read({ 'GET simpleleads': 0 });
    ask('GET rawleads', 5);
    expect(read({})).toBe(false);
  });

  it('is not judged by what another one used before it joined the counter', () => {
    const here = world('SimpleLeads');
    const { ask, read } = here;
    ask('GET simpleleads', 1);
    read({ 'GET simpleleads': 1 });
    ask('GET users', 5);
    expect(read({ 'GET simpleleads': 6 })).toBe(true);
    expect(grouping(here, 'GET users')).toBe('SimpleLeads');
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 11 })).toBe(false);
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 16 })).toBe(true);
    expect(grouping(here, 'GET rawleads')).toBe('SimpleLeads');
  });

  it('is not judged across the begin of a day, of which nothing was known before', () => {
    const { clock, ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 1);
    clock.run(clock.monotonicNow() + 25 * 60 * MINUTE);
    read({ 'GET simpleleads': 0 });
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 0 })).toBe(false);
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 0 })).toBe(true);
  });

  it('is not judged across the end of a day', () => {
    const { clock, ask, read } = world('SimpleLeads');
    ask('GET simpleleads', 1);
    read({ 'GET simpleleads': 1 });
    clock.run(clock.monotonicNow() + 25 * 60 * MINUTE);
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 1 })).toBe(false);
    ask('GET rawleads', 5);
    expect(read({ 'GET simpleleads': 0 })).toBe(false);
  });
});

it('before the service has named a counter none can be missing', () => {
  const { broker, ask, shared, learn } = world();
  ask('GET users', 3);
  expect(shared.unassigned(broker)).toBe(0);
  learn('Leads');
  expect(shared.unassigned(broker)).toBe(3);
});

describe('an endpoint finds its counter by headers', () => {
  /** LeadSegments has used 8 of 10,000, of which 2 are ours; users were asked twice and their headers say `said`. */
  function headers(said: { used?: number; limit?: number; secondsLeft?: number; after?: number } = {}) {
    const { clock, broker, ask, shared, learn } = world('LeadSegments');
    const { used = 9, limit = 10_000, secondsLeft = 80_000, after = 0 } = said;
    const tell = (service: ServiceId, units: number, day = 10_000, seconds = 80_000) =>
      broker.state(service).day.read({ limit: day, remaining: day - units, secondsLeft: seconds });
    ask('GET leadsegments', 2);
    tell('GET leadsegments', 8);
    clock.run(after);
    ask('GET users', 2);
    tell('GET users', used, limit, secondsLeft);
    const isFound = () => shared.readHeaders(broker, 'GET users');
    return { broker, ask, shared, learn, tell, isFound };
  }

  it('that go on where those of another stopped', () => {
    const { broker, isFound } = headers();
    expect(isFound()).toBe(true);
    broker.regroup();
    expect(broker.budgets.of('GET users')).toMatchObject({
      endpoints: ['GET leadsegments', 'POST leadsegments', 'DELETE leadsegments', 'GET users'],
      grouping: 'header',
    });
    expect(broker.state('GET leadsegments').daily.byWhom.own).toBe(4);
  });

  it.each([
    [8, false],
    [9, true],
    [10, true],
    [11, false],
  ])('that are as much higher as it was used at most: %i after 8: %s', (used, isFound) => {
    expect(headers({ used }).isFound()).toBe(isFound);
  });

  it.each([
    [1_500, true],
    [1_501, false],
  ])('whose period ends at the same time: %i ms later: %s', (after, isFound) => {
    expect(headers({ after }).isFound()).toBe(isFound);
  });

  it('not with another limit', () => {
    expect(headers({ limit: 20_000 }).isFound()).toBe(false);
  });

  it('not when it has used what we have used of it: it has a counter of its own', () => {
    const { broker, ask, tell, shared } = headers();
    ask('GET rawleads', 9);
    tell('GET rawleads', 9);
    expect(shared.readHeaders(broker, 'GET rawleads')).toBe(false);
  });

  it('not when two counters could be it', () => {
    const { ask, tell, learn, isFound } = headers();
    learn('LeadSegments', 'SimpleLeads');
    ask('GET simpleleads', 1);
    tell('GET simpleleads', 7);
    expect(isFound()).toBe(false);
  });

  /** Both without a name. LeadSegments is named, and far from them. */
  function unnamed(service: ServiceId) {
    const { broker, ask, tell, shared } = headers({ secondsLeft: 70_000 });
    ask(service, 2);
    tell(service, 10, 10_000, 70_000);
    return { broker, isFound: shared.readHeaders(broker, service) };
  }

  it('that of an endpoint of the same subject, although neither has a name', () => {
    const { broker, isFound } = unnamed('GET orgunits');
    expect(isFound).toBe(true);
    expect(broker.budgets.of('GET users')).toMatchObject({
      endpoints: ['GET users', 'GET orgunits'],
      name: null,
      grouping: 'header',
    });
  });

  it('not that of an endpoint of another subject whose counter is not known either', () => {
    expect(unnamed('GET rawleads').isFound).toBe(false);
  });

  it('not when its name is known', () => {
    const { broker, ask, tell, learn, shared } = headers();
    learn('LeadSegments', 'Account');
    ask('GET myaccount', 2);
    tell('GET myaccount', 9);
    expect(shared.readHeaders(broker, 'GET myaccount')).toBe(false);
  });

  it('not by a refusal, which says that the day is used up and not by how much', () => {
    const { broker, ask, shared } = headers();
    const { day, daily } = broker.state('GET leadsegments');
    day.read({ limit: 10_000, remaining: 1, secondsLeft: 80_000 });
    ask('GET rawleads', 2);
    broker.state('GET rawleads').day.exhaust(10_000, daily.periodEnd ?? 0);
    expect(shared.readHeaders(broker, 'GET rawleads')).toBe(false);
  });
});
