import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { found, imported, read, readJobs } from './outcome-fixture.ts';
import { OutcomeRows } from './outcome-rows.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

it('counts a lead of several rows for the first of them, whichever import it is in; rows without a lead id stand alone', async () => {
  imported(at, 'early', 'SPRING', { columns: ['Phone'], rows: [['1'], ['2'], ['3']] });
  imported(at, 'late', 'SPRING', { columns: ['Phone'], rows: [['1'], ['2'], ['3'], ['4']] });
  const nobody = found('', 'unmatched', null);
  read(at, 'early', 1, [found('A', 'success'), nobody, nobody]);
  read(at, 'late', 2, [found('A', 'success'), found('B', 'repeated', null), found('B'), null]);
  const rows = new OutcomeRows(at.store);
  const seen: unknown[] = [];
  for (const { job } of readJobs(at, ['early', 'late']))
    for await (const page of rows.of(job, 0)) seen.push(...page.map(({ row, value, now }) => [row, value, now]));
  expect(seen).toEqual([
    [1, '1', expect.objectContaining(found('A', 'success'))],
    [2, '2', expect.objectContaining(nobody)],
    [3, '3', expect.objectContaining(nobody)],
    [1, '1', { ...found('A', 'repeated', null), at: expect.anything(), status: '', closure: '' }],
    [2, '2', expect.objectContaining(found('B', 'repeated', null))],
    [3, '3', expect.objectContaining(found('B'))],
    [4, '4', null],
  ]);
});
