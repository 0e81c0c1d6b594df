import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/* For specs: folders that are gone when the specs of a file have ended. */

const made: string[] = [];

// The first hook of a file runs last, so that everything in the folders is closed by then.
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, maxRetries: 10, force: true });
});

/** An empty folder of its own. @param name says whose it is, should a run be killed */
export function specFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `lead-console-${name}-`));
  made.push(folder);
  return folder;
}

/** Whether a text stands in any file of a folder, or in a name there. */
export function isInFolder(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.name.includes(text) || (entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text)),
  );
}
