import { expect, test } from 'vitest';
import { campaignsOf, funnelOf, funnelWords, minuteOf, timeOf } from './outcome-model.ts';

test('each step of the funnel is a part of the one before, and what nobody knows is in none but the first', () => {
  const counts = {
    success: 26,
    notInterested: 101,
    processed: 3,
    redial: 79,
    failed: 15,
    new: 40,
    expired: 5,
    removed: 12,
    unseen: 4,
  };
  const outcomes = { counts, created: 290 };
  expect(funnelOf(outcomes).map(({ rows }) => rows)).toEqual([290, 224, 130, 26]);
  expect(funnelWords(outcomes)).toBe(
    '40 leads are new. For 26 it is not known whether they were called. 20.0 % of those closed are a success.',
  );
  expect(funnelWords({ counts: { new: 1 }, created: 1 })).toBe('1 lead is new.');
});

test('a time of the day is read and written, and nothing else is one', () => {
  expect(minuteOf('07:05')).toBe(425);
  expect(timeOf(425)).toBe('07:05');
  for (const text of ['', '24:00', '7:05', '12:60']) expect(minuteOf(text)).toBeNull();
});

test('two spellings of one campaign are one campaign, and one request', () => {
  const codes = ['Summer', 'SPRING', 'spring ', 'Summer'];
  expect(campaignsOf(codes.map((campaignCode) => ({ campaignCode })))).toEqual(['SPRING', 'Summer']);
});
