import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../../foundation/world-fixture.ts';
import { lineText } from '../../witness/witness-lines.ts';
import type { WitnessDifference } from './compare-witness.ts';
import { atOnce, phones, remove } from '../job-fixture.ts';
import {
  compare,
  expectSame,
  NOW,
  rowsOf,
  sentOf,
  type Side,
  START,
  statesOf,
  WitnessBench,
} from './witness-fixture.ts';

let bench: WitnessBench;
eachTime(() => (bench = new WitnessBench()));

const reasonOf = (side: Side, n: number, job = 'a') => rowsOf(side, job)[n - 1]?.reason;

const forgotten = (difference: WitnessDifference | null) =>
  difference?.forgotten.map(({ rows, ...entry }) => ({ ...entry, rows: [...rows] }));

describe('a journal and a witness that say the same', () => {
  it('are left as they are', () => {
    bench.at.add(phones(3), { id: 'a' });
    bench.send(1);
    bench.step(1, 'created');
    bench.send(2);
    const before = bench.witnessText();
    expect(compare(bench.at)).toBeNull();
    expect([statesOf(bench.at), bench.witnessText()]).toEqual([['created', 'intent', 'ready'], before]);
  });

  it('say it in a short file after a half line, or after many lines', () => {
    bench.at.add(phones(2), { id: 'a' });
    bench.send(1);
    appendFileSync(bench.witnessPath, '3 sent {"job"');
    expect(compare(bench.at)).toBeNull();
    expectSame(bench.at);
    const { id, last } = bench.at.store.sentRecord.position;
    const many = Array.from({ length: 5000 }, (_, index) =>
      lineText({ kind: 'free', sequence: last + 1 + index, value: { job: 'a', n: 2, at: START } }),
    );
    appendFileSync(bench.witnessPath, many.join(''));
    bench.setPosition(id, last + many.length);
    expect(compare(bench.at)).toBeNull();
    expect([bench.lines().length, sentOf(bench.at)]).toEqual([2, [1]]);
    expectSame(bench.at);
  });
});

describe('a program that ended between the two writes of a step', () => {
  it('leaves its row unknown, and no doubt about anything else', () => {
    bench.at.add(phones(3), { id: 'a' });
    const open = bench.backup();
    const time = bench.send(2);
    const older = open();
    expect(compare(older)).toBeNull();
    expect(statesOf(older)).toEqual(['ready', 'unknown', 'ready']);
    expect(older.store.lists.rowsAfter('a', 1, 1)[0]).toMatchObject({ at: time, attempts: 1 });
    expect(reasonOf(older, 2)).toBe('Lead Console ended in the moment in which it left. The lead may exist.');
    const attempts = older.journal.prepare('SELECT n, at, step, run FROM import_attempt ORDER BY id').all();
    expect(attempts.map((row) => ({ ...row }))).toEqual([
      { n: 2, at: time, step: 'send', run: 'next' },
      { n: 2, at: NOW, step: 'unknown', run: 'next' },
    ]);
    expectSame(older);
  });

  it('leaves no doubt either when another program went on behind it', () => {
    bench.at.add(phones(4), { id: 'a' });
    const open = bench.backup();
    const time = bench.send(2);
    const other = open();
    for (const name of ['send', 'created'] as const) other.store.rows.step('a', 3, name, { at: time, run: '' });
    expect(compare(other)).toBeNull();
    expect(statesOf(other)).toEqual(['ready', 'unknown', 'created', 'ready']);
    expectSame(other);
  });

  it('and that took a row back is no news', () => {
    bench.at.add(phones(1), { id: 'a' });
    bench.send(1);
    const open = bench.backup();
    bench.step(1, 'takeBack');
    const older = open();
    expect(compare(older)).toBeNull();
    expect(statesOf(older)).toEqual(['intent']);
    expectSame(older);
  });

  it('and that began a job has no job: its file can be sent as if for the first time', () => {
    const open = bench.backup();
    bench.at.add(phones(1), { id: 'a' });
    const first = open();
    expect(compare(first)).toBeNull();
    expect(first.store.all()).toEqual([]);
    expectSame(first);
    const openSecond = bench.backup();
    bench.at.add(phones(1), { id: 'b' });
    const second = openSecond();
    expect(compare(second)).toBeNull();
    expect(second.store.all()).toHaveLength(1);
    expectSame(second);
  });
});

describe('a journal that is older than the witness', () => {
  it('learns which rows left, and when; a row that was skipped in it, too', () => {
    bench.at.add(phones(5), { id: 'a', name: 'People' });
    bench.send(1);
    bench.step(1, 'created');
    bench.step(4, 'skip');
    const open = bench.backup();
    const times = [bench.send(2), bench.send(3)];
    bench.step(4, 'sendAgain');
    times.push(bench.send(4));
    const older = open();
    const difference = compare(older);
    expect(difference).toMatchObject({ isOlder: true, witness: null, lost: [] });
    expect(forgotten(difference)).toEqual([
      { jobId: 'a', name: 'People', rows: [2, 3, 4], firstAt: times[0], lastAt: times[2] },
    ]);
    expect(statesOf(older)).toEqual(['created', 'unknown', 'unknown', 'unknown', 'ready']);
    expect(reasonOf(older, 3)).toContain('the journal lost what became of it');
    expect(older.store.rows.tally('a')).toMatchObject({ created: 1, unknown: 3, ready: 1 });
    expectSame(older);
  });

  it('has only the times of all that left, when the witness was made short since', () => {
    bench.at.add(phones(3), { id: 'a' });
    const first = bench.send(1);
    bench.step(1, 'created');
    const open = bench.backup();
    bench.send(2);
    const last = bench.send(3);
    atOnce(bench.at.store.sentRecord.compacting());
    const older = open();
    const difference = compare(older);
    expect(forgotten(difference)).toMatchObject([{ rows: [2, 3], firstAt: first, lastAt: last }]);
    expect(reasonOf(older, 2)).toMatch(/^The record of what was sent has it/);
    const sends = older.journal.prepare(`SELECT count(*) AS n FROM import_attempt WHERE step = 'send'`).get();
    expect(sends).toEqual({ n: 1 });
    const memory = older.store.sentRecord.witness.read().jobs.get('a');
    expect([memory?.firstAt, memory?.lastAt, difference?.memories.witness?.lastAt]).toEqual([first, last, last]);
  });

  it('is told of, though no row was forgotten', () => {
    bench.at.add(phones(1), { id: 'a' });
    const open = bench.backup();
    bench.send(1);
    bench.step(1, 'takeBack');
    const older = open();
    expect(compare(older)).toMatchObject({ forgotten: [], lost: [], isOlder: true, witness: null });
    expectSame(older);
  });

  it('gets a job that it does not know, with each row where the witness has it', () => {
    bench.at.add(phones(1), { id: 'a' });
    const open = bench.backup();
    bench.at.add(phones(3), { id: 'b', fileName: 'more.csv', poolName: 'Pool', createdAt: 7 });
    const time = bench.send(2, 'b');
    const older = open();
    expect(compare(older)).toMatchObject({
      forgotten: [],
      lost: [{ jobId: 'b', file: 'more.csv', rows: 3, sent: 1, at: time }],
      isOlder: true,
      witness: null,
    });
    expect(older.store.find('b')).toMatchObject({
      name: 'more.csv',
      fileName: 'more.csv',
      fileSize: 10,
      fileHash: 'ab',
      columns: [],
      campaignCode: 'SPRING',
      poolName: 'Pool',
      rows: 3,
      createdAt: 7,
      endedAt: NOW,
    });
    const rows = older.store.lists.rowsAfter('b', 0, 9);
    expect(rows.map(({ state, attempts, line }) => [state, attempts, line])).toEqual([
      ['skipped', 0, 1],
      ['unknown', 1, 2],
      ['skipped', 0, 3],
    ]);
    expect([reasonOf(older, 1, 'b'), reasonOf(older, 2, 'b')]).toEqual([
      expect.stringMatching(/^Not sent/),
      expect.stringMatching(/^Sent, as the record/),
    ]);
    expect(older.store.rows.tally('b')).toMatchObject({ skipped: 2, unknown: 1 });
    expect(sentOf(older, 'b')).toEqual([2]);
    expectSame(older);
  });

  it('gets no job of which nothing left, and says that there was one', () => {
    bench.at.add(phones(1), { id: 'a' });
    const open = bench.backup();
    bench.at.add(phones(2), { id: 'b' });
    bench.send(1);
    const older = open();
    const difference = compare(older);
    expect(difference).toMatchObject({ lost: [{ jobId: 'b', rows: 2, sent: 0, at: null }] });
    expect(forgotten(difference)).toMatchObject([{ jobId: 'a', rows: [1] }]);
    expect(older.store.find('b')).toBeUndefined();
    expectSame(older);
  });

  it('does not take a job for lost that a person deleted', () => {
    bench.at.add(phones(1), { id: 'a' });
    bench.at.add(phones(1), { id: 'b' });
    bench.send(1, 'b');
    const before = bench.witnessText();
    remove(bench.at.store, 'b', { at: NOW, run: 'former' });
    // The program ended before the witness without the job was on the disk.
    writeFileSync(bench.witnessPath, before);
    expect(compare(bench.at)).toBeNull();
    expect(bench.witnessText()).not.toContain('"b"');
    expect(bench.at.store.all().map(({ id }) => id)).toEqual(['a']);
    expectSame(bench.at);
  });
});

describe('what looks like one step and is more', () => {
  /** The journal lacks this number of lines, and forgot what became of these rows. */
  function forget(rows: readonly number[], lines: number): void {
    for (const n of rows) bench.at.journal.prepare(`UPDATE import_row SET state = 'ready' WHERE n = ?`).run(n);
    const { id, last } = bench.at.store.sentRecord.position;
    bench.setPosition(id, last - lines);
  }

  it('is told of: two rows, or one row of a journal that knows the last line', () => {
    bench.at.add(phones(3), { id: 'a' });
    for (const n of [1, 2, 3]) bench.send(n);
    forget([1, 2], 1);
    expect(forgotten(compare(bench.at))).toMatchObject([{ rows: [1, 2] }]);
    forget([3], 0);
    const difference = compare(bench.at);
    expect(difference).toMatchObject({ isOlder: false, witness: null });
    expect(forgotten(difference)).toMatchObject([{ rows: [3] }]);
  });

  it.each([
    ['a row and a job', [1], ['b'], 0, 1],
    ['two jobs', [], ['b', 'c'], 0, 1],
    ['a job with a row that left', [], ['b'], 1, 1],
    ['a job of a journal that knows the last line', [], ['b'], 0, 0],
  ])('is told of: %s', (_, rows, jobs, sends, unknownLines) => {
    bench.at.add(phones(3), { id: 'a' });
    bench.send(1);
    for (const id of jobs) bench.at.add(phones(3), { id });
    if (sends > 0) bench.send(2, 'b');
    const open = bench.backup();
    const older = open();
    for (const id of jobs) {
      older.journal.prepare(`UPDATE import_job SET wish = 'delete' WHERE id = ?`).run(id);
      for (const table of ['attempt', 'tally', 'row', 'word', 'lead', 'cell'])
        older.journal.prepare(`DELETE FROM import_${table} WHERE job = ?`).run(id);
      older.journal.prepare('DELETE FROM import_job WHERE id = ?').run(id);
    }
    for (const n of rows) older.journal.prepare(`UPDATE import_row SET state = 'ready' WHERE n = ?`).run(n);
    older.journal.exec(`UPDATE sent_witness SET last = last - ${unknownLines}`);
    const difference = compare(older);
    expect(difference?.lost.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(forgotten(difference)?.flatMap((entry) => entry.rows)).toEqual(rows);
  });

  it('is the first job of a journal when one of its rows left, and came back', () => {
    const open = bench.backup();
    bench.at.add(phones(1), { id: 'a' });
    bench.send(1);
    bench.step(1, 'takeBack');
    expect(compare(open())).toMatchObject({ lost: [{ jobId: 'a', sent: 0 }], isOlder: true });
  });

  it('is the first job of a journal when one of its rows left, too', () => {
    const open = bench.backup();
    bench.at.add(phones(1), { id: 'a' });
    bench.send(1);
    const older = open();
    expect(compare(older)).toMatchObject({ lost: [{ jobId: 'a', sent: 1 }], isOlder: true });
    expect(statesOf(older)).toEqual(['unknown']);
  });
});
