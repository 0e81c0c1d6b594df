import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const PRACTICE_USER = 'practice';

/** What practice has accepted outlives the program, as with a real service. The folder is made when missing. */
export function practiceDataFile(dataFolder: string): string {
  const path = join(dataFolder, 'practice', 'practice.sqlite');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** Made up for every start, so that no other program on this computer talks to it by habit. */
export function freshPracticePassword(): string {
  return randomBytes(12).toString('base64url');
}
