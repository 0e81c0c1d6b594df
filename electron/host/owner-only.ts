// Why: decision 0185.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { entriesIn } from '../core/storage/own-folder.ts';
import { codeOf } from './host-trouble.ts';

/** What Lead Console keeps in its data folder. `window` is Chromium's: its folder alone is closed. */
const OWN =
  /^(account|drafts|logs|reading|uploads|downloads|practice|update|window|settings\.json.*|certificates\.pem|credentials\.json|open-host\.(txt|key|sqlite)|browser-port\.txt|\.write-trial-\d+)$/;
const DEEP = /^(account|drafts|logs|reading|uploads|downloads|practice|update)$/;

/**
 * Takes the rights of everybody else from what an earlier version, a copy or a backup left open. A folder that holds
 * anything else is not ours alone: then only what is ours in it is closed. Windows has no such rights and needs none: the
 * folder lies in the person's profile.
 */
export function closeToOthers(folder: string, platform: NodeJS.Platform): void {
  if (platform === 'win32') return;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.every(({ name }) => OWN.test(name))) close(folder, 0o700);
  for (const entry of entries) {
    if (!OWN.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isFile()) close(path, 0o600);
    if (entry.isDirectory()) close(path, 0o700);
    if (entry.isDirectory() && DEEP.test(entry.name)) closeBelow(path);
  }
}

function closeBelow(folder: string): void {
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) close(path, 0o600);
    if (!entry.isDirectory()) continue;
    close(path, 0o700);
    closeBelow(path);
  }
}

/** Links are not followed: `isFile` and `isDirectory` are false for them. */
function close(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    // Another program removes its files meanwhile; a file of another user stays as it is.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
}
