import { type Dirent, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder, and those above it that are not there, for its owner only; one that is there stays as it is.
 *
 * @throws Error of the operating system
 */
export function makeOwnFolder(path: string): void {
  if (!existsSync(path)) makeHighest(path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * Makes the first folder by itself. A recursive `mkdir` of Node says ENOENT for a disk that is read-only, where this says EROFS
 * (https://github.com/nodejs/node/issues/47098), and never ends where the system says ENOENT although the folder above is there,
 * as in `/proc` or below an automounter.
 */
function makeHighest(path: string): void {
  const highest = highestMissing(path);
  try {
    mkdirSync(highest, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    // Another program may have made it, or have removed the folder above.
    if (code === 'EEXIST' || (code === 'ENOENT' && !existsSync(dirname(highest)))) return;
    throw error;
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
