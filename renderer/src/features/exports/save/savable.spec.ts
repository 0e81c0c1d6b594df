import { expect, test } from 'vitest';
import { exampleExport } from '../../../testing/examples.ts';
import { PLAIN_VIEW } from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import { savableOf } from './savable.ts';

const choice = { selection: null, chosen: 0, chosenInView: 0 };

test.each([
  ['all', 4000, null],
  ['asked', 880, null],
] as const)('of a result that holds %s leads, %i can be saved', (keeps, all, filtered) => {
  const summary = exampleExport({ rows: 4000, answered: { filters: [], asked: 880, keeps } });
  const args = viewArgs(summary.id, PLAIN_VIEW, keeps, true);
  const parts = { summary, rows: all, choice, columns: [], filters: [] };
  expect(savableOf({ ...parts, args })).toMatchObject({ all, filtered });
  const search = { ...args, search: 'hansen' };
  expect(savableOf({ ...parts, args: search, rows: 12 })).toMatchObject({ all, filtered: 12 });
});
