// Why: decision 0420.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningCommand } from '../lib/batch-desk.ts';
import { root } from '../lib/project.ts';

export interface Installed {
  /** Path of the program. */
  readonly program: string;
  readonly remove: () => void;
}

/**
 * Installs what `npm run package` left in `release/`, as a person would and without questions: the .deb with apt, the
 * installer of Windows in silence, the program of the .dmg by copying it.
 * @param folder where Windows and macOS get the program
 * @throws Error when there is no package for this computer, or when it cannot be installed
 */
export function installPackage(folder: string): Installed {
  if (process.platform === 'win32') return installOnWindows(join(folder, 'Lead Console'));
  return process.platform === 'darwin' ? installOnMac(folder) : installOnLinux();
}

function installOnLinux(): Installed {
  const asRoot = (...args: string[]) => must('sudo', ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', ...args]);
  asRoot('apt-get', 'install', '-y', packageNamed('*.deb'));
  return { program: '/usr/bin/lead-console', remove: () => asRoot('apt-get', 'remove', '-y', 'lead-console') };
}

function installOnWindows(target: string): Installed {
  // The installer takes the place unquoted, and as its last argument.
  must(packageNamed('*-x64.exe'), ['/S', `/D=${target}`]);
  const remove = () => must(join(target, 'Uninstall Lead Console.exe'), ['/S', `_?=${target}`]);
  return { program: join(target, 'Lead Console.exe'), remove };
}

function installOnMac(folder: string): Installed {
  const place = join(folder, 'image');
  const app = join(folder, 'Lead Console.app');
  must('hdiutil', ['attach', '-nobrowse', '-readonly', '-mountpoint', place, packageNamed(`*-${process.arch}.dmg`)]);
  cpSync(join(place, 'Lead Console.app'), app, { recursive: true, verbatimSymlinks: true });
  must('hdiutil', ['detach', place]);
  // On macOS removing a program is removing its folder, which goes with the folder of this run.
  return { program: join(app, 'Contents/MacOS/Lead Console'), remove: () => undefined };
}

function packageNamed(pattern: string): string {
  const [found] = globSync(join('release', pattern), { cwd: root });
  if (found === undefined) throw new Error(`release/ has no ${pattern}. "npm run package" makes it.`);
  return join(root, found);
}

function must(file: string, args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    windowsVerbatimArguments: args.includes('/S'),
  });
  if (status !== 0) throw new Error(`${file} ended with ${status ?? error?.message}. ${(stderr ?? '').slice(-500)}`);
}

/** Starts the program, on a Linux without a display in one of its own. */
export function startProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): RunningCommand {
  const isAlone = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];
  const [file, ...before] = isAlone ? ['xvfb-run', '-a', program] : [program];
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
  const child = spawn(file, [...before, ...args], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all its processes can be ended at once.
    detached: process.platform !== 'win32',
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString('utf8')));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code));
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killAll(child.pid);
  };
  return { out: () => out, error: () => error, ended, kill };
}

function killAll(processId: number): void {
  if (process.platform === 'win32') spawnSync('taskkill', ['/T', '/F', '/PID', String(processId)]);
  else process.kill(-processId, 'SIGKILL');
}
