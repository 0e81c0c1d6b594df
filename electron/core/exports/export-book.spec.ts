import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { VirtualClock } from '../api/simulation/virtual-clock.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { onWindows } from '../foundation/held-files-fixture.ts';
import { specAccount, specServices } from '../sessions/session-fixture.ts';
import type { AccountSession } from '../sessions/session.ts';
import { openDurable } from '../storage/database.ts';
import { ExportBook } from './export-book.ts';
import { EMPTY_ANSWER, type ExportRecord } from './records/export-records.ts';
import { exportRecord } from './records/record-fixture.ts';

const NONE = { before: 0, now: 0 };

let folder = '';
let journal: AccountSession['journal'];
let clock: VirtualClock;
let book: ExportBook;
let leastClockOffset: number | null;
const emit = vi.fn<(name: string, summary: ExportSummary) => void>();

beforeEach(() => {
  folder = specFolder('book');
  mkdirSync(join(folder, 'results'));
  clock = new VirtualClock();
  leastClockOffset = null;
  emit.mockClear();
  journal = openDurable(join(folder, 'journal.sqlite'));
  const api = { leastClockOffset: () => leastClockOffset } as unknown as AccountSession['api'];
  const services = specServices(folder, { clock, emit: emit as never });
  book = new ExportBook(services, { account: specAccount('https://leads.example/'), api, journal, folder });
  onTestFinished(() => {
    book[Symbol.dispose]();
    journal.close();
  });
});

const recordOf = (change: Partial<ExportRecord> = {}) =>
  exportRecord({ state: 'running', rows: 0, bytes: 0, startedAt: clock.wallNow(), endedAt: null, ...change });

it('says the rows of a second, the bytes on the disk, and when it was asked', () => {
  const record = recordOf({ rows: 3000, endedAt: clock.wallNow() + 2000 });
  expect(book.summary(record)).toMatchObject({ rowsPerSecond: 1500, storedBytes: 0, askedAt: '2026-11-20T10:00:00' });
  // Not of nothing.
  expect(book.summary({ ...record, endedAt: record.startedAt }).rowsPerSecond).toBe(3_000_000);
  // The clock was set back.
  expect(book.summary({ ...record, endedAt: record.startedAt - 60_000 }).rowsPerSecond).toBe(0);
  writeFileSync(book.resultPath(record.id), 'four');
  writeFileSync(`${book.resultPath(record.id)}-wal`, 'three');
  expect(book.summary(record).storedBytes).toBe(9);
  expect(book.summary(recordOf({ rows: 10 })).rowsPerSecond).toBe(10_000);
});

it('was asked, for the next run, when the clock of the service showed at least', () => {
  leastClockOffset = -240_000;
  expect(book.summary(recordOf())).toMatchObject({ askedAt: '2026-11-20T09:56:00' });
});

describe('a run', () => {
  const run = (startedAt: number, askedAt: string | null) =>
    recordOf({ id: 'run', state: 'complete', startedAt, answer: { ...EMPTY_ANSWER, askedAt } });

  it('is dated as its end has kept it, in the minutes before autumn shows an hour again, too', () => {
    leastClockOffset = -900;
    const record = run(Date.UTC(2026, 9, 24, 23, 57), '2026-10-25T01:57:00');
    expect(book.summary(record).askedAt).toBe('2026-10-25T01:57:00');
  });

  it('of an earlier version is dated early until the clock of the service is known, and kept then', () => {
    const record = run(clock.wallNow(), null);
    book.records.insert(record);
    expect(book.summary(record).askedAt).toBe('2026-11-20T09:55:00');
    book.dateAnew();
    expect(book.record('run').answer.askedAt).toBeNull();
    leastClockOffset = -900;
    book.dateAnew();
    expect(book.record('run').answer.askedAt).toBe('2026-11-20T09:59:59');
  });
});

it.each(['../elsewhere', '..', '', 'x/../../elsewhere', '..\\elsewhere', 'x\u0000'])(
  'has no file for the id %j, and lists no export of it',
  (id) => {
    book.records.insert(recordOf({ id }));
    book.records.insert(recordOf({ id: 'whole', state: 'complete' }));
    expect(() => book.resultPath(id)).toThrow('This export is not here.');
    expect(() => book.record(id)).toThrow('This export is not here.');
    expect(book.all().map((listed) => listed.id)).toEqual(['whole']);
  },
);

it('tells the progress at once, and then at most four times a second', () => {
  const announce = book.announcing(recordOf());
  const told = () => emit.mock.calls.length;
  announce();
  expect(told()).toBe(1);
  clock.run(clock.monotonicNow() + 249);
  announce();
  expect(told()).toBe(1);
  clock.run(clock.monotonicNow() + 1);
  announce();
  announce();
  expect(told()).toBe(2);
  expect(emit.mock.calls[0]?.[0]).toBe('export:progress');
});

it('removes files that another program has open when it has closed them', () => {
  const path = book.resultPath('gone');
  writeFileSync(path, '');
  writeFileSync(`${path}-wal`, '');
  {
    using files = onWindows();
    files.hold(/gone\.sqlite/, ['EBUSY'], 1);
    book.removeFiles(path);
  }
  expect(existsSync(path)).toBe(true);
  clock.run(clock.monotonicNow() + 19_999);
  expect(existsSync(path)).toBe(true);
  clock.run(clock.monotonicNow() + 1);
  expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([false, false]);
});

it('is of a running export what it says now, and of one that ended what the journal has', () => {
  const record = recordOf();
  book.begin(record);
  record.rows = 7;
  expect([book.record(record.id).rows, book.all()[0]?.rows]).toEqual([7, 7]);
  record.state = 'complete';
  record.endedAt = clock.wallNow();
  book.end(record);
  expect(book.record(record.id)).not.toBe(record);
  expect(book.record(record.id)).toMatchObject({
    state: 'complete',
    rows: 7,
    answer: { askedAt: '2026-11-20T10:00:00' },
  });
  book.rename(record.id, 'Other');
  book.keep(record.id, 'asked');
  book.follow(record.id, { path: '/leads.csv', sha256: 'ab' });
  expect(book.record(record.id)).toMatchObject({
    name: 'Other',
    answer: { answered: { keeps: 'asked' }, followed: { path: '/leads.csv', sha256: 'ab' } },
  });
  book.remove(record.id);
  expect(() => book.record(record.id)).toThrow('was deleted');
});

it('is saved into a file that it remembers, and has another name and other leads, also while it runs', () => {
  const record = recordOf();
  book.begin(record);
  const file = { path: '/leads.csv', sha256: 'ab' };
  book.follow(record.id, file);
  expect(book.rename(record.id, 'Other').name).toBe('Other');
  expect(book.keep(record.id, 'asked').answered.keeps).toBe('asked');
  const said = { name: 'Other', answer: { followed: file, answered: { keeps: 'asked' } } };
  expect([book.record(record.id), book.records.find(record.id)]).toMatchObject([said, said]);
});

it.each([
  ['complete', '1'],
  ['partial', null],
] as const)('finds the result that a file was saved from when it is complete: %s', async (state, found) => {
  const file = { path: join(folder, 'gone.csv'), name: 'gone.csv' };
  const answer = { ...EMPTY_ANSWER, followed: { path: file.path, sha256: 'ab' } };
  book.records.insert(recordOf({ id: '1', state, answer }));
  book.records.update(recordOf({ id: '1', state, answer }));
  expect(await book.followed(file, EVERYTHING)).toBe(found);
});

it.each([
  [
    'complete',
    'partial',
    1234,
    /^The disk .* is full, so the end of this export was not saved\. All 1,234 leads arrived/,
  ],
  ['complete', 'partial', 1, /was not saved\. The 1 lead arrived and can be read/],
  ['partial', 'partial', 1234, /^The line broke\.$/],
  ['cancelled', 'cancelled', 1234, /^The line broke\.$/],
] as const)(
  'of which the end cannot be written, %s, is %s until it can, with %i leads',
  (state, shown, rows, reason) => {
    const record = recordOf();
    book.begin(record);
    const full = vi.spyOn(book.records, 'update').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    Object.assign(record, { state, rows, reason: 'The line broke.', endedAt: clock.wallNow() });
    book.end(record);
    expect(book.record(record.id)).toMatchObject({ state: shown, reason: expect.stringMatching(reason) as string });
    expect(book.record(record.id).answer.isUnstored).toBe(state === 'complete');
    expect(book.records.find(record.id)?.state).toBe('running');
    full.mockRestore();
    book.settle();
    expect(book.records.find(record.id)).toMatchObject({ state: shown, rows });
  },
);

it('forgets the comparisons of a result, on either side, but none that is being made and none of others', () => {
  const facts = JSON.stringify({
    counts: { new: 0, changed: 0, gone: 0, same: 0, repeated: NONE, withoutId: NONE },
    ...{ changed: [], milliseconds: 1, fields: [], times: NONE, rows: NONE, endedAt: NONE },
  });
  for (const id of ['one', 'two', 'three']) book.begin(recordOf({ id }));
  for (const [id, before, now, known] of [
    ['before', 'one', 'two', facts],
    ['now', 'two', 'one', facts],
    ['others', 'two', 'three', facts],
    ['making', 'one', 'three', null],
  ] as const)
    journal.prepare('INSERT INTO comparison VALUES (?, ?, ?, 0, ?)').run(id, before, now, known);
  book.forgetComparisons('one');
  const left = journal.prepare('SELECT id FROM comparison ORDER BY id').all();
  expect(left.map(({ id }) => id)).toEqual(['making', 'others']);
});

it('says which part of a name a column has', () => {
  const columns = ['uniqueId', 'data.First name', 'data.Phone'].map((path) => ({ path, filled: 1 }));
  const parts = book.summary(recordOf({ columns })).columns.map(({ namePart }) => namePart);
  expect(parts).toEqual([undefined, 'first', undefined]);
});

it.each([
  ['written', (id: string) => book.writing(id)],
  ['read', (id: string) => book.alone(id)],
])('waits no longer for what somebody else has %s once the account ends', async (_what, take) => {
  using _held = await take('one');
  const waiting = take('one').catch((error: unknown) => error);
  book[Symbol.dispose]();
  const still = new Promise((resolve) => setImmediate(resolve, 'still waits'));
  expect(await Promise.race([waiting, still])).toMatchObject({ error: { code: 'cancelled' } });
});
