import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { invalid, toOutcome } from './failure.ts';

/** What SQLite itself throws when there is no room for another page. */
function fullDatabase(): unknown {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec('PRAGMA max_page_count = 2; CREATE TABLE filled (text TEXT)');
    database.prepare('INSERT INTO filled VALUES (?)').run('x'.repeat(100_000));
    return null;
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
}

describe('what the core throws, on its way to a person', () => {
  it.each([
    ['a database', fullDatabase()],
    ['a log of a database', Object.assign(new Error('disk I/O error'), { errcode: 4874 })],
    ['a file', Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })],
    ['one that giving back a lock followed', new SuppressedError(new Error('The lock is gone.'), fullDatabase())],
    ['one that came when something was given back', new SuppressedError(fullDatabase(), new Error('Ended.'))],
    ['a wrapped one', new Error('The log could not be written.', { cause: fullDatabase() })],
  ])('says that the disk is full, for %s', async (_, error) => {
    const onBug = vi.fn<() => string>(() => 'log-1');
    const outcome = await toOutcome(() => Promise.reject(error as Error), onBug);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'file', reason: 'diskFull' } });
    expect(JSON.stringify(outcome)).toMatch(/disk .* is full/);
    expect(onBug).not.toHaveBeenCalled();
  });

  it.each([
    ['a broken disk', { errcode: 778 }, /disk .* could not store/],
    ['a folder that is read-only', { errcode: 8 }, /data folder is read-only/],
    ['a file on a disk that is read-only', { code: 'EROFS' }, /data folder is read-only/],
    ['a file of another user', { code: 'EACCES', path: 'a' }, /data folder is read-only/],
    ['a file on a broken disk', { code: 'EIO' }, /disk .* could not store/],
    ['a database that cannot be opened or made', { errcode: 14 }, /could not be opened or made.*disk has room/],
    ['too many open files', { code: 'EMFILE', path: 'a' }, /could not be opened or made.*too many files are open/],
    ['the lock of another program', { errcode: 5 }, /Another program kept the data folder busy/],
    ['a file that another program holds', { code: 'EBUSY', path: 'a' }, /Another program kept the data folder busy/],
  ])('says what kept the data folder from being written: %s', async (_, facts, sentence) => {
    const onBug = vi.fn<() => string>(() => 'log-1');
    const outcome = await toOutcome(() => Promise.reject(Object.assign(new Error('x'), facts)), onBug);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'file', reason: 'journal' } });
    expect(JSON.stringify(outcome)).toMatch(sentence);
    expect(onBug).not.toHaveBeenCalled();
  });

  it('lets an expected trouble through and gives a bug the number of its log line', async () => {
    const expected = await toOutcome(
      () => Promise.reject(invalid('Choose a column.')),
      () => 'log-1',
    );
    expect(expected).toMatchObject({ ok: false, error: { code: 'validation', message: 'Choose a column.' } });
    const bug = await toOutcome(
      () => Promise.reject(new TypeError('secret detail')),
      () => 'log-1',
    );
    expect(bug).toMatchObject({ ok: false, error: { code: 'internal', logId: 'log-1' } });
    expect(JSON.stringify(bug)).not.toContain('secret detail');
  });
});
