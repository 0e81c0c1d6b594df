import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { openSession, specServices } from '../../sessions/session-fixture.ts';
import { takeLease } from '../../storage/lease.ts';
import { AccountComparisons, type ResultsOnDisk } from './account-comparisons.ts';

/* What the end of an account waits for, and what it does not wait for. */

let folder: string;
let session: AccountSession;
beforeEach(() => {
  folder = specFolder('account-comparisons');
  session = openSession(folder, 'http://127.0.0.1:1');
  session.journal.exec(`CREATE TABLE export (id TEXT); INSERT INTO export VALUES ('before'), ('now')`);
});
afterEach(async () => {
  await session.api.close();
  session.journal.close();
});

function open(removeFiles: ResultsOnDisk['removeFiles']): AccountComparisons {
  return new AccountComparisons(specServices(folder), session, {
    record: (id) => ({ id, state: 'complete', columns: [{ path: 'uniqueId', filled: 1 }], rows: 1, endedAt: 1 }),
    resultPath: (id) => join(folder, `${id}.sqlite`),
    takeAlone: async () => ({ [Symbol.dispose]: () => undefined }),
    removeFiles,
  });
}

/** A finished comparison of results that had this number of rows. */
function add(id: string, before: string, now: string, rows: { readonly before: number; readonly now: number }): void {
  const none = { before: 0, now: 0 };
  const facts = {
    counts: { new: 0, changed: 0, gone: 0, same: 0, repeated: none, withoutId: none },
    ...{ changed: [], milliseconds: 1, fields: [], times: none, rows, endedAt: rows },
  };
  session.journal.prepare('INSERT INTO comparison VALUES (?, ?, ?, 0, ?)').run(id, before, now, JSON.stringify(facts));
}

it('the end waits until a comparison that failed has left nothing', async () => {
  const removing = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  const comparisons = open(() => (removing.resolve(), removed.promise));
  const opened = comparisons.open('before', 'now', {}).catch((error: unknown) => error);
  await removing.promise;
  let isOver = false;
  const end = comparisons[Symbol.asyncDispose]().then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isOver).toBe(false);
  removed.resolve();
  await end;
  expect(await opened).toMatchObject({ message: expect.stringContaining('is gone') });
});

it('the end does not wait for another program that makes a comparison, to have it deleted', async () => {
  const comparisons = open(async () => undefined);
  session.journal.exec(`INSERT INTO comparison VALUES ('other', 'before', 'now', 0, NULL)`);
  using _lease = takeLease(join(folder, 'locks', 'compare-other.sqlite'));
  const removal = comparisons.removeOf('now').catch((error: unknown) => error);
  await comparisons[Symbol.asyncDispose]();
  expect(await removal).toMatchObject({ error: { code: 'cancelled' } });
});

it('of an export go with it, and those of others stay', async () => {
  const removed: string[] = [];
  const comparisons = open(async (path) => void removed.push(basename(path, '.sqlite')));
  session.journal.exec(`INSERT INTO export VALUES ('other'), ('another')`);
  for (const [id, before, now] of [
    ['one', 'before', 'now'],
    ['two', 'now', 'other'],
    ['three', 'other', 'another'],
  ] as const)
    session.journal.prepare('INSERT INTO comparison VALUES (?, ?, ?, 0, NULL)').run(id, before, now);
  await comparisons.removeOf('now');
  expect(session.journal.prepare('SELECT id FROM comparison').all()).toEqual([{ id: 'three' }]);
  expect(removed).toEqual(['one', 'two']);
  await comparisons[Symbol.asyncDispose]();
});

it('is found by its id, and not when a result of it has other rows by now', async () => {
  const comparisons = open(async () => undefined);
  session.journal.exec(`INSERT INTO export VALUES ('other')`);
  add('first', 'before', 'now', { before: 1, now: 1 });
  add('second', 'other', 'now', { before: 1, now: 1 });
  add('older', 'other', 'before', { before: 2, now: 1 });
  expect(comparisons.find('second')).toMatchObject({ id: 'second', before: 'other', now: 'now' });
  expect([comparisons.find('older'), comparisons.find('none')]).toEqual([undefined, undefined]);
  await comparisons[Symbol.asyncDispose]();
});

it('of two results is made anew when it is of other rows, and those of other results stay', async () => {
  const removed: string[] = [];
  const comparisons = open(async (path) => void removed.push(basename(path, '.sqlite')));
  session.journal.exec(`INSERT INTO export VALUES ('other')`);
  const none = { before: 0, now: 0 };
  add('old', 'before', 'now', none);
  add('others', 'other', 'now', none);
  add('turned', 'now', 'before', none);
  // Its results are not on the disk.
  await expect(comparisons.open('before', 'now', {})).rejects.toThrow('is gone');
  const left = session.journal.prepare('SELECT id FROM comparison ORDER BY id').all();
  expect([removed[0], left]).toEqual(['old', [{ id: 'others' }, { id: 'turned' }]]);
  await comparisons[Symbol.asyncDispose]();
});
