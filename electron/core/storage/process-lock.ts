import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Held until released, or until the process ends in whatever way: the operating system frees it. */
export interface ProcessLock {
  release(): void;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock kept at `path` (an empty SQLite file), or answers null when another process, or another part of this
 * one, has it. SQLite's exclusive transaction is used because Node has no file lock of its own that survives neither
 * SIGKILL nor a stale file: no process id is guessed at.
 */
export function acquireProcessLock(path: string): ProcessLock | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
}
