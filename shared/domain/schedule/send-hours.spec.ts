import { describe, expect, it } from 'vitest';
import { closesAt, opensAt, startInstant } from './send-hours.ts';

const zone = 'Europe/Copenhagen';
const at = (text: string) => Date.parse(text);

describe('the hours of a job', () => {
  it('open at once without terms, and at the planned time', () => {
    const now = at('2026-11-17T12:00:00Z');
    expect(opensAt({ startAt: null, between: null }, now, zone)).toBeNull();
    expect(opensAt({ startAt: '2026-11-17T18:00', between: null }, now, zone)).toBe(at('2026-11-17T17:00:00Z'));
    expect(opensAt({ startAt: '2026-11-17T11:00', between: null }, now, zone)).toBeNull();
    expect(startInstant('2026-07-01T08:00', zone)).toBe(at('2026-07-01T06:00:00Z'));
  });

  it.each([
    ['2026-11-17T12:00:00Z', { from: 21, to: 8 }, '2026-11-17T20:00:00Z'],
    ['2026-11-17T20:30:00Z', { from: 21, to: 8 }, null],
    ['2026-11-18T06:59:00Z', { from: 21, to: 8 }, null],
    ['2026-11-18T07:00:00Z', { from: 21, to: 8 }, '2026-11-18T20:00:00Z'],
    ['2026-11-17T23:30:00Z', { from: 9, to: 17 }, '2026-11-18T08:00:00Z'],
    // At 17:00 they are over.
    ['2026-11-17T16:00:00Z', { from: 9, to: 17 }, '2026-11-18T08:00:00Z'],
    ['2026-11-30T23:30:00Z', { from: 9, to: 24 }, '2026-12-01T08:00:00Z'],
    // The night in which the clock goes back: 21 o'clock comes 25 hours after 21 o'clock.
    ['2026-10-25T07:30:00Z', { from: 21, to: 8 }, '2026-10-25T20:00:00Z'],
    // 02:00 does not exist on this day; the same time an hour later does.
    ['2026-03-29T00:30:00Z', { from: 2, to: 5 }, '2026-03-29T01:00:00Z'],
  ])('at %s between %o open at %s', (now, between, expected) => {
    expect(opensAt({ startAt: null, between }, at(now), zone)).toBe(expected === null ? null : at(expected));
  });

  it('join a start and hours', () => {
    const terms = { startAt: '2026-11-18T10:00', between: { from: 21, to: 8 } };
    expect(opensAt(terms, at('2026-11-17T12:00:00Z'), zone)).toBe(at('2026-11-18T20:00:00Z'));
  });

  it('end at the next such hour', () => {
    expect(closesAt({ from: 21, to: 8 }, at('2026-11-17T21:00:00Z'), zone)).toBe(at('2026-11-18T07:00:00Z'));
    expect(closesAt({ from: 0, to: 24 }, at('2026-11-17T21:00:00Z'), zone)).toBe(at('2026-11-17T23:00:00Z'));
    expect(closesAt({ from: 21, to: 8 }, at('2026-11-18T07:00:00Z'), zone)).toBe(at('2026-11-19T07:00:00Z'));
    expect(closesAt(null, 0, zone)).toBeNull();
  });
});
