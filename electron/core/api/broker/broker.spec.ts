import { getEventListeners } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { brokerWorld as world, minute } from '../simulation/broker-world.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import type { Admission, Ticket } from './admission.ts';
import { createLedgerStore, createMemoryLedger } from './ledger/ledger-store.ts';

const SERVICE = 'POST leads';

describe('lanes', () => {
  it('go by who waits, then by age', () => {
    const { clock, exchange, granted } = world();
    exchange('import', () => minute(230));
    for (const lane of ['reconcile', 'import', 'refresh', 'person'] as const) exchange(lane, () => minute(230));
    clock.run(5_000);
    expect(granted.map((entry) => entry.lane)).toEqual(['import', 'person', 'refresh', 'import', 'reconcile']);
  });

  it('leave a floor to the lowest while higher ones are never empty', () => {
    const { clock, exchange, granted } = world();
    const person = () => {
      exchange('person', () => minute(200));
      clock.after(400, person);
    };
    const importer = () => {
      exchange('import', () => minute(200));
      clock.after(200, importer);
    };
    importer();
    person();
    for (let index = 0; index < 5; index++) exchange('reconcile', () => minute(200));
    clock.run(2 * 60_000);
    expect(granted.filter((entry) => entry.lane === 'reconcile').length).toBeGreaterThanOrEqual(4);
  });

  it('let a person pass the pace but not the limit', () => {
    const { clock, ask, exchange, granted } = world();
    exchange('import', () => minute(3));
    clock.run(1_000);
    for (let index = 0; index < 6; index++) ask('person');
    clock.run(2_000);
    expect(granted.filter((entry) => entry.lane === 'person')).toHaveLength(3);
  });
});

it('lets only a person go around the end of a period', () => {
  const { clock, state, exchange, granted } = world();
  state().day.confirm({ limit: 100_000, used: 0, secondsLeft: 60 });
  clock.run(56_000);
  for (const lane of ['import', 'refresh', 'person'] as const) exchange(lane, () => minute(230));
  clock.run(61_999);
  expect(granted.map(({ lane }) => lane)).toEqual(['person']);
  clock.run(64_000);
  expect(granted.map(({ lane }) => lane)).toEqual(['person', 'refresh', 'import']);
});

describe('the headers', () => {
  it('are a cap: nothing leaves when the rest is spoken for, until the minute is over', () => {
    const { clock, exchange, granted } = world();
    exchange('import', () => minute(1, 30));
    clock.run(100);
    for (let index = 0; index < 5; index++) exchange('import', () => minute(239));
    clock.run(29_000);
    expect(granted).toHaveLength(1);
    clock.run(33_000);
    expect(granted.length).toBeGreaterThan(1);
    clock.run(45_000);
    expect(granted).toHaveLength(6);
  });

  it('tell other clients apart from what this program sent before a restart', () => {
    const database = new DatabaseSync(':memory:');
    const clock = new VirtualClock();
    const first = world({ ledger: createLedgerStore(database), clock });
    let left = 240;
    for (let index = 0; index < 500; index++) first.exchange('import', () => minute(--left, 50));
    clock.run(30_000);
    first.broker.close();
    const second = world({ ledger: createLedgerStore(database), clock });
    second.exchange('import', () => minute(--left, 20));
    clock.run(31_000);
    expect(second.state().others.perMinute(clock.monotonicNow())).toBe(0);
    expect(60_000 / second.state().interval(clock.monotonicNow())).toBeCloseTo(236.4, 1);
  });

  it('may come out of order', () => {
    const { clock, ask, reply, state } = world();
    const tickets: Ticket[] = [];
    for (let index = 0; index < 3; index++) ask('person', (ticket) => tickets.push(ticket));
    clock.run(3_000);
    const [first, second, third] = tickets;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were to leave');
    reply(third, minute(50));
    reply(first, minute(52));
    reply(second, minute(51));
    expect(state().window.remaining(clock.monotonicNow())).toBe(50);
  });

  it('that make no sense or are missing leave the pace alone in charge', () => {
    const { clock, exchange, granted } = world();
    const again = () => exchange('import', () => null);
    for (let index = 0; index < 500; index++) again();
    clock.run(60_000);
    expect(granted.length).toBeGreaterThan(230);
    expect(granted.length).toBeLessThanOrEqual(238);
  });
});

it('goes by our own bound without the fair use header', () => {
  const { clock, broker, reply } = world();
  let sent = 0;
  for (let index = 0; index < 1_000; index++) {
    broker.admit({ service: SERVICE, lane: 'import', fairUse: false }, (admission) => {
      if (admission.kind !== 'ticket') return;
      sent++;
      clock.after(50, () => reply(admission.ticket, null));
    });
  }
  clock.run(60_000);
  expect(sent).toBeGreaterThan(580);
  expect(sent).toBeLessThanOrEqual(602);
});

describe('a 429', () => {
  it('of the minute blocks the whole service until its end and a little more', () => {
    const { clock, exchange, granted } = world();
    exchange('import', () => minute(0, 20), 429);
    clock.run(100);
    exchange('person', () => minute(239));
    clock.run(20_900);
    expect(granted).toHaveLength(1);
    clock.run(22_200);
    expect(granted).toHaveLength(2);
  });

  it('widens the margin, which relaxes after clean time', () => {
    const { clock, exchange, state } = world();
    const interval = () => state().interval(clock.monotonicNow());
    exchange('import', () => null, 429);
    clock.run(100);
    expect(60_000 / interval()).toBeCloseTo(240 * (1 - 0.025), 3);
    const keepBusy = () => {
      exchange('import', () => minute(238));
      clock.after(10_000, keepBusy);
    };
    clock.after(10_000, keepBusy);
    clock.run(HOUR);
    expect(60_000 / interval()).toBeCloseTo(240 * (1 - 0.015), 3);
  });

  it('of the day parks requests with the time at which it goes on, also after a restart', () => {
    const database = new DatabaseSync(':memory:');
    const clock = new VirtualClock();
    const first = world({ ledger: createLedgerStore(database), clock });
    first.exchange('import', () => ({ limit: 100_000, remaining: 0, secondsLeft: 7_200 }), 429);
    clock.run(100);
    const second = world({ ledger: createLedgerStore(database), clock });
    second.ask('import');
    const endsAt = clock.wallNow() - 50 + 7_200_000 + 30_000;
    expect(second.turnedAway).toEqual([
      { kind: 'daily', why: 'usedUp', isLatest: false, unsaved: false, retryAt: endsAt },
    ]);
    clock.run(clock.monotonicNow() + 7_200_000 + 31_000);
    second.ask('import');
    second.ask('import');
    expect(second.granted).toHaveLength(1);
    expect(second.state().daily.used).toBe(1);
  });
});

describe('the day', () => {
  it('keeps its reserve for people', () => {
    const { ask, clock, granted, turnedAway, state } = world();
    state().day.confirm({ limit: 20_000, used: 17_999, secondsLeft: HOUR / 1000 });
    ask('import');
    clock.run(3_000);
    ask('import');
    ask('person');
    clock.run(6_000);
    expect(granted.map((entry) => entry.lane)).toEqual(['import', 'person']);
    expect(turnedAway).toMatchObject([{ kind: 'daily', why: 'reserved' }]);
  });

  it('is counted before a request leaves, and given back when it certainly did not', () => {
    const { ask, open, state } = world();
    ask('person');
    expect(state().daily.used).toBe(1);
    open[0]?.settle({ kind: 'notSent' });
    expect(state().daily.used).toBe(0);
    ask('person');
    open[1]?.settle({ kind: 'lost' });
    expect(state().daily.used).toBe(1);
  });

  it('of a small service has no minute rule, but a bound of our own', () => {
    const { clock, exchange, granted, state } = world();
    let used = 0;
    const daily = () => ({ limit: 5_000, remaining: 5_000 - ++used, secondsLeft: 80_000 });
    for (let index = 0; index < 1_000; index++) exchange('import', daily);
    clock.run(60_000);
    expect(granted.length).toBeGreaterThan(550);
    expect(granted.length).toBeLessThanOrEqual(602);
    expect(state().daily).toMatchObject({ limit: 5_000, source: 'confirmed' });
  });

  it('of a small service is known to the unit, in whatever order the answers come', () => {
    const { ask, clock, open, reply, state } = world();
    for (let index = 0; index < 3; index++) ask('person');
    clock.run(10_000);
    const day = (remaining: number) => ({ limit: 5_000, remaining, secondsLeft: 80_000 });
    const [first, second, third] = open;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were to leave');
    reply(third, day(4_997));
    expect(state().daily.used).toBe(5);
    reply(first, day(4_999));
    reply(second, day(4_998));
    expect(state().daily.used).toBe(3);
  });

  it('starts anew when its 24 hours are over', () => {
    const { clock, exchange, state } = world();
    exchange('import', () => minute(239));
    clock.run(24 * HOUR + 1_000);
    expect(state().daily).toMatchObject({ used: 0, periodStart: null });
  });
});

describe('a request that waits', () => {
  it('can be called back', () => {
    const { ask, broker, changes, clock, granted, turnedAway } = world();
    const controller = new AbortController();
    expect(broker.waiting(SERVICE, 'import')).toBe(0);
    ask('import');
    // That it has left.
    expect(changes()).toBe(1);
    ask('import', undefined, controller.signal);
    expect(broker.waiting(SERVICE, 'import')).toBe(1);
    controller.abort();
    expect([broker.waiting(SERVICE, 'import'), changes()]).toEqual([0, 2]);
    clock.run(10_000);
    expect(granted).toHaveLength(1);
    expect(turnedAway).toEqual([{ kind: 'cancelled' }]);
  });

  it('is turned away when the client is closed', () => {
    const { ask, broker, turnedAway } = world();
    ask('import');
    ask('import');
    broker.close();
    ask('import');
    expect(turnedAway).toEqual([{ kind: 'closed' }, { kind: 'closed' }]);
  });

  it('is held while the service is out of reach, unless somebody asked for it', () => {
    const { ask, broker, clock, granted } = world();
    broker.hold(true);
    ask('refresh');
    ask('import');
    ask('person');
    ask('reconcile');
    clock.run(60_000);
    expect(granted.map((entry) => entry.lane)).toEqual(['person', 'reconcile']);
    broker.hold(false);
    clock.run(61_000);
    expect(granted.map((entry) => entry.lane)).toEqual(['person', 'reconcile', 'refresh', 'import']);
  });

  it('never brings more than a few rows under way at once', () => {
    const { clock, ask, granted } = world();
    for (let index = 0; index < 50; index++) ask('import');
    clock.run(HOUR);
    expect(granted.length).toBeLessThanOrEqual(4);
  });
});

describe('a request', () => {
  const rows = { service: SERVICE, lane: 'import', fairUse: true } as const;

  it('that is cancelled already is not sent', () => {
    const { ask, granted, turnedAway } = world();
    ask('person', undefined, AbortSignal.abort());
    expect(turnedAway).toEqual([{ kind: 'cancelled' }]);
    expect(granted).toEqual([]);
  });

  it('that was answered is forgotten by its signal, which all rows of a job may share', () => {
    const { ask, granted } = world();
    const { signal } = new AbortController();
    ask('person', undefined, signal);
    expect(granted).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('that is cancelled while it is granted gives its units and its place back', () => {
    const ledger = createMemoryLedger();
    const controller = new AbortController();
    const write: typeof ledger.write = (...entry) => {
      controller.abort();
      ledger.write(...entry);
    };
    const { broker, state } = world({ ledger: { ...ledger, write } });
    const answers: string[] = [];
    broker.admit({ ...rows, signal: controller.signal }, ({ kind }) => answers.push(kind));
    expect(answers).toEqual(['cancelled']);
    expect(state().inFlight).toBe(0);
    expect(state().daily.used).toBe(0);
  });

  it('that is cancelled while its debit fails is cancelled, and nothing is given back', () => {
    const ledger = createMemoryLedger();
    const controller = new AbortController();
    const write: typeof ledger.write = () => {
      controller.abort();
      throw new Error('full');
    };
    const { broker, state } = world({ ledger: { ...ledger, write } });
    const answers: string[] = [];
    broker.admit({ ...rows, signal: controller.signal }, ({ kind }) => answers.push(kind));
    expect(answers).toEqual(['cancelled']);
    expect([state().inFlight, state().daily.used]).toEqual([0, 0]);
  });

  it('whose debit cannot be written is not sent, and the next one goes on', () => {
    const ledger = createMemoryLedger();
    const error = new Error('full');
    let isFull = true;
    const write: typeof ledger.write = (...entry) => {
      if (isFull) throw error;
      ledger.write(...entry);
    };
    const { broker, ask, granted, state } = world({ ledger: { ...ledger, write } });
    const answers: Admission[] = [];
    broker.admit(rows, (admission) => answers.push(admission));
    expect(answers).toEqual([{ kind: 'stepFailed', error }]);
    expect([state().inFlight, state().sends.count(-1, 1)]).toEqual([0, 0]);
    isFull = false;
    ask('import');
    expect(granted).toHaveLength(1);
  });

  it('is settled once', () => {
    const { ask, open, state } = world();
    ask('person');
    ask('person');
    open[0]?.settle({ kind: 'notSent' });
    open[0]?.settle({ kind: 'notSent' });
    expect([state().inFlight, state().daily.used]).toEqual([1, 1]);
  });

  it('that waited while nothing could be reached goes at once when it can', () => {
    const { ask, broker, granted } = world();
    broker.hold(true);
    ask('import');
    broker.hold(false);
    expect(granted).toHaveLength(1);
  });

  it('may bring the next one as often as it likes', () => {
    const { broker } = world();
    let sent = 0;
    const next = () =>
      broker.admit({ ...rows, lane: 'person' }, (admission) => {
        if (admission.kind !== 'ticket') return;
        admission.ticket.settle({ kind: 'notSent' });
        if (++sent < 4_000) next();
      });
    next();
    expect(sent).toBe(4_000);
  });
});

it('lets the oldest of the lower lanes pass the pace when it is owed a turn', () => {
  const { ask, granted } = world();
  const notSent = (ticket: Ticket) => ticket.settle({ kind: 'notSent' });
  ask('person', notSent);
  for (const lane of ['refresh', 'reconcile', 'import'] as const) ask(lane, notSent);
  for (let index = 0; index < 49; index++) ask('person', notSent);
  expect(granted).toHaveLength(50);
  ask('person', notSent);
  expect(granted.slice(50).map(({ lane }) => lane)).toEqual(['person', 'reconcile']);
});
