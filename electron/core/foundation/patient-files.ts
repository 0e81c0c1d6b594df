// Why: decision 0360.
import { renameSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
// It waits for the operating system: a clock that a spec moves by hand would let nothing go.
// oxlint-disable-next-line no-restricted-imports
import { setTimeout as sleep } from 'node:timers/promises';

/** What Windows answers while a virus scanner, an indexer or a backup holds a file, most often for some milliseconds. */
const HELD: readonly unknown[] = ['EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY'];
/** Milliseconds before each further try, three seconds in all: a program that holds a file longer has it open for its user. */
const PAUSES = [10, 20, 40, 80, 160, 320, 640, 1600];

/** Whether another program may hold the file at this moment. Elsewhere than on Windows these codes mean rights, and last. */
export function isHeld(error: unknown): boolean {
  return process.platform === 'win32' && error instanceof Error && 'code' in error && HELD.includes(error.code);
}

/** Does `call` again while another program holds the file. It must change nothing when it fails, or be fit to be repeated. */
export function patiently<Value>(call: () => Value): Value {
  for (const pause of PAUSES)
    try {
      return call();
    } catch (error) {
      if (!isHeld(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  return call();
}

/** As `patiently`; the thread does other work meanwhile. */
export async function patientlyBeside<Value>(call: () => Promise<Value>): Promise<Value> {
  for (const pause of PAUSES)
    try {
      return await call();
    } catch (error) {
      if (!isHeld(error)) throw error;
      await sleep(pause);
    }
  return call();
}

/** Replaces what has the new name. */
export function moveFile(from: string, to: string): void {
  patiently(() => moveFileNow(from, to));
}

export function moveFileBeside(from: string, to: string): Promise<void> {
  return patientlyBeside(() => rename(from, to));
}

/** Nothing happens when it is gone already, as with all that follow. */
export function removeFile(path: string): void {
  patiently(() => removeFileNow(path));
}

/** With all that is in it. */
export function removeFolder(path: string): void {
  patiently(() => removeFolderNow(path));
}

export function removeFileBeside(path: string): Promise<void> {
  return patientlyBeside(() => rm(path, { force: true }));
}

export function removeFolderBeside(path: string): Promise<void> {
  return patientlyBeside(() => rm(path, { recursive: true, force: true }));
}

/*
 * Without patience: for what this program itself, or another one of ours, may have open for long, and for what is tried again.
 */

export function moveFileNow(from: string, to: string): void {
  renameSync(from, to);
}

export function removeFileNow(path: string): void {
  rmSync(path, { force: true });
}

export function removeFolderNow(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
