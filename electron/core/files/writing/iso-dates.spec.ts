import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finerPrecision, isoDate } from './iso-dates.ts';

describe('a date', () => {
  /** In the middle of other bytes, as a writer asks. */
  const dateIn = (text: string) => isoDate(Buffer.from(`1${text}1`), 1, 1 + text.length);

  it.each(['2026-11-17', '2026-11-17T13:47:05', '2026-11-17 13:47:05', '2026-11-17T13:47:05.1230000'])(
    'is %j',
    (text) => expect(dateIn(text)).not.toBeNull(),
  );

  it.each([
    ...['2026-02-30', '2026-13-01', '2026-11-17T25:00:00', '2026-11-17T24:00:00', '2026-11-17T13:60:05'],
    ...['2026-11-17T13:47:60', '2026-11-17T13:47:0:', '2026-11-17T13:47:05.0000000000', '2026-11-17T13:47:05.'],
    ...['2026-11-17T13:47:05.00x', '2026-11-17T13:47:05,123', '2026-11-17T13:47:0', '2026-11-17x13:47:05'],
    ...['2026-11-17T13.47:05', '2026-11-17T13:47.05', '2026.11-17', '2026-11.17', '2026-00-10', '2026-11-00'],
    ...['2026-11-1', '2026-11-17T13:47:05Z', '2026-11-17T13:47:05+01:00', '2026-11-17T13:47:05.1234', '1900-02-28'],
    ...['20261117', '17.11.2026', '2026-11-17 ', ''],
  ])('is not %j: it stays text', (text) => expect(dateIn(text)).toBeNull());

  it('is the day and the time of the calendar', () => {
    const [first, last] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (moment) => {
        const text = new Date(moment).toISOString().slice(0, -1);
        const serialOf = (milliseconds: number) => (milliseconds - Date.UTC(1899, 11, 30)) / 86_400_000;
        const whole = Math.floor(moment / 1000) * 1000;
        expect(dateIn(text)?.serial).toBe(serialOf(moment));
        expect(dateIn(text.slice(0, 19))).toEqual({ serial: serialOf(whole), precision: 'time' });
        expect(dateIn(text.slice(0, 10))).toEqual({ serial: Math.floor(serialOf(moment)), precision: 'date' });
      }),
      { numRuns: 1000 },
    );
  });

  it('is as fine as it says, and the finest of a column counts', () => {
    const precisionOf = (text: string) => dateIn(text)?.precision;
    expect(precisionOf('2026-11-17T13:47:05.000')).toBe('time');
    expect(precisionOf('2026-11-17T13:47:05.001')).toBe('exactTime');
    expect(precisionOf('2026-11-17T13:47:05.5')).toBe('exactTime');
    expect(finerPrecision('date', 'time')).toBe('time');
    expect(finerPrecision('exactTime', 'time')).toBe('exactTime');
    expect(finerPrecision('time', 'time')).toBe('time');
  });
});
