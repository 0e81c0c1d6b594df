import { afterEach, beforeEach, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import { createJournal, type JournalUnderTest, remove } from '../job-fixture.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

const ROWS = [['1', 'alpha'], ['2'], ['3', 'zebra'], ['4', ''], ['5', 'null']];
const ordered = (order: { column: number; descending: boolean } | null) => {
  at.add(ROWS, { terms: { ...USUAL_TERMS, order } });
  return at.journal.prepare('SELECT n, place FROM import_row ORDER BY place, n').all();
};
const numbers = (rows: readonly Record<string, unknown>[]) => rows.map(({ n }) => n);

it('puts rows that end before the column behind all that have a value in it, in either direction', () => {
  expect(numbers(ordered({ column: 1, descending: true }))).toEqual([3, 5, 1, 2, 4]);
  expect(at.store.rows.ready('job', 2).map(({ n }) => n)).toEqual([3, 5]);
  const page = { state: 'all', reason: undefined, offset: 0, limit: 2 } as const;
  const { lists } = at.store;
  expect(lists.rows('job', { ...page, asSent: true }).rows.map(({ row }) => row)).toEqual([3, 5]);
  expect(lists.rows('job', page).rows.map(({ row }) => row)).toEqual([1, 2]);
});

it('counts places from 1, and gives none to rows that go out as in the file', () => {
  expect(ordered({ column: 0, descending: true }).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
  remove(at.store, 'job', { at: 1, run: 'spec' });
  expect(ordered(null).map(({ place }) => place)).toEqual([0, 0, 0, 0, 0]);
});
