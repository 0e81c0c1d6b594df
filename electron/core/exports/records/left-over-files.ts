import { join } from 'node:path';
import { removeFile } from '../../foundation/patient-files.ts';
import { namesIn } from '../../storage/own-folder.ts';

/** A result, the leads of a refresh that are not merged yet, what SQLite keeps beside it while it is open, and a file that was not written to its end. */
const RESULT_FILE = /^([0-9a-f-]{36})(?:\.refresh)?\.sqlite(?:-wal|-shm|-journal)?$/;
const UNFINISHED = /\.part$/;

/**
 * Removes files of the results folder that belong to no export: a killed program, or a delete that was cut short, leaves
 * them behind, and nobody could reach them any more. Other files stay.
 *
 * @param ids of the exports on record; called after the folder was listed, so that the file of an export that another
 *   program begins meanwhile is never taken for one
 * @returns the names of the removed files
 */
export function removeLeftOvers(folder: string, ids: () => ReadonlySet<string>): string[] {
  const files = namesIn(folder);
  if (files.length === 0) return [];
  const known = ids();
  const leftOver = files.filter((name) => {
    const id = RESULT_FILE.exec(name)?.[1];
    return id === undefined ? UNFINISHED.test(name) : !known.has(id);
  });
  for (const name of leftOver) removeFile(join(folder, name));
  return leftOver;
}
