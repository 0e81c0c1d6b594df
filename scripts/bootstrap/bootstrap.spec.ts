import { spawn, spawnSync } from 'node:child_process';
import fs, { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { root } from '../lib/project.ts';
import { install, installArguments, isInstalled } from './install.js';
import { withLock } from './lock.js';
import { npmCommand, runNpm } from './npm.js';
import { isNewEnough, nodeOutside } from './runtime.js';

let folder = '';
let said = '';

beforeEach(() => {
  folder = specFolder('bootstrap');
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('install', () => {
  let runs: string[][] = [];

  beforeEach(() => {
    runs = [];
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'package-lock.json'), '{}');
  });

  /** Stands in for npm: leaves behind what npm leaves behind. */
  const npm = (code: number) => async (args: readonly string[]) => {
    runs.push([...args]);
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
    return code;
  };

  test('installs once, then finds everything in place', async () => {
    expect(await install(folder, npm(0))).toBe(true);
    expect(await install(folder, npm(0))).toBe(true);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.[0]).toBe('ci');
  });

  test('brings a stale folder up to date without deleting it and without touching the lockfile', async () => {
    await install(folder, npm(0));
    writeFileSync(join(folder, 'package-lock.json'), '{"changed":true}');
    expect(isInstalled(folder)).toBe(false);
    expect(installArguments(folder).slice(0, 2)).toEqual(['install', '--no-save']);
    await install(folder, npm(0));
    expect(isInstalled(folder)).toBe(true);
  });

  test('starts over after an install that was broken off', () => {
    mkdirSync(join(folder, 'node_modules/half'), { recursive: true });
    expect(installArguments(folder)[0]).toBe('ci');
  });

  test('a failed install is tried again the next time', async () => {
    expect(await install(folder, npm(1))).toBe(false);
    expect(said).toMatch(/could not be installed.*run the command again/);
    expect(isInstalled(folder)).toBe(false);
    expect(await install(folder, npm(0))).toBe(true);
  });

  test('what npm leaves out on an old Node is fetched with the pinned one', async () => {
    const nodes: (string | undefined)[] = [];
    const pinned = join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const npmWithNode = async (args: readonly string[], _: string, node?: string) => {
      nodes.push(node);
      mkdirSync(join(pinned, '..'), { recursive: true });
      writeFileSync(pinned, '');
      return npm(0)(args);
    };
    expect(await install(folder, npmWithNode, 'v18.20.8')).toBe(true);
    expect(nodes).toEqual([undefined, pinned]);
    expect(runs.map((args) => args[0])).toEqual(['ci', 'install']);
    rmSync(join(folder, 'node_modules'), { recursive: true, maxRetries: 10 });
    expect(await install(folder, npmWithNode, 'v24.21.0')).toBe(true);
    expect(nodes).toHaveLength(3);
  });

  test('two at once install once', async () => {
    let isRunning = false;
    const slow = async (args: readonly string[]) => {
      expect(isRunning).toBe(false);
      isRunning = true;
      await new Promise((resolve) => setImmediate(resolve));
      isRunning = false;
      return npm(0)(args);
    };
    expect(await Promise.all([install(folder, slow), install(folder, slow)])).toEqual([true, true]);
    expect(runs).toHaveLength(1);
  });
});

test('an install on Windows is left to a Node that it does not replace', () => {
  const own = join(folder, 'node_modules/node/bin/node.exe');
  const here = { platform: 'win32', execPath: own, env: { npm_node_execpath: '/programs/node.exe' } };
  expect(nodeOutside(folder, here)).toBe('/programs/node.exe');
  expect(nodeOutside(folder, { ...here, platform: 'linux' })).toBeUndefined();
  expect(nodeOutside(folder, { ...here, execPath: '/programs/node.exe' })).toBeUndefined();
  for (const other of [undefined, own])
    expect(nodeOutside(folder, { ...here, env: { npm_node_execpath: other } })).toBeUndefined();
});

describe('the lock', () => {
  test('that is being removed on Windows is waited for', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
    const { writeFileSync: write } = fs;
    let refused = 0;
    fs.writeFileSync = (path, ...more) => {
      refused += 1;
      if (refused === 1) throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
      write(path, ...more);
    };
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    syncBuiltinESMExports();
    try {
      expect(await run()).toBe(String(process.pid));
      expect(refused).toBe(2);
    } finally {
      Object.defineProperty(process, 'platform', platform);
      fs.writeFileSync = write;
      syncBuiltinESMExports();
    }
  });

  const file = () => join(folder, 'lock');
  const run = () => withLock(file(), 'waiting', async () => readFileSync(file(), 'utf8').trim());

  test('is held during the work and gone afterwards', async () => {
    expect(await run()).toBe(String(process.pid));
    expect(existsSync(file())).toBe(false);
  });

  test('is given back when the work fails', async () => {
    await expect(withLock(file(), 'waiting', () => Promise.reject(new Error('disk full')))).rejects.toThrow(
      'disk full',
    );
    expect(existsSync(file())).toBe(false);
  });

  test('of a process that is gone is taken over', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(file(), `${pid}\n`);
    expect(await run()).toBe(String(process.pid));
  });

  test('older than any install is taken over even when its number is in use again', async () => {
    writeFileSync(file(), `${process.ppid}\n`);
    const longAgo = new Date(Date.now() - 60 * 60_000);
    utimesSync(file(), longAgo, longAgo);
    expect(await run()).toBe(String(process.pid));
  });

  test('of a running process is waited for', async () => {
    writeFileSync(file(), `${process.ppid}\n`);
    const waiting = run();
    setImmediate(() => rmSync(file()));
    expect(await waiting).toBe(String(process.pid));
    expect(said).toBe('waiting\n');
  });
});

describe('npm', () => {
  test('gets no password: packages run scripts of strangers', async () => {
    const cli = join(folder, 'npm-cli.js');
    writeFileSync(cli, `require('fs').writeFileSync('seen', JSON.stringify(process.env));`);
    vi.stubEnv('npm_execpath', cli);
    vi.stubEnv('LEAD_CONSOLE_PASSWORD', 'swordfish');
    vi.stubEnv('LEAD_CONSOLE_USERNAME', 'anna');
    expect(await runNpm(['ci'], folder, process.execPath)).toBe(0);
    const seen = readFileSync(join(folder, 'seen'), 'utf8');
    expect(seen).toContain('anna');
    expect(seen).not.toContain('swordfish');
  });

  test('is the one that started us, under its own Node', () => {
    expect(npmCommand({ npm_execpath: '/usr/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' })).toEqual({
      file: '/usr/bin/node',
      before: ['/usr/lib/npm/bin/npm-cli.js'],
      shell: false,
    });
  });

  test.each([[{}], [{ npm_execpath: '/usr/lib/pnpm/pnpm.cjs' }]])('is looked up in PATH for %j', (environment) => {
    expect(npmCommand(environment).file).toBe('npm');
  });
});

test.each([
  ['v24.15.0', true],
  ['v26.1.0', true],
  ['v24.14.9', false],
  ['v20.20.2', false],
  ['', false],
])('Node %s is new enough: %s', (version, expected) => expect(isNewEnough(version)).toBe(expected));

describe('run.js', () => {
  const runner = join(root, 'scripts/run.js');

  test('helps with a line for each script of package.json', () => {
    const { status, stdout } = spawnSync(process.execPath, [runner, 'help'], { encoding: 'utf8' });
    const named = [...stdout.matchAll(/^npm run (\S+) +\S/gm)].map(([, name]) => name);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    expect([status, new Set(['help', ...named])]).toEqual([0, new Set(Object.keys(scripts))]);
  });

  test('helps with the options of the start before anything is built', () => {
    const start = join(root, 'scripts/tasks/start.ts');
    const { status, stdout } = spawnSync(process.execPath, [start, '--help'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('--practice')]);
  });

  test('refuses an unknown task with the list of tasks, on stderr', () => {
    for (const args of [['--help'], ['toString'], []]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...args], { encoding: 'utf8' });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('package:check');
    }
  });

  test('ends with 2 where it cannot begin: of the batch, 1 says that the service refused rows', () => {
    cpSync(runner, join(folder, 'scripts/run.js'));
    cpSync(join(root, 'scripts/bootstrap'), join(folder, 'scripts/bootstrap'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module","dependencies":{"none":"file:none"}}');
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    const args = [join(folder, 'scripts/run.js'), 'batch', 'jobs'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('could not be installed')]);
  });

  /** A script that runs a program through `runToEnd`. */
  function outerScript(program: string, before: string): string {
    const script = join(folder, 'outer.mjs');
    const child = pathToFileURL(join(root, 'scripts/bootstrap/child.js')).href;
    const call = `runToEnd(process.execPath, ['-e', ${JSON.stringify(program)}])`;
    writeFileSync(
      script,
      `import { runToEnd } from ${JSON.stringify(child)};\n${before}\nprocess.exitCode = await ${call};\n`,
    );
    return script;
  }
  function runThrough(program: string, before = '') {
    return spawn(process.execPath, [outerScript(program, before)], { stdio: ['ignore', 'pipe', 'inherit'] });
  }
  const ending = (child: ReturnType<typeof runThrough>) =>
    new Promise<[number | null, string | null]>((resolve) =>
      child.on('exit', (code, signal) => resolve([code, signal])),
    );

  test('ends with the exit code of its child', async () => {
    expect(await ending(runThrough('process.exit(3)'))).toEqual([3, null]);
  });

  test.skipIf(process.platform === 'win32')('passes a signal on and leaves no child behind', async () => {
    const outer = runThrough('console.log(process.pid); setInterval(() => {}, 1000)');
    const childId = await new Promise<number>((resolve) => outer.stdout.once('data', (data) => resolve(Number(data))));
    const ended = ending(outer);
    outer.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(() => process.kill(childId, 0)).toThrow('ESRCH');
  });

  test.skipIf(process.platform === 'win32')(
    'passes no SIGINT on under Windows, where it would end the child at once',
    async () => {
      const asWindows = `Object.defineProperty(process, 'platform', { value: 'win32' });`;
      const program = `console.log('on'); setTimeout(() => process.exit(5), 300); process.on('SIGINT', () => process.exit(6));`;
      const outer = runThrough(program, asWindows);
      await new Promise((resolve) => outer.stdout.once('data', resolve));
      const ended = ending(outer);
      outer.kill('SIGINT');
      expect(await ended).toEqual([5, null]);
    },
  );

  test.skipIf(process.platform === 'win32')('ends the child when npm and its shell are killed', async () => {
    const script = outerScript('console.log(process.pid); setInterval(() => {}, 1000)', '');
    // As npm does it: a shell in between that passes no signal on.
    const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${script}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    const childId = await new Promise<number>((resolve) => shell.stdout.once('data', (data) => resolve(Number(data))));
    shell.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(childId, 0)).toThrow('ESRCH'), { timeout: 10_000 });
  });
});
