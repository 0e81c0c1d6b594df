import { describe, expect, it, vi } from 'vitest';
import type { Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { RateHeaders } from '../../../../shared/domain/pacing/rate-headers.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import { HOUR, MINUTE } from '../../../../shared/domain/time/time.ts';
import type { Admission, Settlement } from './admission.ts';
import { budgetWorld } from './budget-world-fixture.ts';
import { isDayOver } from './likely-endpoints.ts';

type Answer = Pick<Settlement & { kind: 'answered' }, 'status' | 'headers' | 'retryAfter'>;

/** Account has used `used` of 10,000 until in 20 hours (null: it has not said so); users and org units most likely draw on it. */
function world(used: number | null = 8) {
  const { clock, ledger, broker, learn } = budgetWorld();
  const ends = clock.wallNow() + 20 * HOUR;
  const ofDay = (units: number, { limit = 10_000, endsIn = ends - clock.wallNow() } = {}): RateHeaders => ({
    limit,
    remaining: limit - units,
    secondsLeft: Math.ceil(endsIn / 1000),
  });
  const admit = (service: ServiceId, lane: Lane) => {
    const admissions: Admission[] = [];
    broker.admit({ service, lane, fairUse: true }, (admission) => void admissions.push(admission));
    clock.run(clock.monotonicNow() + 50);
    return admissions[0];
  };
  const answer = (
    admission: Admission | undefined,
    { status = 200, headers = null, retryAfter = null }: Partial<Answer>,
  ) => {
    if (admission?.kind !== 'ticket') return;
    admission.ticket.settle({ kind: 'answered', status, headers, retryAfter, receivedAt: clock.monotonicNow() });
    clock.run(clock.monotonicNow() + 50);
  };
  /** Sends a request. Call what comes back with its answer. */
  const send = (service: ServiceId) => {
    const admission = admit(service, 'person');
    return (said: Partial<Answer>) => answer(admission, said);
  };
  /** Sends a request and answers it. What came of its admission. */
  const ask = (service: ServiceId, { lane = 'person', ...said }: Partial<Answer & { lane: Lane }> = {}) => {
    const admission = admit(service, lane);
    answer(admission, said);
    return admission?.kind;
  };
  learn('Account');
  ask('GET myaccount', { headers: used === null ? null : ofDay(used) });
  const keyOf = (service: ServiceId) => broker.budgets.of(service).key;
  const useUp = () => ask('GET myaccount', { status: 429, headers: ofDay(10_000) });
  return { clock, ledger, broker, ask, send, ofDay, keyOf, useUp };
}

describe('an endpoint that only likely draws on a budget', () => {
  it('has one ledger with it, and its headers are those of the budget', () => {
    const { broker, ask, ofDay, keyOf } = world();
    ask('GET users', { headers: ofDay(9) });
    expect(keyOf('GET users')).toBe('GET myaccount');
    expect(broker.known()).toHaveLength(1);
    expect(broker.state('GET users').daily).toMatchObject({ used: 9, limit: 10_000 });
  });

  it.each([
    ['a limit', 9, { limit: 5_000 }],
    ['an end of the day', 9, { endsIn: 23 * HOUR }],
    ['less used than the budget had', 1, {}],
  ])('has its own when an answer names another: %s', (_what, used, headers) => {
    const { broker, ask, ofDay, keyOf } = world();
    ask('GET users', { headers: ofDay(used, headers) });
    expect(keyOf('GET users')).toBe('GET users');
    expect(keyOf('GET orgunits')).toBe('GET myaccount');
    expect(broker.state('GET users').daily.used).toBe(used);
    expect(broker.state('GET myaccount').daily).toMatchObject({
      limit: 10_000,
      periodEnd: expect.any(Number) as number,
    });
    expect(broker.state('GET users').inFlight).toBe(0);
  });

  it('is not parted by an answer that names the units which the budget had: some answers cost nothing', () => {
    const { ask, ofDay, keyOf } = world();
    ask('GET users', { headers: ofDay(8) });
    expect(keyOf('GET users')).toBe('GET myaccount');
  });

  it('has its own although the journal does not take that: the answer that shows it is no failure', () => {
    const { ledger, broker, ask, ofDay, keyOf } = world();
    vi.spyOn(ledger, 'writeFact').mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    ask('GET users', { headers: ofDay(9, { limit: 5_000 }) });
    expect([keyOf('GET users'), broker.state('GET users').inFlight]).toEqual(['GET users', 0]);
    expect(broker.state('GET users').daily).toMatchObject({ limit: 5_000, used: 9 });
  });

  it('is not parted by an answer that left before the last word of the budget', () => {
    const { broker, send, ofDay, keyOf } = world();
    const users = send('GET users');
    send('GET myaccount')({ headers: ofDay(12) });
    users({ headers: ofDay(9) });
    expect(keyOf('GET users')).toBe('GET myaccount');
    expect(broker.state('GET users').daily.used).toBe(12);
  });

  it('is not parted by an answer about the day before', () => {
    const { clock, ask, send, ofDay, keyOf } = world();
    clock.run(clock.monotonicNow() + 20 * HOUR - 100);
    const users = send('GET users');
    const late = ofDay(9_000, { endsIn: 0 });
    clock.run(clock.monotonicNow() + 10_000);
    ask('GET myaccount', { headers: ofDay(1, { endsIn: 24 * HOUR }) });
    users({ headers: late });
    expect(keyOf('GET users')).toBe('GET myaccount');
  });

  it('is not parted by another end than the one that was taken for likely here', () => {
    const { ask, ofDay, keyOf } = world(null);
    ask('GET users', { headers: ofDay(9) });
    expect(keyOf('GET users')).toBe('GET myaccount');
  });

  it('is not parted close to the end of the day, when the next one may have begun', () => {
    const { clock, ask, ofDay, keyOf } = world();
    clock.run(clock.monotonicNow() + 20 * HOUR - 60_000);
    ask('GET users', { headers: ofDay(1, { endsIn: 24 * HOUR }) });
    expect(keyOf('GET users')).toBe('GET myaccount');
  });

  it('is asked for a person although the budget is used up, and has its own when it answers', () => {
    const { broker, ask, keyOf, useUp } = world();
    useUp();
    expect(ask('GET myaccount')).toBe('daily');
    expect(ask('GET users', { lane: 'refresh' })).toBe('daily');
    expect(ask('GET users')).toBe('ticket');
    expect(keyOf('GET users')).toBe('GET users');
    expect(ask('GET users', { lane: 'refresh' })).toBe('ticket');
    expect(broker.state('GET myaccount').daily.blockedPeriod).toBe('day');
  });

  it.each([
    ['that left before it was', 200, true],
    ['that is no success', 500, false],
  ])('stays with a budget that is used up after an answer %s', (_what, status, isEarly) => {
    const { send, keyOf, useUp } = world();
    const early = isEarly ? send('GET users') : null;
    useUp();
    const users = early ?? send('GET users');
    users({ status });
    expect(keyOf('GET users')).toBe('GET myaccount');
  });

  it('is not asked again when it is used up, too', () => {
    const { ask, ofDay, keyOf, useUp } = world();
    useUp();
    expect(ask('GET users', { status: 429, headers: ofDay(10_000) })).toBe('ticket');
    expect(keyOf('GET users')).toBe('GET myaccount');
    expect(ask('GET users')).toBe('daily');
    expect(ask('GET orgunits')).toBe('ticket');
  });

  it('blocks itself alone when nothing shows that the day that is used up is that of the budget', () => {
    const { ask, keyOf } = world();
    ask('GET users', { status: 429, retryAfter: 3 * HOUR });
    expect(keyOf('GET users')).toBe('GET users');
    expect(ask('GET users')).toBe('daily');
    expect(ask('GET myaccount')).toBe('ticket');
  });

  it.each([
    [2 * MINUTE, 'GET myaccount'],
    [2 * MINUTE + 1, 'GET users'],
  ])('is not parted by a refusal for a moment, which is about the minute: %i ms, then of %s', (retryAfter, key) => {
    const { ask, keyOf } = world();
    ask('GET users', { status: 429, retryAfter });
    expect(keyOf('GET users')).toBe(key);
  });
});

it.each([
  ['a pause of two minutes', 2 * MINUTE, false, false],
  ['a longer pause', 2 * MINUTE + 1, false, true],
  ['a short pause, and headers of a day', 1_000, true, true],
  ['no pause, and headers of a day', null, true, false],
])('a 429 with %s', (_what, retryAfter, hasDay, isOver) => {
  const day = hasDay ? { limit: 10_000, remaining: 0, secondsLeft: 40_000 } : null;
  const answer = { kind: 'answered', status: 429, headers: null, retryAfter, receivedAt: 0 } as const;
  expect(isDayOver(answer, day)).toBe(isOver);
});
