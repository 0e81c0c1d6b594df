import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRows } from './find-rows.ts';
import { atOnce, createJournal, type JournalUnderTest } from './job-fixture.ts';

let at: JournalUnderTest;

beforeEach(() => {
  at = createJournal();
  at.add([['+4520112233'], ['(+45) 20-44 55 66'], ['7']], { createdAt: 1 });
  at.add([['+4520112299'], ['Nord 20112233x']], { id: 'later', createdAt: 2 });
  at.journal.exec("UPDATE import_row SET state = 'created', lead_id = 'NCB' || n || 'AF' WHERE job = 'later'");
});
afterEach(() => at[Symbol.dispose]());

function found(words: string, limit = 20): string[] {
  const { rows, isCut } = atOnce(findRows(at.store, words, limit));
  return [...rows.map(({ job, row }) => `${job.id} ${row.row}`), ...(isCut ? ['cut'] : [])];
}

it('finds a row of the last job first, by a phone however it is divided', () => {
  expect(found('20112233')).toEqual(['later 2', 'job 1']);
  expect(found('+45 20 11 22')).toEqual(['later 1', 'job 1']);
  expect(found('20 445566')).toEqual(['job 2']);
  expect(found('201122')).toEqual(['later 1', 'later 2', 'job 1']);
  expect(found('20112')).toEqual([]);
});

it('finds a row by the beginning of its lead id, and by its line', () => {
  expect(found('ncb2a')).toEqual(['later 2']);
  expect(found('NCB2')).toEqual(['later 2']);
  expect(found('ncb')).toEqual([]);
  const { line } = at.store.lists.rowsAfter('job', 2, 1)[0] ?? {};
  expect(found(String(line))).toEqual(['job 3']);
});

it('finds a row by its repaired phone, too', () => {
  at.store.repairs.put('job', 3, { edits: { 0: '+45 20 30 99 10' }, problem: '', lead: '{}' }, 1);
  expect(found('20309910')).toEqual(['job 3']);
  at.add([['8']], { id: 'last', createdAt: 3 });
  at.store.repairs.put('last', 1, { edits: { 0: '+45 20 30 99 11' }, problem: '', lead: '{}' }, 1);
  expect(found('20309911')).toEqual(['last 1']);
});

it('ends at the limit and says so, and finds nothing for nothing', () => {
  expect(found('+45 20 11 22', 1)).toEqual(['later 1', 'cut']);
  expect(found('  ')).toEqual([]);
  expect(found('"')).toEqual([]);
});
