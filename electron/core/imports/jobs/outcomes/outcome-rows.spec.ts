import { expect, it } from 'vitest';
import { atOnce, createJournal } from '../journal/job-fixture.ts';
import { OutcomeRows } from '../outcomes/outcome-rows.ts';

it('counts a lead that two imports found at different times for the first of them', async () => {
  using at = createJournal();
  for (const id of ['early', 'late']) {
    at.add([['1']], { id });
    at.store.rows.step(id, 1, 'send', { at: 1, run: 'spec' });
    at.store.rows.step(id, 1, 'created', { at: 1, run: 'spec', leadId: 'L' });
    const known = {
      outcome: 'success',
      leadId: 'L',
      status: 'UserProcessed',
      closure: 'Success',
      foundBy: 'id',
    } as const;
    const reading = { at: 5, day: '2026-11-01', wholeAt: 5, looked: 1, elsewhere: 0, rows: new Map([[1, known]]) };
    atOnce(at.store.outcomes.keeping(id, reading));
  }
  const rows = new OutcomeRows(at.store);
  const outcomes: unknown[] = [];
  for (const id of ['early', 'late']) {
    const job = at.store.find(id);
    if (job === undefined) throw new Error('there is no job');
    for await (const page of rows.of(job, null)) outcomes.push(...page.map(({ now }) => now?.outcome));
  }
  expect(outcomes).toEqual(['success', 'repeated']);
});
