import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import type { MinuteStatistic } from '../api/broker/ledger/ledger-store.ts';
import { burnDownPoints, hourCells, latencyPoints, minutePoints, stepFor, unitsPerMinute } from './quota-series.ts';

/** 12:00 in Copenhagen, a Friday. */
const NOON = Date.UTC(2026, 10, 20, 11);

const minute = (part: Partial<MinuteStatistic>): MinuteStatistic => ({
  minute: NOON,
  service: 'POST leads',
  lane: 'import',
  requests: 0,
  units: 0,
  refused: 0,
  ...part,
});

describe('requests by lane', () => {
  it.each([
    [25 * HOUR, MINUTE],
    [25 * HOUR + MINUTE, 5 * MINUTE],
    [14 * 24 * HOUR, 15 * MINUTE],
    [400 * 24 * HOUR, 6 * HOUR],
  ])('a range of %i ms goes in steps of %i ms', (length, step) => {
    expect(stepFor(length)).toBe(step);
  });

  it('are added up in their step, and what was given back never falls below nothing', () => {
    const points = minutePoints(
      [
        minute({ requests: 3, units: 3 }),
        minute({ minute: NOON + MINUTE, lane: 'person', requests: 1, units: 8 }),
        minute({ minute: NOON + 5 * MINUTE, requests: -1, units: -1, refused: 1 }),
      ],
      [],
      { from: NOON, to: NOON + HOUR, step: 5 * MINUTE },
    );
    const none = { person: 0, refresh: 0, import: 0, reconcile: 0, others: 0, units: 0, refused: 0 };
    expect(points).toEqual([
      { ...none, at: NOON, import: 3, person: 1, units: 11 },
      { ...none, at: NOON + 5 * MINUTE, refused: 1 },
    ]);
  });

  it('share what others used between two readings evenly, as far as it lies in the range', () => {
    const span = { from: NOON - 5 * MINUTE, to: NOON + 5 * MINUTE, units: 100 };
    const points = minutePoints([], [span], { from: NOON, to: NOON + 2 * MINUTE, step: MINUTE });
    expect(points.map(({ at, others }) => [at - NOON, others])).toEqual([
      [0, 10],
      [MINUTE, 10],
    ]);
  });
});

describe('the burn-down', () => {
  const reading = { at: NOON + 10 * MINUTE, service: 'POST leads', used: 50, own: 40, others: 10 };

  it('counts on between the readings and takes the service’s word at them', () => {
    const points = burnDownPoints({
      limit: 1_000,
      from: NOON,
      now: NOON + 20 * MINUTE,
      used: 65,
      readings: [{ ...reading, limit: 1_000, periodEnd: null, tellsOthers: false }],
      minutes: [minute({ units: 30 }), minute({ minute: NOON + 15 * MINUTE, units: 15 })],
    });
    expect(points.map(({ at, left, isConfirmed }) => [(at - NOON) / MINUTE, left, isConfirmed])).toEqual([
      [0, 1_000, false],
      [0, 970, false],
      [10, 950, true],
      [15, 935, false],
      [20, 935, false],
    ]);
  });

  it('has nothing to draw without a limit, never less than nothing left, and at most 600 points with both ends', () => {
    const empty = { from: NOON, now: NOON, used: 0, readings: [], minutes: [] };
    expect(burnDownPoints({ ...empty, limit: null })).toEqual([]);
    expect(burnDownPoints({ ...empty, limit: 10, used: 11 }).at(-1)?.left).toBe(0);
    const minutes = Array.from({ length: 1_440 }, (_, index) => minute({ minute: NOON + index * MINUTE, units: 1 }));
    const long = burnDownPoints({ ...empty, limit: 10_000, now: NOON + 24 * HOUR, used: 1_440, minutes });
    expect(long.length).toBeLessThanOrEqual(601);
    expect([long[0]?.left, long.at(-1)?.left]).toEqual([10_000, 8_560]);
  });
});

describe('the hours of the week', () => {
  it('are those of the zone, on average over the days that have them', () => {
    const own = [
      { hour: NOON, service: 'POST leads', lane: 'import', units: 100 },
      { hour: NOON + 7 * 24 * HOUR, service: 'POST leads', lane: 'import', units: 300 },
    ];
    const others = [{ from: NOON + 50 * MINUTE, to: NOON + 70 * MINUTE, units: 40 }];
    expect(hourCells(own, others, 'Europe/Copenhagen')).toEqual({
      days: 2,
      cells: [
        { weekday: 5, hour: 12, units: 200, others: 0, days: 2 },
        { weekday: 5, hour: 13, units: 40, others: 40, days: 1 },
      ],
    });
    expect(hourCells(own, [], 'Asia/Tokyo').cells[0]).toMatchObject({ weekday: 5, hour: 20 });
  });
});

describe('the time to the answer', () => {
  it('is at most a tenth too high, and failures are counted apart', () => {
    const at = NOON;
    const service = 'POST leads';
    // 1.1 ** 49 is 107 ms, 1.1 ** 73 is 1,051 ms.
    const { step, points } = latencyPoints(
      [
        { at, service, bucket: 49, answers: 94 },
        { at, service, bucket: 73, answers: 6 },
        { at: at + 5 * MINUTE, service, bucket: -1, answers: 2 },
      ],
      HOUR,
    );
    expect(step).toBe(5 * MINUTE);
    expect(points).toEqual([
      { at, answers: 100, p50: 107, p95: 1_051, failures: 0 },
      { at: at + 5 * MINUTE, answers: 0, p50: 0, p95: 0, failures: 2 },
    ]);
  });
});

describe('units a minute of other clients', () => {
  it('are an average of a longer time, and no more than was seen within a shorter one', () => {
    expect(unitsPerMinute({ from: 0, to: 10 * MINUTE, units: 300 })).toBe(30);
    expect(unitsPerMinute({ from: 0, to: MINUTE / 2, units: 159 })).toBe(159);
  });
});
