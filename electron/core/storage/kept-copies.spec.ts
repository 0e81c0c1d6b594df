import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../shared/domain/time/time.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { migrate, NewerSchema, openDurable } from './database.ts';
import { removeCopies, removeOldCopies } from './kept-copies.ts';
import { mountSmallDisk } from './small-disk-fixture.ts';

const OLD = ['CREATE TABLE job (id TEXT) STRICT'];
const NEW = [...OLD, 'ALTER TABLE job ADD COLUMN state TEXT'];

/** A journal as the program before wrote it. @param name left out: that of a journal */
function written(folder: string, name = 'journal.sqlite'): string {
  const path = join(folder, name);
  using database = openDurable(path);
  migrate(database, 'jobs', OLD);
  migrate(
    database,
    'quota',
    OLD.map((step) => step.replace('job', 'used')),
  );
  database.exec("INSERT INTO job VALUES ('kept')");
  return path;
}

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('.before-'));

describe('a journal whose tables change', () => {
  it('is kept as it was, and the program before can use that', () => {
    const folder = specFolder('copies');
    const path = written(folder);
    {
      using database = openDurable(path);
      migrate(database, 'jobs', NEW);
      migrate(
        database,
        'quota',
        NEW.map((step) => step.replace('job', 'used')),
      );
      database.exec("UPDATE job SET state = 'sent'");
    }
    const copies = copiesIn(folder);
    expect(copies).toEqual([expect.stringMatching(/^journal\.before-[0-9a-f]{8}\.sqlite$/)]);
    const copy = join(folder, copies[0] ?? '');
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
    using before = openDurable(copy);
    migrate(before, 'jobs', OLD);
    expect(before.prepare('SELECT * FROM job').all()).toEqual([{ id: 'kept' }]);
    using now = openDurable(path);
    expect(() => migrate(now, 'jobs', OLD)).toThrow(NewerSchema);
  });

  it('is not copied when only tables are added, or nothing changes, or it is new', () => {
    const folder = specFolder('copies');
    using database = openDurable(written(folder));
    migrate(database, 'jobs', OLD);
    migrate(database, 'views', ['CREATE TABLE view (id TEXT) STRICT', 'CREATE TABLE other (id TEXT) STRICT']);
    expect(copiesIn(folder)).toEqual([]);
  });

  it('takes the place of a copy that a killed start left', () => {
    const folder = specFolder('copies');
    const path = written(folder);
    for (let start = 0; start < 2; start += 1) {
      using database = openDurable(path);
      expect(() => migrate(database, 'jobs', [...OLD, 'CREATE TABLE broken (x NOTATYPE) STRICT'])).toThrow(
        'unknown datatype',
      );
    }
    expect(copiesIn(folder)).toHaveLength(1);
  });

  it('leaves other databases alone', () => {
    const folder = specFolder('copies');
    using database = openDurable(written(folder, 'drafts.sqlite'));
    migrate(database, 'jobs', NEW);
    expect(copiesIn(folder)).toEqual([]);
  });
});

describe('on a full disk', () => {
  const small = mountSmallDisk(join(specFolder('copies'), 'small'), '4m');
  if (small === null) process.stderr.write('No small disk can be mounted here: the spec of a full disk is left out.\n');
  afterAll(() => small?.[Symbol.dispose]());

  it.runIf(small !== null)('nothing is changed without a copy, and no half one is left', () => {
    if (small === null) return;
    const path = written(small.path);
    {
      using database = openDurable(path);
      const row = database.prepare('INSERT INTO job VALUES (hex(randomblob(500)))');
      for (let number = 0; number < 500; number += 1) row.run();
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
    small.fill(200_000);
    using database = openDurable(path);
    expect(() => migrate(database, 'jobs', NEW)).toThrow(expect.objectContaining({ errcode: 13 }));
    expect(copiesIn(small.path)).toEqual([]);
    migrate(database, 'jobs', OLD);
    small.heal();
    migrate(database, 'jobs', NEW);
    expect(copiesIn(small.path)).toHaveLength(1);
  });
});

describe('copies', () => {
  it('go after 30 days', () => {
    const folder = specFolder('copies');
    const now = Date.UTC(2026, 10, 26);
    for (const [name, age] of [
      ['journal.before-00000001.sqlite', 31],
      ['journal.before-00000002.sqlite', 29],
      ['journal.before-00000003.sqlite.77.part', 31],
      ['journal.sqlite', 31],
      ['sent.log', 31],
    ] as const) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), (now - age * DAY) / 1000, (now - age * DAY) / 1000);
    }
    removeOldCopies(folder, now);
    expect(readdirSync(folder).sort()).toEqual(['journal.before-00000002.sqlite', 'journal.sqlite', 'sent.log']);
  });

  it('go when a job is deleted', () => {
    const folder = specFolder('copies');
    const copy = join(folder, 'journal.before-00000001.sqlite');
    writeFileSync(copy, '');
    removeCopies(folder);
    expect(existsSync(copy)).toBe(false);
  });
});
