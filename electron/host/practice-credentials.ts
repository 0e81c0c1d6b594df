import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PRACTICE_USER = 'practice';

/** The database of the practice service. Like a real service it keeps its leads when the program ends. Creates the folder. */
export function practiceDataFile(dataFolder: string): string {
  const path = join(dataFolder, 'practice', 'practice.sqlite');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** A new one for every start, so that no other program on this computer can use the practice service. */
export function freshPracticePassword(): string {
  return randomBytes(12).toString('base64url');
}
