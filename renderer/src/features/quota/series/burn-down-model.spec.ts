import { expect, test } from 'vitest';
import type { BurnDown } from '../../../../../shared/contract/quota/quota-forecast.ts';
import { HOUR } from '../../../../../shared/domain/time/time.ts';
import {
  burnDownAt,
  burnDownModel,
  burnDownSummary,
  burnDownTable,
  hoursWords,
  withNewest,
} from './burn-down-model.ts';

/** 13:00 in Copenhagen. */
const now = Date.UTC(2026, 10, 17, 12);
const none = { low: null, middle: null, high: null };

function burnDown(changed: Partial<BurnDown> = {}): BurnDown {
  return {
    service: 'POST leads',
    limit: 1000,
    reserve: 100,
    now,
    earlier: [],
    startedAt: now - 6 * HOUR,
    resetsAt: now + 18 * HOUR,
    points: [
      { at: now - 6 * HOUR, left: 1000, isConfirmed: false },
      { at: now - HOUR, left: 700, isConfirmed: true },
    ],
    forecast: [
      { at: now + 9 * HOUR, low: 500, middle: 600, high: 650 },
      { at: now + 18 * HOUR, low: 400, middle: 550, high: 600 },
    ],
    outlook: {
      state: 'lasts',
      runsOutAt: none,
      reserveAt: none,
      leftAtReset: { low: 400, middle: 550, high: 600 },
      basis: 'Forecast from the last 60 minutes.',
    },
    planned: [],
    productionHours: [],
    ...changed,
  };
}

test('what was measured ends now, and the forecast begins there with the same figure', () => {
  const model = burnDownModel(burnDown());
  expect(model?.points.map(({ at, left, middle }) => [(at - now) / HOUR, left, middle])).toEqual([
    [-6, 1000, null],
    [-1, 700, null],
    [0, 700, 700],
    [9, null, 600],
    [18, null, 550],
  ]);
  expect(model?.points.map(({ even }) => Math.round(even))).toEqual([1000, 792, 750, 375, 0]);
});

test('the newest snapshot says what is left, unless it is of another day', () => {
  const day = burnDown();
  const { limit, resetsAt } = day;
  const newest = withNewest(day, { limit, resetsAt, remaining: 696 });
  expect(burnDownSummary(newest)).toMatch(/^696 of 1,000 units left at 13:00\./);
  const model = burnDownModel(newest);
  expect(model?.left).toBe(696);
  expect(model?.points.map(({ at, left, middle }) => [(at - now) / HOUR, left, middle]).slice(1, 3)).toEqual([
    [-1, 700, null],
    [0, 696, 696],
  ]);
  expect(withNewest(day, { limit, resetsAt: now + 18 * HOUR + 900, remaining: 696 })).toEqual(newest);
  const early = { ...day, resetsAt: null };
  for (const known of [null, resetsAt])
    expect(burnDownModel(withNewest(early, { limit, resetsAt: known, remaining: 696 }))?.left).toBe(696);
  // The day of the core ends with a point of its own moment.
  const measured = { ...day, points: [...day.points, { at: now, left: 698, isConfirmed: false }] };
  expect(withNewest(measured, { limit, resetsAt, remaining: 696 })).toEqual(newest);
  for (const other of [
    { limit, resetsAt, remaining: null },
    { limit: 2000, resetsAt, remaining: 1999 },
    { limit, resetsAt: now + 42 * HOUR, remaining: 1000 },
    // After the reset, before the first request of the next day.
    { limit, resetsAt: null, remaining: 1000 },
  ])
    expect(withNewest(day, other)).toBe(day);
  const unused = burnDown({ points: [] });
  expect(withNewest(unused, { limit, resetsAt, remaining: 1000 })).toBe(unused);
});

test.each([
  ['whole', -5, 8, 'production hours, 08:00 to 21:00'],
  ['cut by the reset', 17, 18, 'production hours from 06:00'],
  ['begun before the day of the budget', -6, 8, 'production hours until 21:00'],
  ['all day', -6, 18, 'production hours'],
])('production hours name only their own beginning and end: %s', (_, from, to, words) => {
  const model = burnDownModel(burnDown({ productionHours: [{ from: now + from * HOUR, to: now + to * HOUR }] }));
  expect(model && hoursWords(model)).toBe(words);
});

test('without a forecast the future is empty, and the reason is said', () => {
  const unsure = burnDown({
    forecast: [],
    outlook: { ...burnDown().outlook, state: 'unsure', leftAtReset: null, basis: 'No figure came for 10 minutes.' },
  });
  const model = burnDownModel(unsure);
  expect(model?.points.filter(({ at }) => at > now).map(({ left, middle }) => [left, middle])).toEqual([[null, null]]);
  expect(burnDownSummary(unsure)).toBe('700 of 1,000 units left at 13:00. No figure came for 10 minutes.');
});

test('a day without limit, or of no length, is not drawn', () => {
  expect(burnDownModel(burnDown({ limit: null }))).toBeNull();
  expect(burnDownModel(burnDown({ limit: 0 }))).toBeNull();
  expect(burnDownModel(burnDown({ points: [] }))).toBeNull();
  // No request yet: the day begins with the first.
  expect(burnDownModel(burnDown({ startedAt: null, resetsAt: null }))).toBeNull();
  expect(burnDownSummary(burnDown({ limit: null }))).toContain('not known yet');
});

test('a reset that is over, or not known, gives a day of 24 hours', () => {
  for (const resetsAt of [null, now - HOUR]) expect(burnDownModel(burnDown({ resetsAt }))?.to).toBe(now + 18 * HOUR);
});

test('the chart says in a sentence what becomes of the budget, with the range', () => {
  expect(burnDownSummary(burnDown())).toBe(
    '700 of 1,000 units left at 13:00. Forecast: about 550 left at the reset tomorrow 07:00, likely 400 to 600.',
  );
  const scarce = burnDown({
    outlook: {
      ...burnDown().outlook,
      state: 'runsOut',
      leftAtReset: null,
      runsOutAt: { low: now + HOUR, middle: now + 2 * HOUR, high: now + 3 * HOUR },
    },
  });
  expect(burnDownSummary(scarce)).toContain('nothing left about 15:00, likely 14:00 to 16:00.');
});

test('the day is compared with yesterday and a week ago, as far as they were counted', () => {
  const both = [
    { daysAgo: 1, used: 4812 },
    { daysAgo: 7, used: 290 },
  ];
  expect(burnDownSummary(burnDown({ earlier: both }))).toMatch(
    / Used so far: 300; counted by the same time: 4,812 yesterday, 290 7 days ago\.$/,
  );
  const neither = both.map(({ daysAgo }) => ({ daysAgo, used: null }));
  expect(burnDownSummary(burnDown({ earlier: neither }))).not.toContain('yesterday');
});

test('the known jobs alone have no range', () => {
  const alone = burnDown({ forecast: [{ at: now + 18 * HOUR, low: 600.2, middle: 600, high: 600 }] });
  const model = burnDownModel(alone);
  if (model === null) throw new Error('There is a day to draw.');
  expect(burnDownAt(model, 3)).toBe('tomorrow 07:00: about 600 units left. Even pace 0.');
  const last = { ...model, points: model.points.map((point) => ({ ...point, left: 1 })) };
  expect(burnDownAt(last, 0)).toContain('07:00: 1 unit left. ');
});

test('each point is said with its source, and stands in the table', () => {
  const model = burnDownModel(burnDown());
  if (model === null) throw new Error('There is a day to draw.');
  expect(burnDownAt(model, 0)).toBe('07:00: 1,000 units left. Even pace 1,000.');
  expect(burnDownAt(model, 1)).toBe('12:00: 700 units left, confirmed by the service. Even pace 792.');
  expect(burnDownAt(model, 3)).toBe('22:00: about 600 units left, likely 500 to 650. Even pace 375.');
  expect(burnDownAt(model, 99)).toBe('');
  expect(burnDownTable(model).rows[1]).toEqual(['2026-11-17 12:00', 700, null, null, null, 792, 'confirmed']);
  expect(burnDownTable(model).rows[3]).toEqual(['2026-11-17 22:00', null, 600, 500, 650, 375, 'forecast']);
});
