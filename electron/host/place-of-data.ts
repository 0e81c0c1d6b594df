// Why: decision 0361.
import { readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { opensOnWindows } from './file-names.ts';
import { HostTrouble } from './host-trouble.ts';

/** Characters. SQLite on Windows opens no path above 260, and the longest of ours adds 125. */
const LONGEST = 120;

/** File systems of other computers, as Linux names them. */
const NETWORK = /^(nfs|nfs4|cifs|smb3|smbfs|afs|fuse\.sshfs)$/;

/** What is known of a place for the data folder. */
export interface Place {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** With drives and links followed: Windows names the share behind a letter. */
  readonly real: string;
  /** What Linux has mounted; empty elsewhere. */
  readonly mounts: string;
}

/** @throws HostTrouble where the journal would not be safe. Looks at the nearest folder above when there is none yet. */
export function refusePlace(folder: string, platform: NodeJS.Platform): void {
  const real = realPlace(folder);
  const mounts = platform === 'linux' ? mountsNow() : '';
  const reason = whyUnfit({ folder, platform, real, mounts });
  if (reason !== null) throw new HostTrouble(`Lead Console cannot use the data folder ${folder}: ${reason}`);
}

/** Empty where none are shown, as in a container: then no file system is refused. */
function mountsNow(): string {
  try {
    return readFileSync('/proc/mounts', 'utf8');
  } catch {
    return '';
  }
}

/** Why the journal would not be safe in this place, as the end of a sentence; null when it would be. */
export function whyUnfit({ folder, platform, real, mounts }: Place): string | null {
  const isWindows = platform === 'win32';
  if (isWindows && folder.length > LONGEST)
    return `its path has ${folder.length} characters, and Windows opens a database in it only up to ${LONGEST}. Choose a folder with a shorter path with --data-dir.`;
  const unusable = isWindows ? namesIn(folder).find((name) => !opensOnWindows(name)) : undefined;
  if (unusable !== undefined)
    return `Windows opens nothing in a folder that is called “${unusable}”. Choose a folder with another name with --data-dir.`;
  const isShare = isWindows && [folder, real].some((path) => /^\\\\(?![.?]\\(?!UNC\\))/i.test(path));
  if (isShare || NETWORK.test(fileSystemOf(real, mounts)))
    return 'it lies on a network drive, where a journal can be damaged while two computers or a broken connection write to it. Choose a folder on a disk of this computer with --data-dir.';
  return null;
}

/** Names of folders in a path of Windows, without its drive. */
function namesIn(folder: string): string[] {
  const path = folder.replace(/^\\\\[.?]\\/, '').replace(/^[a-z]:/i, '');
  return path.split(/[\\/]/).filter((name) => name !== '');
}

/** A server that is not there has no place: then the path itself. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : realPlace(dirname(path));
  }
}

/** File system of the deepest, and there the last, mount above a path. Blanks in a line are octal escapes. */
function fileSystemOf(path: string, mounts: string): string {
  let [found, depth] = ['', -1];
  for (const line of mounts.split('\n')) {
    const [, point = '', kind = ''] = line
      .split(' ')
      .map((word) =>
        word.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
      );
    const below = point === '/' ? '/' : `${point}/`;
    if (point !== '' && `${path}/`.startsWith(below) && point.length >= depth) [found, depth] = [kind, point.length];
  }
  return found;
}
