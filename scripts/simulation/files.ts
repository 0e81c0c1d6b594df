// Why: decision 0411.
import fs, { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { cutOffDatabases, forgetDatabases, watchDatabases } from './databases.ts';
import { disk, dueDeath, end, ownerNow, refuseDead } from './owners.ts';

/*
 * What simulated programs write, write by write. The file system is the real one; its methods are watched while lives are
 * lived, so that a program dies between any two of its writes, or within one.
 */

/** Bytes of a file that were forced to the disk, by its path; a file that is not here was never written by the programs. */
const forced = new Map<string, number>();
/** What had a name before a rename that is not forced to the disk: the folder may still have it after a power cut. Null: nothing. */
const renamed = new Map<string, Buffer | null>();
/**
 * Copies a folder as a power cut leaves it: with the log that the last write left, without shared memory, and each file that
 * was appended to without a part of what was not forced to the disk, and with their former names when that was not forced.
 *
 * @param keeps share of the bytes that were not forced and are there all the same
 */
export function imageOf(folder: string, target: string, keeps: number): void {
  cpSync(folder, target, { recursive: true, filter: (path) => !path.endsWith('-shm') });
  for (const [path, size] of forced) {
    const copy = join(target, path.slice(folder.length));
    if (dirname(path) !== folder || !existsSync(copy)) continue;
    const bytes = readFileSync(copy);
    if (bytes.length > size) writeFileSync(copy, bytes.subarray(0, size + Math.round((bytes.length - size) * keeps)));
  }
  if (keeps < 0.5) for (const [path, bytes] of renamed) putBack(join(target, path.slice(folder.length)), bytes);
  for (const [path, bytes] of cutOffDatabases(keeps))
    if ([folder, join(folder, 'results')].includes(dirname(path)))
      writeFileSync(join(target, path.slice(folder.length)), bytes);
  forget();
}

function putBack(path: string, bytes: Buffer | null): void {
  if (bytes === null) rmSync(path, { force: true });
  else writeFileSync(path, bytes);
}

export function forget(): void {
  renamed.clear();
  forced.clear();
  forgetDatabases();
}

/** Bytes. A write of no more than these finds no room at all on a full disk. */
const LAST_ROOM = 16;

/** Watches `node:sqlite` and `node:fs` of this process until it is disposed of. */
export function watchFiles(): Disposable {
  const paths = new Map<number, string>();
  const real = { ...fs };
  const watched: Partial<Record<keyof typeof fs, unknown>> = {
    openSync(path: string, flags?: string | number, mode?: number) {
      refuseDead(ownerNow());
      const file = real.openSync(path, flags as string, mode);
      paths.set(file, path);
      return file;
    },
    writeSync(file: number, bytes: Buffer, offset = 0, length = bytes.length - offset, position: number | null = null) {
      const owner = ownerNow();
      const path = paths.get(file) ?? '';
      const write = (size: number) => real.writeSync(file, bytes, offset, size, position);
      if (owner === undefined) return write(length);
      if (!forced.has(path)) forced.set(path, real.fstatSync(file).size);
      const death = dueDeath(owner);
      if (death === null && disk.isFull) {
        // A part of it finds room, then nothing does.
        if (length > LAST_ROOM) return write(length >> 1);
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
      }
      if (death === null) return write(length);
      write(Math.round(length * death.share));
      return end(owner, death);
    },
    fdatasyncSync: forcing(real.fdatasyncSync),
    fsyncSync: forcing(real.fsyncSync),
    ftruncateSync(file: number, size?: number) {
      refuseDead(ownerNow());
      real.ftruncateSync(file, size);
    },
    renameSync(from: string, to: string) {
      const owner = ownerNow();
      const move = () => {
        if (!renamed.has(to)) renamed.set(to, existsSync(to) ? readFileSync(to) : null);
        real.renameSync(from, to);
        forced.set(to, forced.get(from) ?? real.statSync(to).size);
        forced.delete(from);
      };
      if (owner === undefined) return move();
      const death = dueDeath(owner);
      if (death === null) return move();
      if (death.share >= 0.5) move();
      return end(owner, death);
    },
    rmSync(path: string, options?: fs.RmOptions) {
      refuseDead(ownerNow());
      real.rmSync(path, options);
    },
  };
  function forcing(force: (file: number) => void) {
    return (file: number) => {
      refuseDead(ownerNow());
      force(file);
      const path = paths.get(file);
      if (path === undefined) return;
      const kind = real.fstatSync(file);
      if (kind.isFile()) forced.set(path, kind.size);
      else for (const name of renamed.keys()) if (dirname(name) === path) renamed.delete(name);
    };
  }
  Object.assign(fs, watched);
  const databases = watchDatabases();
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      Object.assign(fs, Object.fromEntries(Object.keys(watched).map((name) => [name, real[name as keyof typeof fs]])));
      databases[Symbol.dispose]();
      syncBuiltinESMExports();
      forget();
    },
  };
}
