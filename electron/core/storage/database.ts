import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a database whose every commit survives a power cut: WAL with `synchronous=FULL`; `fullfsync` because macOS
 * answers a plain fsync before the bytes are on the disk.
 */
export function openDurable(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;',
  );
  return database;
}

/** Runs `work` in one immediate transaction; everything or nothing. */
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
 * Brings one module's tables up to date. Each module owns its list; a step, once released, is never edited. A database
 * written by a newer program is refused rather than guessed at.
 */
export function migrate(database: DatabaseSync, module: string, steps: readonly string[]): void {
  database.exec('CREATE TABLE IF NOT EXISTS schema_version (module TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT');
  inTransaction(database, () => {
    const row = database.prepare('SELECT version FROM schema_version WHERE module = ?').get(module);
    const version = Number(row?.['version'] ?? 0);
    if (version > steps.length) throw new NewerSchema(module);
    // Nothing to write: a full disk must not keep an account from being opened.
    if (version === steps.length) return;
    for (const step of steps.slice(version)) database.exec(step);
    database
      .prepare(
        'INSERT INTO schema_version (module, version) VALUES (?, ?) ON CONFLICT (module) DO UPDATE SET version = excluded.version',
      )
      .run(module, steps.length);
  });
}

export class NewerSchema extends Error {
  constructor(module: string) {
    super(
      `The data in this folder was written by a newer Lead Console (${module}). Update the program; nothing was changed.`,
    );
    this.name = 'NewerSchema';
  }
}
