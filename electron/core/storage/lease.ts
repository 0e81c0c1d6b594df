// Why: decision 0071 and decision 0101.
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { storageTrouble } from '../foundation/failure.ts';
import { removeFileNow } from '../foundation/patient-files.ts';
import { ownFile } from './own-file.ts';
import { makeOwnFolder, namesIn } from './own-folder.ts';

/**
 * A lock of one program, or of several that share it, held until it is disposed of. When the process ends, the operating
 * system frees it. Take it with `using`, so that an error gives it back too. Disposing of it twice does nothing.
 */
export type Lease = Disposable;

/** Milliseconds between two tries. */
const PAUSE = 5;

/**
 * Takes the lease at `path` (an empty SQLite file). Null when another process, or another part of this one, holds it or
 * shares it. The lock is an exclusive transaction of SQLite, because Node has no file locks. SIGKILL frees it, no stale
 * file can block it, and it needs no process ids.
 */
export function takeLease(path: string): Lease | null {
  return lock(path, 'BEGIN EXCLUSIVE');
}

/** As `takeLease`, but tries for so long: whoever looks whether a lease is held takes it for a moment. The thread waits. */
export function takeLeaseWithin(milliseconds: number, path: string): Lease | null {
  for (let waited = 0; ; waited += PAUSE) {
    const lease = takeLease(path);
    if (lease !== null || waited >= milliseconds) return lease;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
}

/** Shares the lease at `path` with everybody else who shares it. Null when somebody has taken it for himself alone. */
export function shareLease(path: string): Lease | null {
  return lock(path, 'BEGIN; SELECT 1 FROM sqlite_schema');
}

function lock(path: string, begin: string): Lease | null {
  makeOwnFolder(dirname(path));
  // Loaded here: the main process of the desktop app takes no lease but the one to move the data folder.
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  for (;;) {
    const file = placeOf(ownFile(path));
    const database = new Database(path, { timeout: 0 });
    try {
      database.exec(`PRAGMA journal_mode=DELETE; ${begin}`);
    } catch (error) {
      database.close();
      if (storageTrouble(error) === 'busy') return null;
      throw error;
    }
    // Whoever ended the work for good removes the file of its lease. A lock on that file would keep nobody out.
    if (file !== null && file === placeOf(path)) return { [Symbol.dispose]: () => close(database) };
    database.close();
  }
}

/**
 * Whether somebody holds or shares a lease of this folder. Takes each for a moment, because there is no other way to know.
 *
 * @param start of the names of the leases that are meant
 */
export function isAnyHeld(folder: string, start = ''): boolean {
  return namesIn(folder).some((name) => {
    if (!name.startsWith(start) || !name.endsWith('.sqlite')) return false;
    using lease = takeLease(join(folder, name));
    return lease === null;
  });
}

/**
 * Gives a lease back for good: its file goes, too, before anybody else can have taken it. Windows removes no file that is
 * open: there it goes right after, unless somebody has taken it by then.
 */
export function endLease(path: string, lease: Lease): void {
  if (!isRemoved(path)) {
    lease[Symbol.dispose]();
    isRemoved(path);
  }
  lease[Symbol.dispose]();
}

function isRemoved(path: string): boolean {
  try {
    for (const file of [`${path}-journal`, path]) removeFileNow(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return false;
    throw error;
  }
}

/** Closing rolls back and frees the lock even on a full disk, where a statement would fail. */
function close(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}

/** Tells a file from another one that took its name; null when there is none. Opens nothing, see `ownFile`. */
function placeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}
