import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { RowState } from '../../../../../shared/contract/jobs/jobs.ts';
import { addsUp, countsOf, nextRowState, ROW_STEPS, type RowStep } from '../../../../../shared/domain/jobs/job-row.ts';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { inTransaction, openDurable } from '../../../storage/database.ts';
import { atOnce, JOB, newRows } from './job-fixture.ts';
import { JobStore } from './job-store.ts';
import { RowConflict } from './rows/row-steps.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const folder = () => specFolder('journal');

const people = (rows: number) =>
  newRows(Array.from({ length: rows }, (_, index) => [`Person ${index + 1}`, `+45${index + 1}`]));

const job = { ...JOB, id: 'job-1', columns: ['Name', 'Phone'], mapping: [] };

function journalWith(rows: number, terms = USUAL_TERMS) {
  const at = folder();
  const path = join(at, 'journal.sqlite');
  let database = openDurable(path);
  atOnce(new JobStore(database).making({ ...job, terms }, people(rows)));
  return {
    store: () => new JobStore(database),
    database: () => database,
    /** As a new program finds it. */
    reopen() {
      database.close();
      database = openDurable(path);
    },
    [Symbol.dispose]: () => database.close(),
  };
}

describe('a job in the journal', () => {
  it('keeps the name that a person gives it', () => {
    using journal = journalWith(1);
    journal.store().setName('job-1', 'Clubs of the west');
    journal.reopen();
    expect(journal.store().find('job-1')).toMatchObject({ name: 'Clubs of the west', fileName: 'people.csv' });
  });

  it('keeps other terms than it began with', () => {
    using journal = journalWith(1);
    const terms = { ...USUAL_TERMS, order: { column: 1, descending: true } };
    journal.store().setTerms('job-1', terms);
    journal.reopen();
    expect(journal.store().find('job-1')?.terms).toEqual(terms);
  });

  it('keeps what became of its result file: a save takes the trouble of the try before away', () => {
    using journal = journalWith(1);
    const { results } = journal.store();
    results.wish('job-1', '/leads');
    results.failed('job-1', 'The disk is full.');
    expect(results.find('job-1')).toMatchObject({ name: '', savedAt: null, trouble: 'The disk is full.' });
    const file = { name: 'people-result.csv', basis: results.basisOf('job-1'), bytes: 9, modifiedAt: 5, savedAt: 6 };
    results.saved('job-1', file);
    journal.reopen();
    expect(journal.store().results.find('job-1')).toEqual({ folder: '/leads', ...file, trouble: '' });
  });

  it('is read as it was written, with its hold, its wish and its end', () => {
    using journal = journalWith(2);
    const store = journal.store();
    const stored = { ...job, rows: 2, wish: 'run', hold: null, endedAt: null, isDamaged: false };
    expect(store.find(job.id)).toEqual(stored);
    expect(store.all()).toEqual([stored]);
    expect(store.find('other')).toBeUndefined();
    store.setHold(job.id, { kind: 'auth', reason: 'Sign in.', resumeAt: 5 });
    store.setWish(job.id, 'pause');
    store.setEnded(job.id, 77);
    const held = { ...stored, wish: 'pause', hold: { kind: 'auth', reason: 'Sign in.', resumeAt: null }, endedAt: 77 };
    expect(store.find(job.id)).toEqual(held);
    store.setHold(job.id, { kind: 'daily', reason: 'Used up.', resumeAt: 5 });
    store.setEnded(job.id, null);
    expect(store.find(job.id)).toMatchObject({ hold: null, endedAt: null, isDamaged: false });
    expect(store.allAndSuccess()).toMatchObject([{ id: job.id, hasCreated: false }]);
    store.setWish(job.id, 'run');
    store.rows.step(job.id, 1, 'send', { at: 1, run: 'r' });
    store.rows.step(job.id, 1, 'created', { at: 2, run: 'r', leadId: 'L' });
    expect(store.allAndSuccess()).toMatchObject([{ id: job.id, hasCreated: true }]);
  });

  it('hands its rows out in the order of its terms, across programs, and takes one that comes back into its place', () => {
    using journal = journalWith(12, { ...USUAL_TERMS, order: { column: 1, descending: true } });
    const first = (limit: number) =>
      journal
        .store()
        .rows.ready(job.id, limit)
        .map(({ n }) => n);
    expect(first(20)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const step = (n: number, name: RowStep) => journal.store().rows.step(job.id, n, name, { at: 1, run: 'r' });
    step(12, 'send');
    step(11, 'send');
    step(11, 'created');
    journal.reopen();
    expect(first(2)).toEqual([10, 9]);
    step(12, 'takeBack');
    expect(first(2)).toEqual([12, 10]);
    // What is saved stays in the order of the file.
    expect(
      journal
        .store()
        .lists.rowsAfter(job.id, 0, 3)
        .map(({ row }) => row),
    ).toEqual([1, 2, 3]);
  });

  it('goes out as in the file when the column of its order is not there', () => {
    using journal = journalWith(3, { ...USUAL_TERMS, order: { column: 9, descending: true } });
    const ready = journal.store().rows.ready(job.id, 9);
    expect(ready.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('counts answered rows by the minute, the last ones oldest first', () => {
    using journal = journalWith(6);
    const { rows, lists } = journal.store();
    const answer = (n: number, at: number, ending: RowStep) => {
      rows.step(job.id, n, 'send', { at, run: 'r' });
      rows.step(job.id, n, ending, { at, run: 'r' });
    };
    answer(1, 59_999, 'created');
    answer(2, 60_000, 'rejected');
    answer(3, 119_999, 'unknown');
    answer(4, 120_000, 'created');
    answer(5, 120_000, 'takeBack');
    rows.step(job.id, 6, 'skip', { at: 120_000, run: 'r' });
    expect(lists.perMinute(job.id, 9)).toEqual([
      { minute: 0, rows: 1 },
      { minute: 60_000, rows: 2 },
      { minute: 120_000, rows: 1 },
    ]);
    expect(lists.perMinute(job.id, 2).map(({ minute }) => minute)).toEqual([60_000, 120_000]);
  });

  it('knows of each row when and why it is where it is', () => {
    using journal = journalWith(3);
    const { rows, lists } = journal.store();
    rows.step(job.id, 1, 'send', { at: 4, run: 'r', reason: 'kept with the attempt only' });
    rows.step(job.id, 2, 'send', { at: 4, run: 'r' });
    rows.step(job.id, 2, 'takeBack', { at: 5, run: 'r', reason: 'asked to wait' });
    expect(lists.rowsAfter(job.id, 0, 9)).toMatchObject([
      { row: 1, line: 2, state: 'intent', at: 4, reason: '', attempts: 1, leadId: null },
      { row: 2, line: 3, state: 'ready', at: 5, reason: '', attempts: 0, leadId: null },
      { row: 3, line: 4, state: 'ready', at: null, reason: '', attempts: 0, leadId: null },
    ]);
    expect([1, 2, 4].map((n) => rows.stateOf(job.id, n))).toEqual(['intent', 'ready', null]);
    expect(rows.ready(job.id, 1).map(({ n }) => n)).toEqual([2]);
  });
});

describe('rows in the journal', () => {
  it('add up and agree with the rules of a row over any order of answers, refusals, pauses and crashes', () => {
    const rows = 6;
    const action = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          kind: fc.constant('step' as const),
          n: fc.integer({ min: 1, max: rows }),
          step: fc.constantFrom(...ROW_STEPS),
        }),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'start' as const }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'stop' as const }) },
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        using journal = journalWith(rows);
        const model = new Map<number, RowState>(
          Array.from({ length: rows }, (_, index) => [index + 1, 'ready' as const]),
        );
        const sends = new Map<number, number>();
        const freed = new Map<number, number>();
        for (const entry of actions) {
          switch (entry.kind) {
            case 'step': {
              const next = nextRowState(model.get(entry.n) ?? 'ready', entry.step);
              const act = () => journal.store().rows.step(job.id, entry.n, entry.step, { at: 5, run: 'r' });
              if (next === null) expect(act).toThrow(RowConflict);
              else {
                act();
                model.set(entry.n, next);
                if (entry.step === 'send') sends.set(entry.n, (sends.get(entry.n) ?? 0) + 1);
                if (entry.step === 'takeBack' || entry.step === 'sendOnce' || entry.step === 'rejected')
                  freed.set(entry.n, (freed.get(entry.n) ?? 0) + 1);
              }
              break;
            }
            case 'crash':
              journal.reopen();
              break;
            case 'start':
              journal.store().rows.recover(job.id, 6, 'next');
              for (const [n, state] of model) if (state === 'intent') model.set(n, 'unknown');
              break;
            case 'stop':
              journal.store().rows.skipReady(job.id, 'stopped', 7, 'r');
              for (const [n, state] of model) if (state === 'ready') model.set(n, 'skipped');
          }
          const counts = countsOf(rows, journal.store().rows.tally(job.id));
          expect(addsUp(counts)).toBe(true);
        }
        journal.reopen();
        const kept = journal.store().lists.rows(job.id, { state: 'all', reason: undefined, offset: 0, limit: 100 });
        expect(kept.rows.map((row) => [row.row, row.state])).toEqual([...model]);
        // At most one send that nobody took back: the service saw each row at most once without a person's word.
        for (const [n, count] of sends) expect(count - (freed.get(n) ?? 0)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });

  it('cannot become a second job of the same draft', () => {
    using journal = journalWith(3);
    expect(() => atOnce(journal.store().making(job, people(3)))).toThrow(/UNIQUE/);
    expect(journal.store().rows.tally(job.id).ready).toBe(3);
  });

  it('are undone together with the debit when the disk is full', () => {
    using journal = journalWith(3);
    const database = journal.database();
    database.exec('CREATE TABLE debit (units INTEGER)');
    // A page limit is what SQLite has for a disk without room: the same error at the same places.
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    database.exec(`PRAGMA max_page_count=${pages}`);
    const send = () =>
      inTransaction(database, () => {
        for (let fill = 0; fill < 5000; fill += 1) database.exec('INSERT INTO debit VALUES (1)');
        journal.store().rows.step(job.id, 1, 'send', { at: 1, run: 'r' });
      });
    expect(send).toThrow(/full/);
    expect(journal.store().rows.tally(job.id)).toMatchObject({ ready: 3, intent: 0 });
    expect(database.prepare('SELECT count(*) AS total FROM debit').get()?.['total']).toBe(0);
  });

  it('keep a list of attempts that only grows', () => {
    using journal = journalWith(1);
    const { rows } = journal.store();
    rows.step(job.id, 1, 'send', { at: 1, run: 'r' });
    rows.step(job.id, 1, 'takeBack', { at: 2, run: 'r', reason: 'asked to wait' });
    rows.step(job.id, 1, 'send', { at: 3, run: 'r' });
    rows.step(job.id, 1, 'created', { at: 4, run: 'r', leadId: 'L1' });
    const database = journal.database();
    const attempts = database.prepare('SELECT step, detail FROM import_attempt ORDER BY id').all();
    expect(attempts.map((row) => [row['step'], row['detail']])).toEqual([
      ['send', ''],
      ['takeBack', 'asked to wait'],
      ['send', ''],
      ['created', 'L1'],
    ]);
    expect(() => database.exec(`UPDATE import_attempt SET detail = 'x'`)).toThrow(/never changed/);
    expect(() => database.exec('DELETE FROM import_attempt')).toThrow(/never removed/);
    expect(() => database.exec(`UPDATE import_cell SET cells = '[]'`)).toThrow(/never changed/);
    expect(journal.store().lists.rowsAfter(job.id, 0, 1)[0]).toMatchObject({
      state: 'created',
      attempts: 1,
      leadId: 'L1',
    });
  });
});

it.each(['{"by":"Ki\u0001m"}', '{"by":1}', ''])('shows a job whose origin a damage has made unreadable: %j', (json) => {
  using journal = openDurable(join(folder(), 'journal.sqlite'));
  const store = new JobStore(journal);
  journal.exec('PRAGMA foreign_keys = OFF');
  journal.prepare('INSERT INTO import_origin (job, json) VALUES (?, ?)').run('job-1', json);
  expect(store.originOf('job-1')).toMatchObject({ by: '', readAs: '' });
});
