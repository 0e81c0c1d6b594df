// Why: decision 0040.
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, posix, resolve, win32 } from 'node:path';
import { removeFile } from '../core/foundation/patient-files.ts';
import { makeOwnFolder } from '../core/storage/own-folder.ts';
import { wrongKindIn } from '../core/storage/wrong-kinds.ts';
import { codeOf, HostTrouble } from './host-trouble.ts';
import { moveDataFolder } from './move-data-folder.ts';
import { closeToOthers } from './owner-only.ts';
import { refusePlace } from './place-of-data.ts';

/** The name of the folder. Electron derives the same one from the product's name. */
const PRODUCT_NAME = 'Lead Console';

const NAMES = {
  files: [
    'settings.json',
    'credentials.json',
    'open-host.txt',
    'open-host.key',
    'open-host.sqlite',
    'browser-port.txt',
    'certificates.pem',
  ],
  folders: ['account', 'drafts', 'logs', 'reading', 'uploads', 'downloads', 'practice', 'update', 'window'],
};

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function thisComputer(): Surroundings {
  return { platform: process.platform, environment: process.env, home: homedir() };
}

/**
 * The folder of all hosts when no other is given, computed without Electron, so that a scheduled batch run and the
 * desktop app share journal, ledger and results. On Windows the local one: a journal of gigabytes has no place in a
 * roaming profile, which companies keep on a share (decision 0361).
 */
export function defaultDataFolder({ platform, environment, home }: Surroundings): string {
  if (platform === 'win32') {
    return win32.join(environment['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), PRODUCT_NAME);
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', PRODUCT_NAME);
  return posix.join(environment['XDG_CONFIG_HOME'] || posix.join(home, '.config'), PRODUCT_NAME);
}

/** Where Windows kept the data folder before decision 0361; null on every other system. */
function formerDataFolder({ platform, environment, home }: Surroundings): string | null {
  if (platform !== 'win32') return null;
  return win32.join(environment['APPDATA'] || win32.join(home, 'AppData', 'Roaming'), PRODUCT_NAME);
}

/**
 * The folder that `--data-dir` names, as an absolute path.
 * @throws HostTrouble for a name that would be another folder, with another journal, wherever the program is started
 */
export function namedFolder(name: string, workingFolder: string): string {
  if (name === '') throw new HostTrouble('The folder after --data-dir is empty. Name one, or leave --data-dir out.');
  // A shell leaves the ~ of `--data-dir=~/data`.
  if (/^~(?:[\\/]|$)/.test(name))
    throw new HostTrouble(
      'The shell has not put the home folder in the place of ~ in --data-dir. Write the whole path, or ./~ for a folder with that name.',
    );
  return resolve(workingFolder, name);
}

/**
 * The data folder. Creates it when it is missing; what lies in it is for its owner only, also when it was there before.
 * @throws HostTrouble when it is not a folder or cannot be written
 */
export function openDataFolder(chosen: string | null, surroundings: Surroundings = thisComputer()): string {
  const wanted = chosen === null ? defaultDataFolder(surroundings) : namedFolder(chosen, '.');
  // So it would be below an empty home. Another folder has another journal, which knows nothing of what was sent.
  if (chosen === null && surroundings.home === '' && !isAbsolute(wanted))
    throw new HostTrouble(
      'The home folder of this user is not known (HOME is empty), so neither is the data folder. Name a folder with --data-dir.',
    );
  const folder = resolve(wanted);
  const former = chosen === null ? formerDataFolder(surroundings) : null;
  try {
    if (former !== null) moveDataFolder(former, folder);
    refusePlace(folder, surroundings.platform);
    makeOwnFolder(folder);
    refusePlace(folder, surroundings.platform);
    accessSync(folder, constants.W_OK);
    // Access rights do not show read-only media, disk quotas and the permissions of Windows folders.
    const trial = resolve(folder, `.write-trial-${process.pid}`);
    writeFileSync(trial, '');
    removeFile(trial);
    const wrong = wrongKindIn(folder, NAMES);
    if (wrong !== null) throw new HostTrouble(wrong);
    closeToOthers(folder, surroundings.platform);
    return folder;
  } catch (error) {
    if (error instanceof HostTrouble) throw error;
    throw new HostTrouble(
      `Lead Console cannot use the data folder ${folder}: ${reasonOf(codeOf(error), folder)}. It keeps its journal there and does not start without it. Choose another folder with --data-dir.`,
      { cause: error },
    );
  }
}

function reasonOf(code: string, folder: string): string {
  // Windows says ENOENT for a folder below a file.
  if (code === 'EEXIST' || code === 'ENOTDIR' || (code === 'ENOENT' && hasFileAbove(folder)))
    return 'there is a file with that name';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'EROFS') return 'it is on a read-only disk';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  if (code === 'ENOENT') return 'the system makes no folder there';
  return `the system answered ${code || 'with an unknown error'}`;
}

function hasFileAbove(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? dirname(path) !== path && hasFileAbove(dirname(path)) : !found.isDirectory();
}
