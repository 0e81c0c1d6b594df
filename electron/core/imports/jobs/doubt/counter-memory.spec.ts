import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import { Budgets } from '../../../api/broker/ledger/budgets.ts';
import { DAY, HOUR, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { CounterBench } from './counter-memory-fixture.ts';
import { figure } from './sent-check-fixture.ts';

const FACT = 'remembered before the count';

let bench: CounterBench;
beforeEach(() => void (bench = new CounterBench()));

describe('what is remembered without an opening', () => {
  it('is what was sent in the period of the figure', () => {
    bench.sent(3);
    // Four hours and a minute ago: in the period before.
    bench.sent(2, 'POST leads', bench.clock.wallNow() - 4 * HOUR - MINUTE);
    expect(bench.memory.ofDay(figure())).toEqual({ remembered: 3, least: 0, since: bench.clock.wallNow() - 4 * HOUR });
  });

  it('is of all endpoints of the counter', () => {
    bench.sent(3);
    bench.sent(4, 'GET leads');
    bench.sent(9, 'GET users');
    expect(bench.remembered({ services: ['POST leads', 'GET leads'] })).toBe(7);
  });

  it('goes without the end of the period by the period of the ledger, else by a day', () => {
    bench.sent(1, 'POST leads', bench.clock.wallNow() - DAY + MINUTE);
    bench.sent(2, 'POST leads', bench.clock.wallNow() - DAY - MINUTE);
    expect(bench.remembered({ secondsLeft: null })).toBe(1);
    bench.told(5);
    bench.sent(3, 'POST leads', bench.clock.wallNow() - HOUR);
    expect(bench.remembered({ secondsLeft: null })).toBe(3);
    // The period of the ledger is over: a day again.
    bench.sent(9, 'POST leads', bench.clock.wallNow() - 3 * HOUR);
    bench.later(22 * HOUR);
    expect(bench.remembered({ secondsLeft: null })).toBe(3);
  });
});

describe('what was remembered at the opening', () => {
  it('holds after the ledger was corrected, and what left since is added', () => {
    bench.told(50);
    bench.sent(4, 'POST leads', bench.clock.wallNow() - HOUR);
    bench.memory.keep();
    bench.later(MINUTE);
    bench.sent(2);
    // The service's count is lower, as after a restored backup it would be higher.
    bench.told(9);
    expect(bench.remembered()).toBe(52);
    // The comparison is made: the next start keeps what it knows then.
    bench.memory.compared(true);
    bench.restart();
    bench.memory.keep();
    expect(bench.remembered()).toBe(9);
  });

  it('is not replaced by a later start of the same period, which may know less', () => {
    bench.told(50);
    bench.memory.keep();
    bench.later(HOUR);
    bench.correct({ used: 9 });
    bench.restart();
    bench.memory.keep();
    expect(bench.remembered({ secondsLeft: 19 * 3_600 })).toBe(50);
  });

  it('has once what was sent in the days before', () => {
    bench.sent(5, 'POST leads', bench.clock.wallNow() - 2.5 * DAY);
    bench.told(50);
    bench.memory.keep();
    bench.sent(2);
    expect(bench.remembered()).toBe(52);
  });

  it('by a program that knew no other endpoint and no 429 is what it knew', () => {
    const services: readonly ServiceId[] = ['POST leads', 'GET leads'];
    const asOlder = () => {
      bench.memory.keep();
      const { at, periodStart, counter, services } = JSON.parse(bench.ledger.readFact(FACT) ?? '');
      const { used, endpoints } = counter;
      const kept = {
        at,
        periodStart,
        counter: { used, endpoints },
        services: { 'POST leads': services['POST leads'] },
      };
      bench.ledger.writeFact(FACT, JSON.stringify(kept));
      bench.restart();
      bench.memory.keep();
    };
    asOlder();
    expect(bench.remembered({ services })).toBe(0);
    bench.told(5);
    asOlder();
    bench.throttled(2);
    bench.sent(3, 'GET leads');
    expect(bench.remembered({ services })).toBe(10);
  });

  it('is replaced in the next period', () => {
    bench.told(50);
    bench.memory.keep();
    bench.later(20 * HOUR);
    bench.begun(3);
    bench.memory.keep();
    expect(bench.remembered({ secondsLeft: 86_400 })).toBe(3);
  });

  it('without a period is replaced after a day', () => {
    bench.memory.keep();
    bench.sent(5);
    bench.later(DAY);
    bench.sent(1);
    bench.memory.keep();
    bench.sent(2);
    expect(bench.remembered({ secondsLeft: 3_600 })).toBe(3);
  });

  it.each([
    [2 * MINUTE - 1, 50],
    [2 * MINUTE, 9],
  ])('of a period whose start is worked out anew, %i ms later, is that of %i units', (apart, units) => {
    bench.told(50);
    bench.memory.keep();
    bench.correct({ used: 9, periodStart: (bench.ledger.read('POST leads').periodStart ?? 0) + apart });
    bench.memory.keep();
    expect(bench.remembered()).toBe(units);
  });

  it('without a period is kept for a day, and replaced when a period begins', () => {
    const kept = () => bench.ledger.readFact(FACT);
    bench.memory.keep();
    const first = kept();
    bench.later(DAY - 1);
    bench.memory.keep();
    expect(kept()).toBe(first);
    bench.told(5);
    bench.memory.keep();
    expect(kept()).not.toBe(first);
  });

  it('of parts of which the service has said nothing is what they sent within a day', () => {
    bench.sent(5, 'GET leads', bench.clock.wallNow() - 30 * MINUTE);
    bench.sent(2, 'POST leads', bench.clock.wallNow() - 2 * HOUR);
    bench.memory.keep();
    expect(bench.remembered({ services: ['POST leads', 'GET leads'], secondsLeft: 86_400 - 600 })).toBe(5);
  });

  it('of a period that is over says nothing of this one', () => {
    bench.told(50);
    bench.memory.keep();
    bench.later(21 * HOUR);
    bench.sent(2);
    expect(bench.remembered({ secondsLeft: 23 * 3_600 })).toBe(2);
  });

  it('of a ledger whose period is over is nothing', () => {
    bench.told(50);
    bench.later(20 * HOUR);
    bench.memory.keep();
    bench.sent(1);
    expect(bench.remembered({ secondsLeft: 23 * 3_600 })).toBe(1);
  });

  it('of a counter that endpoints are known to share is the whole counter', () => {
    new Budgets(bench.ledger).learn([{ name: 'Leads', services: ['POST leads', 'GET leads'] }], 'limits');
    bench.told(30);
    // An older ledger of the other endpoint counts nothing twice.
    bench.told(8, 'GET leads');
    bench.sent(4, 'GET leads', bench.clock.wallNow() - 30 * MINUTE);
    bench.memory.keep();
    bench.sent(2);
    bench.sent(1, 'GET leads');
    expect(bench.remembered({ services: ['POST leads', 'GET leads'] })).toBe(33);
  });

  it('of a counter that is found to be shared only now is the most that one of its parts makes likely', () => {
    bench.told(30);
    bench.told(10, 'GET leads');
    // Since the service's last word on the first part, the other one used five; 36 would count them.
    bench.sent(5, 'GET leads', bench.clock.wallNow() - 30 * MINUTE);
    bench.sent(9, 'GET leads', bench.clock.wallNow() - 2 * HOUR);
    // In the first part's figure already.
    bench.sent(7, 'POST leads', bench.clock.wallNow() - 40 * MINUTE);
    bench.later(MINUTE);
    bench.memory.keep();
    bench.later(MINUTE);
    bench.sent(1);
    expect(bench.remembered({ services: ['POST leads', 'GET leads'] })).toBe(36);
  });

  it.each(['no JSON', '{"at":1}'])('that a damaged journal holds as "%s" is read as nothing', (text) => {
    bench.memory.keep();
    expect(bench.ledger.readFact(FACT)).toContain('"services"');
    bench.ledger.writeFact(FACT, text);
    bench.sent(3);
    expect(bench.remembered()).toBe(3);
    bench.ledger.writeFact(FACT, text);
    bench.memory.keep();
    expect(bench.ledger.readFact(FACT)).toContain('"services"');
  });
});

it('rows of which another memory knows count as requests of their time', () => {
  bench.memory.add([bench.clock.wallNow(), bench.clock.wallNow() - HOUR, bench.clock.wallNow() - 5 * HOUR]);
  expect(bench.remembered()).toBe(2);
  expect(bench.ledger.minutes(0, Infinity)).toContainEqual({
    minute: bench.clock.wallNow() - HOUR,
    service: 'POST leads',
    lane: 'import',
    requests: 1,
    units: 1,
    refused: 0,
  });
});
