import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.ts';

const folder = join(root, 'node_modules/electron');
/** Holds the reason of the last failed download. */
const failureNote = join(root, 'node_modules/.electron-unavailable');
/** So that a second start the same day does not wait for the network again. */
const failureHoldsMs = 12 * 60 * 60_000;
const reachTimeoutMs = 3000;
const downloadTimeoutMs = 90_000;

/** Why the desktop app cannot show itself here, as a sentence; undefined when it can. */
export function desktopObstacle(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  userId: number | undefined,
): string | undefined {
  if (platform !== 'linux') return undefined;
  const hasDisplay = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some(
    (name) => name !== undefined && name !== '',
  );
  if (!hasDisplay) return 'The desktop app needs a display, and this machine has none.';
  // SECURITY: the other way out, --no-sandbox, would run the page with root's rights.
  if (userId === 0) return "The desktop app does not run as root, because Electron's sandbox does not.";
  return undefined;
}

/** The program in a distribution of Electron, by system. */
const programIn: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/** Path of the Electron binary of the version in node_modules, or undefined when it is not there (or is another). */
export function findElectron(
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const distribution = override ?? join(folder, 'dist');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile)
    ? readFileSync(pathFile, 'utf8').trim()
    : override === undefined
      ? undefined
      : (programIn[platform] ?? 'electron');
  if (name === undefined) return undefined;
  const binary = join(distribution, name);
  if (!existsSync(binary)) return undefined;
  if (override !== undefined) return binary;
  const versionFile = join(distribution, 'version');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : '';
  return version === wantedVersion() ? binary : undefined;
}

/**
 * Downloads the binary, visibly and within limits: its own installer has none and hangs on a silent host.
 * Resolves with undefined when it is there, else with a sentence why not.
 */
export async function fetchElectron({ triesAgain }: { readonly triesAgain: boolean }): Promise<string | undefined> {
  if (!triesAgain) {
    const earlier = earlierFailure();
    if (earlier !== undefined) return earlier;
  }
  process.stderr.write(
    `Downloading Electron ${wantedVersion()} for the desktop app (at most ${downloadTimeoutMs / 1000} s)…\n`,
  );
  const problem = await download();
  if (problem === undefined) return undefined;
  const sentence = `The desktop app needs Electron's program, which could not be downloaded (${problem}).`;
  remember(sentence);
  return sentence;
}

/** Best effort: where node_modules cannot be written, the next start just tries again. */
function remember(sentence: string): void {
  try {
    writeFileSync(failureNote, sentence);
  } catch (error) {
    process.stderr.write(
      `${failureNote} could not be written (${error instanceof Error ? error.message : String(error)}).\n`,
    );
  }
}

async function download(): Promise<string | undefined> {
  const mirror = process.env['ELECTRON_MIRROR'] ?? 'https://github.com/electron/electron/releases/download/';
  try {
    await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(reachTimeoutMs) });
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
      ? 'its host does not answer'
      : 'its host cannot be reached';
  }
  const ending = await runInstaller();
  if (ending !== undefined) return ending;
  return findElectron() === undefined ? 'the download is not complete' : undefined;
}

function runInstaller(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { cwd: root, stdio: ['ignore', 2, 2] });
    const limit = setTimeout(() => child.kill('SIGKILL'), downloadTimeoutMs);
    child.on('error', (error) => {
      clearTimeout(limit);
      resolve(error.message);
    });
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
      if (signal !== null) resolve(`it took longer than ${downloadTimeoutMs / 1000} s`);
      else resolve(code === 0 ? undefined : 'its installer failed');
    });
  });
}

function earlierFailure(): string | undefined {
  const age = existsSync(failureNote) ? Date.now() - statSync(failureNote).mtimeMs : Number.POSITIVE_INFINITY;
  return age < failureHoldsMs ? readFileSync(failureNote, 'utf8') : undefined;
}

function wantedVersion(): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
