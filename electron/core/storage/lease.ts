// Why: decision 0071 and decision 0101.
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownFile } from './own-file.ts';
import { makeOwnFolder } from './own-folder.ts';

/**
 * A lock of one program, held until it is disposed of. When the process ends, the operating system frees it. Take it with
 * `using`, so that an error gives it back too. Disposing of it twice does nothing.
 */
export type Lease = Disposable;

const SQLITE_BUSY = 5;

/**
 * Takes the lease at `path` (an empty SQLite file). Null when another process, or another part of this one, holds it.
 * The lock is an exclusive transaction of SQLite, because Node has no file locks. SIGKILL frees it, no stale file can
 * block it, and it needs no process ids.
 */
export function takeLease(path: string): Lease | null {
  makeOwnFolder(dirname(path));
  const database = new DatabaseSync(ownFile(path), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    [Symbol.dispose]() {
      // Closing rolls back and frees the lock even on a full disk, where a statement would fail.
      if (database.isOpen) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
