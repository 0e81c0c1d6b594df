import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { specFolder } from '../foundation/folder-fixture.ts';
import { Failure } from '../foundation/failure.ts';
import { emptyLog, inTransaction, keepWriteAheadLog, migrate, NewerSchema, openDurable } from './database.ts';
import { isAnyHeld, takeLease } from './lease.ts';

const folder = () => specFolder('storage');

describe('emptyLog', () => {
  const failing = (errcode: number) => ({
    exec: () => {
      throw Object.assign(new Error('failed'), { errcode });
    },
  });

  it('empties the log', () => {
    const path = join(folder(), 'journal.sqlite');
    using database = openDurable(path);
    database.exec('CREATE TABLE a (x TEXT) STRICT');
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    emptyLog(database);
    expect(statSync(`${path}-wal`).size).toBe(0);
  });

  it.each([5, 8, 778, 13])('is no failure of a deletion that is done (%d)', (errcode) => {
    expect(() => emptyLog(failing(errcode))).not.toThrow();
  });

  it('hides no other error', () => {
    expect(() => emptyLog(failing(1))).toThrow('failed');
  });
});

it('keeps no journal where there is no write-ahead log, and says where there is one', () => {
  using database = new DatabaseSync(':memory:');
  expect(() => keepWriteAheadLog(database)).toThrow(/network drive.*--data-dir/);
});

describe('migrate', () => {
  it('runs each step once, in order, and only the new ones later', () => {
    const path = join(folder(), 'a', 'journal.sqlite');
    const first = openDurable(path);
    migrate(first, 'jobs', ['CREATE TABLE job (id TEXT) STRICT']);
    first.exec("INSERT INTO job VALUES ('kept')");
    first.close();
    using second = openDurable(path);
    migrate(second, 'jobs', ['CREATE TABLE job (id TEXT) STRICT', 'ALTER TABLE job ADD COLUMN state TEXT']);
    expect(second.prepare('SELECT id, state FROM job').all()).toEqual([{ id: 'kept', state: null }]);
  });

  it('refuses data of a newer program and changes nothing', () => {
    using database = openDurable(join(folder(), 'journal.sqlite'));
    migrate(database, 'jobs', ['CREATE TABLE a (x TEXT) STRICT', 'CREATE TABLE b (x TEXT) STRICT']);
    const older = () => migrate(database, 'jobs', ['CREATE TABLE a (x TEXT) STRICT']);
    expect(older).toThrow(NewerSchema);
    // Said to the person as it is, not as a bug.
    expect(older).toThrow(Failure);
    expect(older).toThrow(/newer version of Lead Console.*Nothing was changed/);
  });

  it('waits for nobody when nothing changes', () => {
    const path = join(folder(), 'journal.sqlite');
    const steps = ['CREATE TABLE job (id TEXT) STRICT'];
    using writing = openDurable(path);
    migrate(writing, 'jobs', steps);
    using opening = openDurable(path);
    opening.exec('PRAGMA busy_timeout=0');
    writing.exec('BEGIN IMMEDIATE');
    migrate(opening, 'jobs', steps);
    expect(() => migrate(opening, 'others', steps)).toThrow(/locked/);
  });

  it('leaves nothing of a step that fails half-way', () => {
    using database = openDurable(join(folder(), 'journal.sqlite'));
    expect(() =>
      migrate(database, 'jobs', ['CREATE TABLE a (x TEXT) STRICT; CREATE TABLE broken (x NOTATYPE) STRICT']),
    ).toThrow(/unknown datatype/);
    expect(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'a'").get()).toEqual({ n: 0 });
  });
});

describe('inTransaction', () => {
  it('takes everything back when the work throws', () => {
    using database = openDurable(join(folder(), 'journal.sqlite'));
    database.exec('CREATE TABLE a (x INTEGER) STRICT');
    expect(() =>
      inTransaction(database, () => {
        database.exec('INSERT INTO a VALUES (1)');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(database.prepare('SELECT count(*) AS n FROM a').get()).toEqual({ n: 0 });
  });
});

describe('takeLease', () => {
  it('is exclusive inside one process, and free at the end of its scope', () => {
    const path = join(folder(), 'locks', 'job.sqlite');
    {
      using lease = takeLease(path);
      expect(lease).not.toBeNull();
      expect(takeLease(path)).toBeNull();
    }
    using again = takeLease(path);
    expect(again).not.toBeNull();
    again?.[Symbol.dispose]();
    again?.[Symbol.dispose]();
    using third = takeLease(path);
    expect(third).not.toBeNull();
  });

  it('is given back when what it was taken for fails', () => {
    const path = join(folder(), 'job.sqlite');
    expect(() => {
      using lease = takeLease(path);
      expect(lease).not.toBeNull();
      throw new Error('a write that failed');
    }).toThrow('a write that failed');
    using again = takeLease(path);
    expect(again).not.toBeNull();
  });

  it('stays held against other processes when this one asks for it again', async () => {
    const path = join(folder(), 'job.sqlite');
    using lease = takeLease(path);
    expect(lease).not.toBeNull();
    // Closing any descriptor of a file would free all locks that the process has on it.
    expect(takeLease(path)).toBeNull();
    const module = new URL('./lease.ts', import.meta.url).href;
    const script = `import { takeLease } from ${JSON.stringify(module)}; console.log(takeLease(${JSON.stringify(path)}) ? 'taken' : 'busy');`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(other.stdout, 'data')) as [Buffer];
    expect(said.toString()).toContain('busy');
  });

  it('is freed by the operating system when the holder is killed', async () => {
    const path = join(folder(), 'job.sqlite');
    const module = new URL('./lease.ts', import.meta.url).href;
    const script = `import { takeLease } from ${JSON.stringify(module)}; const lock = takeLease(${JSON.stringify(path)}); console.log(lock ? 'held' : 'busy'); setInterval(() => lock, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(holder.stdout, 'data')) as [Buffer];
    expect(said.toString()).toContain('held');
    expect(takeLease(path)).toBeNull();
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    using lease = takeLease(path);
    expect(lease).not.toBeNull();
  });
});

it('sees that a lease is held where a file system tells no kinds of files, and another file goes meanwhile', () => {
  const locks = join(folder(), 'locks');
  using lease = takeLease(join(locks, 'job.sqlite'));
  expect(lease).not.toBeNull();
  const { readdirSync } = fs;
  // Node asks for the kind of each name then, and fails for one that is gone.
  const listing = (path: fs.PathLike, options?: unknown) => {
    if (options !== undefined) throw Object.assign(new Error('ENOENT: lstat'), { code: 'ENOENT' });
    return readdirSync(path);
  };
  fs.readdirSync = listing as typeof readdirSync;
  syncBuiltinESMExports();
  try {
    expect(isAnyHeld(locks)).toBe(true);
  } finally {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  }
});
