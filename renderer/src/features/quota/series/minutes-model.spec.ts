import { expect, test } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { minutesAt, minutesModel, minutesSummary, minutesTable, perMinute, totalOf } from './minutes-model.ts';

const from = Date.UTC(2026, 10, 17, 12);
const range = { from, to: from + 5 * MINUTE, now: from + 4.5 * MINUTE };
const point = (at: number, changed = {}) => ({
  at,
  person: 0,
  refresh: 0,
  import: 0,
  reconcile: 0,
  others: 0,
  units: 0,
  refused: 0,
  ...changed,
});
const minutes = {
  step: MINUTE,
  limit: 240,
  points: [
    point(from + MINUTE, { import: 200, person: 3, others: 11, refused: 1 }),
    point(from + 3 * MINUTE, { person: 2 }),
  ],
};

test('every minute has a point, also where nothing was sent', () => {
  const model = minutesModel(minutes, range);
  expect(model?.points.map(totalOf)).toEqual([0, 214, 0, 2, 0]);
  expect(minutesModel({ ...minutes, points: [] }, range)).toBeNull();
});

test('what was sent here and by others is said apart', () => {
  const model = minutesModel(minutes, range);
  if (model === null) throw new Error('There are minutes to draw.');
  expect(minutesSummary(model)).toBe(
    '205 requests sent from here since 13:00; at most 203 a minute, at 13:01, the limit is 240; other clients used at least 11 units; 1 throttled.',
  );
  expect(minutesAt(model, 1)).toBe('13:01: Import 200, People 3, Other clients, units 11, 1 throttled.');
  expect(minutesAt(model, 0)).toBe('13:00: no request.');
  expect(minutesTable(model).rows[1]).toEqual(['2026-11-17 13:01', 200, 0, 3, 0, 11, 0, 1]);
});

test('a longer step is an average, so that the limit a minute stays comparable', () => {
  expect(perMinute(1000, 5 * MINUTE)).toBe(200);
});
