import { expect, it } from 'vitest';
import { jobRowOf } from '../job-report.ts';
import { createJournal } from './job-fixture.ts';
import { storedCells, storedLead } from './stored-json.ts';
import { Verdicts } from './verdicts.ts';

it('lists rows whose values a damage has made unreadable, and looks for none of them', () => {
  using at = createJournal();
  const { id } = at.add([['+4530000001'], ['+4530000002'], ['+4530000003']]);
  for (const n of [1, 2]) {
    at.store.rows.step(id, n, 'send', { at: 1, run: 'r' });
    at.store.rows.step(id, n, 'unknown', { at: 2, run: 'r', reason: 'No answer came.' });
  }
  at.journal.exec(
    `DROP TRIGGER import_cell_kept; UPDATE import_cell SET payload = '{"Phone', cells = '["3' WHERE n IN (1, 3)`,
  );
  const job = at.store.find(id);
  if (job === undefined) throw new Error('there is no job');
  expect(at.store.lists.rowsAfter(id, 0, 5).map((row) => jobRowOf(job, row))).toMatchObject([
    { row: 1, state: 'unknown', cells: [''], data: {} },
    { row: 2, state: 'unknown', cells: ['+4530000002'], data: { Phone: '+4530000002' } },
    { row: 3, state: 'ready', cells: [''], data: {} },
  ]);
  expect(new Verdicts(at.journal).doubtful(job).map(({ row }) => row)).toEqual([2]);
  expect(at.store.lists.waitingLonger(id, 'Phone', 1)).toBe(0);
});

it('takes only a list of texts for cells, and only texts by name for a lead', () => {
  expect(['["a",""]', '[1]', '{"a":"b"}', '"a"', 'null', '["a'].map(storedCells)).toEqual([
    ['a', ''],
    ...Array.from({ length: 5 }, () => null),
  ]);
  expect(['{"a":"b"}', '{"a":1}', '["a"]', '"a"', 'null', '{'].map(storedLead)).toEqual([
    { a: 'b' },
    ...Array.from({ length: 5 }, () => null),
  ]);
});
