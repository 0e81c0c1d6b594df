// Why: decision 0361.
import { realpathSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { HostTrouble } from './host-trouble.ts';

/** Characters. SQLite on Windows opens no path above 260, and the longest of ours adds 125. */
const LONGEST = 120;

/** File systems of other computers, as Linux numbers them: NFS, SMB, CIFS, SMB2. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

/** What is known of a place for the data folder. */
export interface Place {
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** With drives and links followed: Windows names the share behind a letter. */
  readonly real: string;
  /** The number of its file system; on Linux only. */
  readonly fileSystem: number;
}

/** @throws HostTrouble where the journal would not be safe. Looks at the nearest folder above when there is none yet. */
export function refusePlace(folder: string, platform: NodeJS.Platform): void {
  const real = realPlace(folder);
  const fileSystem = platform === 'linux' ? statfsSync(real).type : 0;
  const reason = whyUnfit({ folder, platform, real, fileSystem });
  if (reason !== null) throw new HostTrouble(`Lead Console cannot use the data folder ${folder}: ${reason}`);
}

/** The end of a sentence, or null. */
export function whyUnfit({ folder, platform, real, fileSystem }: Place): string | null {
  const isWindows = platform === 'win32';
  if (isWindows && folder.length > LONGEST)
    return `its path has ${folder.length} characters, and Windows opens a database in it only up to ${LONGEST}. Choose a folder with a shorter path with --data-dir.`;
  const isShare = isWindows && [folder, real].some((path) => /^\\\\(?![.?]\\(?!UNC\\))/i.test(path));
  if (isShare || (platform === 'linux' && NETWORK.has(fileSystem)))
    return 'it lies on a network drive, where a journal can be damaged while two computers or a broken connection write to it. Choose a folder on a disk of this computer with --data-dir.';
  return null;
}

/** A server that is not there has no place: then the path itself. */
function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : realPlace(dirname(path));
  }
}
