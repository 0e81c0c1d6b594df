import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import { DAY, HOUR, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { Budgets } from '../../../api/broker/ledger/budgets.ts';
import { createMemoryLedger, type LedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { keepThrottledPrice } from '../../../api/broker/ledger/throttled-count.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { CounterMemory } from './counter-memory.ts';
import { addMinute, figure } from './sent-check-fixture.ts';

const FACT = 'remembered before the count';

let clock: VirtualClock;
let ledger: LedgerStore;
let memory: CounterMemory;

beforeEach(() => {
  clock = new VirtualClock();
  ledger = createMemoryLedger();
  memory = new CounterMemory(ledger, clock);
});

const later = (milliseconds: number) => clock.run(clock.monotonicNow() + milliseconds);
/** Requests of this minute, as the broker writes them. */
const sent = (requests: number, service: ServiceId = 'POST leads', at = clock.wallNow()) =>
  addMinute(ledger, at, requests, service);
const remembered = (change: Partial<ServiceFigure> = {}) => memory.ofDay(figure(change)).remembered;
/** What the service said of the counter on which creating leads draws: its period began four hours ago. */
const told = (used: number, service: ServiceId = 'POST leads') =>
  ledger.write(service, {
    ...EMPTY_LEDGER,
    used,
    periodStart: clock.wallNow() - 4 * HOUR,
    periodEnd: clock.wallNow() + 20 * HOUR,
    confirmedAt: clock.wallNow() - HOUR,
    byWhom: { ...EMPTY_LEDGER.byWhom, told: { used, own: used, doubtful: 0 } },
  });
/** This number of requests was answered with 429, and their cost was given back. */
const throttled = (units: number) => {
  const before = ledger.read('POST leads');
  ledger.write('POST leads', { ...before, byWhom: { ...before.byWhom, doubtful: before.byWhom.doubtful + units } });
};

describe('what is remembered without an opening', () => {
  it('is what was sent in the period of the figure', () => {
    sent(3);
    // Four hours and a minute ago: in the period before.
    sent(2, 'POST leads', clock.wallNow() - 4 * HOUR - MINUTE);
    expect(memory.ofDay(figure())).toEqual({ remembered: 3, least: 0, since: clock.wallNow() - 4 * HOUR });
  });

  it('is of all endpoints of the counter', () => {
    sent(3);
    sent(4, 'GET leads');
    sent(9, 'GET users');
    expect(remembered({ services: ['POST leads', 'GET leads'] })).toBe(7);
  });

  it('goes without the end of the period by the period of the ledger, else by a day', () => {
    sent(1, 'POST leads', clock.wallNow() - DAY + MINUTE);
    sent(2, 'POST leads', clock.wallNow() - DAY - MINUTE);
    expect(remembered({ secondsLeft: null })).toBe(1);
    told(5);
    sent(3, 'POST leads', clock.wallNow() - HOUR);
    expect(remembered({ secondsLeft: null })).toBe(3);
    // The period of the ledger is over: a day again.
    sent(9, 'POST leads', clock.wallNow() - 3 * HOUR);
    later(22 * HOUR);
    expect(remembered({ secondsLeft: null })).toBe(3);
  });
});

describe('what was remembered at the opening', () => {
  it('holds after the ledger was corrected, and what left since is added', () => {
    told(50);
    sent(4, 'POST leads', clock.wallNow() - HOUR);
    memory.keep();
    later(MINUTE);
    sent(2);
    // The service's count is lower, as after a restored backup it would be higher.
    told(9);
    expect(remembered()).toBe(52);
    // The comparison is made: the next start keeps what it knows then.
    memory.compared(true);
    memory = new CounterMemory(ledger, clock);
    memory.keep();
    expect(remembered()).toBe(9);
  });

  it('is not replaced by a later start of the same period, which may know less', () => {
    told(50);
    memory.keep();
    later(HOUR);
    ledger.write('POST leads', { ...ledger.read('POST leads'), used: 9 });
    memory = new CounterMemory(ledger, clock);
    memory.keep();
    expect(remembered({ secondsLeft: 19 * 3_600 })).toBe(50);
  });

  it('has once what was sent in the days before', () => {
    sent(5, 'POST leads', clock.wallNow() - 2.5 * DAY);
    told(50);
    memory.keep();
    sent(2);
    expect(remembered()).toBe(52);
  });

  it('by a program that knew no other endpoint and no 429 is what it knew', () => {
    const services: readonly ServiceId[] = ['POST leads', 'GET leads'];
    const asOlder = () => {
      memory.keep();
      const { at, periodStart, counter, services } = JSON.parse(ledger.readFact(FACT) ?? '');
      const { used, endpoints } = counter;
      const kept = {
        at,
        periodStart,
        counter: { used, endpoints },
        services: { 'POST leads': services['POST leads'] },
      };
      ledger.writeFact(FACT, JSON.stringify(kept));
      memory = new CounterMemory(ledger, clock);
      memory.keep();
    };
    asOlder();
    expect(remembered({ services })).toBe(0);
    told(5);
    asOlder();
    throttled(2);
    sent(3, 'GET leads');
    expect(remembered({ services })).toBe(10);
  });

  it('is replaced in the next period', () => {
    told(50);
    memory.keep();
    later(20 * HOUR);
    ledger.write('POST leads', {
      ...EMPTY_LEDGER,
      used: 3,
      periodStart: clock.wallNow(),
      periodEnd: clock.wallNow() + DAY,
    });
    memory.keep();
    expect(remembered({ secondsLeft: 86_400 })).toBe(3);
  });

  it('without a period is replaced after a day', () => {
    memory.keep();
    sent(5);
    later(DAY);
    sent(1);
    memory.keep();
    sent(2);
    expect(remembered({ secondsLeft: 3_600 })).toBe(3);
  });

  it.each([
    [2 * MINUTE - 1, 50],
    [2 * MINUTE, 9],
  ])('of a period whose start is worked out anew, %i ms later, is that of %i units', (apart, units) => {
    told(50);
    memory.keep();
    const ledgerNow = ledger.read('POST leads');
    ledger.write('POST leads', { ...ledgerNow, used: 9, periodStart: (ledgerNow.periodStart ?? 0) + apart });
    memory.keep();
    expect(remembered()).toBe(units);
  });

  it('without a period is kept for a day, and replaced when a period begins', () => {
    const kept = () => ledger.readFact(FACT);
    memory.keep();
    const first = kept();
    later(DAY - 1);
    memory.keep();
    expect(kept()).toBe(first);
    told(5);
    memory.keep();
    expect(kept()).not.toBe(first);
  });

  it('of parts of which the service has said nothing is what they sent within a day', () => {
    sent(5, 'GET leads', clock.wallNow() - 30 * MINUTE);
    sent(2, 'POST leads', clock.wallNow() - 2 * HOUR);
    memory.keep();
    expect(remembered({ services: ['POST leads', 'GET leads'], secondsLeft: 86_400 - 600 })).toBe(5);
  });

  it('of a period that is over says nothing of this one', () => {
    told(50);
    memory.keep();
    later(21 * HOUR);
    sent(2);
    expect(remembered({ secondsLeft: 23 * 3_600 })).toBe(2);
  });

  it('of a ledger whose period is over is nothing', () => {
    told(50);
    later(20 * HOUR);
    memory.keep();
    sent(1);
    expect(remembered({ secondsLeft: 23 * 3_600 })).toBe(1);
  });

  it('of a counter that endpoints are known to share is the whole counter', () => {
    new Budgets(ledger).learn([{ name: 'Leads', services: ['POST leads', 'GET leads'] }], 'limits');
    told(30);
    // An older ledger of the other endpoint counts nothing twice.
    told(8, 'GET leads');
    sent(4, 'GET leads', clock.wallNow() - 30 * MINUTE);
    memory.keep();
    sent(2);
    sent(1, 'GET leads');
    expect(remembered({ services: ['POST leads', 'GET leads'] })).toBe(33);
  });

  it('of a counter that is found to be shared only now is the most that one of its parts makes likely', () => {
    told(30);
    told(10, 'GET leads');
    // Since the service's last word on the first part, the other one used five; 36 would count them.
    sent(5, 'GET leads', clock.wallNow() - 30 * MINUTE);
    sent(9, 'GET leads', clock.wallNow() - 2 * HOUR);
    // In the first part's figure already.
    sent(7, 'POST leads', clock.wallNow() - 40 * MINUTE);
    later(MINUTE);
    memory.keep();
    later(MINUTE);
    sent(1);
    expect(remembered({ services: ['POST leads', 'GET leads'] })).toBe(36);
  });

  it.each(['no JSON', '{"at":1}'])('that a damaged journal holds as "%s" is read as nothing', (text) => {
    memory.keep();
    expect(ledger.readFact(FACT)).toContain('"services"');
    ledger.writeFact(FACT, text);
    sent(3);
    expect(remembered()).toBe(3);
    ledger.writeFact(FACT, text);
    memory.keep();
    expect(ledger.readFact(FACT)).toContain('"services"');
  });
});

it('rows of which another memory knows count as requests of their time', () => {
  memory.add([clock.wallNow(), clock.wallNow() - HOUR, clock.wallNow() - 5 * HOUR]);
  expect(remembered()).toBe(2);
  expect(ledger.minutes(0, Infinity)).toContainEqual({
    minute: clock.wallNow() - HOUR,
    service: 'POST leads',
    lane: 'import',
    requests: 1,
    units: 1,
    refused: 0,
  });
});

describe('a count below what the service had said', () => {
  const least = () => memory.ofDay(figure()).least;

  it('is not of the period that is remembered', () => {
    told(50);
    memory.keep();
    expect(least()).toBe(50);
  });

  it('is one below the first request, when the service has said nothing of the period', () => {
    ledger.write('POST leads', {
      ...EMPTY_LEDGER,
      used: 8,
      periodStart: clock.wallNow(),
      periodEnd: clock.wallNow() + DAY,
    });
    memory.keep();
    expect(least()).toBe(1);
  });

  it('is none when nothing was used, the period is over, or nobody knows of one', () => {
    ledger.write('POST leads', { ...EMPTY_LEDGER, periodStart: clock.wallNow(), periodEnd: clock.wallNow() + DAY });
    memory.keep();
    expect(least()).toBe(0);
    told(50);
    later(20 * HOUR);
    memory = new CounterMemory(ledger, clock);
    memory.keep();
    expect(least()).toBe(0);
  });
});

describe('a count below the leads that the service created for this computer', () => {
  const leastOf = (ages: readonly number[], secondsLeft: number | null) => {
    const times = ages.map((age) => clock.wallNow() - age);
    memory = new CounterMemory(ledger, clock, (from) => times.filter((at) => at >= from).length);
    memory.keep();
    return memory.ofDay(figure({ secondsLeft })).least;
  };

  it('is one of another day: those since the figure began, but for its first two minutes', () => {
    expect(leastOf([3 * HOUR, 4 * HOUR - 2 * MINUTE, 4 * HOUR - MINUTE, 5 * HOUR], 20 * 3_600)).toBe(2);
  });

  it('is one below those of the last hour, when nobody knows when the day began', () => {
    expect(leastOf([MINUTE, HOUR, 2 * HOUR], null)).toBe(2);
  });
});

it('says since when the service may have counted more: its last word, else the beginning of the period', () => {
  told(5);
  memory.keep();
  expect(memory.ofDay(figure()).since).toBe(clock.wallNow() - HOUR);
  ledger.writeFact(FACT, '');
  ledger.write('POST leads', { ...ledger.read('POST leads'), confirmedAt: null });
  memory.keep();
  expect(memory.ofDay(figure()).since).toBe(clock.wallNow() - 4 * HOUR);
});

describe('requests that were answered with 429', () => {
  it('may be in the count, when they came after the last word of the service', () => {
    told(5);
    throttled(2);
    memory.keep();
    throttled(1);
    expect(remembered()).toBe(8);
  });

  it('are in its last word already, when they came before it', () => {
    told(5);
    throttled(2);
    const ledgerNow = ledger.read('POST leads');
    ledger.write('POST leads', {
      ...ledgerNow,
      byWhom: { ...ledgerNow.byWhom, told: { used: 5, own: 5, doubtful: 2 } },
    });
    memory.keep();
    expect(remembered()).toBe(5);
  });

  it('are not in it when the service was seen not to count them', () => {
    told(5);
    throttled(2);
    keepThrottledPrice(ledger, 'POST leads', 'free');
    memory.keep();
    expect(remembered()).toBe(5);
    keepThrottledPrice(ledger, 'POST leads', 'counted');
    expect(remembered()).toBe(7);
  });

  it('of a period that is over are not in it', () => {
    told(5);
    throttled(2);
    later(21 * HOUR);
    expect(remembered({ secondsLeft: 23 * 3_600 })).toBe(0);
    told(1);
    throttled(3);
    expect(remembered({ secondsLeft: 23 * 3_600 })).toBe(3);
  });
});

describe('a request that was debited and has no row', () => {
  const minutes = () => ledger.minutes(0, Infinity).reduce((sum, { requests }) => sum + requests, 0);
  const debited = (requests: number) => {
    sent(requests);
    memory.holdAgainst(() => requests - 1);
    memory.keep();
  };

  it('is not remembered, so that the count shows whether it left', () => {
    debited(5);
    expect(remembered()).toBe(4);
  });

  it('is given back when the count has it not, and is not missing a second time', () => {
    debited(5);
    told(4);
    memory.compared(true);
    expect(minutes()).toBe(4);
    later(1000);
    sent(1);
    ledger.write('POST leads', { ...ledger.read('POST leads'), used: 5 });
    memory = new CounterMemory(ledger, clock);
    memory.holdAgainst(() => 5);
    memory.keep();
    expect(remembered()).toBe(5);
  });

  it('counts as sent when the service counted more, and is not missing a second time', () => {
    debited(5);
    memory.compared(false);
    expect(remembered()).toBe(5);
    expect(ledger.minutes(0, Infinity).reduce((sum, { units }) => sum + units, 0)).toBe(5);
    expect(minutes()).toBe(4);
  });

  it('is given back in the last minutes in which something was debited, and none was refused', () => {
    sent(3, 'POST leads', clock.wallNow() - 2 * MINUTE);
    sent(1, 'POST leads', clock.wallNow() - MINUTE);
    sent(0);
    memory.holdAgainst(() => 2);
    expect(memory.compared(true)).toBe(2);
    const perMinute = new Map<number, number>();
    for (const { minute, requests, units, refused } of ledger.minutes(0, Infinity)) {
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + requests);
      expect([units, refused]).toEqual([requests, 0]);
    }
    expect([...perMinute.values()]).toEqual([2, 0, 0]);
  });
});

describe('a count that agreed becomes', () => {
  const mark = (underWay = 0, counted = 7) =>
    memory.mark(figure(), counted, { underWay, debited: memory.debited(), givenBack: 0 });

  it('what was sent since', () => {
    sent(30);
    const agreed = mark();
    later(MINUTE);
    sent(4);
    sent(9, 'GET users');
    expect(memory.after(agreed)).toEqual({ remembered: 11, least: 0, since: agreed.at });
  });

  it('what was on its way, too, here and in other programs', () => {
    // The ledger adds what its own program has under way.
    told(9);
    expect(memory.after(mark(2)).remembered).toBe(11);
    expect(memory.after(mark(0, 12)).remembered).toBe(12);
  });

  it('without what never left, although the ledger still takes it to be under way', () => {
    sent(9);
    told(9);
    const debited = memory.debited();
    sent(-2);
    const agreed = memory.mark(figure(), 7, { underWay: 0, debited, givenBack: 2 });
    expect(memory.after(agreed).remembered).toBe(7);
  });

  it('what was answered with 429 since, unless the service does not count it', () => {
    told(7);
    throttled(3);
    const agreed = mark();
    throttled(2);
    expect(memory.after(agreed).remembered).toBe(9);
    keepThrottledPrice(ledger, 'POST leads', 'free');
    expect(memory.after(agreed).remembered).toBe(7);
  });
});
