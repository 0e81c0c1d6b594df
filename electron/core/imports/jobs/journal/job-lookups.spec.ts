import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { jobOriginSchema } from '../../../../../shared/contract/jobs/origin.ts';
import { RowSet } from '../witness/row-set.ts';
import { atOnce, createJournal, type JournalUnderTest, newRows, phones, remove } from './job-fixture.ts';
import { JobStore, journalHasJob } from './job-store.ts';
import { insertLostJob } from './recovery/lost-job.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

const origin = () => at.store.originOf('a');

it('finds the last job of a file, and a job of it into the campaign that only the witness knew', () => {
  const file = { fileHash: 'ab', campaignCode: 'SPRING' };
  expect([at.store.latestOf('ab'), at.store.lostJobOf(file)]).toEqual([null, null]);
  at.add(phones(1), { id: 'a', createdAt: 5, poolName: 'Pool' });
  at.add(phones(1), { id: 'b', createdAt: 6 });
  at.add(phones(1), { id: 'c', createdAt: 7, fileHash: 'other' });
  expect([at.store.latestOf('ab')?.id, at.store.lostJobOf(file)]).toEqual(['b', null]);
  expect([at.store.find('a')?.poolName, at.store.find('b')?.poolName]).toEqual(['Pool', null]);
  const facts = { job: 'd', file: 'd.csv', hash: 'ab', bytes: 1, campaign: 'SPRING', pool: null, rows: 1, at: 8 };
  insertLostJob(at.journal, 9, {
    jobId: 'd',
    job: facts,
    file: 'd.csv',
    rows: 1,
    sent: new RowSet(),
    isDoubtful: false,
  });
  expect(at.store.lostJobOf(file)?.id).toBe('d');
  expect(at.store.lostJobOf({ ...file, campaignCode: 'spring' })?.id).toBe('d');
  expect(at.store.lostJobOf({ ...file, campaignCode: 'AUTUMN' })).toBeNull();
});

it('names the columns of a damaged job by its first row', () => {
  at.add([['Anna', '+4530000001']], { id: 'a' });
  at.journal.exec(`UPDATE import_job SET columns = '{'`);
  expect(at.store.find('a')).toMatchObject({ isDamaged: true, columns: ['Column 1', 'Column 2'] });
});

it('keeps where a job came from, and takes what it cannot read for nothing', () => {
  at.add(phones(1), { id: 'a' });
  expect(origin()).toMatchObject({ by: '', readAs: '' });
  const put = at.journal.prepare('INSERT OR REPLACE INTO import_origin (job, json) VALUES (?, ?)');
  put.run('a', '{"by":"Kim","readAs":"UTF-8"}');
  expect(origin()).toMatchObject({ by: 'Kim', readAs: 'UTF-8' });
  put.run('a', '{"by":7,"readAs":"UTF-8"}');
  expect(origin()).toMatchObject({ by: '', readAs: '' });
});

it('takes in where a job comes from with it, and that a person knew what was sent', () => {
  const job = at.add(phones(1), { id: 'a' });
  at.store.rows.step('a', 1, 'send', { at: 1, run: 'spec' });
  const make = (id: string, options = {}) => atOnce(at.store.making({ ...job, id }, newRows(phones(1)), options));
  make('b', { origin: jobOriginSchema.parse({ by: 'Kim' }) });
  make('c');
  expect(['a', 'b', 'c'].map((id) => at.store.originOf(id).by)).toEqual(['', 'Kim', '']);
  expect(['b', 'c'].map((id) => at.store.sentElsewhere.reasonOf(id, 1))).toEqual([null, null]);
});

it('says of each job whether a lead was created, and when it ended', () => {
  at.add(phones(1), { id: 'a', createdAt: 5 });
  at.add(phones(1), { id: 'b', createdAt: 6 });
  at.store.rows.step('a', 1, 'send', { at: 7, run: 'spec' });
  at.store.rows.step('a', 1, 'created', { at: 8, run: 'spec' });
  at.store.setEnded('a', 9);
  expect(at.store.allAndSuccess()).toMatchObject([
    { id: 'b', hasCreated: false, endedAt: null, hold: null },
    { id: 'a', hasCreated: true, endedAt: 9, hold: null },
  ]);
});

it('keeps why a job waits with its words, and only when it waits for a person', () => {
  at.add(phones(1), { id: 'a' });
  const kept = (kind: 'auth' | 'daily') => {
    at.store.setHold('a', { kind, reason: 'Sign in.', resumeAt: 5 });
    return at.store.find('a')?.hold;
  };
  expect(kept('auth')).toEqual({ kind: 'auth', reason: 'Sign in.', resumeAt: null });
  expect(kept('daily')).toBeNull();
  kept('auth');
  at.store.setHold('a', null);
  expect(at.store.find('a')?.hold).toBeNull();
  expect(at.journal.prepare('SELECT hold, hold_reason FROM import_job').get()).toEqual({
    hold: null,
    hold_reason: null,
  });
});

it('says when a job has ended, and not when it is open again', () => {
  at.add(phones(1), { id: 'a' });
  let ended = 0;
  at.store.onEnded = () => (ended += 1);
  at.store.setEnded('a', null);
  expect(ended).toBe(0);
  at.store.setEnded('a', 5);
  expect(ended).toBe(1);
});

it('removes nothing for a job that is not there', () => {
  let isAsked = false;
  remove(at.store, 'a', { at: 1, run: 'spec' }, () => (isAsked = true));
  expect([isAsked, at.store.deleted.has('a')]).toEqual([false, false]);
});

it('looks for a job in a journal that nobody has open, and makes none where there is none', () => {
  at.add(phones(1), { id: 'a' });
  const [copy, none] = ['copy.sqlite', 'none.sqlite'].map((name) => join(dirname(at.path), name)) as [string, string];
  at.journal.exec(`VACUUM INTO '${copy}'`);
  expect([journalHasJob(copy, 'a'), journalHasJob(copy, 'b')]).toEqual([true, false]);
  expect([journalHasJob(none, 'a'), existsSync(none)]).toEqual([false, false]);
});

// Windows removes no file that is open. Only Linux names what a program has open.
it.runIf(process.platform === 'linux')('lets go of the journal that it looked into', () => {
  at.add(phones(1), { id: 'a' });
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let look = 0; look < 9; look += 1) journalHasJob(at.path, 'a');
  expect(open()).toBeLessThan(before + 9);
});

it('asks nobody about a lead that another job sent, unless a person knew of it when the job was made', () => {
  at.add(phones(2), { id: 'a' });
  at.store.rows.step('a', 1, 'send', { at: 1, run: 'spec' });
  at.add(phones(2), { id: 'asked' });
  at.add(phones(2), { id: 'unasked' }, false);
  const { sentElsewhere } = new JobStore(at.journal);
  expect([sentElsewhere.reasonOf('asked', 1), sentElsewhere.reasonOf('unasked', 1)]).toEqual([
    null,
    expect.stringContaining('may exist'),
  ]);
});
