import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Outcome } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { atOnce, createJournal, type JournalUnderTest, phones, remove } from './job-fixture.ts';
import { JobStore } from './job-store.ts';
import { changedIn, type RowOutcome } from './outcome-store.ts';

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add([['1'], ['2'], ['3']]);
  for (const row of [1, 2, 3]) at.created(row, { at: 1, run: 'spec', leadId: `L${row}` });
});
afterEach(() => at[Symbol.dispose]());

const known = (outcome: Outcome, row: number): RowOutcome => ({
  outcome,
  leadId: `L${row}`,
  status: outcome,
  closure: '',
  foundBy: 'id',
});

function keep(moment: number, day: string, ...outcomes: readonly Outcome[]): void {
  const rows = new Map(outcomes.map((outcome, index) => [index + 1, known(outcome, index + 1)]));
  atOnce(at.store.outcomes.keeping('job', { at: moment, day, wholeAt: moment, looked: 9, elsewhere: 0, rows }));
}

const past = (store = at.store) =>
  store.outcomes
    .readAfter('job', 0, null)
    .map(({ changes }) => changes.map((change) => `${change.at} ${change.outcome}`).join(', '));

const lines = () => Number(at.journal.prepare('SELECT count(*) AS lines FROM import_outcome').get()?.['lines']);

it('keeps one line a row and change, also after a restart', () => {
  keep(100, '2026-11-01', 'new', 'new', 'redial');
  keep(200, '2026-11-02', 'new', 'success', 'redial');
  expect(past(new JobStore(at.journal))).toEqual(['100 new', '100 new, 200 success', '100 redial']);
  const readings = at.store.outcomes.readings('job');
  expect(readings.map(({ counts }) => counts)).toEqual([
    { new: 2, redial: 1 },
    { success: 1, redial: 1, new: 1 },
  ]);
  expect(readings.map(changedIn)).toEqual([0, 1]);
  expect(readings[1]?.moves).toEqual([{ from: 'new', to: 'success', rows: 1 }]);
});

it.each([1, 1100])('knows what the rows that were found were at the last reading, of %i rows', (count) => {
  at.add(phones(count), { id: 'other' });
  at.journal.exec("UPDATE import_row SET state = 'created', lead_id = 'L' || n WHERE job = 'other'");
  const rows = new Map([1, count].map((row) => [row, known('new', row)]));
  const keep = (moment: number, day: string) =>
    atOnce(at.store.outcomes.keeping('other', { at: moment, day, wholeAt: moment, looked: 9, elsewhere: 0, rows }));
  keep(100, '2026-11-01');
  rows.set(count, known('success', count));
  keep(200, '2026-11-02');
  const latest = atOnce(at.store.outcomes.latest('other'));
  expect([...latest].map(([row, { outcome }]) => [row, outcome])).toEqual(
    [...rows].map(([row, { outcome }]) => [row, outcome]),
  );
});

it('keeps the last reading of a day, with what changed since an earlier day', () => {
  keep(100, '2026-11-01', 'new', 'new', 'new');
  keep(200, '2026-11-02', 'redial', 'new', 'new');
  keep(300, '2026-11-02', 'new', 'success', 'new');
  expect(past()).toEqual(['100 new', '100 new, 300 success', '100 new']);
  expect(at.store.outcomes.readings('job').map((reading) => [reading.at, changedIn(reading)])).toEqual([
    [100, 0],
    [300, 1],
  ]);
  // Nothing is left of the replaced one.
  expect(lines()).toBe(4);
});

it('keeps nothing of a replaced reading of one row', () => {
  keep(100, '2026-11-01', 'new');
  keep(200, '2026-11-01', 'success');
  expect(lines()).toBe(1);
});

it('leaves the readings as they were when one is not finished', () => {
  keep(100, '2026-11-01', 'new', 'new', 'new');
  const rows = new Map([[1, known('success', 1)]]);
  const work = at.store.outcomes.keeping('job', {
    at: 200,
    day: '2026-11-01',
    wholeAt: 200,
    looked: 9,
    elsewhere: 0,
    rows,
  });
  work.next(1);
  work.next(1);
  work.return();
  expect(past()).toEqual(['100 new', '100 new', '100 new']);
  expect(at.store.outcomes.readings('job')).toHaveLength(1);
});

it('keeps nothing of a job that was deleted, and goes with it', () => {
  keep(100, '2026-11-01', 'new', 'new', 'new');
  remove(at.store, 'job', { at: 150, run: 'spec' });
  keep(200, '2026-11-02', 'new', 'new', 'new');
  expect(lines()).toBe(0);
  expect(at.store.outcomes.readings('job')).toEqual([]);
});

it('gives the value of a column; one of a damaged row is empty', () => {
  expect(at.store.outcomes.readAfter('job', 1, 0).map(({ value }) => value)).toEqual(['2', '3']);
  at.journal.exec('DROP TRIGGER import_cell_kept');
  at.journal.exec(`UPDATE import_cell SET cells = '["2' WHERE n = 2`);
  expect(at.store.outcomes.readAfter('job', 1, 0).map(({ value }) => value)).toEqual(['', '3']);
});
