// Why: decision 0300.
import type { DatabaseSync } from 'node:sqlite';
import { inSlices, type SliceOptions, type Slices } from '../threads/in-slices.ts';
import { emptyLog, syncLog } from './database.ts';

export interface BulkOptions extends Omit<SliceOptions, 'does'> {
  /** For deletions: the log still contains the deleted rows until it is emptied. */
  readonly emptiesLog?: boolean;
}

/**
 * Long writing into a durable database, in slices. A slice does not wait for the disk: the next commit that does takes along
 * what was committed before it, so whatever else is written meanwhile is as durable as ever. When this answers, all of it is
 * on the disk.
 *
 * Errors: those of the work and of `inSlices`.
 */
export async function writeInSlices<Result>(
  database: DatabaseSync,
  work: Slices<Result>,
  { emptiesLog = false, ...options }: BulkOptions,
): Promise<Result> {
  const result = await inSlices(work, { ...options, does: (slice) => unsynced(database, slice) });
  syncLog(database);
  if (emptiesLog) emptyLog(database);
  return result;
}

function unsynced<Step>(database: DatabaseSync, slice: () => Step): Step {
  database.exec('PRAGMA synchronous=NORMAL');
  try {
    return slice();
  } finally {
    database.exec('PRAGMA synchronous=FULL');
  }
}
