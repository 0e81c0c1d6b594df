import { expect, test } from 'vitest';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import type { FileOfQueue } from './queue-model.ts';
import {
  campaignOf,
  checkKey,
  checksNow,
  checkWords,
  type DraftCheck,
  queueBlocker,
  queuesOf,
  sumWords,
} from './queue-model.ts';

const draft = (id: string, place: number, changed: Partial<DraftSummary> = {}) =>
  exampleDraft({ id, campaignCode: 'SPRING', queue: { id: 'queue', place }, ...changed });
const file = (state: FileOfQueue['state'], queueId = 'queue'): FileOfQueue => ({
  callId: 'call',
  queueId,
  name: 'late.csv',
  state,
  bytesRead: 0,
  bytesTotal: 0,
  message: '',
});
const check = (changed: Partial<DraftCheck> = {}): DraftCheck => {
  return { key: '', goOn: 3, leftOut: 0, inEarlier: 0, withProblem: 0, atColleagues: 0, teamTrouble: '', ...changed };
};

test('files of a queue stand in the order of sending; drafts of no queue are not among them', () => {
  const queues = queuesOf(
    [draft('b', 2), draft('alone', 0, { queue: null }), draft('a', 1)],
    [file('failed', 'other')],
  );
  expect(queues.map(({ id, drafts, files }) => [id, drafts.map((one) => one.id), files.length])).toEqual([
    ['other', [], 1],
    ['queue', ['a', 'b'], 0],
  ]);
});

test('a queue waits for its files and its campaign', () => {
  const drafts = [draft('a', 1), draft('b', 2, { campaignCode: 'AUTUMN' })];
  expect(campaignOf(drafts)).toBe('');
  expect(queueBlocker({ id: 'queue', drafts, files: [file('reading')] })).toBe('The files are being read.');
  expect(queueBlocker({ id: 'queue', drafts, files: [file('failed')] })).toBe(
    'Choose the campaign of these files first.',
  );
  expect(queueBlocker({ id: 'queue', drafts: [], files: [file('failed')] })).toBe('None of the files could be read.');
  expect(queueBlocker({ id: 'queue', drafts: drafts.slice(0, 1), files: [] })).toBeNull();
});

test('a change of a draft asks for a new check of it and of those after it', () => {
  const drafts = [draft('a', 1), draft('b', 2), draft('c', 3)];
  const known = new Map(drafts.map(({ id }, index) => [id, check({ key: checkKey(drafts, index) })]));
  expect(checksNow(drafts, known)).not.toContain(null);
  const changed = drafts.with(1, draft('b', 2, { savedAt: 2 }));
  expect(checksNow(changed, known).map((one) => one === null)).toEqual([false, true, true]);
  expect(checksNow(drafts.toReversed(), known)).toEqual([null, null, null]);
});

test('the sums name rows that an earlier file has, and rows with problems', () => {
  const found = [check(), check({ goOn: 1, leftOut: 2, inEarlier: 2, withProblem: 1 })];
  expect(found.map(checkWords)).toEqual([
    '3 rows go on',
    '1 row goes on, 2 left out: 2 in an earlier file; 1 with problems',
  ]);
  expect(sumWords(found)).toEqual({
    rows: '4 rows go on',
    others: '2 rows are left out because an earlier file has the lead. 1 row with a problem is sent too.',
  });
  expect(sumWords([check(), check({ leftOut: 3, inEarlier: 1 })]).others).toBe(
    '3 rows are left out, 1 of them because an earlier file has the lead.',
  );
  expect(sumWords([check({ goOn: 1 })])).toEqual({ rows: '1 row goes on', others: 'No row is left out.' });
});

test('in a team the sums name rows that colleagues have, and say when that is not known', () => {
  const found = [
    check({ goOn: 1, leftOut: 2, atColleagues: 2 }),
    check({ leftOut: 3, inEarlier: 1, atColleagues: 2, teamTrouble: 'Away.' }),
  ];
  expect(found.map(checkWords)).toEqual([
    '1 row goes on, 2 left out: 2 sent by colleagues',
    '3 rows go on, 3 left out: 1 in an earlier file, 2 sent by colleagues; what colleagues have sent is not known',
  ]);
  expect(sumWords(found.slice(0, 1)).others).toBe('2 rows are left out because a colleague has the lead.');
  expect(sumWords(found).others).toBe(
    '5 rows are left out: 1 because an earlier file has the lead, 4 because a colleague has the lead. What colleagues have sent is not known for all files.',
  );
});
