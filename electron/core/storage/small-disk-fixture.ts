import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageTrouble } from '../foundation/failure.ts';

/** A disk of its own in memory, which can be filled up and made read-only. Only root can mount one. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Leaves this number of bytes free, or fewer where a program writes there meanwhile. */
  fill(bytes: number): void;
  makeReadOnly(): void;
  /** Makes room and lets it be written again. */
  heal(): void;
}

/** Null where none can be mounted. @param size as `mount` takes it */
export function mountSmallDisk(path: string, size = '48m'): SmallDisk | null {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const filler = join(path, 'filler');
  const remount = (how: 'ro' | 'rw') => execFileSync('mount', ['-o', `remount,${how}`, path], { stdio: 'ignore' });
  return {
    path,
    fill(bytes) {
      const { bavail, bsize } = statfsSync(path);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
      } catch (error) {
        // A program that writes there took some of the room since it was measured: the disk is full, too.
        if (storageTrouble(error) !== 'full') throw error;
      }
    },
    makeReadOnly: () => void remount('ro'),
    heal() {
      remount('rw');
      rmSync(filler, { force: true });
    },
    [Symbol.dispose]: () => void execFileSync('umount', ['-l', path], { stdio: 'ignore' }),
  };
}
