// Why: decision 0281.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolderNow } from '../foundation/patient-files.ts';
import { type Lease, takeLease, takeLeaseWithin } from './lease.ts';
import { makeOwnFolder } from './own-folder.ts';

/** Beside a folder: held as long as its program needs it, so that nobody takes it for left behind. */
const LOCK = '.lock';
/** With what SQLite may leave of it. The lock of a name like ".." would have the folder above removed. */
const LOCK_NAME = /^([\w-]+)\.lock(?:-journal)?$/;

const IN_USE: readonly unknown[] = ['EBUSY', 'EPERM', 'ENOTEMPTY'];

/** Milliseconds that a lock is tried for. */
const LONGEST_LOOK = 1_000;

/** A folder for what is needed while something is done. It goes when it is disposed of, or else with the next start. */
export interface WorkingFolder extends Disposable {
  readonly path: string;
}

/** Where copies of files are while something is looked up in them, without an account. */
export function readingFolderOf(dataFolder: string): string {
  return join(dataFolder, 'reading');
}

/** Makes a folder of its own in `parent`, which is made as well. */
export function makeWorkingFolder(parent: string): WorkingFolder {
  const path = join(parent, randomUUID());
  const claim = claimFolder(path);
  makeOwnFolder(path);
  return {
    path,
    [Symbol.dispose]() {
      removeUnused(path);
      claim[Symbol.dispose]();
    },
  };
}

/** To be taken before the folder is made: from then on nobody removes it. The name must be new. */
export function claimFolder(path: string): Lease {
  const lock = path + LOCK;
  // Only a program that looks for what was left can hold the lock of a new name, and for a moment.
  const taken = takeLeaseWithin(LONGEST_LOOK, lock);
  if (taken === null) throw new Error(`the folder ${path} is claimed already`);
  return {
    [Symbol.dispose]() {
      taken[Symbol.dispose]();
      removeLock(lock);
    },
  };
}

/**
 * Removes the folders that programs left in `parent` when they were killed. What a living program has claimed stays, and so
 * does what `isKept` knows, which is asked once nobody claims the folder any more.
 */
export function removeAbandoned(parent: string, isKept: (name: string) => boolean = () => false): void {
  if (!existsSync(parent)) return;
  const entries = readdirSync(parent, { withFileTypes: true });
  const locks = new Set(entries.flatMap(({ name }) => LOCK_NAME.exec(name)?.[1] ?? []));
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of new Set([...folders, ...locks])) {
    if (!locks.has(name) && isKept(name)) continue;
    const path = join(parent, name);
    const lease = takeLease(path + LOCK);
    if (lease === null) continue;
    try {
      if (!isKept(name)) removeUnused(path);
    } finally {
      lease[Symbol.dispose]();
      removeLock(path + LOCK);
    }
  }
}

function removeLock(lock: string): void {
  for (const path of [lock, `${lock}-journal`]) removeUnused(path);
}

/** Windows keeps a file that somebody has open, and be it another start that looks at its lock: the next start removes it. */
function removeUnused(path: string): void {
  try {
    removeFolderNow(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && IN_USE.includes(error.code))) throw error;
  }
}
