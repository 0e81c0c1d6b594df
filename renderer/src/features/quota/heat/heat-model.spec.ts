import { expect, test } from 'vitest';
import { heatCells, heatStep, heatSummary, heatTable, heatWords, hourNow } from './heat-model.ts';

const hours = {
  zone: 'Europe/Copenhagen',
  days: 3,
  cells: [
    { weekday: 2, hour: 13, units: 800, others: 20, days: 2 },
    { weekday: 7, hour: 23, units: 1, others: 0, days: 1 },
  ],
};

test('all hours of a week stand in their places, and a used hour is never shown as empty', () => {
  const cells = heatCells(hours);
  expect(cells).toHaveLength(168);
  expect(cells[24 + 13]).toMatchObject({ day: 1, hour: 13, units: 800, level: 4 });
  expect(cells[167]).toMatchObject({ units: 1, level: 1 });
  expect(cells.filter(({ level }) => level === 0)).toHaveLength(166);
  expect(heatTable(cells).rows[13]).toEqual(['13:00', 0, 800, 0, 0, 0, 0, 0]);
});

test('an hour and the whole week are said in words', () => {
  const cells = heatCells(hours);
  expect(heatWords(cells[37] as never)).toBe(
    'Tuesday 13:00 to 14:00: 800 units on average of 2 days, 20 by other clients.',
  );
  expect(heatWords(cells[167] as never)).toBe('Sunday 23:00 to 00:00: 1 unit on one day.');
  expect(heatWords(cells[0] as never)).toBe('Monday 00:00 to 01:00: nothing used.');
  expect(heatSummary(cells, 3)).toContain('most on Tuesday 13:00 to 14:00, 800 units. 166 of 168 hours');
  expect(heatSummary(cells.slice(167), 3)).toContain('Sunday 23:00 to 00:00, 1 unit. ');
  expect(heatSummary(heatCells({ ...hours, cells: [] }), 0)).toBe('Nothing was used on these days.');
});

test('the hour that runs follows the zone of the service', () => {
  // Sunday 23:30 in London is Monday in Copenhagen.
  expect(hourNow(Date.UTC(2026, 10, 22, 23, 30), 'Europe/Copenhagen')).toBe(0);
  expect(hourNow(Date.UTC(2026, 10, 22, 23, 30), 'Europe/London')).toBe(167);
});

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 23, null],
  ['ArrowLeft', 24, null],
  ['ArrowDown', 0, 24],
  ['ArrowDown', 150, null],
  ['ArrowUp', 5, null],
  ['Home', 30, 24],
  ['End', 30, 47],
  ['a', 30, null],
])('%s from hour %i leads to %s', (key, at, next) => expect(heatStep(key, at)).toBe(next));
