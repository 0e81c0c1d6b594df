import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import {
  moveFile,
  moveFileBeside,
  patiently,
  patientlyBeside,
  removeFile,
  removeFileBeside,
  removeFileNow,
} from '../foundation/patient-files.ts';

/** SECURITY: a data folder that was restored or is shared may have a link to another file there, which must stay as it is. */
const ANEW = { flag: 'wx', mode: 0o600, flush: true } as const;

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

/** Writes a file for its owner beside the one that is there, and puts it in its place when every byte is on the disk. */
export function replaceOwnFile(path: string, text: string): void {
  const fresh = `${path}.new`;
  try {
    patiently(() => {
      removeFileNow(fresh);
      writeFileSync(fresh, text, ANEW);
    });
    moveFile(fresh, path);
  } catch (error) {
    removeFile(fresh);
    throw error;
  }
}

/** As `replaceOwnFile`; the thread does other work meanwhile. */
export async function replaceOwnFileBeside(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  try {
    await patientlyBeside(() => {
      removeFileNow(fresh);
      return writeFile(fresh, text, ANEW);
    });
    await moveFileBeside(fresh, path);
  } catch (error) {
    await removeFileBeside(fresh);
    throw error;
  }
}
