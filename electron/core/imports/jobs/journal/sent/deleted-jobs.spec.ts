import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DeletedJobs } from './deleted-jobs.ts';
import { createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

const file = { fileHash: 'ab', campaignCode: 'SPRING' };
const remember = (id: string, sent: number, time: number, change = {}) =>
  at.store.deleted.remember({ id, ...file, ...change }, { sent, at: time });

it('adds up what deleted jobs sent of a file to a campaign, and when the last row left', () => {
  const { deleted } = at.store;
  expect(deleted.sendsOf(file)).toBeNull();
  remember('a', 0, 9);
  expect(deleted.sendsOf(file)).toBeNull();
  remember('b', 2, 7);
  remember('c', 3, 5);
  remember('d', 10, 20, { campaignCode: 'AUTUMN' });
  expect(deleted.sendsOf(file)).toEqual({ sent: 5, at: 7 });
  expect(['a', 'b', 'x'].map((id) => deleted.has(id))).toEqual([true, true, false]);
});

it('knows a campaign in whatever case its code was written, and what an earlier version kept of it', () => {
  const { deleted } = at.store;
  const kept = createHash('sha256').update('ab\nSPRING').digest('hex');
  at.journal.prepare(`INSERT INTO deleted_import (job, file, sent, at) VALUES ('x', ?, 3, 4)`).run(kept);
  expect(deleted.sendsOf(file)).toEqual({ sent: 3, at: 4 });
  remember('a', 2, 7);
  expect(deleted.sendsOf(file)).toEqual({ sent: 5, at: 7 });
  expect(deleted.sendsOf({ ...file, campaignCode: 'Spring' })).toEqual({ sent: 2, at: 7 });
});

it('keeps that the journal has empty room until that is said to be gone', () => {
  expect(at.store.deleted.hasRoom).toBe(false);
  remember('a', 1, 1);
  expect(new DeletedJobs(at.journal).hasRoom).toBe(true);
  at.store.deleted.hasRoom = false;
  expect(new DeletedJobs(at.journal).hasRoom).toBe(false);
});

it('counts the rows of a deleted job that may be leads', () => {
  at.add(phones(7), { id: 'a' });
  const step = (n: number, ...names: Parameters<typeof at.store.rows.step>[2][]) => {
    for (const name of names) at.store.rows.step('a', n, name, { at: 100 + n, run: 'spec' });
  };
  step(1, 'send', 'created');
  step(2, 'send', 'rejected');
  step(3, 'send', 'unknown');
  step(4, 'send');
  step(5, 'send', 'unknown', 'leave');
  step(6, 'skip');
  remove(at.store, 'a', { at: 900, run: 'spec' });
  expect(at.store.deleted.sendsOf(file)).toEqual({ sent: 4, at: 105 });
});

it('takes the time of the deletion when the journal lost the times', () => {
  at.add(phones(1), { id: 'a' });
  at.store.rows.step('a', 1, 'send', { at: 5, run: 'spec' });
  at.journal.exec('UPDATE import_row SET at = NULL');
  remove(at.store, 'a', { at: 900, run: 'spec' });
  expect(at.store.deleted.sendsOf(file)).toEqual({ sent: 1, at: 900 });
});

it('knows as before how often rows left: a refused one, and one that left twice, are no leads and were requests', () => {
  at.add(phones(4), { id: 'a' });
  const step = (n: number, time: number, ...names: Parameters<typeof at.store.rows.step>[2][]) => {
    for (const name of names) at.store.rows.step('a', n, name, { at: time, run: 'spec' });
  };
  step(1, 100, 'send', 'created');
  step(2, 300, 'send', 'rejected');
  step(3, 200, 'send', 'takeBack', 'send', 'created');
  const sentSince = () => [0, 250, 301].map((from) => at.store.sentSince(from));
  expect(sentSince()).toEqual([4, 1, 0]);
  remove(at.store, 'a', { at: 900, run: 'spec' });
  // A deleted job keeps one time, so all its requests count: with too few the service's count would seem too high.
  expect(sentSince()).toEqual([4, 4, 0]);
  expect(at.store.deleted.sendsOf(file)).toEqual({ sent: 2, at: 200 });
});
