import { expect, it } from 'vitest';
import { countsOf, EMPTY_TALLY } from '../jobs/job-row.ts';
import { trialRoom } from './trial-rows.ts';

it('a trial lets go what is not answered of its rows, and never less than none; without one there is no bound', () => {
  const counts = countsOf(10, { ...EMPTY_TALLY, created: 2, rejected: 1, unknown: 1, skipped: 3 });
  expect([6, 5, 4, 3, 0].map((trial) => trialRoom(trial, counts))).toEqual([2, 1, 0, 0, Number.POSITIVE_INFINITY]);
});
