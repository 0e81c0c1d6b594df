import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RowStep } from '../../../../../../shared/domain/jobs/job-row.ts';
import { createJournal, type JournalUnderTest, phones } from '../job-fixture.ts';
import { JOB_TABLES } from '../records/journal-schema.ts';
import { compare } from './witness-fixture.ts';

/* A journal that was damaged and built anew, beside its witness. */

let at: JournalUnderTest;
afterEach(() => at[Symbol.dispose]());

const step = (n: number, name: RowStep) => at.store.rows.step('a', n, name, { at: 5, run: 'former' });

beforeEach(() => {
  at = createJournal();
  at.add(phones(6), { id: 'a' });
  for (const n of [1, 2, 3]) step(n, 'send');
  step(1, 'created');
  // Row 1 lost its cells, 2 and 5 their state, 3 and 6 both, and 4 its cells while it waited.
  at.journal.exec('DELETE FROM import_cell WHERE n IN (1, 3, 4, 6)');
  at.journal.exec('DELETE FROM import_row WHERE n IN (2, 3, 5, 6)');
});

const NOT_SENT = expect.stringMatching(/^Not sent, as the record/) as string;
const MAYBE_SENT = expect.stringMatching(/^Its state was lost/) as string;
const witnessPath = () => at.store.sentRecord.witness.path;
const rows = () => at.store.lists.rowsAfter('a', 0, 9).map(({ state, reason }) => [state, reason]);

it('has every row again; a row of which the witness says nothing never left', () => {
  expect(compare(at, true)).toBeNull();
  expect(rows()).toEqual([
    ['created', ''],
    ['unknown', MAYBE_SENT],
    ['unknown', MAYBE_SENT],
    ['skipped', NOT_SENT],
    ['skipped', NOT_SENT],
    ['skipped', NOT_SENT],
  ]);
  expect(at.store.lists.rowsAfter('a', 0, 9).map(({ line }) => line)).toEqual([1, 3, 3, 4, 6, 6]);
  expect(at.store.rows.tally('a')).toMatchObject({ created: 1, unknown: 2, skipped: 3, ready: 0 });
  expect(compare(at)).toBeNull();
});

it('gives a job the id back under which the witness knows it, where a damage took it and its rows', () => {
  at.add(phones(2), { id: 'b', campaignCode: 'OTHER' });
  // A journal that is built anew has no row of a job that is not there.
  at.journal.exec(`PRAGMA foreign_keys = OFF`);
  at.journal.exec(`UPDATE import_job SET id = 'a\u0001' WHERE id = 'a'`);
  at.journal.exec(`DROP TRIGGER import_attempt_stays`);
  for (const table of JOB_TABLES) at.journal.exec(`DELETE FROM ${table} WHERE job = 'a'`);
  at.journal.exec(`PRAGMA foreign_keys = ON`);
  expect(compare(at, true)).toBeNull();
  expect(at.store.all().map(({ id, rows: count, isDamaged }) => [id, count, isDamaged])).toEqual([
    ['a', 6, false],
    ['b', 2, false],
  ]);
  expect(rows().map(([state]) => state)).toEqual(['unknown', 'unknown', 'unknown', 'skipped', 'skipped', 'skipped']);
});

it('gives each of two jobs of one file and one moment an id of its own back', () => {
  at.add(phones(6), { id: 'b' });
  at.journal.exec(`PRAGMA foreign_keys = OFF; DROP TRIGGER import_attempt_stays`);
  for (const table of JOB_TABLES) at.journal.exec(`DELETE FROM ${table}`);
  at.journal.exec(`UPDATE import_job SET id = id || char(1); PRAGMA foreign_keys = ON`);
  expect(compare(at, true)).toBeNull();
  expect(new Set(at.store.all().map(({ id }) => id))).toEqual(new Set(['a', 'b']));
});

it('leaves a job alone of which the witness knows none that was made of its file at its moment', () => {
  at.add(phones(2), { id: 'b\u0001', createdAt: 9 });
  expect(compare(at, true)).toBeNull();
  expect(new Set(at.store.all().map(({ id }) => id))).toEqual(new Set(['a', 'b\u0001']));
});

it('believes no witness that is damaged or missing: every lost row may have left', () => {
  writeFileSync(witnessPath(), readFileSync(witnessPath(), 'utf8').replace('"n":1', '"n":3'));
  expect(compare(at, true)).toMatchObject({ witness: 'damaged' });
  expect(rows().map(([state]) => state)).toEqual(['created', ...Array.from({ length: 5 }, () => 'unknown')]);
});

it('has every row again without any witness', () => {
  rmSync(witnessPath());
  at.journal.exec('UPDATE sent_witness SET id = NULL, last = 0');
  expect(compare(at, true)).toBeNull();
  expect(rows().map(([state]) => state)).toEqual(['created', ...Array.from({ length: 5 }, () => 'unknown')]);
  expect([...(at.store.sentRecord.witness.read().jobs.get('a')?.sent ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
});

it('takes a state that is no word for one that is lost', () => {
  at.journal.exec(`INSERT INTO import_row (job, n, state) VALUES ('a', 2, 'intmnt'), ('a', 5, 'raady')`);
  compare(at, true);
  expect(rows().map(([state]) => state)).toEqual(['created', 'unknown', 'unknown', 'skipped', 'skipped', 'skipped']);
  expect(at.store.rows.tally('a')).toMatchObject({ created: 1, unknown: 2, skipped: 3, ready: 0, intent: 0 });
});

it.each([2, 4096])('counts as many rows as the witness knows of when the job says %i', (damaged) => {
  at.journal.exec(`UPDATE import_job SET rows = ${damaged};
    INSERT INTO import_cell (job, n, line, cells) VALUES ('a', 1029, 7, '[]');
    INSERT INTO import_row (job, n, state) VALUES ('a', 1029, 'ready')`);
  compare(at, true);
  expect(rows()).toHaveLength(6);
  expect(at.store.find('a')?.rows).toBe(6);
  expect(at.store.lists.rowsAfter('a', 6, 9)).toEqual([]);
});

it('leaves rows that wait as they are when they have their cells', () => {
  at.add(phones(2), { id: 'b' });
  compare(at, true);
  expect(at.store.lists.rowsAfter('b', 0, 9).map(({ state }) => state)).toEqual(['ready', 'ready']);
});

it('is not made whole when it was not damaged', () => {
  compare(at);
  expect(at.journal.prepare('SELECT count(*) AS n FROM import_row').get()).toEqual({ n: 2 });
});
