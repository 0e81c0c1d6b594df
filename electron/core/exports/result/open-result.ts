import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ownFile } from '../../storage/own-file.ts';
import { joinResults } from './joined-results.ts';

/**
 * Opens the file of a result for those who only read. While none is there, because its leads have not begun to arrive or
 * because another program deleted it, it is an empty one that is on no disk.
 */
export function openToRead(path: string): { readonly database: DatabaseSync; readonly isOnDisk: boolean } {
  const isOnDisk = existsSync(path);
  return { database: isOnDisk ? openResult(path) : openNew(':memory:', path), isOnDisk };
}

/**
 * Opens the file of a result or of a comparison, and creates that of a result when it is missing. One thread adds rows, others read meanwhile.
 *
 * @throws Error of SQLite for a file that is not a database
 */
export function openResult(path: string): DatabaseSync {
  return openNew(ownFile(path), path);
}

function openNew(place: string, path: string): DatabaseSync {
  const database = new DatabaseSync(place, { timeout: 5000 });
  try {
    prepare(database, path);
    return database;
  } catch (error) {
    // Left open, the file could not be deleted on Windows.
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync, path: string): void {
  // NORMAL: a power cut may lose the last rows, never the file. Whoever says that all are there settles them before.
  // Large pages take a tenth less time while leads are stored. A file that exists keeps its page size.
  database.exec(
    'PRAGMA page_size=16384; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA checkpoint_fullfsync=ON;',
  );
  // Pages, 64 MB of them: leads arrive for minutes, and the disk is waited for a quarter as often.
  database.exec('PRAGMA wal_autocheckpoint=4000');
  if (!joinResults(database, path)) database.exec('CREATE TABLE IF NOT EXISTS leads (number INTEGER PRIMARY KEY)');
  // What the columns are called, in case the writer dies before the journal knows it.
  database.exec('CREATE TABLE IF NOT EXISTS column_path (number INTEGER PRIMARY KEY, path TEXT NOT NULL) STRICT');
  // Only the leads that do not fit the question; most results have none.
  database.exec('CREATE TABLE IF NOT EXISTS missed (number INTEGER PRIMARY KEY, mask INTEGER NOT NULL) STRICT');
}
