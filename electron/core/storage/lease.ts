import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * A lock of one program, held until it is disposed of, or until the process ends in whatever way: the operating system
 * frees it. Take it with `using`, so that nothing that is thrown leaves it behind. Disposing of it twice does nothing.
 */
export type Lease = Disposable;

const SQLITE_BUSY = 5;

/**
 * Takes the lease kept at `path` (an empty SQLite file). Null when another process, or another part of this one, has it.
 * SQLite's exclusive transaction is used because Node has no file lock of its own: it is freed by SIGKILL, leaves no
 * stale file, and no process id is guessed at.
 */
export function takeLease(path: string): Lease | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return {
    [Symbol.dispose]() {
      // Closing rolls back, and gives the lock back also when a full disk would refuse a statement.
      if (database.isOpen) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
