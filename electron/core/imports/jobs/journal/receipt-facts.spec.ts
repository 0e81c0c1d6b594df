import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowStep } from '../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones } from './job-fixture.ts';
import { DECISIONS_BY_HAND } from './decisions-by-hand.ts';
import { readReceiptFacts } from './receipt-facts.ts';
import type { RowStepDetail } from './rows/row-steps.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

let time = 0;
const step = (n: number, name: RowStep, detail: Partial<RowStepDetail> = {}) =>
  at.store.rows.step('job', n, name, { at: (time += 1), run: 'spec', ...detail });
const facts = (rowsAtOnce = 100) => {
  const reading = readReceiptFacts(at.journal, at.job());
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
    rewritten: [0],
  });
});

it('counts for each field the created rows whose value was sent otherwise than the file has it', () => {
  const column = (column: number) => ({ kind: 'columns' as const, columns: [column], join: null });
  at.add(
    [
      ['20 31 67 76', ' Ærø '],
      ['+4520316777', 'Fanø'],
      ['20316778', 'Fanø'],
      ['20316779', ' Fanø'],
    ],
    {
      mapping: [
        { field: 'Phone', source: column(0), cleaning: [{ kind: 'phone', country: 'DK' }] },
        { field: 'Name', source: column(1), cleaning: [{ kind: 'trim' }] },
      ],
    },
  );
  for (const n of [1, 2, 3]) {
    step(n, 'send');
    step(n, 'created', { leadId: `L${n}` });
  }
  expect(facts().rewritten).toEqual([2, 1]);
  expect(facts(1)).toEqual(facts());
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
    first: { line: 4, leadId: 'L3', at: 102 },
    last: { line: 2, leadId: 'L1', at: 108 },
  });
  for (const rowsAtOnce of [1, 2, 5]) expect(facts(rowsAtOnce)).toEqual(facts());
  at.journal.exec('UPDATE import_row SET at = NULL WHERE n = 3');
  expect(facts().first).toEqual({ line: 4, leadId: 'L3', at: null });
});

it('lists at most thirty reasons, the most frequent first, and fifty rows that were unknown, but counts all', () => {
  at.add(phones(83));
  for (let n = 1; n <= 32; n += 1) step(n, 'skip', { reason: `Reason ${Math.min(n, 31)}` });
  for (let n = 33; n <= 83; n += 1) {
    step(n, 'send');
    step(n, 'unknown');
  }
  const { skipped, wereUnknown, wereUnknownTotal } = facts();
  expect(skipped).toHaveLength(30);
  expect(skipped.slice(0, 3)).toEqual([
    { reason: 'Reason 31', count: 2 },
    { reason: 'Reason 1', count: 1 },
    { reason: 'Reason 10', count: 1 },
  ]);
  expect(wereUnknown).toHaveLength(50);
  expect(wereUnknownTotal).toBe(51);
});

it('lists the rows that were unknown with what the service had and what a person decided, unless that was taken back', () => {
  time = 0;
  at.add(phones(5));
  for (const n of [1, 2, 3, 4, 5]) {
    step(n, 'send');
    step(n, 'unknown', { reason: `No answer to ${n}.` });
  }
  step(1, 'exists', { reason: 'Seen.', leadId: 'L1' });
  step(2, 'leave', { reason: 'Given up.' });
  step(4, 'sendOnce', { reason: 'Not among 9 leads.' });
  step(5, 'exists', { reason: DECISIONS_BY_HAND.exists });
  at.store.rows.reopen('job', 2, { at: 50, run: 'spec' });
  expect(facts().wereUnknownTotal).toBe(5);
  expect(facts(1)).toEqual(facts());
  expect(facts().wereUnknown).toEqual([
    { line: 2, cameBack: 'No answer to 1.', decision: 'exists', had: 'lead', leadId: 'L1', at: 11 },
    { line: 3, cameBack: 'No answer to 2.', decision: 'open', had: 'none', leadId: null, at: null },
    { line: 4, cameBack: 'No answer to 3.', decision: 'open', had: 'none', leadId: null, at: null },
    { line: 5, cameBack: 'No answer to 4.', decision: 'sendOnce', had: 'none', leadId: null, at: 13 },
    { line: 6, cameBack: 'No answer to 5.', decision: 'exists', had: 'byHand', leadId: null, at: 14 },
  ]);
});
