import { describe, expect, it } from 'vitest';
import { EMPTY_LEDGER, type DailyLedger } from '../../../../shared/domain/quota/quota.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger, type MinuteStatistic } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';

const SERVICE = 'POST leads';
const rows = { service: SERVICE, lane: 'import', fairUse: true } as const;
const person = { ...rows, lane: 'person' } as const;

function world(price = 1, over: Partial<ReturnType<typeof createMemoryLedger>> = {}, share?: number) {
  const clock = new VirtualClock();
  const saved: DailyLedger[] = [];
  const minutes: MinuteStatistic[] = [];
  const ledger = {
    ...createMemoryLedger(),
    write: (_service: string, written: DailyLedger) => void saved.push(written),
    addMinute: (statistic: MinuteStatistic) => void minutes.push(statistic),
    ...over,
  };
  const onUnsaved = (error: unknown) => expect.unreachable(String(error));
  const shared = share === undefined ? {} : { share: () => share };
  const day = new ServiceDay({ service: SERVICE, clock, ledger, price: () => price, onUnsaved, ...shared });
  return { clock, day, saved, minutes, wall: () => clock.wallNow() };
}

describe('room in the day', () => {
  it.each([
    [901, true],
    [900, true],
    [899, false],
  ])('for a row at a price of 100 and a reserve of 800, with %i units left: %s', (left, hasRoom) => {
    const { day } = world(100);
    day.ownReserve = 800;
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    expect(day.stopFor(rows) === null).toBe(hasRoom);
  });

  it.each([
    [100, null],
    [99, false],
  ])('for a person ends with the last unit: %i left at a price of 100', (left, reserved) => {
    const { day, wall } = world(100);
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    const refusal = { retryAt: wall() + 3_600_000 + 30_000, reserved: false, unsaved: false };
    expect(day.stopFor(person)).toEqual(reserved === null ? null : refusal);
  });

  it.each([
    [100, true],
    [99, false],
  ])('is reserved only while a request can be paid: %i left at a price of 100', (left, reserved) => {
    const { day } = world(100);
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    expect(day.stopFor(rows)?.reserved).toBe(reserved);
  });

  it('is not doubted while the limit is unknown, and has no time to wait for before the period is known', () => {
    const { day } = world();
    expect(day.stopFor(rows)).toBeNull();
    day.confirm({ limit: 0, used: null, secondsLeft: null });
    expect(day.stopFor(rows)).toEqual({ retryAt: null, reserved: false, unsaved: false });
  });
});

describe('the share of the day that jobs may use', () => {
  it.each([
    [399, 1, true],
    [400, 1, false],
    [300, 100, true],
    [301, 100, false],
  ])('is 40 per cent of 1,000: after %i units at a price of %i there is room: %s', (used, price, hasRoom) => {
    const { day } = world(price, {}, 40);
    day.ownReserve = 0;
    day.confirm({ limit: 1_000, used, secondsLeft: 3_600 });
    expect(day.stopFor(rows)?.reserved ?? null).toBe(hasRoom ? null : true);
    expect(day.stopFor(person)).toBeNull();
  });
});

describe('the reserve', () => {
  it('is a tenth until a person sets another, in whole units and none below zero', () => {
    const { day, saved } = world();
    day.confirm({ limit: 20_000, used: 0, secondsLeft: 3_600 });
    expect([day.reserve, day.hasOwnReserve]).toEqual([2_000, false]);
    day.ownReserve = 12.7;
    expect([day.reserve, day.hasOwnReserve]).toEqual([12, true]);
    day.ownReserve = -3;
    expect([day.reserve, day.hasOwnReserve]).toEqual([0, true]);
    day.ownReserve = null;
    expect([day.reserve, day.hasOwnReserve]).toEqual([2_000, false]);
    expect(saved.at(-1)?.reserve).toBeNull();
  });
});

describe('answers of the day', () => {
  it('count the most that was used in one period, and start over in the next', () => {
    const { day, clock } = world();
    day.read({ limit: 5_000, remaining: 4_000, secondsLeft: 3_600 });
    day.read({ limit: 5_000, remaining: 4_001, secondsLeft: 3_600 });
    expect(day.ledger.used).toBe(1_000);
    // Ends less than two minutes apart are those of one period.
    day.read({ limit: 5_000, remaining: 4_500, secondsLeft: 3_719 });
    expect(day.ledger.used).toBe(1_000);
    clock.run(1_000);
    day.read({ limit: 5_000, remaining: 4_500, secondsLeft: 3_719 + 120 - 1 });
    expect(day.ledger.used).toBe(500);
  });

  it('add what is under way and cannot be counted yet', () => {
    const { day } = world(4);
    day.debit(rows);
    day.debit(rows);
    day.confirm({ limit: 5_000, used: 100, secondsLeft: 3_600 });
    expect(day.ledger.used).toBe(108);
    day.ended(4);
    day.confirm({ limit: 5_000, used: 104, secondsLeft: 3_600 });
    expect(day.ledger.used).toBe(108);
  });
});

describe('whose units they are', () => {
  const mine = { service: SERVICE, lane: 'import', units: 1, sentAt: 0, debitedAt: 0 } as const;
  const byWhom = (day: ServiceDay) => {
    const { own, others } = day.ledger.byWhom;
    return { own, others };
  };

  it('what the service counted beyond ours is of other clients, and grows only', () => {
    const { day, clock } = world();
    for (let sent = 0; sent < 10; sent++) day.debit(rows);
    for (let sent = 0; sent < 10; sent++) day.ended(1);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 10, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 0 });
    day.confirm({ limit: 5_000, used: 17, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 7 });
    day.confirm({ limit: 5_000, used: 16, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 10, others: 7 });
  });

  it('requests under way, throttled ones and those of endpoints without a counter are never others’', () => {
    const { day, clock } = world();
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
    const { day, clock } = world();
    day.debit(rows);
    day.ended(1);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 0, others: 0 });
  });

  it('may be ours while the figure was asked for before the answer to a request came', () => {
    const { day, clock } = world();
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
    const { day, clock } = world();
    clock.run(10 * 60_000);
    day.read({ limit: 5_000, remaining: 4_000, secondsLeft: 3_600 });
    expect(byWhom(day)).toEqual({ own: 0, others: 0 });
    expect(day.ledger.used).toBe(1_000);
  });

  it('begins anew when the service’s counter does', () => {
    const { day, clock } = world();
    for (let sent = 0; sent < 50; sent++) day.debit(rows);
    for (let sent = 0; sent < 50; sent++) day.ended(1);
    clock.run(10 * 60_000);
    day.confirm({ limit: 5_000, used: 90, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 50, others: 40 });
    day.debit(rows);
    day.ended(1);
    day.confirm({ limit: 5_000, used: 3, secondsLeft: null, from: 'counts' });
    expect(byWhom(day)).toEqual({ own: 1, others: 2 });
    expect(day.ledger.used).toBe(3);
  });

  it('are not taken from the old period in the minutes in which the new one has begun here only', () => {
    const { day, clock } = world();
    day.confirm({ limit: 5_000, used: 900, secondsLeft: 60 });
    clock.run(60_000);
    day.debit(rows);
    day.ended(1);
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
    const here = world();
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

  it('a request that the service counted in the one before does not count again', () => {
    const { day, clock } = atTheEnd();
    clock.run(3_610_000);
    day.ended(1);
    day.debit(rows);
    day.ended(1);
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
    day.debit(rows);
    day.ended(1);
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
    const { day, clock } = world();
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

describe('the block of a day', () => {
  it('opens when the counts have room again, from 30 s before its end', () => {
    const { day, clock, wall } = world();
    const until = wall() + 3_600_000 + 30_000;
    day.exhaust(5_000, wall() + 3_600_000);
    expect(day.ledger).toMatchObject({ blockedUntil: until, blockedPeriod: 'day', used: 5_000 });
    clock.run(3_600_000 - 1);
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 86_400 });
    expect(day.ledger.blockedUntil).toBe(until);
    clock.run(3_600_000);
    day.confirm({ limit: 5_000, used: 5_000, secondsLeft: 86_400 });
    day.confirm({ limit: 5_000, used: null, secondsLeft: null });
    expect(day.ledger.blockedUntil).toBe(until);
    day.confirm({ limit: 5_000, used: 4_999, secondsLeft: 86_400 });
    expect(day.ledger).toMatchObject({ blockedUntil: null, blockedPeriod: null });
  });

  it('that begins behind the end of the day before counts nothing of that one as ours', () => {
    const { day, clock, wall } = world();
    day.debit(rows);
    day.ended(1);
    clock.run(DAY);
    day.exhaust(5_000, wall() + 3_600_000);
    expect(day.ledger).toMatchObject({ used: 5_000, byWhom: { own: 0 } });
  });

  it('turns requests away although units are left', () => {
    const { day, wall } = world();
    day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600 });
    day.block(wall() + 9_000, 'day');
    expect(day.stopFor(person)).toEqual({ retryAt: wall() + 9_000, reserved: false, unsaved: false });
  });

  it('without an end, as a damaged journal may hold it, blocks nothing', () => {
    const clock = new VirtualClock();
    const ledger = createMemoryLedger();
    ledger.write(SERVICE, { ...EMPTY_LEDGER, blockedPeriod: 'day' });
    const onUnsaved = () => undefined;
    const day = new ServiceDay({ service: SERVICE, clock, ledger, price: () => 1, onUnsaved });
    expect(day.stopFor(rows)).toBeNull();
  });

  it('is not opened by a larger limit alone', () => {
    const { day, clock, wall } = world();
    day.exhaust(5_000, wall() + 3_600_000);
    clock.run(3_600_000);
    day.confirm({ limit: 10_000, used: null, secondsLeft: null });
    expect(day.ledger.blockedPeriod).toBe('day');
  });

  it('is not opened by counts when it is a minute', () => {
    const { day, wall } = world();
    day.block(wall() + 5_000, 'minute');
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 86_400 });
    expect(day.ledger.blockedPeriod).toBe('minute');
  });

  it('is neither shortened by a later 429 nor replaced by a minute, but replaces one', () => {
    const { day, wall } = world();
    day.block(wall() + 9_000, 'minute');
    day.block(wall() + 5_000, 'minute');
    expect(day.ledger.blockedUntil).toBe(wall() + 9_000);
    day.block(wall() + 7_000, 'day');
    expect(day.ledger).toMatchObject({ blockedUntil: wall() + 7_000, blockedPeriod: 'day' });
    day.block(wall() + 20_000, 'minute');
    expect(day.ledger).toMatchObject({ blockedUntil: wall() + 7_000, blockedPeriod: 'day' });
    day.block(wall() + 8_000, 'day');
    expect(day.ledger.blockedUntil).toBe(wall() + 8_000);
  });
});

it('counts what is sent, throttled and given back by the minute of the debit, also when the computer slept since', () => {
  const { day, clock, minutes, wall } = world(4);
  const begins = wall();
  clock.run(59_999);
  const debit = day.debit(rows);
  if (debit.kind !== 'debited') throw new Error('not debited');
  const request = { service: SERVICE, lane: 'import', sentAt: 59_999, ...debit } as const;
  clock.run(60_000);
  clock.sleep(120_000);
  day.countThrottled(request);
  day.credit(request);
  const figures = { minute: begins, service: SERVICE, lane: 'import' };
  expect(minutes).toEqual([
    { ...figures, requests: 1, units: 4, refused: 0 },
    { ...figures, requests: 0, units: -4, refused: 1 },
    { ...figures, requests: -1, units: -4, refused: 0 },
  ]);
  expect(day.throttledSince(wall())).toBe(1);
  clock.run(60_000 + DAY);
  day.countThrottled({ service: SERVICE, lane: 'person', units: 0, sentAt: 0, debitedAt: 0 });
  expect(day.throttledSince(wall() - DAY)).toBe(2);
});

it('gives back what never left, and it is no longer ours', () => {
  const { day, clock, minutes, wall } = world(4);
  day.debit(rows);
  day.ended(4);
  day.credit({ service: SERVICE, lane: 'import', units: 4, sentAt: 0, debitedAt: wall() });
  expect(minutes.at(-1)).toEqual({
    minute: wall(),
    service: SERVICE,
    lane: 'import',
    requests: -1,
    units: -4,
    refused: 0,
  });
  clock.run(10 * 60_000);
  day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600, from: 'counts' });
  expect(day.ledger.byWhom).toMatchObject({ own: 0, others: 1 });
});

it('undoes a debit that the journal does not take', () => {
  const error = new Error('full');
  const addMinute = () => {
    throw error;
  };
  const { day } = world(1, { addMinute });
  expect(day.debit(rows)).toEqual({ kind: 'stepFailed', error });
  expect(day.ledger.used).toBe(0);
  day.confirm({ limit: 10, used: 0, secondsLeft: 60 });
  expect(day.ledger.used).toBe(0);
});
