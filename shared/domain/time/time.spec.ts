import { expect, it } from 'vitest';
import { daysOfMonth } from './time.ts';

it('a month has as many days as the calendar says', () => {
  for (const year of [1900, 2000, 2023, 2024])
    for (let month = 1; month <= 12; month += 1)
      expect(daysOfMonth(year, month)).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
  expect([daysOfMonth(2024, 0), daysOfMonth(2024, 13)]).toEqual([0, 0]);
});
