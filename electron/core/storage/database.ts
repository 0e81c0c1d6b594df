import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { Failure, isDamaged, storageTrouble, unusable } from '../foundation/failure.ts';
import { ownFile } from './own-file.ts';
import { keepBefore } from './kept-copies.ts';
import { makeOwnFolder } from './own-folder.ts';

/**
 * Opens a database in which every commit survives a power cut: WAL with `synchronous=FULL`, and `fullfsync` because
 * macOS returns from a plain fsync before the bytes are on the disk. Deleted rows are overwritten (`secure_delete`), and
 * the file is for its owner only.
 */
export function openDurable(path: string): DatabaseSync {
  makeOwnFolder(dirname(path));
  const database = new DatabaseSync(ownFile(path), { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    keepWriteAheadLog(database);
    database.exec(
      'PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON; PRAGMA secure_delete=ON;',
    );
    return database;
  } catch (error) {
    // Windows could not set a damaged file aside while it is open here.
    database.close();
    throw error;
  }
}

/** @throws Failure where the disk has no shared memory for it, as on a network drive: a power cut could then damage the file */
export function keepWriteAheadLog(database: Pick<DatabaseSync, 'prepare'>): void {
  if (database.prepare('PRAGMA journal_mode=WAL').get()?.['journal_mode'] === 'wal') return;
  throw unusable(
    'The data folder lies on a disk that cannot keep the journal safe, for example a network drive. Nothing was sent. Choose a folder on a disk of this computer with --data-dir.',
    'journal',
  );
}

/**
 * Moves the write-ahead log into the file and empties it, after a deletion: it still holds the deleted rows. The
 * deletion is done by then, so a full or busy disk is not a failure of it: closing the file, or the next deletion, empties it.
 */
export function emptyLog(database: Pick<DatabaseSync, 'exec'>): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
}

/**
 * Moves what was committed from the write-ahead log into the file: from here on a log that is torn or lost takes none of it
 * along. Waits for nobody, and a disk that is full or cannot be written fails nothing.
 */
export function secureLog(database: Pick<DatabaseSync, 'exec'>): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch (error) {
    const isOfSqlite = error instanceof Error && 'errcode' in error;
    if (!isOfSqlite || isDamaged(error)) throw error;
  }
}

/** Everything that was committed is on the disk when this returns, also what was committed without waiting for it. */
export function syncLog(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  // A durable commit takes those before it along. This one changes nothing.
  database.exec(`PRAGMA user_version=${version}`);
}

/** Runs `work` in one immediate transaction, or in the one that is open. After an error nothing has changed. */
export function inTransaction<Value>(database: DatabaseSync, work: () => Value): Value {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Brings the tables of one module up to date. Each module owns its steps; a released step is never edited. Tables that an
 * earlier program wrote are copied first: it could not read them any more, should a person go back to it.
 *
 * @throws NewerSchema for a database that a newer program wrote
 */
export function migrate(database: DatabaseSync, module: string, steps: readonly string[]): void {
  database.exec('CREATE TABLE IF NOT EXISTS schema_version (module TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT');
  const found = database.prepare('SELECT version FROM schema_version WHERE module = ?');
  const before = Number(found.get(module)?.['version'] ?? 0);
  // Writes nothing and waits for nobody when nothing changes, so that an account opens on a full disk, too.
  if (before === steps.length) return;
  if (before > 0 && before < steps.length) keepBefore(database, sumOfVersions(versionsIn(database)));
  inTransaction(database, () => {
    const version = Number(found.get(module)?.['version'] ?? 0);
    if (version > steps.length) throw new NewerSchema(module);
    // Another program may have come first.
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    database
      .prepare(
        'INSERT INTO schema_version (module, version) VALUES (?, ?) ON CONFLICT (module) DO UPDATE SET version = excluded.version',
      )
      .run(module, steps.length);
    const keep = database.prepare('INSERT OR REPLACE INTO schema_version (module, version) VALUES (?, ?)');
    keep.run(DEFINITIONS, sumOfDefinitions(database));
    keep.run(VERSIONS, sumOfVersions(versionsIn(database)));
  });
}

/** The row of `schema_version` with the checksum of all definitions: SQLite has none, and a bit may fall over in a name. */
const DEFINITIONS = '#definitions';

/** The same for the versions themselves: with a wrong one a module would make its tables again. */
const VERSIONS = '#versions';

/** A row of `schema_version`. */
export interface ModuleVersion {
  readonly module: string;
  readonly version: number;
}

/** Not by the index, which a damage may have left as it was. */
function versionsIn(database: DatabaseSync): ModuleVersion[] {
  const rows = database.prepare('SELECT module, version FROM schema_version NOT INDEXED').all();
  return rows.map(({ module, version }) => ({ module: String(module), version: Number(version) }));
}

function sumOfVersions(versions: readonly ModuleVersion[]): number {
  const words = versions
    .filter(({ module }) => !module.startsWith('#'))
    .map(({ module, version }) => `${module} ${version}`);
  return crc32(words.sort().join('\n'));
}

/** False when they are not those that `migrate` wrote last. An earlier version of the program kept no sum of them. */
export function areWholeVersions(versions: readonly ModuleVersion[]): boolean {
  const kept = versions.find(({ module }) => module === VERSIONS);
  return kept === undefined || kept.version === sumOfVersions(versions);
}

function sumOfDefinitions(database: DatabaseSync): number {
  const rows = database.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all();
  return crc32(rows.map(({ sql }) => String(sql)).join('\n'));
}

/** False when tables or columns are not those that `migrate` made. Throws what reading a damaged database throws. */
export function hasItsDefinitions(database: DatabaseSync): boolean {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  if (known === undefined) return true;
  const row = database.prepare('SELECT version FROM schema_version WHERE module = ?').get(DEFINITIONS);
  return row === undefined || Number(row['version']) === sumOfDefinitions(database);
}

/** False when the versions of the modules are not those that `migrate` wrote. Throws what reading a damaged database throws. */
export function hasItsVersions(database: DatabaseSync): boolean {
  const known = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  return known === undefined || areWholeVersions(versionsIn(database));
}

/** Ending of the name of a view in which a module lists what in its tables contradicts itself: nothing, as long as they are whole. */
const CONTRADICTIONS = '_contradiction';

/** Whether the tables of some module contradict themselves. Throws what reading a damaged database throws. */
export function contradictsItself(database: DatabaseSync): boolean {
  const views = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").all();
  return views
    .map(({ name }) => String(name))
    .filter((name) => name.endsWith(CONTRADICTIONS))
    .some((name) => database.prepare(`SELECT 1 FROM ${quoted(name)} LIMIT 1`).get() !== undefined);
}

/** A name for SQL: that of a table in a foreign journal may have any character. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export class NewerSchema extends Failure {
  constructor(module: string) {
    super({
      code: 'file',
      reason: 'journal',
      message: `A newer version of Lead Console wrote the data in this folder (${module}), and this one cannot read it. Nothing was changed and nothing was sent. Start the newer version; or go back to the copy of the journal from before it, as the guide says under "Newer versions".`,
    });
    this.name = 'NewerSchema';
  }
}
