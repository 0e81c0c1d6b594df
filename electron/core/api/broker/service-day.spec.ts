import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { EMPTY_LEDGER } from '../../../../shared/domain/quota/quota.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';
import { dayWorld, person, rows, SERVICE } from './service-fixture.ts';

describe('room in the day', () => {
  it.each([
    [901, true],
    [900, true],
    [899, false],
  ])('for a row at a price of 100 and a reserve of 800, with %i units left: %s', (left, hasRoom) => {
    const { day } = dayWorld(100);
    day.ownReserve = 800;
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    expect(day.stopFor(rows) === null).toBe(hasRoom);
  });

  it.each([
    [100, false],
    [99, true],
  ])('for a person ends with the last unit: %i left at a price of 100', (left, isOver) => {
    const { day, wall } = dayWorld(100);
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    const refusal = { retryAt: wall() + 3_600_000 + 30_000, why: 'usedUp', isLatest: false, unsaved: false };
    expect(day.stopFor(person)).toEqual(isOver ? refusal : null);
  });

  it.each([
    [100, 'reserved'],
    [99, 'usedUp'],
  ])('is reserved only while a request can be paid: %i left at a price of 100', (left, why) => {
    const { day } = dayWorld(100);
    day.confirm({ limit: 10_000, used: 10_000 - left, secondsLeft: 3_600 });
    expect(day.stopFor(rows)?.why).toBe(why);
  });

  it('is not doubted while the limit is unknown, and has no time to wait for before the period is known', () => {
    const { day } = dayWorld();
    expect(day.stopFor(rows)).toBeNull();
    day.confirm({ limit: 0, used: null, secondsLeft: null });
    expect(day.stopFor(rows)).toEqual({ retryAt: null, why: 'usedUp', isLatest: false, unsaved: false });
  });
});

describe('the share of the day that jobs may use', () => {
  it.each([
    [399, 1, true],
    [400, 1, false],
    [300, 100, true],
    [301, 100, false],
  ])('is 40 per cent of 1,000: after %i units at a price of %i there is room: %s', (used, price, hasRoom) => {
    const { day } = dayWorld(price, {}, 40);
    day.ownReserve = 0;
    day.confirm({ limit: 1_000, used, secondsLeft: 3_600 });
    expect(day.stopFor(rows)?.why).toBe(hasRoom ? undefined : 'share');
    expect(day.stopFor(person)).toBeNull();
  });

  it('is not the reason where only the reserve is left', () => {
    const { day } = dayWorld(1, {}, 40);
    day.confirm({ limit: 1_000, used: 800, secondsLeft: 3_600 });
    expect(day.stopFor(rows)?.why).toBe('reserved');
  });
});

describe('the reserve', () => {
  it('is a tenth until a person sets another, in whole units and none below zero', () => {
    const { day, saved } = dayWorld();
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
    const { day, clock } = dayWorld();
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
    const { day } = dayWorld(4);
    day.debit(rows);
    day.debit(rows);
    day.confirm({ limit: 5_000, used: 100, secondsLeft: 3_600 });
    expect(day.ledger.used).toBe(108);
    day.ended(4);
    day.confirm({ limit: 5_000, used: 104, secondsLeft: 3_600 });
    expect(day.ledger.used).toBe(108);
  });
});

describe('the block of a day', () => {
  it('opens when the counts have room again, from 30 s before its end', () => {
    const { day, clock, wall } = dayWorld();
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
    const { day, clock, wall } = dayWorld();
    day.debit(rows);
    day.ended(1);
    clock.run(DAY);
    day.exhaust(5_000, wall() + 3_600_000);
    expect(day.ledger).toMatchObject({ used: 5_000, byWhom: { own: 0 } });
  });

  it('turns requests away although units are left', () => {
    const { day, wall } = dayWorld();
    day.confirm({ limit: 5_000, used: 1, secondsLeft: 3_600 });
    day.block(wall() + 9_000, 'day');
    expect(day.stopFor(person)).toEqual({ retryAt: wall() + 9_000, why: 'pause', isLatest: false, unsaved: false });
  });

  it('is no rest where the counts have nothing left', () => {
    const { day, wall } = dayWorld();
    day.confirm({ limit: 5_000, used: 5_000, secondsLeft: 3_600 });
    day.block(wall() + 9_000, 'day');
    expect(day.stopFor(person)?.why).toBe('usedUp');
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
    const { day, clock, wall } = dayWorld();
    day.exhaust(5_000, wall() + 3_600_000);
    clock.run(3_600_000);
    day.confirm({ limit: 10_000, used: null, secondsLeft: null });
    expect(day.ledger.blockedPeriod).toBe('day');
  });

  it('is not opened by counts when it is a minute', () => {
    const { day, wall } = dayWorld();
    day.block(wall() + 5_000, 'minute');
    day.confirm({ limit: 5_000, used: 0, secondsLeft: 86_400 });
    expect(day.ledger.blockedPeriod).toBe('minute');
  });

  it('is neither shortened by a later 429 nor replaced by a minute, but replaces one', () => {
    const { day, wall } = dayWorld();
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
  const { day, clock, minutes, wall } = dayWorld(4);
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
  const { day, clock, minutes, wall } = dayWorld(4);
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
  const { day } = dayWorld(1, { addMinute });
  expect(day.debit(rows)).toEqual({ kind: 'stepFailed', error });
  expect(day.ledger.used).toBe(0);
  day.confirm({ limit: 10, used: 0, secondsLeft: 60 });
  expect(day.ledger.used).toBe(0);
});

it('takes what another client was told for that client’s moment: what that has used since comes on top', () => {
  const { day, wall } = dayWorld();
  const statistic = { service: SERVICE, lane: 'person', requests: 5, units: 5, refused: 0, minute: wall() } as const;
  day.add({ statistic, periodStart: wall() });
  const earlier = { own: 2, later: 3 };
  // The second of its two requests was the question, which the count lacks.
  day.confirm({ limit: null, used: 1, secondsLeft: 3_600, from: 'counts', earlier });
  expect(day.ledger).toMatchObject({ used: 5, debits: 5, source: 'confirmed', byWhom: { own: 5, others: 0 } });
  day.confirm({ limit: null, used: 32, secondsLeft: 3_600, from: 'counts', earlier });
  expect(day.ledger).toMatchObject({ used: 35, debits: 5, byWhom: { own: 5, others: 30 } });
});
