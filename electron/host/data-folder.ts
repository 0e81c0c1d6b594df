import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, resolve, win32 } from 'node:path';
import { codeOf, HostTrouble } from './host-trouble.ts';

/** Name of the folder, the same as Electron makes of the product's name. */
const PRODUCT_NAME = 'Lead Console';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function thisComputer(): Surroundings {
  return { platform: process.platform, environment: process.env, home: homedir() };
}

/**
 * Where all hosts keep their data unless told otherwise: the folder that Electron calls `userData`, worked out without
 * Electron so that a scheduled batch run and the app share journal, ledger and results.
 */
export function defaultDataFolder({ platform, environment, home }: Surroundings): string {
  if (platform === 'win32') {
    return win32.join(environment['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), PRODUCT_NAME);
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', PRODUCT_NAME);
  return posix.join(environment['XDG_CONFIG_HOME'] || posix.join(home, '.config'), PRODUCT_NAME);
}

/**
 * The folder itself, made when missing, for its owner only.
 * @throws HostTrouble when it is not a folder or cannot be written.
 */
export function openDataFolder(chosen: string | null, surroundings: Surroundings = thisComputer()): string {
  const folder = resolve(chosen ?? defaultDataFolder(surroundings));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    // Access rights alone say nothing about read-only media, quotas and Windows folders.
    const trial = resolve(folder, `.write-trial-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
    return folder;
  } catch (error) {
    throw new HostTrouble(
      `The data folder ${folder} cannot be used: ${reasonOf(codeOf(error))}. Lead Console keeps its journal there and does not start without it. Choose another folder with --data-dir.`,
      { cause: error },
    );
  }
}

function reasonOf(code: string): string {
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'there is a file with that name';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'EROFS') return 'it is on a read-only disk';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return `the system answered ${code || 'with an unknown error'}`;
}
