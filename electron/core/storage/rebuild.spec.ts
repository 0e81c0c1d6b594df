import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { contradictsItself, migrate, openDurable } from './database.ts';
import { isHalfRebuilt, isWhole, rebuild } from './rebuild.ts';
import { mountSmallDisk } from './small-disk-fixture.ts';

function journal(folder = specFolder('rebuild')): string {
  const path = join(folder, 'journal.sqlite');
  using database = openDurable(path);
  migrate(database, 'rows', ['CREATE TABLE row (n INTEGER PRIMARY KEY, said TEXT NOT NULL) STRICT']);
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  for (let n = 1; n <= 400; n += 1) insert.run(n, `row ${n} ${'x'.repeat(100)}`);
  return path;
}

/** One of its pages is overwritten. */
function damagedJournal(folder?: string): string {
  const path = journal(folder);
  const bytes = readFileSync(path);
  bytes.fill(0xaa, 4096 * 6, 4096 * 7);
  writeFileSync(path, bytes);
  return path;
}

it('keeps the rows before and behind a damaged page, and the damaged file', () => {
  const path = damagedJournal();
  writeFileSync(`${path}.part`, 'of a program that was killed');
  const aside = rebuild(path, 'now');
  expect(readdirSync(dirname(path)).toSorted()).toEqual([aside, 'journal.sqlite']);
  using rebuilt = openDurable(path);
  expect(isWhole(rebuilt)).toBe(true);
  const rows = rebuilt
    .prepare('SELECT n FROM row ORDER BY n')
    .all()
    .map(({ n }) => Number(n));
  expect([rows[0], rows.at(-1)]).toEqual([1, 400]);
  expect(rows.length).toBeGreaterThan(330);
  expect(rows.length).toBeLessThan(400);
});

it('takes a journal whose tables another program brings up to date meanwhile for whole', () => {
  const path = journal();
  using other = openDurable(path);
  using looking = openDurable(path);
  const prepare = looking.prepare.bind(looking);
  // Between a sum of the definitions and the definitions themselves.
  looking.prepare = (sql) => {
    if (sql.startsWith('SELECT sql FROM')) migrate(other, 'later', ['CREATE TABLE later (n INTEGER) STRICT']);
    return prepare(sql);
  };
  expect(isWhole(looking)).toBe(true);
  expect(other.prepare('SELECT count(*) AS rows FROM later').get()).toEqual({ rows: 0 });
});

it('keeps every row of a table without a key of its own, and a number that is longer than those of JavaScript', () => {
  const path = journal();
  const database = openDurable(path);
  migrate(database, 'ids', [
    'CREATE TABLE ids (change TEXT NOT NULL, number INTEGER NOT NULL, UNIQUE (change, number)) STRICT',
  ]);
  const rows = [1n, 2n, 2n ** 60n].map((number) => ({ change: 'a', number }));
  for (const { change, number } of rows) database.prepare('INSERT INTO ids VALUES (?, ?)').run(change, number);
  database.close();
  rebuild(path, 'now');
  using rebuilt = openDurable(path);
  const kept = rebuilt.prepare('SELECT * FROM ids ORDER BY number');
  kept.setReadBigInts(true);
  expect(kept.all()).toEqual(rows);
});

it('puts the new one in its place after a kill between the two names, with the log of the damaged one aside', () => {
  const path = damagedJournal();
  const aside = rebuild(path, '2026-11-28');
  renameSync(path, `${path}.new`);
  writeFileSync(`${path}-wal`, 'of the damaged one');
  expect(isHalfRebuilt(path)).toBe(true);
  expect(rebuild(path, '2026-11-29')).toBe(aside);
  expect(isHalfRebuilt(path)).toBe(false);
  expect(readdirSync(dirname(path)).toSorted()).toEqual([aside, `${aside}-wal`, 'journal.sqlite']);
  using rebuilt = openDurable(path);
  expect(Number(rebuilt.prepare('SELECT count(*) AS rows FROM row').get()?.['rows'])).toBeGreaterThan(330);
});

it('begins again where the damaged one is in its place, whatever a killed program made beside it', () => {
  const path = damagedJournal();
  writeFileSync(`${path}.new`, 'of an earlier day');
  expect(isHalfRebuilt(path)).toBe(false);
  const aside = rebuild(path, 'now');
  expect(readdirSync(dirname(path)).toSorted()).toEqual([aside, 'journal.sqlite']);
  using rebuilt = openDurable(path);
  expect(Number(rebuilt.prepare('SELECT count(*) AS rows FROM row').get()?.['rows'])).toBeGreaterThan(330);
});

describe('on a full disk', () => {
  const small = mountSmallDisk(join(specFolder('rebuild'), 'small'), '4m');
  if (small === null) process.stderr.write('No small disk can be mounted here: the spec of a full disk is left out.\n');
  afterAll(() => small?.[Symbol.dispose]());

  it.runIf(small !== null)('loses no row: the damaged file stays in its place until there is room', () => {
    if (small === null) return;
    const path = damagedJournal(small.path);
    small.fill(80_000);
    expect(() => rebuild(path, 'now')).toThrow('database or disk is full');
    expect(readdirSync(small.path).toSorted()).toEqual(['filler', 'journal.sqlite']);
    small.heal();
    rebuild(path, 'now');
    using rebuilt = openDurable(path);
    expect(Number(rebuilt.prepare('SELECT count(*) AS rows FROM row').get()?.['rows'])).toBeGreaterThan(330);
  });
});

it('notices a bit that fell over in the name of a column', () => {
  const path = journal();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('said TEXT');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  using damaged = openDurable(path);
  expect(isWhole(damaged)).toBe(false);
});

const STEPS = ['CREATE TABLE row (n INTEGER PRIMARY KEY, said TEXT NOT NULL) STRICT'];

it('notices a bit that fell over in the version of a module, and keeps the rows where its index still knows the name', () => {
  const whole = readFileSync(journal());
  const places = [...whole.toString('latin1').matchAll(/rows/g)].map(({ index }) => index);
  expect(places.length).toBeGreaterThanOrEqual(2);
  const kept = places.map((at) => {
    const path = journal();
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const damaged = openDurable(path);
    expect(isWhole(damaged)).toBe(false);
    damaged.close();
    rebuild(path, 'now');
    using rebuilt = openDurable(path);
    migrate(rebuilt, 'rows', STEPS);
    const rows = Number(rebuilt.prepare('SELECT count(*) AS rows FROM row').get()?.['rows']);
    return rows;
  });
  expect(kept).toEqual(places.map(() => 400));
});

it('notices tables that contradict themselves, and rows of what is not there', () => {
  const path = join(specFolder('rebuild'), 'journal.sqlite');
  using database = openDurable(path);
  migrate(database, 'jobs', [
    `CREATE TABLE job (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL) STRICT;
     CREATE TABLE job_row (job INTEGER NOT NULL REFERENCES job, n INTEGER NOT NULL) STRICT;
     CREATE VIEW job_contradiction AS SELECT id FROM job WHERE rows <> (SELECT count(*) FROM job_row WHERE job = id);
     INSERT INTO job VALUES (1, 1); INSERT INTO job_row VALUES (1, 1);`,
  ]);
  expect(isWhole(database)).toBe(true);
  database.exec('UPDATE job SET rows = 3');
  expect(isWhole(database)).toBe(false);
  database.exec('UPDATE job SET rows = 1; PRAGMA foreign_keys = OFF; INSERT INTO job_row VALUES (2, 1)');
  expect(isWhole(database)).toBe(false);
});

it('keeps the rows of tables, and looks into views, whose names have quotes', () => {
  const path = journal();
  const database = openDurable(path);
  const table = '"a ""b"" table"';
  migrate(database, 'quotes', [`CREATE TABLE ${table} ("a ""key""" TEXT PRIMARY KEY, said TEXT) STRICT`]);
  for (const key of ['one', 'two']) database.prepare(`INSERT INTO ${table} VALUES (?, 'x')`).run(key);
  migrate(database, 'view', ['CREATE VIEW "of ""b""_contradiction" AS SELECT n FROM row WHERE n = 0']);
  expect(contradictsItself(database)).toBe(false);
  database.close();
  rebuild(path, 'now');
  using rebuilt = openDurable(path);
  expect(rebuilt.prepare(`SELECT * FROM ${table}`).all()).toEqual(
    ['one', 'two'].map((key) => ({ 'a "key"': key, said: 'x' })),
  );
});

it('runs nothing of a foreign journal but the definitions of its tables', () => {
  const path = journal();
  const elsewhere = join(dirname(path), 'elsewhere.sqlite');
  const database = openDurable(path);
  database.enableDefensive(false);
  database.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = sql || '; COMMIT; ATTACH ''${elsewhere}'' AS e; CREATE TABLE e.made (n)' WHERE name = 'row'`);
  // Whoever makes such a journal writes the sum of its definitions, too.
  migrate(database, 'later', ['CREATE TABLE later (n INTEGER) STRICT']);
  database.close();
  rebuild(path, 'now');
  expect(existsSync(elsewhere)).toBe(false);
  using rebuilt = openDurable(path);
  expect(rebuilt.prepare('SELECT count(*) AS rows FROM row').get()).toEqual({ rows: 400 });
});
