import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { compare } from './witness-fixture.ts';

/* Steps within which their programs ended: the journal undid them, and the next program used their numbers again. */

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add(phones(4), { id: 'a' });
  send(1);
});
afterEach(() => at[Symbol.dispose]());

const send = (n: number) => at.store.rows.step('a', n, 'send', { at: n, run: 'former' });
const text = () => readFileSync(at.store.sentRecord.witness.path, 'utf8');
const states = () => at.store.lists.rowsAfter('a', 0, 9).map(({ state }) => state);

/** The witness has the next line, and the journal does not: the program was killed in between. */
function dieSending(n: number, job = 'a'): void {
  const sequence = at.store.sentRecord.position.last + 1;
  at.store.sentRecord.witness.append({ kind: 'sent', sequence, value: { job, n, at: n } });
}

function dieBeginning(job: string): void {
  const sequence = at.store.sentRecord.position.last + 1;
  const value = { job, file: 'b.csv', hash: 'cd', bytes: 9, campaign: 'SPRING', pool: null, rows: 5, at: 1 };
  at.store.sentRecord.witness.append({ kind: 'began', sequence, value });
}

it('of two programs leave their rows in doubt, and nothing else', () => {
  dieSending(2);
  dieSending(3);
  expect(compare(at)).toBeNull();
  expect(states()).toEqual(['intent', 'unknown', 'unknown', 'ready']);
  expect(compare(at)).toBeNull();
});

it('in which many rows were to wait again are no doubt: of what left the journal lacks nothing', () => {
  for (const n of [2, 3]) send(n);
  at.store.rows.recover('a', 5, 'next');
  const { last } = at.store.sentRecord.position;
  const free = (n: number) => ({ kind: 'free' as const, sequence: last + n, value: { job: 'a', n, at: 6 } });
  at.store.sentRecord.witness.append(...[1, 2, 3].map(free));
  expect(compare(at)).toBeNull();
  expect(states()).toEqual(['unknown', 'unknown', 'unknown', 'ready']);
  expect([...(at.store.sentRecord.witness.read().jobs.get('a')?.sent ?? [])]).toEqual([1, 2, 3]);
});

it('in which many rows were to wait again do not hide one that left behind them', () => {
  at.store.rows.recover('a', 5, 'next');
  const { last } = at.store.sentRecord.position;
  at.store.sentRecord.witness.append({ kind: 'free', sequence: last + 1, value: { job: 'a', n: 1, at: 6 } });
  at.store.sentRecord.witness.append({ kind: 'sent', sequence: last + 2, value: { job: 'a', n: 2, at: 7 } });
  expect(compare(at)).toMatchObject({ isOlder: true, forgotten: [{ jobId: 'a' }] });
});

it('are known as such when another program has deleted an import since', () => {
  at.add(phones(1), { id: 'b' });
  dieSending(2);
  remove(at.store, 'b', { at: 3, run: 'other' });
  expect(text()).not.toContain('"b"');
  expect(compare(at)).toBeNull();
  expect(states()).toEqual(['intent', 'unknown', 'ready', 'ready']);
});

it('are not the last step of a journal that had it when an import was deleted', () => {
  at.add(phones(1), { id: 'b' });
  send(2);
  remove(at.store, 'b', { at: 3, run: 'other' });
  at.journal.exec("UPDATE import_row SET state = 'ready' WHERE n = 2");
  expect(compare(at)).toMatchObject({ isOlder: false, forgotten: [{ jobId: 'a' }] });
});

it('stay with what a program that went on behind them made of their rows', () => {
  dieSending(2);
  at.store.rows.step('a', 2, 'skip', { at: 3, run: 'other' });
  send(3);
  expect(compare(at)).toBeNull();
  expect(states()).toEqual(['intent', 'skipped', 'intent', 'ready']);
  expect(compare(at)).toBeNull();
});

it('leave a skipped row in doubt while nobody has gone on behind them', () => {
  dieSending(2);
  at.store.rows.step('a', 2, 'skip', { at: 3, run: 'other' });
  expect(compare(at)).toBeNull();
  expect(states()).toEqual(['intent', 'unknown', 'ready', 'ready']);
});

it('beside which the journal lacks two rows that left are told of', () => {
  dieSending(2);
  send(3);
  send(4);
  at.journal.exec("UPDATE import_row SET state = 'ready' WHERE n > 2");
  const { id, last } = at.store.sentRecord.position;
  at.journal.prepare('UPDATE sent_witness SET id = ?, last = ?').run(id, last - 1);
  expect(compare(at)).toMatchObject({ isOlder: true, lost: [] });
});

it('that were to begin an import are no lost one, and go with the next tidying up', () => {
  dieBeginning('b');
  send(2);
  expect(text()).toContain('b.csv');
  expect(compare(at)).toBeNull();
  dieBeginning('c');
  expect(compare(at)).toBeNull();
  expect(text()).not.toMatch(/b\.csv/);
});

it('that were to begin an import do not hide a row of it that left', () => {
  dieBeginning('b');
  dieSending(1, 'b');
  expect(compare(at)).toMatchObject({ lost: [{ jobId: 'b', sent: 1 }] });
  expect(text()).toContain('b.csv');
});

it('are not all of a journal that knows the last line and lacks a row', () => {
  dieSending(2);
  send(3);
  at.journal.exec("UPDATE import_row SET state = 'ready' WHERE n = 3");
  expect(compare(at)).toMatchObject({ isOlder: false, forgotten: [{ jobId: 'a' }] });
});

it('of an import that was being made do not hide a row of it that left', () => {
  at.journal.exec(`UPDATE import_job SET wish = 'make'`);
  expect(compare(at)).toMatchObject({ lost: [{ jobId: 'a', rows: 4, sent: 1 }], memories: { witness: { rows: 1 } } });
  expect(states()).toEqual(['unknown', 'skipped', 'skipped', 'skipped']);
});
