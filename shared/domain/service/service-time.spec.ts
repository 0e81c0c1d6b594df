import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayWords,
  formatServiceTime,
  instantOf,
  isProductionTime,
  isTimeZone,
  knownZone,
  nextHoursChange,
  parseServiceTime,
  serviceInstant,
  timeWords,
  wallClockAt,
} from './service-time.ts';

const ZONE = 'Europe/Copenhagen';

describe('parseServiceTime', () => {
  it('reads seven decimals without a zone as the service clock shows them', () => {
    const read = parseServiceTime('2026-05-06T10:16:41.0000000');
    expect(read).toEqual({ clock: { year: 2026, month: 5, day: 6, hour: 10, minute: 16, second: 41 }, zone: null });
    expect(read && formatServiceTime(read.clock)).toBe('2026-05-06T10:16:41');
  });

  it('keeps the zone that a time names itself', () => {
    expect(parseServiceTime('2026-05-06T10:16:41Z')?.zone).toBe('Z');
    expect(parseServiceTime('2026-05-06T10:16:41+02:00')?.zone).toBe('+02:00');
  });

  it.each(['', 'today', '2026-13-01', '2026-02-30', '2026-05-06T25:00:00', '06.05.2026'])(
    'sees no time in %s',
    (text) => {
      expect(parseServiceTime(text)).toBeNull();
    },
  );
});

describe('serviceInstant', () => {
  it.each([
    ['2026-05-06T10:16:41.0000000', Date.UTC(2026, 4, 6, 8, 16, 41)],
    ['2026-05-06T10:16:41Z', Date.UTC(2026, 4, 6, 10, 16, 41)],
    ['2026-05-06T10:16:41+05:30', Date.UTC(2026, 4, 6, 4, 46, 41)],
    ['2026-05-06 10:16:41-0200', Date.UTC(2026, 4, 6, 12, 16, 41)],
    ['today', null],
  ])('reads %s by its own zone, else by that of the service', (text, instant) => {
    expect(serviceInstant(text, ZONE)).toBe(instant);
  });
});

describe('instantOf', () => {
  it('is the inverse of the clock at every instant that a clock shows once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000_000 }),
        fc.constantFrom(ZONE, 'UTC', 'America/New_York', 'Asia/Kolkata'),
        (seconds, zone) => {
          const clock = wallClockAt(seconds * 1000, zone);
          expect(wallClockAt(instantOf(clock, zone), zone)).toEqual(clock);
        },
      ),
    );
  });

  it('takes the earlier of two, in the hour that a night in autumn has twice', () => {
    const clock = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 };
    expect(instantOf(clock, ZONE)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  it('moves a time that a night in spring leaves out an hour on', () => {
    const clock = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0 };
    expect(wallClockAt(instantOf(clock, ZONE), ZONE)).toMatchObject({ hour: 3, minute: 30 });
  });
});

describe('production hours', () => {
  it.each([
    ['07:57', false],
    ['07:58', true],
    ['08:00', true],
    ['20:59', true],
    ['21:01', true],
    ['21:03', false],
    ['02:00', false],
  ])('at %s in winter: %s', (time, isProduction) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    expect(isProductionTime(Date.UTC(2026, 0, 15, hour - 1, minute), ZONE)).toBe(isProduction);
  });

  it('follow the zone in summer', () => {
    expect(isProductionTime(Date.UTC(2026, 6, 15, 6, 30), ZONE)).toBe(true);
    expect(isProductionTime(Date.UTC(2026, 6, 15, 5, 30), ZONE)).toBe(false);
  });

  it('change next at 8 or 21, also over the night in which the clocks change', () => {
    expect(nextHoursChange(Date.UTC(2026, 0, 15, 12), ZONE)).toBe(Date.UTC(2026, 0, 15, 20));
    expect(nextHoursChange(Date.UTC(2026, 0, 15, 20), ZONE)).toBe(Date.UTC(2026, 0, 16, 7));
    expect(nextHoursChange(Date.UTC(2026, 2, 28, 22), ZONE)).toBe(Date.UTC(2026, 2, 29, 6));
  });
});

describe('a moment in words', () => {
  const at = (text: string) => Date.parse(text);

  it('has no day when it is on this one, by the clock of the zone', () => {
    expect(timeWords(at('2026-11-24T04:13:00Z'), at('2026-11-24T04:10:00Z'), ZONE)).toBe('05:13');
    expect(timeWords(at('2026-11-24T23:30:00Z'), at('2026-11-24T22:30:00Z'), ZONE)).toBe('00:30 on 25 Nov');
  });

  it('has a day and its year where only the day counts', () => {
    expect(dayWords(at('2026-11-24T23:30:00Z'), ZONE)).toBe('25 Nov 2026');
  });
});

it('knows zones', () => {
  expect(isTimeZone(ZONE)).toBe(true);
  expect(isTimeZone('Europe/Nowhere')).toBe(false);
  expect([knownZone('Asia/Tokyo'), knownZone('Europe/Nowhere'), knownZone('')]).toEqual(['Asia/Tokyo', ZONE, ZONE]);
});
