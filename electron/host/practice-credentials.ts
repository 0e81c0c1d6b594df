import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFile } from '../core/storage/own-file.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';

export const PRACTICE_USER = 'practice';

/** The database of the practice service. Like a real service it keeps its leads when the program ends. Creates the folder. */
export function practiceDataFile(dataFolder: string): string {
  const path = join(dataFolder, 'practice', 'practice.sqlite');
  makeOwnFolder(dirname(path));
  return ownFile(path);
}

/** Of a practice service that has ended. */
export function removePracticeData(dataFolder: string): void {
  rmSync(join(dataFolder, 'practice'), { recursive: true, force: true });
}

/** A new one for every start, so that no other program on this computer can use the practice service. */
export function freshPracticePassword(): string {
  return randomBytes(12).toString('base64url');
}
