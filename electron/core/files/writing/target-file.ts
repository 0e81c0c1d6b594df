import { closeSync, existsSync, fsyncSync, linkSync, openSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { threadId } from 'node:worker_threads';
import { isHeld, moveFileBeside, patientlyBeside, removeFileBeside } from '../../foundation/patient-files.ts';
import { errorCode, FileTrouble, openElsewhere, writingTrouble } from '../foundation/file-trouble.ts';

export interface Target {
  readonly path: string;
  /** False: an existing file is never replaced. */
  readonly overwrite: boolean;
  readonly signal?: AbortSignal | undefined;
  /** A path beside the target, where the whole file stays until `putTarget`; left out: the target's name is given to it at once. */
  readonly part?: string | undefined;
}

/** Bytes that the disk is given to keep while the next ones are made: the end of a save need not wait for all of them. */
const SYNC_EVERY = 16 * 1024 * 1024;

/** The unfinished file beside a target. */
export class UnfinishedFile {
  /** Its own place, until the target's name is given to it. */
  readonly path: string;
  /** Of the target, for people. */
  readonly name: string;
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  #underWay: Promise<void> = Promise.resolve();
  /** Null while none runs. Its error is the file's: a disk tells of lost bytes only once. */
  #syncing: Promise<void> | null = null;
  #syncTrouble: { readonly error: unknown } | null = null;
  #synced = 0;

  constructor(path: string, name: string, handle: FileHandle, signal: AbortSignal | undefined) {
    this.path = path;
    this.name = name;
    this.#handle = handle;
    this.#signal = signal;
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Appends all bytes. Throws FileTrouble `cancelled` when the signal is aborted. */
  async append(bytes: Uint8Array): Promise<void> {
    await this.appendBehind(bytes);
    await this.#underWay;
  }

  /**
   * As `append`, but resolves while the bytes are written: when those of the call before are. They must stay as they are
   * until the next call resolves.
   */
  async appendBehind(bytes: Uint8Array): Promise<void> {
    await this.#underWay;
    this.refuseCancelled();
    this.#throwSyncTrouble();
    if (this.#syncing === null && this.#bytes - this.#synced >= SYNC_EVERY) this.#syncBehind();
    const position = this.#bytes;
    this.#bytes += bytes.length;
    this.#underWay = this.#writeAt(bytes, position);
    // The next call throws it.
    this.#underWay.catch(() => undefined);
  }

  /** Replaces bytes that were written before, such as sizes that were not known then. */
  async replace(bytes: Uint8Array, position: number): Promise<void> {
    await this.#underWay;
    await this.#writeAt(bytes, position);
  }

  /** Every byte can be read when it resolves, and may still be on its way to the disk. */
  async written(): Promise<void> {
    await this.#underWay;
  }

  /** Every byte is on the disk when it resolves. */
  async sync(): Promise<void> {
    await this.#underWay;
    await this.#syncing;
    this.#throwSyncTrouble();
    await this.#handle.sync();
  }

  #syncBehind(): void {
    this.#synced = this.#bytes;
    this.#syncing = this.#handle
      .datasync()
      .catch((error: unknown) => {
        this.#syncTrouble ??= { error };
      })
      .finally(() => {
        this.#syncing = null;
      });
  }

  #throwSyncTrouble(): void {
    if (this.#syncTrouble !== null) throw this.#syncTrouble.error;
  }

  refuseCancelled(): void {
    if (this.#signal?.aborted === true)
      throw new FileTrouble('cancelled', `Saving "${this.name}" was cancelled. No file was written.`);
  }

  /** A file system may take fewer bytes than it was given. */
  async #writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}

/** Files begun in this thread: two that are written to one target at once must not share their unfinished one. */
let parts = 0;

/**
 * Writes a file beside the target under another name, and renames it when `write` has resolved and every byte is on the
 * disk. After any failure no half file is left, and an existing file is unchanged. Answers what `write` answers.
 * Throws FileTrouble `exists`, `diskFull`, `notWritten`, `missing`, `directory` or `cancelled`.
 */
export async function writeTarget<Written>(
  target: Target,
  write: (file: UnfinishedFile) => Promise<Written>,
): Promise<Written> {
  const name = basename(target.path);
  refuseTarget(target, name);
  parts += 1;
  const part = target.part ?? `${target.path}.${process.pid}.${threadId}-${parts}.part`;
  let handle: FileHandle | undefined;
  try {
    // Whatever has the name already is not ours: in a folder that is shared it may be a link to another file of this user.
    await removeFileBeside(part);
    handle = await patientlyBeside(() => open(part, 'wx', 0o600));
    const file = new UnfinishedFile(part, name, handle, target.signal);
    const written = await write(file);
    file.refuseCancelled();
    await file.sync();
    await handle.close();
    if (target.part === undefined) await putTarget(part, target);
    return written;
  } catch (error) {
    await handle?.close().catch(() => undefined);
    await discard(part);
    throw isSystemError(error) ? writingTrouble(error, name) : error;
  }
}

/**
 * Gives a whole file beside a target the target's name. After any failure that file is gone, and an existing one is unchanged.
 *
 * @param before what has to be done first
 */
export async function putTarget(part: string, target: Target, before?: () => Promise<void>): Promise<void> {
  const name = basename(target.path);
  try {
    await before?.();
    await put(part, target, name);
  } catch (error) {
    await discard(part);
    throw isSystemError(error) ? writingTrouble(error, name) : error;
  }
  syncFolder(dirname(target.path));
}

function refuseTarget({ path, overwrite }: Target, name: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory())
    throw new FileTrouble('directory', `"${name}" is a folder. Nothing was written. Choose a file name.`);
  if (!overwrite) throw exists(name);
}

function exists(name: string): FileTrouble {
  return new FileTrouble(
    'exists',
    `"${name}" exists already and was not changed. Choose another name, or allow to replace it.`,
  );
}

/** Linking fails when the name is taken, so a file that appeared meanwhile is not replaced. Not every file system has links. */
async function put(part: string, { path, overwrite }: Target, name: string): Promise<void> {
  if (overwrite) return replace(part, path, name);
  try {
    linkSync(part, path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || existsSync(path)) throw exists(name);
    return moveFileBeside(part, path);
  }
  await discard(part);
}

/** One that cannot be removed stays: the target is saved, or why it is not matters more. */
async function discard(part: string): Promise<void> {
  await removeFileBeside(part).catch(() => undefined);
}

async function replace(part: string, path: string, name: string): Promise<void> {
  try {
    await moveFileBeside(part, path);
  } catch (error) {
    if (isHeld(error) && mayBeWritten(path)) throw openElsewhere(name);
    throw error;
  }
}

/** Whether this user may write the file, whoever has it open. */
function mayBeWritten(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'));
    return true;
  } catch (error) {
    return errorCode(error) === 'EBUSY';
  }
}

/** After a power cut the new names in a folder are there, too. Windows opens no folders, and some network drives sync none. */
export function syncFolder(folder: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch {
    // The file itself is on the disk; only its new name may be lost, and then the old file is there.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && errorCode(error) !== '' && 'syscall' in error;
}
