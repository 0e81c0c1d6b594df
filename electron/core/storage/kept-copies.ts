// Why: decision 0458.
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { DAY } from '../../../shared/domain/time/time.ts';
import { moveFile, removeFile, removeFileNow } from '../foundation/patient-files.ts';
import { ownFile } from './own-file.ts';

/** Milliseconds for which an earlier program can be gone back to. */
const KEPT = 30 * DAY;

/** The memory of what was sent. Drafts and results can be made again. */
const JOURNAL = 'journal.sqlite';
/** Also one that a killed program did not finish. */
const COPY = /^journal\.before-[0-9a-f]{8}\.sqlite(?:\.\d+\.part)?$/;

/** One copy an opening of a database: the modules change their tables one after the other, and only the first copy is of before. */
const copied = new WeakSet<DatabaseSync>();

/**
 * Copies a journal as it is, into a file beside it, before its tables are changed. Does nothing for another database, and
 * when that was done since this one was opened.
 *
 * @param versions a number for the versions of its modules; a copy of the same ones, of a start that was killed, is replaced
 * @throws the error of SQLite, for example of a full disk; then there is no copy, and nothing has changed
 */
export function keepBefore(database: DatabaseSync, versions: number): void {
  const path = database.location();
  if (path === null || basename(path) !== JOURNAL || copied.has(database)) return;
  const copy = join(dirname(path), `journal.before-${versions.toString(16).padStart(8, '0')}.sqlite`);
  const part = `${copy}.${process.pid}.part`;
  try {
    removeFile(part);
    // SQLite writes into an empty file that is there, and that one is for its owner only.
    database.prepare('VACUUM INTO ?').run(ownFile(part));
    moveFile(part, copy);
  } catch (error) {
    removeFile(part);
    throw error;
  }
  copied.add(database);
}

/** Removes the copies of a folder that are older than 30 days, where that can be done now. @param now Unix milliseconds */
export function removeOldCopies(folder: string, now: number): void {
  for (const path of copiesIn(folder)) {
    if (madeAt(path) >= now - KEPT) continue;
    try {
      removeFileNow(path);
    } catch {
      // It keeps no account from opening. The next opening tries it again.
    }
  }
}

/** Removes the copies of a folder, whenever they were made: they may hold what was deleted, and a clock may have been wrong. */
export function removeCopies(folder: string): void {
  for (const path of copiesIn(folder)) removeFile(path);
}

function copiesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => COPY.test(name))
    .map((name) => join(folder, name));
}

function madeAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}
