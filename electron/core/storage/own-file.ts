import { closeSync, existsSync, openSync } from 'node:fs';
import { patiently } from '../foundation/patient-files.ts';

/**
 * Makes the file for its owner only when it is not there yet. SQLite would make it readable for everybody, and gives the
 * mode of the database to its `-wal` and `-shm`; an empty file is an empty database.
 *
 * A file that is there is never opened: closing it would free every lock that this process holds on it (POSIX), and another
 * program could take a lease or a journal that is in use here.
 */
export function ownFile(path: string): string {
  // An error costs more than a look.
  if (existsSync(path)) return path;
  try {
    closeSync(patiently(() => openSync(path, 'ax', 0o600)));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return path;
}
