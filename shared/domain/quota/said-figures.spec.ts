import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import {
  confirmed,
  credited,
  type DailyLedger,
  debited,
  EMPTY_LEDGER,
  exhausted,
  rolled,
  type SaidFigures,
} from './quota.ts';

/* What the service says of a budget, beside what was counted here. */

const NOW = Date.UTC(2026, 10, 20, 9);

const counts = (used: number, change: Partial<SaidFigures> = {}): SaidFigures => ({
  limit: null,
  used,
  secondsLeft: null,
  inFlight: 0,
  from: 'counts',
  ...change,
});
const header = (used: number): SaidFigures => ({ limit: null, used, secondsLeft: null, inFlight: 0 });
/** A period that began an hour ago, of which the service has counted 100: `own` of them ours. */
const told = (own: number): DailyLedger => confirmed(debited(EMPTY_LEDGER, own, NOW - HOUR), counts(100), NOW - MINUTE);

describe('where a figure comes from', () => {
  it('is the answer that named it last', () => {
    const first = confirmed(EMPTY_LEDGER, counts(5, { limit: 100, secondsLeft: 3_600 }), NOW);
    const origin = { source: 'counts', at: NOW };
    expect(first.origins).toEqual({ limit: origin, used: origin, end: origin });
    const later = { source: 'header', at: NOW + 1 };
    expect(confirmed(first, header(6), NOW + 1).origins).toEqual({ limit: origin, used: later, end: origin });
    const limits = { limit: 200, used: null, secondsLeft: null, inFlight: 0, from: 'limits' } as const;
    expect(confirmed(first, limits, NOW + 2).origins.limit).toEqual({ source: 'limits', at: NOW + 2 });
    expect(confirmed(first, { ...limits, limit: null }, NOW + 2).origins.limit).toEqual(origin);
  });

  it('is a refusal when it named the limit, else what named it before', () => {
    const before = confirmed(EMPTY_LEDGER, counts(5, { limit: 100 }), NOW);
    const refused = { source: 'refused', at: NOW + 5 };
    expect(exhausted(before, null, NOW + HOUR, NOW + 5).origins.limit).toEqual({ source: 'counts', at: NOW });
    expect(exhausted(before, 90, NOW + HOUR, NOW + 5).origins.limit).toEqual(refused);
  });
});

it.each([
  ['asked for before the last one came', -1, NOW + 1, 100],
  ['asked for when the last one came', 0, NOW + 1, 95],
  ['asked for at no known time', undefined, NOW + 1, 95],
  ['that comes in the same moment', -1, NOW, 100],
  ['that comes when the clock was set back since', -HOUR, NOW - HOUR, 95],
])('a lower figure %s is believed, or left out as overtaken', (_when, before, now, used) => {
  const last = confirmed(EMPTY_LEDGER, counts(100), NOW);
  const asked = before === undefined ? {} : { askedAt: NOW + before };
  expect(confirmed(last, counts(95, asked), now).used).toBe(used);
});

describe('a new period of the service', () => {
  it.each([
    [80, 60],
    [79, 39],
  ])('is seen in a count that fell by more than 20: %i after 100, %i of others', (used, others) => {
    const next = confirmed(debited(told(40), 40, NOW), counts(used), NOW);
    expect(next.byWhom.others).toBe(others);
    expect(next.periodStart).toBe(others === 60 ? NOW - HOUR : NOW);
  });

  it.each([
    [120, 60],
    [121, 70],
  ])('is seen in an end that is later by more than two minutes: %i seconds, %i of others', (apart, others) => {
    const before = told(40);
    const secondsLeft = ((before.periodEnd ?? 0) - NOW) / 1000 + apart;
    const next = confirmed(debited(before, 40, NOW), counts(110, { secondsLeft }), NOW);
    expect(next).toMatchObject({ periodEnd: NOW + secondsLeft * 1000, byWhom: { others } });
  });

  it('is never seen in an end while none is known', () => {
    const before = { ...told(40), periodStart: null, periodEnd: null };
    expect(confirmed(before, counts(110, { secondsLeft: 3_600 }), NOW).byWhom).toMatchObject({ own: 40, others: 70 });
    expect(confirmed(told(40), counts(110), NOW).byWhom).toMatchObject({ own: 40, others: 70 });
  });

  it('may have what was under way at the last count of the one before, asked for in a sleep over its end', () => {
    const before = confirmed(debited(EMPTY_LEDGER, 9, NOW - HOUR), counts(65, { inFlight: 5 }), NOW);
    const later = debited(before, 4, NOW);
    // Of the five four were counted in the new period, and the last of the later ones is under way.
    const next = confirmed(later, counts(7, { secondsLeft: 86_320, inFlight: 1 }), NOW);
    expect(next.used).toBe(8);
    const byHeader = confirmed(later, header(7), NOW);
    expect(byHeader.byWhom.own).toBe(9);
  });

  it('leaves as ours what was sent since the last count, when a header tells of it', () => {
    expect(confirmed(debited(told(40), 3, NOW), header(5), NOW).byWhom).toMatchObject({
      own: 3,
      others: 0,
      told: null,
    });
  });
});

describe('a period that has just begun here', () => {
  const begun = debited(EMPTY_LEDGER, 1, NOW);

  it.each([
    [2 * MINUTE - 1, null, 0],
    [2 * MINUTE, null, 899],
    [MINUTE, 119, 0],
    [MINUTE, 120, 899],
    [2 * MINUTE, 119, 899],
  ])(
    'after %i ms is not told by figures of the old one, which has %s seconds left: %i of others',
    (after, left, others) => {
      expect(confirmed(begun, counts(900, { secondsLeft: left }), NOW + after).byWhom).toMatchObject({
        own: 1,
        others,
      });
    },
  );

  /** The service had counted 500 in the period that ended as this one began. */
  const after500 = debited(confirmed(debited(EMPTY_LEDGER, 40, NOW - DAY), counts(500), NOW - MINUTE), 1, NOW);

  it.each([
    [479, null, 478],
    [480, null, 0],
    [479, 119, 0],
  ])(
    'is told by a count that the old one, which had 500, cannot have: %i with %s seconds left, %i of others',
    (used, secondsLeft, others) => {
      const { byWhom } = confirmed(after500, counts(used, { secondsLeft }), NOW + MINUTE);
      expect(byWhom).toMatchObject({ own: 1, others });
    },
  );

  it('keeps the last word of the period before, until another begins', () => {
    expect(after500.usedBefore).toBe(500);
    expect(confirmed(after500, counts(7), NOW + MINUTE).usedBefore).toBe(500);
    expect(rolled(confirmed(after500, counts(7), NOW + MINUTE), NOW + DAY).usedBefore).toBe(7);
    expect(rolled(begun, NOW + DAY).usedBefore).toBeNull();
  });

  it('is told by any figures once it was told, and before its first request', () => {
    const once = confirmed(begun, counts(30, { secondsLeft: 86_390 }), NOW + MINUTE);
    expect(confirmed(once, counts(31), NOW + MINUTE).byWhom.others).toBe(30);
    expect(confirmed(EMPTY_LEDGER, counts(30), NOW).byWhom.others).toBe(30);
  });
});

it('what may be missing in the count is added, up to what is known of ours and of others', () => {
  const before = told(60);
  expect(before.byWhom).toMatchObject({ own: 60, others: 40 });
  const sent = debited(before, 3, NOW);
  expect(confirmed(sent, counts(100, { inFlight: 5 }), NOW).used).toBe(103);
  expect(confirmed(sent, counts(100, { inFlight: 2 }), NOW).used).toBe(102);
});

it.each([
  ['of an endpoint without a counter', { unassigned: 1 }, {}],
  ['that was throttled', {}, { doubtful: 1 }],
  ['of the end of the period before', {}, { border: 1 }],
] as const)('a unit %s adds nothing to it: a count is held against this figure', (_, said, known) => {
  const before = debited(EMPTY_LEDGER, 4, NOW);
  const ledger = { ...before, byWhom: { ...before.byWhom, ...known } };
  // What the next count lacks of this figure was lost on its way, and nothing else.
  expect(confirmed(ledger, counts(4, { inFlight: 1, ...said }), NOW).used).toBe(4);
});

it('a request that never left is taken back without a doubt, one that was throttled is in doubt', () => {
  const before = debited(EMPTY_LEDGER, 5, NOW);
  expect(credited(before, 2).byWhom).toMatchObject({ own: 3, doubtful: 0 });
  expect(credited(before, 2, true).byWhom).toMatchObject({ own: 3, doubtful: 2 });
});

it('a count that was asked for before a header came counts, while no other count has come', () => {
  const stands = confirmed(debited(EMPTY_LEDGER, 3, NOW - HOUR), header(40), NOW);
  expect(confirmed(stands, counts(30, { askedAt: NOW - 1 }), NOW + 1)).toMatchObject({ used: 30, source: 'confirmed' });
});
