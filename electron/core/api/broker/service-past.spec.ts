import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import type { Ticket } from './admission.ts';
import { FAILURE_BUCKET } from './ledger/latency-counts.ts';
import { createLedgerStore, type LedgerStore } from './ledger/ledger-store.ts';
import type { QuotaHistory } from './ledger/quota-history.ts';
import { ServiceState } from './service-state.ts';

/** What a budget leaves in the journal for charts. */

const SERVICE = 'POST leads';

let clock: VirtualClock;
let ledger: LedgerStore;
let history: QuotaHistory;
let unsaved: unknown[];

beforeEach(() => {
  clock = new VirtualClock();
  ledger = createLedgerStore(new DatabaseSync(':memory:'));
  if (ledger.history === null) throw new Error('The ledger of a journal keeps its past.');
  history = ledger.history;
  unsaved = [];
});

function open(over: Partial<QuotaHistory> = {}) {
  const past = new Proxy(history, {
    get: (target, name) => {
      const own: unknown = Reflect.get(name in over ? over : target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  const store: LedgerStore = {
    read: (service) => ledger.read(service),
    version: () => ledger.version(),
    write: (service, written) => ledger.write(service, written),
    atomically: (work) => ledger.atomically(work),
    readFact: (name) => ledger.readFact(name),
    writeFact: (name, value) => ledger.writeFact(name, value),
    addMinute: (statistic) => ledger.addMinute(statistic),
    minutes: (from, to) => ledger.minutes(from, to),
    history: past,
  };
  const onUnsaved = (error: unknown) => void unsaved.push(error);
  const state = new ServiceState({
    service: SERVICE,
    clock,
    random: () => 0,
    ledger: store,
    price: () => 1,
    onUnsaved,
  });
  const send = (): Ticket => {
    const started = state.start({ service: SERVICE, lane: 'import', fairUse: true }, false);
    if (started.kind !== 'started') throw new Error('the debit failed');
    const { units, sentAt, debitedAt } = started;
    return { service: SERVICE, lane: 'import', fairUse: true, units, sentAt, debitedAt, settle: () => undefined };
  };
  const answer = (ticket: Ticket, status = 200, retryAfter: number | null = null) =>
    state.settle(ticket, { kind: 'answered', status, headers: null, retryAfter, receivedAt: clock.monotonicNow() });
  return { state, day: state.day, send, answer };
}

const later = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
const answersKept = () =>
  history.latencies(null, 0, Number.MAX_SAFE_INTEGER).reduce((sum, { answers }) => sum + answers, 0);

describe('times of answers', () => {
  it('are written with the first answer, then once a minute, and the rest at the end', () => {
    const { state, send, answer } = open();
    answer(send());
    expect(answersKept()).toBe(1);
    later(1_000);
    answer(send());
    later(MINUTE - 1_001);
    answer(send());
    expect(answersKept()).toBe(1);
    later(1);
    answer(send());
    expect(answersKept()).toBe(4);
    answer(send());
    state.close();
    expect(answersKept()).toBe(5);
  });

  it.each([
    [200, false],
    [429, false],
    [499, false],
    [500, true],
    [503, true],
  ])('of a %i: a failure: %s', (status, isFailure) => {
    const { send, answer } = open();
    answer(send(), status, 1_000);
    const [count] = history.latencies(null, 0, Number.MAX_SAFE_INTEGER);
    expect(count?.bucket === FAILURE_BUCKET).toBe(isFailure);
  });

  it('are as long as each took', () => {
    const { send, answer } = open();
    const ticket = send();
    later(1_000);
    answer(ticket);
    const [count] = history.latencies(null, 0, Number.MAX_SAFE_INTEGER);
    expect(1.1 ** (count?.bucket ?? 0)).toBeGreaterThan(999);
  });

  it('that cannot be written leave a gap, and are no failure of the answer', () => {
    const error = new Error('full');
    const { state, send, answer } = open({
      addLatencies: () => {
        throw error;
      },
    });
    answer(send());
    expect(unsaved).toEqual([error]);
    expect(state.inFlight).toBe(0);
    // Nothing came since: nothing is written.
    state.close();
    expect(unsaved).toHaveLength(1);
  });
});

describe('an answer 429', () => {
  const kept = () => history.refusals(null, { offset: 0, limit: 9 }).refusals;

  it('is kept with its pause', () => {
    const { send, answer } = open();
    answer(send(), 429, 5_000);
    // A second more: clocks differ.
    expect(kept()).toEqual([
      { at: clock.wallNow(), service: SERVICE, endpoint: SERVICE, lane: 'import', period: 'minute', pause: 6_000 },
    ]);
  });

  it('is kept under the endpoint that was refused, which may share its budget', () => {
    const endpoints = ['POST leads', 'GET leads'] as const;
    const onUnsaved = (error: unknown) => expect.unreachable(String(error));
    const state = new ServiceState({
      service: SERVICE,
      endpoints,
      clock,
      random: () => 0,
      ledger,
      price: () => 1,
      onUnsaved,
    });
    const read = { service: 'GET leads', lane: 'person', fairUse: true, units: 1, sentAt: 0, debitedAt: 0 } as const;
    state.start(read, false);
    const answer = { kind: 'answered', status: 429, headers: null, retryAfter: 1_000, receivedAt: 0 } as const;
    state.settle({ ...read, settle: () => undefined }, answer);
    expect(kept()).toMatchObject([{ service: SERVICE, endpoint: 'GET leads', lane: 'person' }]);
  });

  it('of the day is one of the day', () => {
    const { send, answer } = open();
    answer(send(), 429, 3_600_000);
    expect(kept()).toMatchObject([{ period: 'day', pause: 3_630_000 }]);
  });
});

describe('what the service said', () => {
  const used = () => history.readings([SERVICE], 0, Number.MAX_SAFE_INTEGER).map((reading) => reading.used);

  it('is kept once a minute', () => {
    const { day } = open();
    const confirm = (units: number) => day.confirm({ limit: 5_000, used: units, secondsLeft: 3_600 });
    confirm(1);
    later(MINUTE - 1);
    confirm(2);
    expect(used()).toEqual([1]);
    later(1);
    confirm(3);
    expect(used()).toEqual([1, 3]);
    expect(history.readings([SERVICE], clock.wallNow(), clock.wallNow() + 1)).toEqual([
      {
        at: clock.wallNow(),
        service: SERVICE,
        used: 3,
        own: 0,
        others: 0,
        limit: 5_000,
        periodEnd: clock.wallNow() + 3_600_000,
        tellsOthers: false,
      },
    ]);
  });

  it('tells what others used when it is a count of the running period, and is kept then at once', () => {
    const { day } = open();
    const tells = () =>
      history
        .readings([SERVICE], 0, Number.MAX_SAFE_INTEGER)
        .map(({ used: units, tellsOthers }) => [units, tellsOthers]);
    const said = { limit: 5_000, secondsLeft: null };
    // It has no answer yet, and headers may lack it.
    day.debit({ service: SERVICE, lane: 'import', fairUse: true });
    later(MINUTE);
    day.confirm({ ...said, used: 1 });
    later(MINUTE - 1);
    // It may still be of the period before.
    day.confirm({ ...said, used: 2, from: 'counts' });
    later(1);
    day.confirm({ ...said, used: 3 });
    later(1);
    day.confirm({ ...said, used: 1, from: 'counts' });
    later(1);
    day.confirm({ ...said, used: 1, from: 'counts' });
    expect(tells()).toEqual([
      [2, false],
      [4, false],
      [1, true],
    ]);
    later(MINUTE);
    // Limits without a count.
    day.confirm({ ...said, used: null, from: 'counts' });
    expect(tells().at(-1)).toEqual([1, false]);
  });

  it('is kept at once when others used something', () => {
    const { day } = open();
    later(10 * MINUTE);
    const counts = (units: number) => day.confirm({ limit: 5_000, used: units, secondsLeft: 3_600, from: 'counts' });
    counts(1);
    later(1_000);
    counts(4);
    later(1_000);
    counts(4);
    expect(used()).toEqual([1, 4]);
  });

  it('is nothing while it named a limit only', () => {
    const { day } = open();
    day.confirm({ limit: 5_000, used: null, secondsLeft: null });
    expect(used()).toEqual([]);
  });

  it('that cannot be written leaves a gap, and holds', () => {
    const error = new Error('full');
    const { day } = open({
      addReading: () => {
        throw error;
      },
    });
    day.confirm({ limit: 5_000, used: 7, secondsLeft: 3_600 });
    expect(unsaved).toEqual([error]);
    expect(day.ledger.used).toBe(7);
  });
});
