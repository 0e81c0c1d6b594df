import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { dateColumns } from './date-columns.ts';

/** Rows of which the first has nothing, so that the kinds lie in different batches. */
const LATE = 60;

it('are those in which every value is a date, as fine as the finest of them', async () => {
  const store = new ResultStore(join(specFolder('date-columns'), 'result.sqlite'));
  onTestFinished(() => store.close());
  const row = (...cells: (string | null)[]) => cells;
  const first = row('2026-11-17', null, '2026-11-17', '2026-11-17T09:00:00.5', '2026-11-17', '');
  const others = row('2026-11-18', '2026-11-18', '2026-11-18', '2026-11-18', 'soon', null);
  const late = row(null, '2026-11-19', '2026-11-19T09:00:00', '2026-11-19T09:00:00', '2026-11-19', null);
  store.append([first, ...new Array<typeof others>(LATE).fill(others), late], 6);
  const letOtherWorkRun = vi.fn<() => Promise<void>>(async () => undefined);
  const found = await dateColumns(store, [5, 4, 3, 2, 1, 0], letOtherWorkRun);
  expect([...found]).toEqual([
    [2, 'exactTime'],
    [3, 'time'],
    [4, 'date'],
    [5, 'date'],
  ]);
  // Each of the five columns that are read to their end is read in two parts.
  expect(letOtherWorkRun).toHaveBeenCalledTimes(10);
});
