import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../shared/domain/time/time.ts';
import type { ServiceDay } from './service-day.ts';
import { dayWorld, person, rows, SERVICE } from './service-fixture.ts';

/** Requests that left and were answered. */
function spend(day: ServiceDay, requests = 1): void {
  for (let sent = 0; sent < requests; sent++) day.debit(rows);
  for (let sent = 0; sent < requests; sent++) day.ended(1);
}

describe('whose units they are', () => {
  const mine = { service: SERVICE, lane: 'import', units: 1, sentAt: 0, debitedAt: 0 } as const;
  const byWhom = (day: ServiceDay) => {
    const { own, others } = day.ledger.byWhom;
    return { own, others };
  };

  it('what the service counted beyond ours is of other clients, and grows only', () => {
    const { day, clock } = dayWorld();
    spend(day, 10);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 10, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 0 });
    day.confirm({ limit: 5_000, used: 17, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 7 });
    day.confirm({ limit: 5_000, used: 16, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 7 });
  });

  it('requests under way, throttled ones and those of endpoints without a counter are never others’', () => {
    const { day, clock } = dayWorld();
    day.debit(rows);
    day.debit(rows);
    day.countThrottled(mine);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 5, secondsLeft: 3_600, unassigned: 3, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 1, others: 0 });
    day.confirm({ limit: 5_000, used: 6, secondsLeft: 3_600, unassigned: 3, from: 'counts' });
    expect(byWhom(day).others).toBe(1);
  });

  it('of a request that may be lost is what the service counted', () => {
    const { day, clock } = dayWorld();
    spend(day);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 0, others: 0 });
  });

  it('may be ours while the figure was asked for before the answer to a request came', () => {
    const { day, clock } = dayWorld();
    clock.run(10 * 60_000);
    day.debit(rows);
    const askedAt = clock.monotonicNow();
    clock.run(askedAt + 50);
    day.ended(1);
    clock.run(askedAt + 100);
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 3_600, from: 'counts', askedAt });
    expect(byWhom(day)).toEqual({ own: 1, others: 0 });
    day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600, from: 'counts', askedAt });
    expect(byWhom(day)).toEqual({ own: 1, others: 0 });
    expect(day.ledger.used).toBe(1);
  });

  it('headers say nothing of others: their answers overtake each other', () => {
    const { day, clock } = dayWorld();
    clock.run(10 * 60_000);
    day.read({ limit: 5_000, remaining: 4_000, secondsLeft: 3_600 });
    expect(byWhom(day)).toEqual({ own: 0, others: 0 });
    expect(day.ledger.used).toBe(1_000);
  });

  it('begins anew when the service’s counter does', () => {
    const { day, clock } = dayWorld();
    spend(day, 50);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 90, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 50, others: 40 });
    spend(day);
    day.confirm({ limit: 5_000, used: 3, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 1, others: 2 });
    expect(day.ledger.used).toBe(3);
  });

  it('are not taken from the old period in the minutes in which the new one has begun here only', () => {
    const { day, clock } = dayWorld();
    day.confirm({ limit: 5_000, used: 900, secondsLeft: 60 });
    clock.run(60_000);
    spend(day);
    day.confirm({ limit: 5_000, used: 900, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 1, others: 0 });
    clock.run(200_000);
    day.confirm({ limit: 5_000, used: 4, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 1, others: 3 });
  });
});

describe('around the end of a period', () => {
  const counts = (used: number, askedAt: number) =>
    ({ limit: 5_000, used, secondsLeft: null, from: 'counts', askedAt }) as const;

  function atTheEnd() {
    const here = dayWorld();
    here.day.confirm({ limit: 5_000, used: 900, secondsLeft: 3_600, from: 'counts' });
    here.clock.run(3_599_000);
    here.day.debit(rows);
    here.day.debit(rows);
    here.clock.run(3_599_900);
    here.day.ended(1);
    here.clock.run(3_600_000);
    return here;
  }

  it('a request that the service counts in the next one is ours, and one more is of others', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_610_000);
    day.ended(1);
    clock.run(3_620_000);
    day.confirm(counts(2, 3_619_000));
    expect(day.ledger.byWhom).toMatchObject({ own: 2, others: 0 });
    day.confirm(counts(3, 3_619_500));
    expect(day.ledger.byWhom).toMatchObject({ own: 2, others: 1 });
  });

  it('a single request is ours, too', () => {
    const { day, clock } = dayWorld();
    day.confirm({ limit: 5_000, used: 900, secondsLeft: 3_600, from: 'counts' });
    clock.run(3_599_000);
    day.debit(rows);
    clock.run(3_610_000);
    day.ended(1);
    clock.run(3_620_000);
    day.confirm(counts(1, 3_619_000));
    expect(day.ledger.byWhom).toMatchObject({ own: 1, others: 0 });
  });

  it('a request that the service counted in the one before does not count again', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_610_000);
    day.ended(1);
    spend(day);
    clock.run(3_620_000);
    day.confirm(counts(1, 3_619_000));
    expect(day.ledger.byWhom).toMatchObject({ own: 1, others: 0 });
  });

  it('a figure that was asked for as the period ended says nothing of the next one', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_601_000);
    day.ended(1);
    day.confirm(counts(902, 3_599_950));
    day.read({ limit: 5_000, remaining: 4_098, secondsLeft: 1 }, 3_599_950);
    expect(day.ledger).toMatchObject({ used: 0, limit: 5_000, periodEnd: null, byWhom: { own: 0, others: 0 } });
    clock.run(3_700_000);
    day.confirm(counts(7, 3_699_000));
    expect(day.ledger.byWhom.others).toBe(5);
  });

  it('an answer of the next one tells of it, soon as it comes', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_601_000);
    day.debit(person);
    clock.run(3_601_100);
    day.ended(1);
    day.read({ limit: 5_000, remaining: 4_999, secondsLeft: 86_399 }, 3_601_000);
    // One of the two around the end is still under way.
    expect(day.ledger).toMatchObject({ used: 2, source: 'confirmed', periodEnd: clock.wallNow() + 86_399_000 });
  });

  it('what was throttled in the one before is not taken from the next', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_603_000);
    spend(day);
    day.countThrottled({ service: SERVICE, lane: 'import', units: 1, sentAt: 3_599_000, debitedAt: 0 });
    expect(day.ledger.byWhom.own).toBe(1);
    day.credit({ service: SERVICE, lane: 'import', units: 1, sentAt: 3_603_000, debitedAt: 0 });
    expect(day.ledger.byWhom.own).toBe(0);
  });

  it('an answer of the one before does not end the next one, which has begun here meanwhile', () => {
    const { day, clock, wall } = atTheEnd();
    clock.run(3_600_500);
    day.debit(person);
    const endsAt = wall() + DAY;
    clock.run(3_604_000);
    day.ended(1);
    day.read({ limit: 5_000, remaining: 4_098, secondsLeft: 1 }, 3_599_950);
    expect(day.ledger).toMatchObject({ used: 1, periodEnd: endsAt, byWhom: { own: 1 } });
    clock.run(3_606_000);
    expect(day.ledger).toMatchObject({ used: 1, periodEnd: endsAt, byWhom: { own: 1 } });
  });

  it('nothing leaves but what a person asks for, for seven seconds and not again within the hour', () => {
    const { day, clock } = dayWorld();
    day.confirm({ limit: 5_000, used: 900, secondsLeft: 3_600 });
    clock.run(3_594_999);
    expect(day.quietUntil()).toBe(-Infinity);
    clock.run(3_595_000);
    expect(day.quietUntil()).toBe(3_602_000);
    // Another answer names a later end, as a service does whose end never comes.
    day.confirm({ limit: 5_000, used: 901, secondsLeft: 8 });
    expect(day.quietUntil()).toBe(3_602_000);
    clock.run(3_602_000);
    expect(day.quietUntil()).toBe(-Infinity);
    day.confirm({ limit: 5_000, used: 902, secondsLeft: 3 });
    expect(day.quietUntil()).toBe(-Infinity);
  });
});
