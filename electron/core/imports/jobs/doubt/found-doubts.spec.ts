import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WitnessDifference } from '../journal/recovery/compare-witness.ts';
import { createJournal, type JournalUnderTest, phones } from '../journal/job-fixture.ts';
import { rowsIn } from '../witness/row-set.ts';
import { Doubts } from './doubts.ts';

const NOW = Date.UTC(2026, 10, 20, 9);
const MEMORIES = { journal: { rows: 1, lastAt: 4 }, witness: { rows: 3, lastAt: 6 } };
const SERVICE = { counted: 9, remembered: 7, isShared: false, readAt: NOW - 5, since: NOW - 60_000 };
const MORE = { ...SERVICE, least: 0, isMeanwhile: false };

let at: JournalUnderTest;
let doubts: Doubts;
let elsewhere: string[];

beforeEach(() => {
  at = createJournal();
  elsewhere = [];
  doubts = new Doubts({
    journal: at.journal,
    store: at.store,
    now: () => NOW,
    zone: 'UTC',
    isHeldElsewhere: (jobId) => elsewhere.includes(jobId),
  });
});
afterEach(() => at[Symbol.dispose]());

const add = (id: string, name = id) => at.add(phones(3), { id, name, fileName: `${name}.csv` });
const holdOf = (id: string) => at.store.find(id)?.hold ?? null;

function finish(id: string): void {
  for (const n of [1, 2, 3]) at.created(n, { at: NOW - n, run: 'spec', leadId: `${n}` }, id);
}

function difference(change: Partial<WitnessDifference> = {}): WitnessDifference {
  return {
    forgotten: [{ jobId: 'one', name: 'Fair', rows: rowsIn('2-3'), firstAt: 5, lastAt: 6 }],
    lost: [{ jobId: 'gone', file: 'gone.csv', rows: 8, sent: 4, at: 7 }],
    isOlder: true,
    witness: 'damaged',
    memories: MEMORIES,
    ...change,
  };
}

describe('what is in doubt', () => {
  it('is nothing while all memories say the same', () => {
    add('one');
    doubts.found(null, null);
    expect(doubts.current()).toBeNull();
    expect(holdOf('one')).toBeNull();
  });

  it('is shown as it was found, and holds every job with rows left', () => {
    add('one', 'Fair');
    add('done');
    finish('done');
    doubts.found(difference(), 'journal-damaged.sqlite');
    const current = doubts.current();
    expect(current).toMatchObject({
      foundAt: NOW,
      forgotten: [{ jobId: 'one', name: 'Fair', rows: '2-3', count: 2, firstAt: 5, lastAt: 6 }],
      lost: [{ jobId: 'gone', sent: 4 }],
      witness: 'damaged',
      setAside: 'journal-damaged.sqlite',
      service: null,
      held: [{ jobId: 'one', name: 'Fair', campaignCode: 'SPRING', waiting: 3, rows: 3 }],
      memories: MEMORIES,
    });
    expect(current?.sentences.map((sentence) => sentence.split(' ').slice(0, 4).join(' '))).toEqual([
      'The journal was damaged',
      'This data folder is',
      'The journal has lost',
      'The record of what',
    ]);
    expect(holdOf('one')).toMatchObject({ kind: 'older', reason: expect.stringMatching(/until you say so\.$/) });
    expect(holdOf('done')).toBeNull();
  });

  it('says of a journal that was built anew only that, when nothing differs', () => {
    doubts.found(null, 'old.sqlite');
    expect(doubts.current()).toMatchObject({ sentences: [expect.stringContaining('old.sqlite')], witness: null });
    expect(doubts.current()?.memories).toBeNull();
  });

  it('leaves alone what another program runs', () => {
    add('one');
    add('two');
    elsewhere = ['two'];
    doubts.found(difference(), null);
    expect([holdOf('one')?.kind, holdOf('two')]).toEqual(['older', null]);
    expect(doubts.current()?.held.map(({ jobId }) => jobId)).toEqual(['one']);
  });

  it('counts rows on their way as waiting', () => {
    add('one');
    at.store.rows.step('one', 1, 'send', { at: NOW, run: 'spec' });
    doubts.found(difference(), null);
    expect(doubts.current()?.held[0]).toMatchObject({ waiting: 3 });
  });

  it('is what the service counted more, which is why the jobs wait', () => {
    add('one');
    const reason = doubts.counted(MORE);
    expect(reason).toContain('2 more leads than this computer remembers since 20 Nov 08:59:00');
    expect(holdOf('one')).toMatchObject({ kind: 'older', reason });
    expect(doubts.current()?.service).toEqual(SERVICE);
  });

  it('is joined with what was found before, each sentence once', () => {
    add('one');
    doubts.found(difference(), 'old.sqlite');
    doubts.found(difference({ forgotten: [], witness: null }), null);
    doubts.counted(MORE);
    const current = doubts.current();
    expect(current?.sentences).toHaveLength(5);
    expect(new Set(current?.sentences).size).toBe(5);
    expect(current).toMatchObject({
      witness: 'damaged',
      setAside: 'old.sqlite',
      service: { counted: 9 },
      memories: MEMORIES,
    });
    expect(current?.forgotten).toHaveLength(1);
    expect(current?.lost).toHaveLength(2);
    // A hold names all that is not known.
    expect(holdOf('one')?.reason).toContain('old.sqlite');
    expect(holdOf('one')?.reason).toContain('2 more leads');
  });
});

describe('a doubt ends', () => {
  it('when a person settles it, and a later one is told alone', () => {
    add('one');
    doubts.found(difference(), null);
    doubts.settle();
    expect(doubts.current()).toBeNull();
    doubts.counted(MORE);
    expect(doubts.current()?.sentences).toHaveLength(1);
  });

  it('with its last held job', () => {
    add('one');
    add('two');
    doubts.found(difference(), null);
    at.store.setHold('one', null);
    doubts.settleWhenFree();
    expect(doubts.current()?.held.map(({ jobId }) => jobId)).toEqual(['two']);
    at.store.setHold('two', null);
    doubts.settleWhenFree();
    expect(doubts.current()).toBeNull();
  });

  it('also when a job waits for another reason', () => {
    add('one');
    doubts.found(difference(), null);
    at.store.setHold('one', { kind: 'stopRule', reason: 'The same refusal.', resumeAt: null });
    doubts.settleWhenFree();
    expect(doubts.current()).toBeNull();
  });
});

describe('a deleted job', () => {
  it('leaves nothing of its name, and the others stay', () => {
    add('one', 'Fair');
    doubts.found(difference({ lost: [{ jobId: 'gone', file: 'gone.csv', rows: 8, sent: 4, at: 7 }] }), null);
    doubts.forget({ id: 'one', name: 'Fair', fileName: 'Fair.csv' });
    const current = doubts.current();
    expect(JSON.stringify(current?.sentences)).not.toContain('Fair');
    expect(current?.sentences[0]).toContain('of "a deleted import"');
    expect(current?.forgotten).toEqual([]);
    expect(current?.lost.map(({ jobId }) => jobId)).toEqual(['gone']);
    doubts.forget({ id: 'gone', name: 'gone', fileName: 'gone.csv' });
    expect(doubts.current()?.lost).toEqual([]);
  });

  it('leaves nothing of its name in what holds another job, and no other word is taken for it', () => {
    add('one', 'sent');
    add('other');
    const rows = rowsIn('2');
    doubts.found(difference({ forgotten: [{ jobId: 'one', name: 'sent', rows, firstAt: 5, lastAt: 6 }] }), null);
    const before = holdOf('other')?.reason ?? '';
    expect(before).toContain('of "sent"');
    doubts.forget({ id: 'one', name: 'sent', fileName: 'sent.csv' });
    expect(holdOf('other')?.reason).toBe(before.replace('"sent"', '"a deleted import"'));
    expect(doubts.current()?.sentences[0]).toContain('1 row that was sent, row 2 of "a deleted import"');
  });

  it('leaves nothing in doubts that were settled', () => {
    add('one', 'Fair');
    doubts.found(difference(), null);
    doubts.settle();
    doubts.forget({ id: 'one', name: 'Fair', fileName: 'Fair.csv' });
    expect(at.journal.prepare('SELECT count(*) AS kept FROM import_doubt').get()?.['kept']).toBe(0);
  });
});
