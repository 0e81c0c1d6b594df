// Why: decision 0042.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLease } from '../core/storage/lease.ts';
import { HostTrouble } from './host-trouble.ts';

/** The data folder is held by one interactive host at a time; batch runs may work beside it. */
export interface DataFolderHold {
  /** @param where this host can be found, for the message of another host that wants the folder */
  describe(where: string): void;
  release(): void;
}

/** @throws HostTrouble when another interactive host holds this folder */
export function holdDataFolder(dataFolder: string, host: 'browser' | 'desktop'): DataFolderHold {
  const note = join(dataFolder, 'open-host.txt');
  const lease = takeLease(join(dataFolder, 'open-host.sqlite'));
  if (!lease) {
    throw new HostTrouble(
      `Lead Console is already open with this data folder${whereabouts(note)}. Two would resume the same jobs. Use the open one, or choose another folder with --data-dir.`,
    );
  }
  const describe = (where: string) => writeFileSync(note, `${where}, process ${process.pid}`, { mode: 0o600 });
  describe(host === 'browser' ? 'in a browser' : 'as the desktop app');
  return {
    describe,
    release() {
      rmSync(note, { force: true });
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
