import { expect, test } from 'vitest';
import { rangeOf, timeGroupDays, timeGroupTitle } from './time-groups.ts';

test('a group of times names its first and its last moment', () => {
  expect(rangeOf('hour', '2026-11-09T07')).toEqual({ from: '2026-11-09T07:00:00', to: '2026-11-09T07:59:59' });
  expect(rangeOf('day', '2026-11-09')).toEqual({ from: '2026-11-09', to: '2026-11-09' });
  expect(rangeOf('week', '2026-12-28')).toEqual({ from: '2026-12-28', to: '2027-01-03' });
  expect(rangeOf('month', '2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(rangeOf('month', '2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

test('it is named as people name it, weeks by ISO 8601', () => {
  expect(timeGroupTitle('hour', '2026-11-09T07')).toBe('9 Nov 2026 07:00');
  expect(timeGroupTitle('day', '2026-11-13')).toBe('Fri 13 Nov 2026');
  expect(timeGroupTitle('month', '2026-11')).toBe('November 2026');
  // The week of the year's first Thursday is the first one.
  for (const [monday, title] of [
    ['2026-11-09', 'Week 46'],
    ['2025-12-29', 'Week 1'],
    ['2026-12-28', 'Week 53'],
    ['2027-01-04', 'Week 1'],
  ] as const)
    expect(timeGroupTitle('week', monday)).toBe(title);
  expect(timeGroupDays('week', '2026-11-09')).toBe('9 to 15 Nov 2026');
  expect(timeGroupDays('week', '2026-12-28')).toBe('28 Dec to 3 Jan 2027');
  expect(timeGroupDays('week', '2026-09-28')).toBe('28 Sep to 4 Oct 2026');
  expect(timeGroupDays('day', '2026-11-09')).toBe('');
});
