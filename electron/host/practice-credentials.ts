import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { removeFolder } from '../core/foundation/patient-files.ts';
import { type Failure, unusable } from '../core/foundation/failure.ts';
import { ownFile } from '../core/storage/own-file.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';

export const PRACTICE_USER = 'practice';

/**
 * The database of the practice service. Like a real service it keeps its leads when the program ends. Creates the folder.
 *
 * @throws Failure when something else is in its place, or it cannot be written
 */
export function practiceDataFile(dataFolder: string): string {
  const path = join(dataFolder, 'practice', 'practice.sqlite');
  try {
    makeOwnFolder(dirname(path));
    return ownFile(path);
  } catch (error) {
    throw practiceNotStarted(`Its database in ${dirname(path)} cannot be made (${String(error)}).`);
  }
}

/** @param reason one sentence, as far as it is known */
export function practiceNotStarted(reason: string): Failure {
  return unusable(
    `The practice service did not start. ${reason || 'It gave no reason.'} Try again; your accounts are not affected.`,
    'practice',
  );
}

/** Removes the data of a practice service that has ended. */
export function removePracticeData(dataFolder: string): void {
  removeFolder(join(dataFolder, 'practice'));
}

/** A new one for every start, so that no other program on this computer can use the practice service. */
export function freshPracticePassword(): string {
  return randomBytes(12).toString('base64url');
}
