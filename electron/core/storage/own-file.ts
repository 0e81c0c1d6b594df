import { closeSync, openSync } from 'node:fs';

/**
 * Makes the file for its owner only when it is not there yet. SQLite would make it readable for everybody, and gives the
 * mode of the database to its `-wal` and `-shm`; an empty file is an empty database.
 */
export function ownFile(path: string): string {
  closeSync(openSync(path, 'a', 0o600));
  return path;
}
