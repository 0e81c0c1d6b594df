import { expect, test } from 'vitest';
import { exampleJob } from '../../testing/examples.ts';
import { inNeed } from './jobs-in-need.ts';

const counts = { rows: 10, created: 5, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 5 };

test('every job that needs somebody counts once: by its unknown rows, or as a job', () => {
  const jobs = [
    exampleJob({ state: 'running', counts: { ...counts, unknown: 2, waiting: 3 } }),
    exampleJob({ state: 'needsYou', counts: { ...counts, unknown: 1, waiting: 4 } }),
    exampleJob({ state: 'needsYou', holdKind: 'stopRule' }),
    exampleJob({ state: 'paused' }),
    exampleJob({ state: 'complete' }),
  ];
  expect(inNeed(jobs)).toEqual({ rows: 3, jobs: 1 });
  expect(inNeed([])).toEqual({ rows: 0, jobs: 0 });
});
