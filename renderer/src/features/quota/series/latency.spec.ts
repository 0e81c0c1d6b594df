import { expect, test } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { latencyKind, latencyModel, latencySummary } from './latency.ts';

test('a point is said to be of all its minutes: the slow answer came in one of them', () => {
  const from = Date.parse('2026-11-26T04:00:00Z');
  const at = Date.parse('2026-11-26T04:55:00Z');
  const points = [{ at, answers: 2, p50: 40, p95: 900, failures: 0 }];
  const model = latencyModel({ step: 5 * MINUTE, points }, { from, to: from + 60 * MINUTE, now: from + 60 * MINUTE });
  if (model === null) throw new Error('There is no model.');
  expect(latencySummary(model)).toContain('Slowest in the 5 min from 05:55: 95 % within');
  expect(latencyKind.readAt(model, 0)).toMatch(/^In the 5 min from .*05:55: half within/);
});

test('minutes in which every request failed have no time to the answer', () => {
  const at = Date.parse('2026-11-26T04:55:00Z');
  const points = [{ at, answers: 0, p50: 0, p95: 0, failures: 2 }];
  const model = latencyModel({ step: 5 * MINUTE, points }, { from: at, to: at + 60 * MINUTE, now: at });
  if (model === null) throw new Error('There is no model.');
  expect(latencySummary(model)).toBe('0 answers since 05:55. 2 requests failed or had no answer.');
  expect(latencyKind.readAt(model, 0)).toBe('In the 5 min from 05:55: 2 requests failed or had no answer.');
  expect(latencyKind.table(model).rows).toEqual([['2026-11-26 05:55', 0, null, null, 2]]);
});
