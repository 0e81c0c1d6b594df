import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { systemClock } from '../../core/system/system-clock.ts';
import { readOptions } from '../../practice/command-line.ts';
import { PracticeProcess } from './practice-process.ts';
import type { PracticeChild } from './utility-child.ts';

const program = join(import.meta.dirname, '../../practice/main.ts');
let dataFolder: string;
let children: ChildProcess[];
beforeEach(() => {
  dataFolder = specFolder('practice-process');
  children = [];
});
afterEach(async () => {
  for (const child of children) await ended(child);
});

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}

function practice(path = program): PracticeProcess {
  return new PracticeProcess({
    dataFolder,
    clock: systemClock,
    fork(args): PracticeChild {
      const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      return {
        onText(listener) {
          child.stdout.on('data', (chunk: Buffer) => listener(chunk.toString()));
          child.stderr.on('data', (chunk: Buffer) => listener(chunk.toString()));
        },
        onExit: (listener) => child.once('close', () => listener()),
        kill: () => child.kill(),
      };
    },
  });
}

describe('practice in a process of its own', { timeout: 30_000 }, () => {
  it('is started once, answers with its credentials, and is found again after it was killed', async () => {
    const launcher = practice();
    const [one, two] = await Promise.all([launcher.start(), launcher.start()]);
    expect(two).toEqual(one);
    expect(children).toHaveLength(1);
    const authorization = `Basic ${Buffer.from(`${one.username}:${one.password}`).toString('base64')}`;
    expect((await fetch(`${one.address}/users`, { headers: { authorization } })).status).toBe(200);
    const stranger = `Basic ${Buffer.from('practice:practice').toString('base64')}`;
    expect((await fetch(`${one.address}/users`, { headers: { authorization: stranger } })).status).toBe(401);
    for (const child of children) await ended(child);
    expect(await launcher.start()).toEqual(one);
    expect(children).toHaveLength(2);
    launcher.close();
  });

  it('says why it did not start, and can be tried again', async () => {
    const launcher = practice(join(dataFolder, 'missing.ts'));
    for (let times = 0; times < 2; times += 1)
      await expect(launcher.start()).rejects.toMatchObject({
        error: { code: 'file', message: expect.stringMatching(/^The practice service did not start\./) },
      });
    expect(children).toHaveLength(2);
  });

  it('passes arguments that its program understands, whatever the password begins with', () => {
    const passwords: string[] = [];
    const calls = new Set<unknown>();
    for (let times = 0; times < 2000; times += 1) {
      const launcher = new PracticeProcess({
        dataFolder,
        clock: systemClock,
        fork(args) {
          const options = readOptions(args);
          calls.add(options !== 'help' && options.hasCalls);
          passwords.push(options === 'help' ? '' : (options.password ?? ''));
          return { onText: () => undefined, onExit: (listener) => listener(), kill: () => undefined };
        },
      });
      launcher.start().catch(() => undefined);
    }
    expect(passwords).toHaveLength(2000);
    expect(passwords.filter((password) => password.length < 16)).toEqual([]);
    expect(passwords.some((password) => password.startsWith('-'))).toBe(true);
    // Agents call what is imported here, as they do in the service of the browser host.
    expect([...calls]).toEqual([true]);
  });

  it('has samples without being started', async () => {
    expect((await practice().samples()).length).toBeGreaterThan(0);
    expect(children).toEqual([]);
  });
});
