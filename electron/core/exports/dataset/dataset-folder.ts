import { type Dirent, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { FileTrouble, isSystemError, writingTrouble } from '../../files/foundation/file-trouble.ts';
import { endLease, type Lease, takeLease } from '../../storage/lease.ts';
import { refuseLinksIn } from './links.ts';
import { MANIFEST, type Manifest, readManifest } from './manifest.ts';
import { isInCommit, WORKSHOP, Workshop } from './workshop.ts';

const LOCK = 'lock.sqlite';
/** What operating systems put into folders by themselves. */
const LITTER: ReadonlySet<string> = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** A dataset that only this program may write, until it is disposed of. */
export interface HeldDataset extends Disposable {
  readonly folder: string;
  /** Null for a dataset that is to be made. */
  readonly manifest: Manifest | null;
}

/** Throws FileTrouble for a dataset that is not the one that is wanted. */
type Refuse = (manifest: Manifest) => void;

/**
 * Takes the lease of a folder, finishes what a killed program left in it, and looks whether it holds a dataset, or
 * nothing. Makes the folder when it is missing. Throws FileTrouble; then nothing was changed.
 */
export function holdDataset(folder: string, refuseOther: Refuse = () => undefined): HeldDataset {
  const name = basename(folder);
  const isMade = makeFolder(folder, name);
  try {
    refuseForeign(folder, refuseOther);
  } catch (error) {
    throw isSystemError(error) ? writingTrouble(error, name) : error;
  }
  const lease = leaseOf(folder, name);
  const held = {
    folder,
    [Symbol.dispose]() {
      using _lease = lease;
      if (existsSync(join(folder, MANIFEST))) return;
      // While nobody else can have begun to make a dataset here.
      if (!isAbandoned(folder)) return;
      endLease(join(folder, WORKSHOP, LOCK), lease);
      removeTraces(folder, isMade);
    },
  };
  try {
    new Workshop(folder).settle();
    const manifest = readManifest(folder);
    refuseFiles(folder, manifest);
    if (manifest !== null) refuseOther(manifest);
    return { ...held, manifest };
  } catch (error) {
    held[Symbol.dispose]();
    throw isSystemError(error) ? writingTrouble(error, name) : error;
  }
}

/** False when a link has come since, behind which nothing is removed. */
function isAbandoned(folder: string): boolean {
  try {
    new Workshop(folder).abandon();
    return true;
  } catch (error) {
    if (error instanceof FileTrouble) return false;
    throw error;
  }
}

/** A folder that is not ours gets nothing of ours, not even a lock, and keeps what it has under our names. */
function refuseForeign(folder: string, refuseOther: Refuse): void {
  refuseLinksIn(folder, (name) => name === WORKSHOP || name === MANIFEST || /^campaign=/i.test(name));
  // What it is of can be told only when the commit has ended.
  if (isInCommit(folder)) return;
  try {
    const manifest = readManifest(folder);
    if (manifest === null) refuseFiles(folder, null);
    else refuseOther(manifest);
  } catch (error) {
    // The files there may be half of a dataset that another run is making.
    if (isWritten(folder)) throw busy(basename(folder));
    throw error;
  }
}

/** Whether another run holds it. Makes no lock where there is none. */
function isWritten(folder: string): boolean {
  const lock = join(folder, WORKSHOP, LOCK);
  if (!existsSync(lock)) return false;
  try {
    using lease = takeLease(lock);
    return lease === null;
  } catch {
    // It is not a lock of ours.
    return false;
  }
}

function makeFolder(folder: string, name: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return false;
  if (found !== undefined)
    throw new FileTrouble('exists', `"${name}" is a file. A dataset is a folder: name another one.`);
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    throw writingTrouble(error, name);
  }
}

function leaseOf(folder: string, name: string): Lease {
  let lease: Lease | null;
  try {
    lease = takeLease(join(folder, WORKSHOP, LOCK));
  } catch (error) {
    throw new FileTrouble(
      'notWritten',
      `This user account is not allowed to write in the folder "${name}", or its disk is full. Nothing was changed.`,
      { cause: error },
    );
  }
  if (lease === null) throw busy(name);
  return lease;
}

function busy(name: string): FileTrouble {
  return new FileTrouble(
    'busy',
    `Another Lead Console is writing the dataset "${name}" now. Nothing was changed. Try again when it has ended.`,
  );
}

/** Refuses a new dataset beside other files, a foreign Parquet file in a dataset, and a dataset that lacks a file. */
function refuseFiles(folder: string, manifest: Manifest | null): void {
  const known = new Map((manifest?.files ?? []).map((file) => [file.path, file.bytes]));
  for (const path of filesIn(folder)) {
    if (known.delete(path)) continue;
    if (manifest === null)
      throw new FileTrouble(
        'exists',
        `The folder "${basename(folder)}" holds "${path}", which is not part of a dataset. Nothing was changed. Name an empty or a new folder.`,
      );
    if (path.toLowerCase().endsWith('.parquet'))
      throw new FileTrouble(
        'exists',
        `"${path}" is in the dataset's folder and not one of its files: whoever reads the folder would count its rows, too. Nothing was changed. Move it elsewhere.`,
      );
  }
  const [gone] = known.keys();
  if (gone !== undefined)
    throw new FileTrouble(
      'changed',
      `"${gone}" was removed from the dataset. Nothing was changed. Restore it, or remove the folder and create the dataset again.`,
    );
}

/** Paths of the files below a folder, with `/`; links are not followed and count as files. */
function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const isOurs = entry.name === WORKSHOP || entry.name === MANIFEST;
    if (!isOurs && !LITTER.has(entry.name)) yield* filesOf(folder, folder, entry);
  }
}

function* filesOf(root: string, folder: string, entry: Dirent): Generator<string> {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) {
    if (!LITTER.has(entry.name)) yield relative(root, path).replaceAll(sep, '/');
    return;
  }
  for (const inner of readdirSync(path, { withFileTypes: true })) yield* filesOf(root, path, inner);
}

/**
 * After a run that made no dataset: the folders that it or a killed one prepared. Only what is empty goes: another
 * program may have begun to make a dataset here since the lease was given back.
 */
function removeTraces(folder: string, isMade: boolean): void {
  try {
    rmdirSync(join(folder, WORKSHOP));
    removeEmptyFolders(folder);
    if (isMade) rmdirSync(folder);
  } catch {
    // The folder is not empty now, or cannot be changed. A folder that is left does no harm.
  }
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^(campaign|day)=/.test(entry.name)) continue;
    removeEmptyFolders(join(folder, entry.name));
    rmdirSync(join(folder, entry.name));
  }
}
