import { describe, expect, it } from 'vitest';
import { MINUTE } from '../time/time.ts';
import { Margin, PACING, Pacer, hasMinuteRule, minuteLimitFor, minuteReserve, sendInterval } from './pacing.ts';

describe('the minute limit (specification, section 8)', () => {
  it.each([
    [null, 240],
    [0, 240],
    [10_001, 240],
    [345_600, 240],
    [345_601, 241],
    [500_000, 348],
  ])('of a service with %s requests a day is %i', (daily, limit) => expect(minuteLimitFor(daily)).toBe(limit));

  it.each([
    [null, true],
    [10_000, false],
    [10_001, true],
  ])('exists for a daily limit of %s: %s', (daily, exists) => expect(hasMinuteRule(daily)).toBe(exists));
});

describe('the interval between two requests', () => {
  it('uses 98.5 % of the minute', () => expect(sendInterval(240, 0.015, 0)).toBeCloseTo(253.8, 1));

  it('leaves to others what they use, and keeps a twelfth for us', () => {
    expect(sendInterval(240, 0.015, 36.4)).toBeCloseTo(MINUTE / 200, 6);
    expect(sendInterval(240, 0.015, 216.5)).toBeCloseTo(MINUTE / 20, 6);
    expect(sendInterval(240, 0.015, 240)).toBeCloseTo(MINUTE / 20, 6);
  });

  it('is never longer than a minute', () => expect(sendInterval(5, 0.015, 5)).toBe(MINUTE));
});

describe('what a lane leaves untouched in a minute', () => {
  it.each([
    ['person', true, 240, 0],
    ['person', false, 240, 0],
    ['import', false, 240, 1],
    ['import', true, 240, 10],
    ['refresh', true, 40, 10],
    ['reconcile', true, 39, 9],
    ['reconcile', true, 3, 0],
  ] as const)('%s, others seen: %s, limit %i: %i', (lane, others, limit, reserve) =>
    expect(minuteReserve(lane, others, limit)).toBe(reserve),
  );
});

describe('the pacer', () => {
  it('lets the first go at once and the next an interval later', () => {
    const pacer = new Pacer();
    expect(pacer.earliest('import')).toBe(Number.NEGATIVE_INFINITY);
    pacer.sent(1_000, 250);
    expect(pacer.earliest('import')).toBe(1_230);
    expect(pacer.earliest('person')).toBe(Number.NEGATIVE_INFINITY);
  });

  it('catches up with 20 ms of lateness and not with more', () => {
    const pacer = new Pacer();
    pacer.sent(1_000, 250);
    pacer.sent(1_245, 250);
    expect(pacer.earliest('import')).toBe(1_480);
    pacer.sent(9_000, 250);
    expect(pacer.earliest('import')).toBe(9_230);
  });

  it('is pushed on by a person who does not wait', () => {
    const pacer = new Pacer();
    pacer.sent(1_000, 250);
    pacer.sent(1_001, 250);
    expect(pacer.earliest('import')).toBe(1_480);
  });

  it('waits when it must, never for less than before, and forgets', () => {
    const pacer = new Pacer();
    pacer.waitUntil(500);
    pacer.waitUntil(400);
    expect(pacer.earliest('refresh')).toBe(500);
    pacer.forget();
    expect(pacer.earliest('refresh')).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the margin', () => {
  it('widens by a point for each 429, up to 10 %', () => {
    const margin = new Margin();
    expect(margin.value).toBe(0.015);
    margin.throttled(0);
    expect(margin.value).toBeCloseTo(0.025, 9);
    for (let index = 0; index < 20; index++) margin.throttled(index);
    expect(margin.value).toBe(PACING.mostMargin);
  });

  it('goes back by half a point after ten clean minutes, never below the start', () => {
    const margin = new Margin();
    margin.throttled(1_000);
    margin.answered(1_000 + 10 * MINUTE - 1);
    expect(margin.value).toBeCloseTo(0.025, 9);
    margin.answered(1_000 + 10 * MINUTE);
    expect(margin.value).toBeCloseTo(0.02, 9);
    margin.answered(1_000 + 10 * MINUTE + 1);
    expect(margin.value).toBeCloseTo(0.02, 9);
    margin.answered(1_000 + 20 * MINUTE);
    margin.answered(1_000 + 40 * MINUTE);
    expect(margin.value).toBe(0.015);
  });

  it('counts clean time from the last 429, also after it was back at the start', () => {
    const margin = new Margin();
    margin.answered(50 * MINUTE);
    margin.throttled(60 * MINUTE);
    margin.throttled(65 * MINUTE);
    margin.answered(70 * MINUTE);
    expect(margin.value).toBeCloseTo(0.035, 9);
  });
});
