import { execFileSync } from 'node:child_process';
import { rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* For specs: what the system can do under which they run. */

const isWindows = process.platform === 'win32';

/** Windows ends a program where other systems send it a signal. */
export const hasSignals = !isWindows;
/** Rights of files in the way of Unix: elsewhere `chmod` takes nothing from anybody. */
export const hasModes = !isWindows;
/** Whether rights bind this user: root may read everything. */
export const isBoundByModes = hasModes && process.getuid?.() !== 0;

/** Windows removes no file that somebody has open. */
export const removesOpenFiles = !isWindows;

/** Windows lets only administrators and developers make links. */
export function canLink(): boolean {
  const link = join(tmpdir(), `lead-console-link-${process.pid}`);
  try {
    symlinkSync(tmpdir(), link, 'dir');
    rmSync(link);
    return true;
  } catch {
    return false;
  }
}

/** Whether nobody but its owner may read a file or folder. On Windows the system and its administrators always may. */
export function isForOwnerOnly(path: string): boolean {
  if (hasModes) return (statSync(path).mode & 0o077) === 0;
  // The groups by their numbers, which have no language: everybody, those who signed in, users, guests.
  const others = ['*S-1-1-0', '*S-1-5-11', '*S-1-5-32-545', '*S-1-5-32-546'];
  return others.every(
    (group) => !execFileSync('icacls', [path, '/findsid', group], { encoding: 'utf8' }).includes(path),
  );
}
