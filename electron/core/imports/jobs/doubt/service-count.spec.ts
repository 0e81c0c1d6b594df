import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../../shared/domain/time/time.ts';
import type { ApiClient } from '../../../api/client.ts';
import { createMemoryLedger, type LedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { CounterMemory } from './counter-memory.ts';
import { addMinute, figure } from './sent-check-fixture.ts';
import { ServiceCount } from './service-count.ts';

type Answer = Awaited<ReturnType<ApiClient['readCounts']>>;
type Failed = (Answer & { ok: false })['error'];

let clock: VirtualClock;
let ledger: LedgerStore;
let memory: CounterMemory;
let count: ServiceCount;
let underWay: number;
let lanes: unknown[];
/** Leads that the service created for this computer. */
let created: number;

beforeEach(() => {
  clock = new VirtualClock();
  ledger = createMemoryLedger();
  memory = new CounterMemory(ledger, clock, () => created);
  [underWay, lanes, created] = [0, [], 0];
  count = new ServiceCount({
    memory,
    clock,
    underWay: () => underWay,
    evenWithoutRoom: (_, write) => write(),
  });
});

const unitsOf = (store: LedgerStore) =>
  store.minutes(0, clock.wallNow() + DAY).reduce((sum, { units }) => sum + units, 0);
const sent = (requests: number) => addMinute(ledger, clock.wallNow(), requests);
/** @param meanwhile what happens while the answer is on its way */
const say = (answer: Answer, meanwhile: () => void = () => undefined) =>
  count.ask(
    {
      readCounts: (options) => {
        lanes.push(options?.lane);
        meanwhile();
        return Promise.resolve(answer);
      },
    },
    new AbortController().signal,
  );
const figured = (...figures: readonly ServiceFigure[]) => ({ ok: true, value: { figures, raw: '' } }) as Answer;
const ask = (...figures: readonly ServiceFigure[]) => say(figured(...figures));
const fail = (error: Failed) => say({ ok: false, error });

describe('the answer', () => {
  it('may lack what another program of this folder sends while it is on its way: the next one has it, and nobody else sent it', async () => {
    sent(7);
    expect(await say(figured(figure({ used: 7 })), () => sent(1))).toMatchObject({
      counted: { counted: 7, remembered: 8 },
    });
    sent(1);
    expect(await ask(figure({ used: 9 }))).toMatchObject({ counted: { counted: 9, remembered: 9, isMeanwhile: true } });
  });

  it('lacks what another program gave back while it was on its way, and the next one has what left since', async () => {
    sent(8);
    expect(await say(figured(figure({ used: 7 })), () => sent(-1))).toMatchObject({
      counted: { counted: 7, remembered: 7 },
    });
    sent(2);
    expect(await ask(figure({ used: 9 }))).toMatchObject({ counted: { counted: 9, remembered: 9, isMeanwhile: true } });
  });

  it('is what the service counted, beside what is remembered of its period', async () => {
    sent(3);
    expect(await ask(figure({ name: 'Users', services: ['GET users'] }), figure())).toEqual({
      kind: 'counted',
      counted: {
        counted: 7,
        remembered: 3,
        least: 0,
        isShared: false,
        readAt: clock.wallNow(),
        since: clock.wallNow() - 4 * HOUR,
        isMeanwhile: false,
      },
    });
    expect(lanes).toEqual(['person']);
  });

  it('says that other requests for leads are in it', async () => {
    expect(await ask(figure({ services: ['POST leads', 'GET leads'] }))).toMatchObject({ counted: { isShared: true } });
  });

  it('is the first figure that the service gives', async () => {
    expect(await ask(figure({ used: null }), figure())).toMatchObject({ counted: { counted: 7 } });
  });

  it('is none from a service with no figure in it', async () => {
    expect(await ask(figure({ used: null }))).toEqual({ kind: 'notOffered', why: 'missing' });
  });

  it.each<[string, Answer]>([
    ['other counters', figured(figure({ services: ['GET users'] }))],
    ['an empty list', { ok: true, value: { figures: [], raw: [] } }],
    ['an empty map', { ok: true, value: { figures: [], raw: { Counts: {} } } }],
  ])('may be none yet where a service lists only what was used, with %s', async (_, answer) => {
    expect(await say(answer)).toEqual({ kind: 'notOffered', why: 'unlisted' });
    // The service created a lead in this hour: what it does not list now it does not count.
    created = 1;
    expect(await say(answer)).toEqual({ kind: 'notOffered', why: 'missing' });
  });

  it.each<[string, () => unknown]>([
    ['behind one that counted leads', () => ask(figure({ used: 0 }))],
    ['where this computer has created leads', () => (created = 1)],
  ])('is asked for again when it is empty %s', async (_, before) => {
    const empty: Answer = { ok: true, value: { figures: [], raw: [] } };
    await before();
    expect(await say(empty)).toMatchObject({ kind: 'notYet' });
    expect(await say(empty)).toMatchObject({ kind: 'notYet' });
    expect(await say(empty)).toEqual({ kind: 'notOffered', why: 'unreadable' });
  });

  it.each([[['POST leads'] as const], [['POST leads', 'GET leads'] as const]])(
    'that lists leads (%j) behind the first one of the day is held against what left since none were listed',
    async (services) => {
      sent(4);
      await ask(figure({ services: ['GET users'] }));
      sent(1);
      created = 1;
      expect(await ask(figure({ services, used: 1 }))).toMatchObject({ counted: { counted: 1, remembered: 1 } });
      sent(2);
      expect(await ask(figure({ services, used: 4 }))).toMatchObject({
        counted: { counted: 4, remembered: 3, isMeanwhile: true },
      });
    },
  );

  it('that lists leads later gives back what a dead program debited before none were listed, once', async () => {
    sent(2);
    memory.holdAgainst(() => 0);
    await ask(figure({ services: ['GET users'] }));
    sent(1);
    expect(await ask(figure({ used: 1 }))).toMatchObject({ counted: { counted: 1, remembered: 1 } });
    expect(unitsOf(ledger)).toBe(1);
    sent(1);
    expect(await ask(figure({ used: 2 }))).toMatchObject({ counted: { counted: 2, remembered: 2 } });
    expect(unitsOf(ledger)).toBe(2);
  });
});

describe('after one that agreed', () => {
  it('what was sent since is expected, and a copy of the folder is seen by what it sent', async () => {
    sent(9);
    await ask(figure());
    sent(2);
    expect(await ask(figure({ used: 9 }))).toMatchObject({
      counted: { counted: 9, remembered: 9, isMeanwhile: true, since: clock.wallNow() },
    });
    expect(await ask(figure({ used: 10 }))).toMatchObject({ counted: { counted: 10, remembered: 9 } });
  });

  it('rows that were on their way when it was asked may be counted later', async () => {
    sent(9);
    underWay = 3;
    await ask(figure());
    expect(await ask(figure({ used: 10 }))).toMatchObject({ counted: { remembered: 10 } });
  });

  it('a counter of other endpoints is compared with the day again', async () => {
    sent(9);
    await ask(figure());
    expect(await ask(figure({ services: ['POST leads', 'GET leads'] }))).toMatchObject({
      counted: { remembered: 9, isMeanwhile: false },
    });
    expect(await ask(figure({ services: ['POST leads', 'GET leads'] }))).toMatchObject({
      counted: { remembered: 7, isMeanwhile: true },
    });
  });

  it('that lacks leads which this computer created, what it has again later is of nobody else', async () => {
    memory = new CounterMemory(ledger, clock, () => 9);
    count = new ServiceCount({ memory, clock, underWay: () => underWay, evenWithoutRoom: (_, write) => write() });
    sent(9);
    expect(await ask(figure({ used: 3 }))).toMatchObject({ counted: { counted: 3, remembered: 9, least: 9 } });
    sent(1);
    expect(await ask(figure({ used: 10 }))).toMatchObject({ counted: { remembered: 10, isMeanwhile: true } });
    expect(await ask(figure({ used: 11 }))).toMatchObject({ counted: { counted: 11, remembered: 10 } });
  });

  it('what was debited without a row is given back, and a copy of the folder is seen by what it sent', async () => {
    sent(5);
    memory.holdAgainst(() => 4);
    expect(await ask(figure({ used: 4 }))).toMatchObject({ counted: { counted: 4, remembered: 4 } });
    expect(ledger.minutes(0, Infinity).reduce((sum, { units }) => sum + units, 0)).toBe(4);
    expect(await ask(figure({ used: 5 }))).toMatchObject({ counted: { counted: 5, remembered: 4 } });
  });

  it('what was debited without a row says nothing of a period that began after the opening', async () => {
    sent(5);
    memory.holdAgainst(() => 4);
    clock.run(2 * MINUTE);
    sent(2);
    const young = figure({ used: 2, secondsLeft: (DAY - MINUTE) / SECOND });
    expect(await ask(young)).toMatchObject({ counted: { counted: 2, remembered: 2 } });
    expect(ledger.minutes(0, Infinity).reduce((sum, { units }) => sum + units, 0)).toBe(7);
  });
});

it('one that is more is held against the opening until it agrees', async () => {
  sent(5);
  memory.keep();
  expect(await ask(figure())).toMatchObject({ counted: { counted: 7, remembered: 5, isMeanwhile: false } });
  // The answer has corrected the ledger.
  ledger.write('POST leads', { ...EMPTY_LEDGER, used: 7 });
  expect(await ask(figure())).toMatchObject({ counted: { remembered: 5, isMeanwhile: false } });
});

describe('without a count', () => {
  const message = 'No answer.';

  it.each([
    [{ code: 'forbidden', message }],
    [{ code: 'notFound', message }],
    [{ code: 'rejected', message, status: 400 }],
    [{ code: 'rejected', message, status: 406 }],
  ] as const)('the service does not offer it: %j', async (error) => {
    expect(await fail(error)).toEqual({ kind: 'notOffered', why: 'refused' });
  });

  it.each([
    [
      { code: 'rejected', message, status: 500, detail: 'Down for a moment.' },
      'It failed (500). It said: Down for a moment.',
    ],
    [{ code: 'rejected', message, status: 503 }, 'It failed (503).'],
    [{ code: 'rejected', message, status: 408 }, 'It failed (408).'],
    [{ code: 'rejected', message, status: 499 }, 'It failed (499).'],
    [{ code: 'rejected', message, status: 302 }, 'It redirects to another address.'],
    [{ code: 'network', message: 'The answer is damaged.', sent: 'maybe' }, 'The answer is damaged.'],
    [{ code: 'internal', message, logId: '1' }, message],
    [{ code: 'validation', message, issues: [] }, message],
  ] as const)('the service may say it later: %j', async (error, words) => {
    expect(await fail(error as Failed)).toEqual({ kind: 'notYet', message: words, retryAt: null });
  });

  it.each(['minute', 'day'] as const)('the service may say it when it takes questions again (%s)', async (period) => {
    expect(await fail({ code: 'rateLimited', message, service: 'GET myaccount', period, retryAt: 5 })).toEqual({
      kind: 'notYet',
      message,
      retryAt: 5,
    });
  });

  it.each([
    { code: 'network', message, sent: 'no' },
    { code: 'auth', message },
    { code: 'cancelled', message },
    { code: 'file', message, reason: 'journal' },
  ] as const)('a row would meet the same: %j', async (error) => {
    expect(await fail(error)).toEqual({ kind: 'trouble', error });
  });

  it('an answer of no known form may be damage twice, and is then what the service has', async () => {
    const notYet = { kind: 'notYet', retryAt: null };
    expect(await ask()).toMatchObject(notYet);
    expect(await ask()).toMatchObject(notYet);
    expect(await ask()).toEqual({ kind: 'notOffered', why: 'unreadable' });
  });

  it('only answers of no known form in a row count', async () => {
    await ask();
    await ask();
    await ask(figure({ services: ['GET users'] }));
    expect([await ask(), await ask()]).toMatchObject([{ kind: 'notYet' }, { kind: 'notYet' }]);
  });
});
