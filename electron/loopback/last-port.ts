// Why: decision 0290.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceOwnFile } from '../core/storage/own-file.ts';

const fileOf = (dataFolder: string): string => join(dataFolder, 'browser-port.txt');

/** The port of the last start on this data folder; 0, any free one, when it is not known. */
export function lastPort(dataFolder: string): number {
  try {
    const text = readFileSync(fileOf(dataFolder), 'utf8');
    const port = /^\d{4,5}$/.test(text) ? Number(text) : 0;
    return port > 1023 && port <= 65_535 ? port : 0;
  } catch {
    return 0;
  }
}

export function rememberPort(dataFolder: string, port: number): void {
  try {
    replaceOwnFile(fileOf(dataFolder), String(port));
  } catch {
    // The next start takes any free port, as the first one did.
  }
}
