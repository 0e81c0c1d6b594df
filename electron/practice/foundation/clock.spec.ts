import { describe, expect, it } from 'vitest';
import { createPracticeClock } from './clock.ts';
import { formatDateTime, isProductionHour, parseDateTime, wallFromInstant } from './service-time.ts';

describe('the clock', () => {
  it('stands still at speed 0 and fires what is due, in order, when moved on', () => {
    const clock = createPracticeClock({ start: 1000, speed: 0 });
    const fired: string[] = [];
    clock.after(200, () => fired.push('late'));
    clock.after(100, () => fired.push('early'));
    expect(clock.now()).toBe(1000);
    clock.advance(99);
    expect(fired).toEqual([]);
    clock.advance(101);
    expect(fired).toEqual(['early', 'late']);
    clock.set(500);
    expect(clock.now()).toBe(500);
  });

  it('runs faster and wakes earlier', async () => {
    const clock = createPracticeClock({ start: 0, speed: 10_000 });
    await new Promise<void>((resolve) => clock.after(100_000, resolve));
    expect(clock.now()).toBeGreaterThanOrEqual(100_000);
    clock.setSpeed(0);
    const stopped = clock.now();
    expect(clock.now()).toBe(stopped);
  });

  it('refuses impossible settings', () => {
    const clock = createPracticeClock({ speed: 0 });
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => clock.set(Number.NaN)).toThrow(RangeError);
    expect(() => createPracticeClock({ speed: Number.NaN })).toThrow(RangeError);
  });
});

describe('service time', () => {
  it('is Copenhagen, in winter and in summer, across the hour that is left out', () => {
    expect(formatDateTime(wallFromInstant(Date.parse('2026-01-15T12:00:00.250Z')))).toBe('2026-01-15T13:00:00.2500000');
    expect(formatDateTime(wallFromInstant(Date.parse('2026-03-29T00:59:59Z')))).toBe('2026-03-29T01:59:59.0000000');
    expect(formatDateTime(wallFromInstant(Date.parse('2026-03-29T01:00:00Z')))).toBe('2026-03-29T03:00:00.0000000');
    expect(isProductionHour(Date.parse('2026-12-31T23:30:00Z'))).toBe(false);
  });

  it.each([
    ['2026-11-17', '2026-11-17T00:00:00.0000000'],
    ['2026-11-17T08:30', '2026-11-17T08:30:00.0000000'],
    ['2026-11-17T08:30:15.1234567', '2026-11-17T08:30:15.1230000'],
    ['2026-11-17T08:30:15Z', '2026-11-17T09:30:15.0000000'],
    ['2026-11-17T08:30:15-05:00', '2026-11-17T14:30:15.0000000'],
  ])('reads %s', (text, wall) => {
    expect(formatDateTime(parseDateTime(text) ?? 0)).toBe(wall);
  });

  it.each(['', 'today', '17.11.2026', '2026-13-01', '2026-02-29', '2026-11-17T25:00', '2026-11-17T08:61'])(
    'does not read %j',
    (text) => {
      expect(parseDateTime(text)).toBeNull();
    },
  );
});
