// Why: decision 0042.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFile, removeFolder } from '../core/foundation/patient-files.ts';
import { takeLease } from '../core/storage/lease.ts';
import { replaceOwnFile } from '../core/storage/own-file.ts';
import { HostTrouble } from './host-trouble.ts';

/** Where a running browser host gives out fresh addresses, and the key that it asks for. */
export interface Door {
  readonly port: number;
  readonly key: string;
}

/** Another interactive host holds the data folder. */
export class AlreadyOpen extends HostTrouble {
  override readonly name = 'AlreadyOpen';
  /** Null when the desktop app holds it, or a host that is only starting. */
  readonly door: Door | null;

  constructor(message: string, door: Door | null) {
    super(message);
    this.door = door;
  }
}

/**
 * The data folder is held by one interactive host at a time; batch runs may work beside it.
 * @throws AlreadyOpen when another interactive host holds this folder
 */
export function holdDataFolder(dataFolder: string, host: 'browser' | 'desktop') {
  const note = join(dataFolder, 'open-host.txt');
  const doorFile = join(dataFolder, 'open-host.key');
  const lease = takeLease(join(dataFolder, 'open-host.sqlite'));
  if (!lease) {
    throw new AlreadyOpen(
      `Lead Console is already open with this data folder${whereabouts(note)}. Two would resume the same jobs. Use the open one, or choose another folder with --data-dir.`,
      readDoor(doorFile),
    );
  }
  // A host that was killed leaves its door file; the port in it may be another program's by now. Its uploads and
  // downloads are copies that nobody needs any more.
  removeFile(doorFile);
  for (const left of ['uploads', 'downloads']) removeFolder(join(dataFolder, left));
  const describe = (where: string) => replaceOwnFile(note, `${where}, process ${process.pid}`);
  describe(host === 'browser' ? 'in a browser' : 'as the desktop app');
  return {
    /** @param where this host can be found, for the message of another host that wants the folder */
    describe,
    /** Lets another start ask this host for a fresh address. The key is kept for the owner of the folder only. */
    tellDoor: ({ port, key }: Door) => replaceOwnFile(doorFile, JSON.stringify({ port, key })),
    release() {
      removeFile(doorFile);
      removeFile(note);
      lease[Symbol.dispose]();
    },
  };
}

function whereabouts(note: string): string {
  try {
    // The text goes to a terminal, so only printable characters stay.
    return ` (${readFileSync(note, 'utf8')
      .slice(0, 200)
      .replace(/[^\x20-\x7e]/g, '')})`;
  } catch {
    return '';
  }
}

function readDoor(file: string): Door | null {
  try {
    const door = JSON.parse(readFileSync(file, 'utf8')) as Partial<Door> | null;
    return typeof door?.port === 'number' && typeof door.key === 'string' ? { port: door.port, key: door.key } : null;
  } catch {
    return null;
  }
}
