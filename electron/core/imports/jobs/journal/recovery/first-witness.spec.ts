import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { compare } from './witness-fixture.ts';

let at: JournalUnderTest;
beforeEach(() => void (at = createJournal()));
afterEach(() => at[Symbol.dispose]());

const step = (n: number, name: RowStep) => at.store.rows.step('a', n, name, { at: 5, run: 'former' });
const witnessPath = () => at.store.sentRecord.witness.path;

it('a journal of a version without a witness gets one, with all that left and may not leave again', () => {
  at.add(phones(6), { id: 'a', poolName: 'Pool' });
  for (const n of [1, 2, 3, 4, 5]) step(n, 'send');
  step(2, 'created');
  step(3, 'rejected');
  step(4, 'takeBack');
  step(5, 'unknown');
  step(5, 'leave');
  rmSync(witnessPath());
  at.journal.exec('UPDATE sent_witness SET id = NULL, last = 0');
  for (const [n, time] of [
    [1, null],
    [2, 11],
    [3, 33],
    [5, null],
  ] as const)
    at.journal.prepare('UPDATE import_row SET at = ? WHERE n = ?').run(time, n);
  expect(compare(at)).toBeNull();
  const memory = at.store.sentRecord.witness.read().jobs.get('a');
  expect(memory?.job).toEqual({
    job: 'a',
    file: 'people.csv',
    hash: 'ab',
    bytes: 10,
    campaign: 'SPRING',
    pool: 'Pool',
    rows: 6,
    at: 1,
  });
  expect([...(memory?.sent ?? [])]).toEqual([1, 2, 3, 5]);
  expect([memory?.firstAt, memory?.lastAt]).toEqual([11, 33]);
  expect(at.store.sentRecord.position).toEqual({ id: at.store.sentRecord.witness.read().id, last: 0 });
  expect(compare(at)).toBeNull();
});

it('a journal that never sent anything gets none', () => {
  expect(compare(at)).toBeNull();
  expect(existsSync(witnessPath())).toBe(false);
});

it('a witness whose first row never got there belongs to the journal from now on', () => {
  at.add(phones(1), { id: 'a' });
  const [head] = readFileSync(witnessPath(), 'utf8').split('\n');
  remove(at.store, 'a', { at: 5, run: 'former' });
  at.journal.exec('UPDATE sent_witness SET id = NULL, last = 0');
  writeFileSync(witnessPath(), `${head}\n`);
  expect(compare(at)).toBeNull();
  expect(at.store.sentRecord.position.id).not.toBeNull();
  expect(at.store.sentRecord.position).toEqual({ id: at.store.sentRecord.witness.read().id, last: 0 });
});

it('a journal knows of its jobs without a pool that they have none', () => {
  at.add(phones(1), { id: 'a' });
  rmSync(witnessPath());
  compare(at);
  expect(at.store.sentRecord.witness.read().jobs.get('a')?.job?.pool).toBeNull();
});
