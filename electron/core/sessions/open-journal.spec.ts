import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { takeLease } from '../storage/lease.ts';
import { systemClock } from '../system/system-clock.ts';
import { holdAccount, takeAccount } from './account-hold.ts';
import { notOpened, openJournal } from './open-journal.ts';

let folder: string;

beforeEach(() => (folder = specFolder('journal')));

/** The files as a program that is killed leaves them: the rows stand in the log alone. */
function leftByKill(): string {
  const live = join(folder, 'live.sqlite');
  using database = openDurable(live);
  database.exec('CREATE TABLE row (n INTEGER) STRICT');
  database.exec('INSERT INTO row VALUES (1), (2), (3)');
  const account = join(folder, 'account');
  mkdirSync(account);
  for (const end of ['', '-wal']) copyFileSync(live + end, join(account, `journal.sqlite${end}`));
  return account;
}

it('takes what a killed program left in the log into the journal, before anything can befall the log', () => {
  const account = leftByKill();
  const { journal } = openJournal(account, 0, null);
  const alone = join(folder, 'alone.sqlite');
  copyFileSync(join(account, 'journal.sqlite'), alone);
  journal.close();
  using read = new DatabaseSync(alone);
  expect(read.prepare('SELECT count(*) AS rows FROM row').get()).toEqual({ rows: 3 });
});

it('leaves a damaged journal to the program that builds it anew', () => {
  const account = join(folder, 'account');
  mkdirSync(account);
  const path = join(account, 'journal.sqlite');
  writeFileSync(path, 'damaged');
  using _other = takeLease(join(account, 'locks', 'rebuild.sqlite'));
  expect(() => openJournal(account, 0, null)).toThrow(/damaged, and another Lead Console works with it/);
  expect(readFileSync(path, 'utf8')).toBe('damaged');
});

it('leaves a damaged journal in its place while another program has the account open, whatever that does', async () => {
  const account = join(folder, 'account');
  mkdirSync(account);
  const path = join(account, 'journal.sqlite');
  writeFileSync(path, 'damaged');
  const other = await holdAccount(account, systemClock);
  using hold = await holdAccount(account, systemClock);
  expect(() => openJournal(account, 0, hold)).toThrow(/damaged, and another Lead Console works with it/);
  expect(readFileSync(path, 'utf8')).toBe('damaged');
  other?.[Symbol.dispose]();
  const { journal, setAside } = openJournal(account, 0, hold);
  expect(setAside).toMatch(/^journal\.damaged-/);
  journal.close();
  // Held as before: nobody removes it.
  expect(takeAccount(account)).toBeNull();
});

// Windows renames no file that is open: the damaged one would stay in its place. Linux lists what is open.
it.skipIf(process.platform !== 'linux')('has a damaged journal open no longer than it reads it', () => {
  const account = join(folder, 'account');
  mkdirSync(account);
  writeFileSync(join(account, 'journal.sqlite'), Buffer.alloc(8192, 'damaged'));
  const { journal, setAside } = openJournal(account, 0, null);
  const open = readdirSync('/proc/self/fd').map((fd) => {
    const link = join('/proc/self/fd', fd);
    return existsSync(link) ? readlinkSync(link) : '';
  });
  expect(open.filter((path) => path.startsWith(account)).map((path) => basename(path))).not.toContain(setAside);
  journal.close();
});

it('opens what was made anew and not yet put in its place by a program that was killed, and does not begin empty', () => {
  const account = leftByKill();
  openJournal(account, 0, null).journal.close();
  const path = join(account, 'journal.sqlite');
  renameSync(path, `${path}.new`);
  const { journal, setAside } = openJournal(account, 0, null);
  expect(journal.prepare('SELECT count(*) AS rows FROM row').get()).toEqual({ rows: 3 });
  expect(setAside).toMatch(/^journal\.damaged-/);
  journal.close();
});

it('opens while another program reads the journal', () => {
  const account = leftByKill();
  using other = openDurable(join(account, 'journal.sqlite'));
  other.exec('BEGIN; SELECT * FROM row');
  const { journal } = openJournal(account, 0, null);
  expect(journal.prepare('SELECT count(*) AS rows FROM row').get()).toEqual({ rows: 3 });
  journal.close();
});

it.each([
  [{ errcode: 13 }, /disk .* is full.*Free some space/],
  [{ errcode: 5 }, /Another program/],
  [{ errcode: 1544 }, /data folder is read-only/],
  [{ code: 'EROFS' }, /data folder is read-only/],
  [{ errcode: 778 }, /reported an error/],
  [{ code: 'ENOTDIR' }, /x\. Nothing is sent.*Check that the folder can be written/],
])('says why it cannot be opened: %o', (facts, sentence) => {
  expect(notOpened('/data', Object.assign(new Error('x'), facts))).toMatch(sentence);
});

it.each(['journal.sqlite', 'journal.sqlite-wal', 'sent.log', 'connection-test.json'])(
  'says that a folder stands where %s belongs, and leaves everything as it is',
  (name) => {
    const account = join(folder, 'account');
    mkdirSync(join(account, name, 'of a person'), { recursive: true });
    const before = readdirSync(account, { recursive: true });
    expect(() => openJournal(account, 0, null)).toThrow(
      expect.objectContaining({
        error: expect.objectContaining({ code: 'file' }),
        message: expect.stringMatching(new RegExp(`folder named "${name}".*Nothing was .*sent\\. Move that folder`)),
      }),
    );
    expect(readdirSync(account, { recursive: true })).toEqual(before);
  },
);

it.each(['account', 'account/results', 'account/reading', 'account/locks'])(
  'says that a file stands where the folder %s belongs',
  (path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'of a person');
    expect(() => openJournal(join(folder, 'account'), 0, null)).toThrow(
      new RegExp(`file named "${basename(path)}", where Lead Console keeps a folder`),
    );
  },
);
