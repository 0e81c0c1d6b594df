import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowStep } from '../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones } from './job-fixture.ts';
import type { RowStepDetail } from './row-steps.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

let time = 0;
const step = (n: number, name: RowStep, detail: Partial<RowStepDetail> = {}) =>
  at.store.rows.step('job', n, name, { at: (time += 1), run: 'spec', ...detail });
const facts = (rowsAtOnce = 100) => {
  const reading = at.store.receiptFacts('job');
  for (;;) {
    const step = reading.next(rowsAtOnce);
    if (step.done === true) return step.value;
  }
};

it('says nothing of a job that sent nothing', () => {
  at.add(phones(1));
  expect(facts()).toEqual({
    requests: 0,
    refused: [],
    skipped: [],
    first: null,
    last: null,
    wereUnknown: [],
    wereUnknownTotal: 0,
    repaired: 0,
  });
});

it('counts requests and reasons, and names the first and the last lead', () => {
  time = 100;
  at.add(phones(9));
  for (const n of [3, 2, 4, 1]) {
    step(n, 'send');
    step(n, 'created', { leadId: n === 4 ? '' : `L${n}` });
  }
  for (const n of [5, 6, 7]) {
    step(n, 'send');
    step(n, 'rejected', { reason: n === 7 ? 'No name.' : 'No phone.' });
  }
  step(8, 'skip', { reason: 'Empty.' });
  expect(facts()).toMatchObject({
    requests: 7,
    refused: [
      { reason: 'No phone.', count: 2 },
      { reason: 'No name.', count: 1 },
    ],
    skipped: [{ reason: 'Empty.', count: 1 }],
    first: { row: 3, leadId: 'L3', at: 102 },
    last: { row: 1, leadId: 'L1', at: 108 },
  });
  for (const rowsAtOnce of [1, 2, 5]) expect(facts(rowsAtOnce)).toEqual(facts());
  at.journal.exec('UPDATE import_row SET at = NULL WHERE n = 3');
  expect(facts().first).toEqual({ row: 3, leadId: 'L3', at: null });
});

it('lists the rows that were unknown with what a person decided, unless that was taken back', () => {
  time = 0;
  at.add(phones(3));
  for (const n of [1, 2, 3]) {
    step(n, 'send');
    step(n, 'unknown', { reason: `No answer to ${n}.` });
  }
  step(1, 'exists', { reason: 'Seen.' });
  step(2, 'leave', { reason: 'Given up.' });
  at.store.rows.reopen('job', 2, { at: 50, run: 'spec' });
  expect(facts().wereUnknownTotal).toBe(3);
  expect(facts(1)).toEqual(facts());
  expect(facts().wereUnknown).toEqual([
    { row: 1, cameBack: 'No answer to 1.', decision: 'exists', evidence: 'Seen.', at: 7 },
    { row: 2, cameBack: 'No answer to 2.', decision: 'open', evidence: '', at: null },
    { row: 3, cameBack: 'No answer to 3.', decision: 'open', evidence: '', at: null },
  ]);
});
