import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones } from '../job-fixture.ts';
import type { RowFilter } from './row-lists.ts';

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add(phones(6));
});
afterEach(() => at[Symbol.dispose]());

const step = (n: number, name: RowStep, detail: { at?: number; leadId?: string; reason?: string } = {}) =>
  at.store.rows.step('job', n, name, { at: 1, run: 'spec', ...detail });
const listed = (filter: Partial<RowFilter>) => {
  const { total, rows } = at.store.lists.rows('job', {
    state: 'all',
    reason: undefined,
    offset: 0,
    limit: 3,
    ...filter,
  });
  return [total, rows.map(({ row }) => row)];
};

it('lists a page of rows from the beginning of the file', () => {
  expect(listed({})).toEqual([6, [1, 2, 3]]);
  expect(listed({ offset: 4 })).toEqual([6, [5, 6]]);
});

it('lists the created rows from the one that was created last, wherever it is in the file', () => {
  const created = (offset = 0) => listed({ state: 'created', lastFirst: true, offset });
  for (const n of [5, 2, 6, 1, 4]) step(n, 'send');
  for (const n of [5, 2, 6]) step(n, 'created', { leadId: `L${n}` });
  for (const n of [1, 4]) step(n, 'unknown');
  expect(created()).toEqual([3, [6, 2, 5]]);
  // Refused at first, then sent again.
  step(3, 'send');
  step(3, 'rejected', { reason: 'No phone.' });
  step(3, 'tryAgain');
  step(3, 'send');
  step(3, 'created', { leadId: 'L3' });
  // Found by a person; an answer that was taken back no longer counts.
  for (const n of [4, 1]) step(n, 'exists', { leadId: `L${n}` });
  for (const n of [4, 1]) at.store.rows.reopen('job', n, { at: 2, run: 'spec' });
  step(4, 'exists', { leadId: 'L4' });
  expect([created(), created(3)]).toEqual([
    [5, [4, 3, 6]],
    [5, [2, 5]],
  ]);
});

it('lists the created rows from the end of the file where the journal has lost attempts', () => {
  for (const n of [5, 2, 6]) step(n, 'send');
  for (const n of [5, 2, 6]) step(n, 'created', { leadId: `L${n}` });
  at.journal.exec('DROP TRIGGER import_attempt_stays; DELETE FROM import_attempt WHERE n = 2');
  expect(listed({ state: 'created', lastFirst: true })).toEqual([3, [6, 5, 2]]);
});

it('lists rows by what became of them; a row on its way still waits', () => {
  for (const n of [1, 2, 3, 4]) step(n, 'send');
  step(1, 'created');
  step(2, 'rejected');
  step(3, 'unknown');
  step(5, 'skip');
  const states = ['created', 'refused', 'unknown', 'skipped', 'excluded', 'waiting', 'onTheirWay'] as const;
  expect(states.map((state) => listed({ state }))).toEqual([
    [1, [1]],
    [1, [2]],
    [1, [3]],
    [1, [5]],
    [0, []],
    [2, [4, 6]],
    [1, [4]],
  ]);
  expect([at.store.rows.hasRowsLeft('job'), at.store.rows.tally('job').intent]).toEqual([true, 1]);
  step(6, 'skip');
  expect(at.store.rows.hasRowsLeft('job')).toBe(true);
  step(4, 'created');
  expect(at.store.rows.hasRowsLeft('job')).toBe(false);
});

it('lists rows with a reason, and counts the reasons of refusals', () => {
  for (const n of [1, 2, 3]) {
    step(n, 'send');
    step(n, 'rejected', { reason: n === 2 ? 'No name.' : 'No phone.' });
  }
  expect(listed({ reason: 'No phone.' })).toEqual([2, [1, 3]]);
  expect(listed({ state: 'refused', reason: 'No name.' })).toEqual([1, [2]]);
  expect(listed({ state: 'refused' })).toEqual([3, [1, 2, 3]]);
  expect(at.store.lists.refusals('job')).toEqual([
    { reason: 'No phone.', count: 2 },
    { reason: 'No name.', count: 1 },
  ]);
});

it('lists the 500 most frequent reasons of refusals', () => {
  at.add(phones(502), { id: 'many' });
  at.journal.exec(`UPDATE import_row SET state = 'rejected', reason = 'No ' || min(n, 501) WHERE job = 'many'`);
  const refusals = at.store.lists.refusals('many');
  expect([refusals.length, refusals[0]]).toEqual([500, { reason: 'No 501', count: 2 }]);
});

it('names the created leads in the order of the file, without those that the service did not name', () => {
  for (const n of [3, 1, 2]) {
    step(n, 'send');
    step(n, 'created', { leadId: n === 2 ? '' : `L${n}` });
  }
  expect([...at.store.lists.createdLeads('job')]).toEqual([['L1', 'L3']]);
  at.add(phones(1), { id: 'other', name: 'One', createdAt: 2 });
  at.add(phones(1), { id: 'elsewhere', campaignCode: 'AUTUMN' });
  for (const job of ['other', 'elsewhere']) at.created(1, { at: 1, run: 'spec', leadId: `of ${job}` }, job);
  const own = [...at.store.lists.leadsIn('spring')];
  expect(own).toHaveLength(2);
  expect(own).toEqual(
    expect.arrayContaining([
      { jobName: 'people', leadIds: ['L1', 'L3'] },
      { jobName: 'One', leadIds: ['of other'] },
    ]),
  );
});

it('lists the answers about unknown rows that stand, the last one first', () => {
  const answers = (offset = 0) => {
    const found = at.store.lists.answers('job', offset, 2);
    return [found.total, found.answers.map(({ row, decision }) => `${row} ${decision}`)];
  };
  expect(answers()).toEqual([0, []]);
  for (const n of [1, 2, 3, 4, 5]) {
    step(n, 'send');
    step(n, 'unknown');
  }
  step(2, 'exists');
  step(1, 'leave', { at: 70 });
  step(3, 'sendOnce');
  step(4, 'exists');
  expect(answers()).toEqual([4, ['4 exists', '3 sendOnce']]);
  expect(answers(2)).toEqual([4, ['1 leave', '2 exists']]);
  expect(at.store.lists.answers('job', 2, 1).answers).toEqual([{ row: 1, line: 2, decision: 'leave', at: 70 }]);
  step(3, 'send');
  at.store.rows.reopen('job', 4, { at: 2, run: 'spec' });
  expect(answers()).toEqual([2, ['1 leave', '2 exists']]);
  step(3, 'unknown');
  step(3, 'exists');
  expect(answers()).toEqual([3, ['3 exists', '1 leave']]);
});

it('knows since when a row is unknown, and how many waiting rows are too long for a field', () => {
  expect(at.store.lists.oldestUnknown('job')).toBeNull();
  for (const n of [1, 2]) {
    step(n, 'send', { at: 70 - n });
    step(n, 'unknown', { at: 90 });
  }
  expect(at.store.lists.oldestUnknown('job')).toBe(68);
  const longer = (characters: number) => at.store.lists.waitingLonger('job', 'Phone', characters);
  expect([longer(10), longer(11)]).toEqual([4, 0]);
});

it('has no lead in the rows of a job of an earlier version, and the time and lead id only of rows that have them', () => {
  at.journal.exec('DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = NULL WHERE n = 1');
  step(2, 'send');
  step(2, 'created', { leadId: 'L2' });
  expect(at.store.rows.ready('job', 1)).toEqual([{ n: 1, line: 2, cells: ['+4530000001'], payload: null }]);
  expect(at.store.lists.rowsAfter('job', 0, 2)).toMatchObject([
    { payload: null, at: null, leadId: null },
    { payload: '{"Phone":"+4530000002"}', at: 1, leadId: 'L2' },
  ]);
});
