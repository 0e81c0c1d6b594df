import { expect, test } from 'vitest';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { latencyKind, latencyModel, latencySummary } from './latency.ts';

test('a point is said to be of all its minutes: the slow answer came in one of them', () => {
  const from = Date.parse('2026-11-26T04:00:00Z');
  const at = Date.parse('2026-11-26T04:55:00Z');
  const points = [{ at, answers: 2, p50: 40, p95: 900, failures: 0 }];
  const model = latencyModel(
    { step: 5 * MINUTE, points },
    { from, to: from + 60 * MINUTE, now: from + 60 * MINUTE },
    'UTC',
  );
  if (model === null) throw new Error('There is no model.');
  expect(latencySummary(model)).toContain('Slowest in the 5 min from 04:55: 95 % within');
  expect(latencyKind.readAt(model, 0)).toMatch(/^In the 5 min from .*04:55: half within/);
});
