import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile } from 'node:fs/promises';
import type { UpdateState } from '../../../shared/contract/host/updates.ts';
import { moveFileBeside, removeFileBeside } from '../../core/foundation/patient-files.ts';
import type { Release, ReleaseFile } from './release.ts';

export interface InstallationSystem {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Opens a file as the person would. @returns why it could not; empty when it did */
  openPath(path: string): Promise<string>;
  /** Starts this program again, as it was started. */
  startAgain(): Promise<void>;
}

/** How a newer version takes the place of the one that runs. */
export interface Installation {
  readonly way: UpdateState['way'];
  /** The file of a release that is for this computer; null when none is. */
  fileOf(release: Release): ReleaseFile | null;
  /** Called when nothing of this program is open any more, just before it ends. @throws Error when it did not begin */
  run(path: string): Promise<void>;
}

/** @param system the computer, and what Electron does on it */
export function installationOf({ platform, arch, env, openPath, startAgain }: InstallationSystem): Installation {
  const ending = (end: string) => (release: Release) => release.files.find(({ name }) => name.endsWith(end)) ?? null;
  // The installer works by itself, without a question, and starts the program when it is done.
  if (platform === 'win32')
    return {
      way: 'install',
      fileOf: ending(`-win-${arch}.exe`),
      run: (path) => startApart(path, ['--updated', '/S', '--force-run']),
    };
  if (platform === 'darwin')
    return {
      way: 'open',
      fileOf: ending(`-mac-${arch}.dmg`),
      async run(path) {
        const trouble = await openPath(path);
        if (trouble !== '') throw new Error(trouble);
      },
    };
  const image = env['APPIMAGE'];
  if (image === undefined)
    return { way: 'system', fileOf: () => null, run: () => Promise.reject(new Error('the system installs it')) };
  return {
    way: 'install',
    // Linux packages have their own names for processors.
    fileOf: ending(`-linux-${arch === 'x64' ? 'x86_64' : arch}.AppImage`),
    async run(path) {
      await replaceImage(path, image);
      await startAgain();
    },
  };
}

/** Starts a program that goes on when this one has ended. @throws Error when it cannot be started */
export async function startApart(program: string, args: readonly string[]): Promise<void> {
  const started = spawn(program, args, { detached: true, stdio: 'ignore' });
  await once(started, 'spawn');
  started.unref();
}

/** The image that runs stays whole until the new one is beside it; on Linux a file that runs can be replaced. */
async function replaceImage(path: string, image: string): Promise<void> {
  const beside = `${image}.part`;
  try {
    await copyFile(path, beside);
    await chmod(beside, 0o755);
    await moveFileBeside(beside, image);
  } catch (error) {
    await removeFileBeside(beside).catch(() => undefined);
    throw error;
  }
}
