import { describe, expect, it } from 'vitest';
import { dateInWords, dateSideOf, isOrderChosen, onlyDate, sideThatDoesNotFit } from './date-order.ts';

describe('the order that a date tells', () => {
  it.each([
    ['25/04/2026', 'dateDayFirst'],
    ['04/25/2026', 'dateMonthFirst'],
    ['03/04/2026', 'dateEither'],
    ['3-4-26', 'dateEither'],
    ['3.4.26', 'dateDayFirst'],
    ['03. 04. 2026', 'dateDayFirst'],
    ['04.25.2026', 'dateMonthFirst'],
    ['30-02-2026', null],
    ['30/01/2026 14:05', 'dateDayFirst'],
    ['05/05/2026', null],
    ['2026-04-03', null],
    ['3 April 2026', null],
    ['31/31/2026', null],
    ['', null],
  ] as const)('%s: %s', (text, side) => {
    expect(dateSideOf(text, null)).toBe(side);
    expect(dateSideOf(text, 'day-month')).toBe(side);
  });

  it('is in no doubt where the year is read first', () => {
    expect(dateSideOf('26-04-03', 'year-month')).toBeNull();
    expect(dateSideOf('03/04/2026', 'year-month')).toBe('dateEither');
  });

  it('makes one day of a date that exists in one order only', () => {
    expect(['25/04/2026', '04/25/2026', '03/04/2026', '2026-04-03'].map(onlyDate)).toEqual([
      '2026-04-25',
      '2026-04-25',
      null,
      null,
    ]);
  });
});

it('is shown in words, in the order that is asked for', () => {
  expect(dateInWords('03/04/2026', 'day-month')).toBe('3 April 2026');
  expect(dateInWords('03/04/2026', 'month-day')).toBe('4 March 2026');
  expect(dateInWords('1/1/26', 'day-month')).toBe('1 January 2026');
  expect(dateInWords('31.12.2026', 'day-month')).toBe('31 December 2026');
  expect(dateInWords('31/12/2026', 'month-day')).toBeNull();
});

it('is chosen where it says which of day and month comes first', () => {
  expect([null, 'year-month', 'day-month', 'month-day'].map((order) => isOrderChosen(order as null))).toEqual([
    ...[false, false, true, true],
  ]);
});

describe('dates that do not fit', () => {
  it.each([
    ['day-month', 5, 2, 'dateMonthFirst'],
    ['day-month', 5, 0, null],
    ['month-day', 5, 2, 'dateDayFirst'],
    ['day-month', 0, 1, 'dateMonthFirst'],
    ['month-day', 1, 0, 'dateDayFirst'],
    ['month-day', 0, 5, null],
    [null, 1, 2, 'dateDayFirst'],
    [null, 1, 1, 'dateMonthFirst'],
    [null, 0, 1, null],
    [null, 5, 2, 'dateMonthFirst'],
    [null, 2, 5, 'dateDayFirst'],
    [null, 5, 0, null],
    ['year-month', 5, 2, 'dateMonthFirst'],
  ] as const)('read %s, %i with the day first, %i with the month: %s', (order, dayFirst, monthFirst, side) => {
    expect(sideThatDoesNotFit({ order, dayFirst, monthFirst, either: 9 })).toBe(side);
  });
});
