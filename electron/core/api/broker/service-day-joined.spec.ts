import { describe, expect, it } from 'vitest';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createMemoryLedger, type MinuteStatistic } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';

const SERVICE = 'POST leads';

function world() {
  const clock = new VirtualClock();
  const minutes: MinuteStatistic[] = [];
  const ledger = { ...createMemoryLedger(), addMinute: (statistic: MinuteStatistic) => void minutes.push(statistic) };
  const dayOf = (service: ServiceId) =>
    new ServiceDay({ service, clock, ledger, price: () => 1, onUnsaved: () => undefined });
  return { clock, dayOf, day: dayOf(SERVICE), minutes, wall: () => clock.wallNow() };
}

describe('what was counted in another ledger', () => {
  const earlier = (begun: number) =>
    ({
      statistic: { minute: begun, service: SERVICE, lane: 'person', requests: 3, units: 6, refused: 0 },
      periodStart: begun,
    }) as const;

  it.each([
    [DAY - 1, 6],
    [DAY, 0],
  ])('counts in the day while its period runs: begun %i ms ago, %i units', (ago, used) => {
    const { day, minutes, wall } = world();
    const use = earlier(wall() - ago);
    day.add(use);
    expect(day.ledger).toMatchObject({ used, byWhom: { own: used } });
    expect(minutes).toEqual([use.statistic]);
  });

  it.each([
    [DAY - 1, 7],
    [DAY, 1],
  ])('counts in no period but its own: begun %i ms ago, %i units of the running one', (ago, used) => {
    const { day, wall } = world();
    day.debit({ service: SERVICE, lane: 'person', fairUse: true });
    day.ended(1);
    day.confirm({ limit: 5_000, used: 1, secondsLeft: 10 });
    day.add(earlier(wall() - ago));
    expect(day.ledger.used).toBe(used);
  });

  it('takes nothing from a running period that began long after it', () => {
    const { day, wall } = world();
    day.debit({ service: SERVICE, lane: 'person', fairUse: true });
    day.add(earlier(wall() - DAY + 1));
    expect(day.ledger).toMatchObject({ used: 7, periodStart: wall() });
  });

  it('begins the period in which it was sent', () => {
    const { clock, day, wall } = world();
    day.confirm({ limit: 5_000, used: 1, secondsLeft: 10 });
    // That period is over.
    clock.run(3_610_001);
    day.add(earlier(wall() - 3_600_000));
    expect(day.ledger).toMatchObject({ periodStart: wall() - 3_600_000, periodEnd: wall() - 3_600_000 + DAY });
  });
});

it('that takes over others keeps the reserve of its own endpoint, and counts what was throttled of all', () => {
  const { clock, dayOf } = world();
  const [users, leads] = [dayOf('GET users'), dayOf('POST leads')];
  users.ownReserve = 10;
  leads.ownReserve = 77;
  for (const day of [leads, users]) {
    clock.run(clock.monotonicNow() + 1_000);
    day.countThrottled({ service: SERVICE, lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
  }
  const whole = dayOf('POST leads');
  whole.takeOver([users, leads]);
  expect(whole.reserve).toBe(77);
  expect(whole.throttledSince(clock.wallNow() - 1_000)).toBe(2);
  expect(whole.throttledSince(clock.wallNow())).toBe(1);
});

it('a single request around the end of a period is ours, too', () => {
  const { clock, day } = world();
  day.confirm({ limit: 5_000, used: 900, secondsLeft: 3_600, from: 'counts' });
  clock.run(3_599_000);
  day.debit({ service: SERVICE, lane: 'import', fairUse: true });
  clock.run(3_610_000);
  day.ended(1);
  clock.run(3_620_000);
  day.confirm({ limit: 5_000, used: 1, secondsLeft: null, from: 'counts', askedAt: 3_619_000 });
  expect(day.ledger.byWhom).toMatchObject({ own: 1, others: 0 });
});
