import { type Dirent, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder, and those above it that are not there, for its owner only; one that is there stays as it is.
 *
 * @throws Error of the operating system. A recursive `mkdir` of Node says ENOENT for a disk that is read-only
 *   (https://github.com/nodejs/node/issues/47098); here it is EROFS, for which there are words.
 */
export function makeOwnFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    mkdirSync(highestMissing(path), { mode: 0o700 });
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }
}

/** What a folder has; nothing when it is not there. */
export function entriesIn(folder: string): Dirent[] {
  return whereThere(() => readdirSync(folder, { withFileTypes: true }));
}

/** As `entriesIn`. Some file systems do not tell the kinds with the names, and a file that goes then ends that list. */
export function namesIn(folder: string): string[] {
  return whereThere(() => readdirSync(folder));
}

function whereThere<Entry>(list: () => Entry[]): Entry[] {
  try {
    return list();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function highestMissing(path: string): string {
  const above = dirname(path);
  return above === path || existsSync(above) ? path : highestMissing(above);
}
