import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the specs of a run one folder for all that they put beside the system's temporary files, and removes it at the end
 * of the run: hundreds of specs make folders, and one that fails or is killed leaves its own behind. Vitest calls it
 * before the first process of the run starts, and what it returns after the last has ended.
 */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-specs-'));
  // As the folder it stands for: some specs start programs as another user.
  chmodSync(folder, 0o1777);
  const before = new Map(NAMES.map((name) => [name, process.env[name]]));
  for (const name of NAMES) process.env[name] = folder;
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Where Node's `tmpdir()` looks, on Linux and macOS and on Windows. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP'];
