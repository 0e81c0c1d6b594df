import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { specFolder } from '../../../../foundation/folder-fixture.ts';
import { openDurable } from '../../../../storage/database.ts';
import { lineText } from '../../witness/witness-lines.ts';
import { WITNESS_FILE } from '../../witness/witness.ts';
import { compareWithWitness, type WitnessDifference } from './compare-witness.ts';
import { atOnce, createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { JobStore } from '../job-store.ts';

/** Unix milliseconds of the first row that leaves; the next ones leave a second apart. */
const START = Date.UTC(2026, 10, 22, 10);
const NOW = START + 3_600_000;

let at: JournalUnderTest;
let left: number;
const opened: (() => void)[] = [];
beforeEach(() => {
  at = createJournal();
  left = 0;
});
afterEach(() => {
  for (const close of opened.splice(0)) close();
  at[Symbol.dispose]();
});

interface Side {
  readonly journal: DatabaseSync;
  readonly store: JobStore;
}

/** Later than every send. */
const step = (n: number, name: RowStep, job = 'a') =>
  at.store.rows.step(job, n, name, { at: START + 600_000, run: 'former' });

function send(n: number, job = 'a'): number {
  const time = START + 1000 * left++;
  at.store.rows.step(job, n, 'send', { at: time, run: 'former' });
  return time;
}

/** The journal as it is now. Answers how to open it later, beside the witness of then, as a backup that was put back. */
function backup(): () => Side {
  const folder = specFolder('older');
  const path = join(folder, 'journal.sqlite');
  at.journal.exec(`VACUUM INTO '${path}'`);
  opened.push(() => rmSync(folder, { recursive: true, maxRetries: 10, force: true }));
  return () => {
    if (existsSync(witnessPath())) copyFileSync(witnessPath(), join(folder, WITNESS_FILE));
    const journal = openDurable(path);
    opened.unshift(() => journal.close());
    return { journal, store: new JobStore(journal) };
  };
}

function compare({ journal, store }: Side): WitnessDifference | null {
  const { sentRecord, deleted } = store;
  return compareWithWitness({ journal, sentRecord, deleted, now: NOW, run: 'next', isRebuilt: false });
}

const witnessPath = () => at.store.sentRecord.witness.path;
const witnessText = () => readFileSync(witnessPath(), 'utf8');
const lines = () => witnessText().trimEnd().split('\n');
const writeLines = (kept: readonly string[]) => writeFileSync(witnessPath(), kept.map((line) => `${line}\n`).join(''));
const states = ({ store }: Side, job = 'a') => store.lists.rowsAfter(job, 0, 100).map(({ state }) => state);
const reasonOf = ({ store }: Side, n: number, job = 'a') => store.lists.rowsAfter(job, n - 1, 1)[0]?.reason;
const sentOf = ({ store }: Side, job = 'a') => [...(store.sentRecord.witness.read().jobs.get(job)?.sent ?? [])];
const setPosition = (id: string | null, last: number) =>
  at.journal.prepare('UPDATE sent_witness SET id = ?, last = ?').run(id, last);

/** After a comparison both say the same, whatever they said before. */
function expectSame(side: Side): void {
  const memory = side.store.sentRecord.witness.read();
  expect(side.store.sentRecord.position).toEqual({ id: memory.id, last: memory.last });
  expect(memory).toMatchObject({ trouble: 0, isCut: false });
  const before = readFileSync(side.store.sentRecord.witness.path, 'utf8');
  expect(compare(side)).toBeNull();
  expect(readFileSync(side.store.sentRecord.witness.path, 'utf8')).toBe(before);
}

const forgotten = (difference: WitnessDifference | null) =>
  difference?.forgotten.map(({ rows, ...entry }) => ({ ...entry, rows: [...rows] }));

describe('a journal and a witness that say the same', () => {
  it('are left as they are', () => {
    at.add(phones(3), { id: 'a' });
    send(1);
    step(1, 'created');
    send(2);
    const before = witnessText();
    expect(compare(at)).toBeNull();
    expect([states(at), witnessText()]).toEqual([['created', 'intent', 'ready'], before]);
  });

  it('say it in a short file after a half line, or after many lines', () => {
    at.add(phones(2), { id: 'a' });
    send(1);
    appendFileSync(witnessPath(), '3 sent {"job"');
    expect(compare(at)).toBeNull();
    expectSame(at);
    const { id, last } = at.store.sentRecord.position;
    const many = Array.from({ length: 5000 }, (_, index) =>
      lineText({ kind: 'free', sequence: last + 1 + index, value: { job: 'a', n: 2, at: START } }),
    );
    appendFileSync(witnessPath(), many.join(''));
    setPosition(id, last + many.length);
    expect(compare(at)).toBeNull();
    expect([lines().length, sentOf(at)]).toEqual([2, [1]]);
    expectSame(at);
  });
});

describe('a program that ended between the two writes of a step', () => {
  it('leaves its row unknown, and no doubt about anything else', () => {
    at.add(phones(3), { id: 'a' });
    const open = backup();
    const time = send(2);
    const older = open();
    expect(compare(older)).toBeNull();
    expect(states(older)).toEqual(['ready', 'unknown', 'ready']);
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
    at.add(phones(4), { id: 'a' });
    const open = backup();
    const time = send(2);
    const other = open();
    for (const name of ['send', 'created'] as const) other.store.rows.step('a', 3, name, { at: time, run: '' });
    expect(compare(other)).toBeNull();
    expect(states(other)).toEqual(['ready', 'unknown', 'created', 'ready']);
    expectSame(other);
  });

  it('and that took a row back is no news', () => {
    at.add(phones(1), { id: 'a' });
    send(1);
    const open = backup();
    step(1, 'takeBack');
    const older = open();
    expect(compare(older)).toBeNull();
    expect(states(older)).toEqual(['intent']);
    expectSame(older);
  });

  it('and that began a job has no job: its file can be sent as if for the first time', () => {
    const open = backup();
    at.add(phones(1), { id: 'a' });
    const first = open();
    expect(compare(first)).toBeNull();
    expect(first.store.all()).toEqual([]);
    expectSame(first);
    const openSecond = backup();
    at.add(phones(1), { id: 'b' });
    const second = openSecond();
    expect(compare(second)).toBeNull();
    expect(second.store.all()).toHaveLength(1);
    expectSame(second);
  });
});

describe('a journal that is older than the witness', () => {
  it('learns which rows left, and when; a row that was skipped in it, too', () => {
    at.add(phones(5), { id: 'a', name: 'People' });
    send(1);
    step(1, 'created');
    step(4, 'skip');
    const open = backup();
    const times = [send(2), send(3)];
    step(4, 'sendAgain');
    times.push(send(4));
    const older = open();
    const difference = compare(older);
    expect(difference).toMatchObject({ isOlder: true, witness: null, lost: [] });
    expect(forgotten(difference)).toEqual([
      { jobId: 'a', name: 'People', rows: [2, 3, 4], firstAt: times[0], lastAt: times[2] },
    ]);
    expect(states(older)).toEqual(['created', 'unknown', 'unknown', 'unknown', 'ready']);
    expect(reasonOf(older, 3)).toContain('the journal lost what became of it');
    expect(older.store.rows.tally('a')).toMatchObject({ created: 1, unknown: 3, ready: 1 });
    expectSame(older);
  });

  it('has only the times of all that left, when the witness was made short since', () => {
    at.add(phones(3), { id: 'a' });
    const first = send(1);
    step(1, 'created');
    const open = backup();
    send(2);
    const last = send(3);
    atOnce(at.store.sentRecord.compacting());
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
    at.add(phones(1), { id: 'a' });
    const open = backup();
    send(1);
    step(1, 'takeBack');
    const older = open();
    expect(compare(older)).toMatchObject({ forgotten: [], lost: [], isOlder: true, witness: null });
    expectSame(older);
  });

  it('gets a job that it does not know, with each row where the witness has it', () => {
    at.add(phones(1), { id: 'a' });
    const open = backup();
    at.add(phones(3), { id: 'b', fileName: 'more.csv', poolName: 'Pool', createdAt: 7 });
    const time = send(2, 'b');
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
    at.add(phones(1), { id: 'a' });
    const open = backup();
    at.add(phones(2), { id: 'b' });
    send(1);
    const older = open();
    const difference = compare(older);
    expect(difference).toMatchObject({ lost: [{ jobId: 'b', rows: 2, sent: 0, at: null }] });
    expect(forgotten(difference)).toMatchObject([{ jobId: 'a', rows: [1] }]);
    expect(older.store.find('b')).toBeUndefined();
    expectSame(older);
  });

  it('does not take a job for lost that a person deleted', () => {
    at.add(phones(1), { id: 'a' });
    at.add(phones(1), { id: 'b' });
    send(1, 'b');
    const before = witnessText();
    remove(at.store, 'b', { at: NOW, run: 'former' });
    // The program ended before the witness without the job was on the disk.
    writeFileSync(witnessPath(), before);
    expect(compare(at)).toBeNull();
    expect(witnessText()).not.toContain('"b"');
    expect(at.store.all().map(({ id }) => id)).toEqual(['a']);
    expectSame(at);
  });
});

describe('what looks like one step and is more', () => {
  /** The journal lacks this number of lines, and forgot what became of these rows. */
  function forget(rows: readonly number[], lines: number): void {
    for (const n of rows) at.journal.prepare(`UPDATE import_row SET state = 'ready' WHERE n = ?`).run(n);
    const { id, last } = at.store.sentRecord.position;
    setPosition(id, last - lines);
  }

  it('is told of: two rows, or one row of a journal that knows the last line', () => {
    at.add(phones(3), { id: 'a' });
    for (const n of [1, 2, 3]) send(n);
    forget([1, 2], 1);
    expect(forgotten(compare(at))).toMatchObject([{ rows: [1, 2] }]);
    forget([3], 0);
    const difference = compare(at);
    expect(difference).toMatchObject({ isOlder: false, witness: null });
    expect(forgotten(difference)).toMatchObject([{ rows: [3] }]);
  });

  it.each([
    ['a row and a job', [1], ['b'], 0, 1],
    ['two jobs', [], ['b', 'c'], 0, 1],
    ['a job with a row that left', [], ['b'], 1, 1],
    ['a job of a journal that knows the last line', [], ['b'], 0, 0],
  ])('is told of: %s', (_, rows, jobs, sends, unknownLines) => {
    at.add(phones(3), { id: 'a' });
    send(1);
    for (const id of jobs) at.add(phones(3), { id });
    if (sends > 0) send(2, 'b');
    const open = backup();
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
    const open = backup();
    at.add(phones(1), { id: 'a' });
    send(1);
    step(1, 'takeBack');
    expect(compare(open())).toMatchObject({ lost: [{ jobId: 'a', sent: 0 }], isOlder: true });
  });

  it('is the first job of a journal when one of its rows left, too', () => {
    const open = backup();
    at.add(phones(1), { id: 'a' });
    send(1);
    const older = open();
    expect(compare(older)).toMatchObject({ lost: [{ jobId: 'a', sent: 1 }], isOlder: true });
    expect(states(older)).toEqual(['unknown']);
  });
});

describe('a witness that cannot be believed', () => {
  beforeEach(() => {
    at.add(phones(3), { id: 'a' });
    send(1);
    send(2);
  });

  it('because it is missing is made anew under its number', () => {
    const { position } = at.store.sentRecord;
    rmSync(witnessPath());
    expect(compare(at)).toEqual({
      forgotten: [],
      lost: [],
      isOlder: false,
      witness: 'missing',
      memories: { journal: { rows: 2, lastAt: START + 1000 }, witness: null },
    });
    expect([at.store.sentRecord.position, sentOf(at)]).toEqual([position, [1, 2]]);
    expectSame(at);
  });

  it('because a line of it changed is made anew', () => {
    writeFileSync(witnessPath(), witnessText().replace('"n":1', '"n":3'));
    expect(compare(at)).toMatchObject({ witness: 'damaged' });
    expect(sentOf(at)).toEqual([1, 2]);
    expectSame(at);
  });

  it('because its first line is lost is made anew', () => {
    writeLines(lines().slice(1));
    expect(compare(at)).toMatchObject({ witness: 'damaged' });
    expectSame(at);
  });

  it('because it lost its end is made anew', () => {
    writeLines(lines().slice(0, -1));
    expect(compare(at)).toMatchObject({ witness: 'shorter', isOlder: false });
    expect(sentOf(at)).toEqual([1, 2]);
    expectSame(at);
  });

  it('because it is that of another journal is left behind', () => {
    const { id, last } = at.store.sentRecord.position;
    setPosition('another', last);
    expect(compare(at)).toMatchObject({ witness: 'another' });
    const now = at.store.sentRecord.position;
    expect([now.id === id, now.id === 'another', now.last]).toEqual([false, false, last]);
    expectSame(at);
  });

  it('and lost a job with its journal: every row of it may have left', () => {
    const open = backup();
    at.add(phones(5), { id: 'b' });
    send(3, 'b');
    // The line with which the job began.
    writeLines(lines().filter((line) => !line.includes(' began {"job":"b"')));
    const older = open();
    expect(compare(older)).toMatchObject({
      witness: 'damaged',
      lost: [{ jobId: 'b', file: 'a file whose name is lost', rows: 3, sent: 1 }],
    });
    expect(older.store.find('b')).toMatchObject({
      fileSize: 0,
      fileHash: '',
      campaignCode: '',
      poolName: null,
      createdAt: NOW,
    });
    const rows = older.store.lists.rowsAfter('b', 0, 9);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['unknown', 0],
      ['unknown', 0],
      ['unknown', 1],
    ]);
    expect(reasonOf(older, 1, 'b')).toMatch(/the record of what was sent is damaged/);
    expectSame(older);
  });

  it('may have lost what left of a job of which it says nothing', () => {
    const open = backup();
    at.add(phones(2), { id: 'b' });
    at.store.rows.step('b', 1, 'send', { at: NOW, run: 'former' });
    writeLines(
      lines()
        .filter((line) => !line.includes('"job":"b","n":1'))
        .concat(lines().at(-1)?.slice(0, 9) ?? ''),
    );
    const older = open();
    expect(compare(older)).toMatchObject({ witness: 'damaged', lost: [{ jobId: 'b', rows: 2, sent: 0 }] });
    expect(states(older, 'b')).toEqual(['unknown', 'unknown']);
  });
});
