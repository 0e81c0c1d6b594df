import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeSpanWords } from './time-span.ts';

test.each([
  ['P1DT2H', '1 day 2 hours'],
  ['PT90M', '90 minutes'],
  ['P1Y2M3DT4H5M6S', '1 year 2 months 3 days 4 hours 5 minutes 6 seconds'],
  ['P1M', '1 month'],
  ['PT1M', '1 minute'],
  ['PT0.5S', '0.5 seconds'],
  ['PT1,500S', '1.5 seconds'],
  ['PT0S', '0 seconds'],
  ['P0DT0H', '0 hours'],
  ['P2W', '2 weeks'],
  ['-P1D', 'minus 1 day'],
  ['P007D', '7 days'],
])('%s is %s', (text, words) => expect(timeSpanWords(text)).toBe(words));

test.each([
  '',
  'P',
  'PT',
  'P1DT',
  'p1dt2h',
  'P1D2H',
  'PT2D',
  '1 day',
  'P1.5D',
  'P1H',
  'PT1S2M',
  'P1D ',
  '1.02:00:00',
  `P${'9'.repeat(60)}D`,
])('%j stays text', (text) => expect(timeSpanWords(text)).toBeNull());

test('every amount that was written is in the words', () => {
  const amount = fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: null });
  fc.assert(
    fc.property(fc.tuple(amount, amount, amount, amount), ([days, hours, minutes, seconds]) => {
      fc.pre([days, hours, minutes, seconds].some((part) => part !== null));
      const clock = [hours, minutes, seconds].map((part, at) => (part === null ? '' : `${part}${'HMS'[at]}`)).join('');
      const words = timeSpanWords(`P${days === null ? '' : `${days}D`}${clock === '' ? '' : `T${clock}`}`);
      const numbers = [...(words ?? '').matchAll(/\d+/g)].map(([text]) => Number(text));
      expect(numbers).toEqual([days, hours, minutes, seconds].filter((part) => part !== null));
    }),
  );
});
