import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { moveFileNow } from '../foundation/patient-files.ts';
import type { Clock, Log } from '../foundation/ports.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';

/** Bytes of a log file. Two files are kept: enough for weeks of trouble, small enough to send. */
const LONGEST_FILE_BYTES = 2 * 1024 * 1024;

/**
 * Writes `<folder>/<name>.log`, readable by its owner only. Work must go on when the log cannot be written, so this file
 * ignores the errors of writing it.
 */
export function createFileLog(folder: string, name: string, clock: Clock): Log {
  const path = join(folder, `${name}.log`);

  function setAsideLong(): void {
    try {
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LONGEST_FILE_BYTES) moveFileNow(path, `${path}.1`);
    } catch {
      // Somebody reads the file. It grows until it can be renamed.
    }
  }

  function write(line: string): void {
    try {
      makeOwnFolder(folder);
      setAsideLong();
      appendFileSync(path, `${new Date(clock.wallNow()).toISOString()} ${indented(line)}\n`, { mode: 0o600 });
    } catch {
      // See above.
    }
  }

  return {
    bug(where, error) {
      const id = randomUUID().slice(0, 8);
      write(`bug ${id} in ${where}: ${textOf(error)}`);
      return id;
    },
    note: write,
  };
}

/** Every line after the first one: a text that a file or the service sent must not begin an entry of its own. */
function indented(text: string): string {
  return text.replaceAll(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\n  ');
}

/** The stack with its causes; never the properties of an error, which may hold what was sent. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown value of type ${typeof error}`;
  const cause = error.cause === undefined ? '' : `\ncaused by ${textOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
