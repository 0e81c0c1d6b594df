import { beforeEach, describe, expect, it } from 'vitest';
import { DAY, EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/records.ts';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { Budgets } from '../../../api/broker/budgets.ts';
import { createMemoryLedger, type LedgerStore } from '../../../api/broker/ledger-store.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { ServiceCount } from './service-count.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type Answer = Awaited<ReturnType<ApiClient['readCounts']>>;

let clock: VirtualClock;
let ledger: LedgerStore;
let count: ServiceCount;

beforeEach(() => {
  clock = new VirtualClock();
  ledger = createMemoryLedger();
  count = new ServiceCount(ledger, clock);
});

const later = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
/** Requests of this minute, as the broker writes them. */
const sent = (requests: number, service: ServiceId = 'POST leads', at = clock.wallNow()) =>
  ledger.addMinute({
    minute: Math.floor(at / MINUTE) * MINUTE,
    service,
    lane: 'import',
    requests,
    units: requests,
    refused: 0,
  });
const figure = (change: Partial<ServiceFigure> = {}): ServiceFigure => ({
  name: 'Leads',
  services: ['POST leads'],
  limit: 100_000,
  used: 7,
  remaining: null,
  secondsLeft: 20 * 3_600,
  ...change,
});
const say = (answer: Answer) => count.ask({ readCounts: () => Promise.resolve(answer) }, new AbortController().signal);
const ask = (...figures: readonly ServiceFigure[]) => say({ ok: true, value: { figures, raw: '' } } as Answer);
const remembered = async (change: Partial<ServiceFigure> = {}) => {
  const answer = await ask(figure(change));
  return answer.kind === 'counted' ? answer.counted.remembered : answer.kind;
};
/** What the service said of the counter on which creating leads draws: its period began four hours ago. */
const told = (used: number, service: ServiceId = 'POST leads') =>
  ledger.write(service, {
    ...EMPTY_LEDGER,
    used,
    periodStart: clock.wallNow() - 4 * HOUR,
    periodEnd: clock.wallNow() + 20 * HOUR,
    confirmedAt: clock.wallNow() - HOUR,
  });

describe('the answer', () => {
  it('is what the service counted, beside what is remembered of its period', async () => {
    sent(3);
    // Four hours and a minute ago: in the period before.
    sent(2, 'POST leads', clock.wallNow() - 4 * HOUR - MINUTE);
    expect(await ask(figure({ name: 'Users', services: ['GET users'] }), figure())).toEqual({
      kind: 'counted',
      counted: { counted: 7, remembered: 3, isShared: false, readAt: clock.wallNow() },
    });
  });

  it('says that other requests for leads are in it', async () => {
    sent(3);
    sent(4, 'GET leads');
    sent(9, 'GET users');
    expect(await ask(figure({ services: ['POST leads', 'GET leads'] }))).toMatchObject({
      counted: { remembered: 7, isShared: true },
    });
  });

  it('is the first figure that the service gives', async () => {
    expect(await ask(figure({ used: null }), figure())).toMatchObject({ counted: { counted: 7 } });
  });

  it.each([
    ['no counter for leads', [figure({ services: ['GET users'] })]],
    ['no figure in it', [figure({ used: null })]],
    ['nothing', []],
  ])('is none from a service with %s', async (_, figures) => {
    expect(await ask(...figures)).toEqual({ kind: 'notOffered' });
  });

  it.each([
    ['network', 'offline'],
    ['cancelled', 'offline'],
    ['rejected', 'notOffered'],
  ])('to a failure "%s" is %s', async (code, kind) => {
    expect(await say({ ok: false, error: { code, message: 'No answer.' } } as Answer)).toMatchObject({ kind });
  });

  it('without the end of the period goes by the period of the ledger, else by a day', async () => {
    sent(1, 'POST leads', clock.wallNow() - DAY + MINUTE);
    sent(2, 'POST leads', clock.wallNow() - DAY - MINUTE);
    expect(await remembered({ secondsLeft: null })).toBe(1);
    told(5);
    sent(3, 'POST leads', clock.wallNow() - HOUR);
    expect(await remembered({ secondsLeft: null })).toBe(3);
    // The period of the ledger is over: a day again.
    sent(9, 'POST leads', clock.wallNow() - 3 * HOUR);
    later(22 * HOUR);
    expect(await remembered({ secondsLeft: null })).toBe(3);
  });
});

describe('what was remembered at the opening', () => {
  it('holds after the ledger was corrected, and what left since is added', async () => {
    told(50);
    sent(4, 'POST leads', clock.wallNow() - HOUR);
    count.keep();
    later(MINUTE);
    sent(2);
    // The service's count is lower, as after a restored backup it would be higher.
    told(9);
    expect(await remembered()).toBe(52);
    // The comparison is made: nothing is kept any more.
    expect(await remembered()).toBe(6);
  });

  it('is not replaced by a later start of the same period, which may know less', async () => {
    told(50);
    count.keep();
    later(HOUR);
    ledger.write('POST leads', { ...ledger.read('POST leads'), used: 9 });
    new ServiceCount(ledger, clock).keep();
    expect(await remembered({ secondsLeft: 19 * 3_600 })).toBe(50);
  });

  it('is replaced in the next period', async () => {
    told(50);
    count.keep();
    later(20 * HOUR);
    ledger.write('POST leads', {
      ...EMPTY_LEDGER,
      used: 3,
      periodStart: clock.wallNow(),
      periodEnd: clock.wallNow() + DAY,
    });
    count.keep();
    expect(await remembered({ secondsLeft: 86_400 })).toBe(3);
  });

  it('without a period is replaced after a day', async () => {
    count.keep();
    sent(5);
    later(DAY);
    sent(1);
    count.keep();
    sent(2);
    expect(await remembered({ secondsLeft: 3_600 })).toBe(3);
  });

  it.each([
    [2 * MINUTE - 1, 50],
    [2 * MINUTE, 9],
  ])('of a period whose start is worked out anew, %i ms later, is that of %i units', async (apart, units) => {
    told(50);
    count.keep();
    const ledgerNow = ledger.read('POST leads');
    ledger.write('POST leads', { ...ledgerNow, used: 9, periodStart: (ledgerNow.periodStart ?? 0) + apart });
    count.keep();
    expect(await remembered()).toBe(units);
  });

  it('without a period is kept for a day, and replaced when a period begins', () => {
    const kept = () => ledger.readFact('remembered before the count');
    count.keep();
    const first = kept();
    later(DAY - 1);
    count.keep();
    expect(kept()).toBe(first);
    told(5);
    count.keep();
    expect(kept()).not.toBe(first);
  });

  it('of parts of which the service has said nothing is what they sent within a day', async () => {
    sent(5, 'GET leads', clock.wallNow() - 30 * MINUTE);
    sent(2, 'POST leads', clock.wallNow() - 2 * HOUR);
    count.keep();
    expect(await remembered({ services: ['POST leads', 'GET leads'], secondsLeft: 86_400 - 600 })).toBe(5);
  });

  it('of a period that is over says nothing of this one', async () => {
    told(50);
    count.keep();
    later(21 * HOUR);
    sent(2);
    expect(await remembered({ secondsLeft: 23 * 3_600 })).toBe(2);
  });

  it('of a ledger whose period is over is nothing', async () => {
    told(50);
    later(20 * HOUR);
    count.keep();
    sent(1);
    expect(await remembered({ secondsLeft: 23 * 3_600 })).toBe(1);
  });

  it('of a counter that endpoints are known to share is the whole counter', async () => {
    new Budgets(ledger).learn([{ name: 'Leads', services: ['POST leads', 'GET leads'] }], 'limits');
    told(30);
    // An older ledger of the other endpoint counts nothing twice.
    told(8, 'GET leads');
    sent(4, 'GET leads', clock.wallNow() - 30 * MINUTE);
    count.keep();
    sent(2);
    sent(1, 'GET leads');
    expect(await remembered({ services: ['POST leads', 'GET leads'] })).toBe(33);
  });

  it('of a counter that is found to be shared only now is the most that one of its parts makes likely', async () => {
    told(30);
    told(10, 'GET leads');
    // Since the service's last word on the first part, the other one used five; 36 would count them.
    sent(5, 'GET leads', clock.wallNow() - 30 * MINUTE);
    sent(9, 'GET leads', clock.wallNow() - 2 * HOUR);
    // In the first part's figure already.
    sent(7, 'POST leads', clock.wallNow() - 40 * MINUTE);
    later(MINUTE);
    count.keep();
    later(MINUTE);
    sent(1);
    expect(await remembered({ services: ['POST leads', 'GET leads'] })).toBe(36);
  });

  it.each(['no JSON', '{"at":1}'])('that a damaged journal holds as "%s" is read as nothing', async (text) => {
    count.keep();
    const fact = 'remembered before the count';
    expect(ledger.readFact(fact)).toContain('"services"');
    ledger.writeFact(fact, text);
    sent(3);
    expect(await remembered()).toBe(3);
    ledger.writeFact(fact, text);
    count.keep();
    expect(ledger.readFact(fact)).toContain('"services"');
  });
});

it('rows of which another memory knows count as requests of their time', async () => {
  count.add([clock.wallNow(), clock.wallNow() - HOUR, clock.wallNow() - 5 * HOUR]);
  expect(await remembered()).toBe(2);
  expect(ledger.minutes(0, Infinity)).toContainEqual({
    minute: clock.wallNow() - HOUR,
    service: 'POST leads',
    lane: 'import',
    requests: 1,
    units: 1,
    refused: 0,
  });
});
