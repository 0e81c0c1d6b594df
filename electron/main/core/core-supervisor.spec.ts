import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import type { Clock, GrantedFile } from '../../core/foundation/ports.ts';
import type { CoreEvent } from '../../core/link/host-messages.ts';
import { systemClock } from '../../core/system/system-clock.ts';
import { holdDataFolder } from '../../host/interactive-lock.ts';
import { startPracticeService } from '../../practice/practice-service.ts';
import type { CoreChild } from './core-process.ts';
import { CoreSupervisor, type CoreSupervisorOptions } from './core-supervisor.ts';

const program = join(import.meta.dirname, '../../core/utility-process.ts');
const PASSWORD = 'kept-in-the-host-4711';
const never = new AbortController().signal;

/** The pauses between restarts pass at once; the limit for closing, which must not be reached, is kept. */
const hurried: Clock = {
  ...systemClock,
  after: (delay, callback) => systemClock.after(delay < 10_000 ? 0 : delay, callback),
};

let folder: string;
let core: CoreSupervisor | null;
let children: ChildProcess[];
let states: EventPayload<'core:state'>['state'][];
let events: CoreEvent[];
let bugs: string[];
beforeEach(() => {
  folder = specFolder('supervisor');
  core = null;
  children = [];
  states = [];
  events = [];
  bugs = [];
});
afterEach(async () => {
  await core?.close();
});

function forkReal(path = program): CoreChild {
  const child = fork(path, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  children.push(child);
  return {
    send: (message) => void child.send(message, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
}

function answers(): CoreSupervisorOptions['answers'] {
  const settings = new Map<string, unknown>();
  return {
    'secrets:read': async () => PASSWORD,
    'secrets:write': async () => 'session',
    'secrets:remove': async () => undefined,
    'proxy:find': async () => null,
    'settings:read': async ({ key }) => settings.get(key),
    'settings:write': async ({ key, value }) => void settings.set(key, value),
    'practice:forget': async () => undefined,
    'practice:start': async () => ({ address: 'http://127.0.0.1:9/api', username: 'u', password: PASSWORD }),
    'practice:samples': async () => [
      { name: 'small.csv', description: 'Small.', bytes: new TextEncoder().encode('a;b\n1;2\n') },
    ],
  };
}

function start(change: Partial<CoreSupervisorOptions> = {}): CoreSupervisor {
  core = new CoreSupervisor({
    fork: () => forkReal(),
    start: { dataFolder: folder, protection: 'session' },
    answers: answers(),
    granted: () => [],
    onEvent: (event) => events.push(event),
    onState: ({ state }) => states.push(state),
    clock: hurried,
    log: {
      note: () => undefined,
      bug(where) {
        bugs.push(where);
        return 'log-1';
      },
    },
    ...change,
  });
  return core;
}

const newest = () => children.at(-1);

describe('a core in a process of its own', { timeout: 30_000 }, () => {
  it('answers calls, asks the host for settings, and sends events', async () => {
    const { call, started } = start();
    expect(await started).toBeNull();
    expect(await call('preferences:set', { density: 'compact' }, never)).toMatchObject({ ok: true });
    expect(await call('preferences:get', {}, never)).toMatchObject({ ok: true, value: { density: 'compact' } });
    expect(events).toContainEqual({
      name: 'preferences:changed',
      payload: expect.objectContaining({ density: 'compact' }),
    });
    expect(await call('job:nothing', {}, never)).toMatchObject({ ok: false, error: { code: 'notFound' } });
    expect(states).toEqual([]);
  });

  it('gets the samples as bytes', async () => {
    const { call, started } = start();
    await started;
    const outcome = await call('import:samples', {}, never);
    expect(outcome).toEqual({ ok: true, value: { samples: [{ name: 'small.csv', description: 'Small.' }] } });
  });

  it('is started again after a kill, knows its files again, and reports it', async () => {
    const path = join(folder, 'leads.csv');
    writeFileSync(path, 'Name;Telefon\nKim;+4512345678\n');
    const file: GrantedFile = { token: 'file-12345678', path, name: 'leads.csv', access: 'read' };
    await using service = await startPracticeService({ username: 'u', password: PASSWORD });
    const practice = { address: service.url, username: 'u', password: PASSWORD };
    const { call, started } = start({
      granted: () => [file],
      answers: { ...answers(), 'practice:start': async () => practice },
    });
    await started;
    expect(await call('account:practice', {}, never)).toMatchObject({ ok: true });
    newest()?.kill('SIGKILL');
    await vi.waitFor(() => expect(states).toEqual(['restarting', 'running']), 10_000);
    expect(children).toHaveLength(2);
    expect(await call('import:open', { token: 'file-87654321' }, never)).toMatchObject({ error: { code: 'notFound' } });
    expect(await call('import:open', { token: file.token }, never)).toMatchObject({ ok: true, value: { rows: 1 } });
  });

  it('ends the open calls with an error when it ends, and answers later ones from the next core', async () => {
    const asked = Promise.withResolvers<void>();
    const hanging = () => {
      asked.resolve();
      return new Promise<never>(() => undefined);
    };
    const { call, started } = start({ answers: { ...answers(), 'practice:start': hanging } });
    await started;
    const open = call('account:practice', {}, never);
    await asked.promise;
    newest()?.kill('SIGKILL');
    const outcome = await open;
    expect(outcome).toMatchObject({ ok: false, error: { code: 'internal', logId: 'log-1' } });
    expect(JSON.stringify(outcome)).toMatch(/stopped before it answered.*starting again/);
    expect(await call('preferences:get', {}, never)).toMatchObject({ ok: true });
  });

  it('gives up on a core that keeps stopping', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'process.exit(3);');
    const { call, started } = start({ fork: () => forkReal(broken) });
    expect(await started).toMatch(/keeps stopping.*Your data is kept/);
    expect(states.at(-1)).toBe('failed');
    expect(children).toHaveLength(6);
    expect(await call('preferences:get', {}, never)).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it('does not start a second time on a data folder that is open elsewhere', async () => {
    const hold = holdDataFolder(folder, 'browser');
    const { started } = start();
    expect(await started).toMatch(/already open with this data folder \(in a browser/);
    expect(children).toHaveLength(1);
    hold.release();
  });

  it('closes when asked, at once and without a restart', async () => {
    const supervisor = start();
    await supervisor.started;
    await supervisor.close();
    expect(newest()?.exitCode ?? newest()?.signalCode).not.toBeNull();
    expect(states).toEqual([]);
    expect(bugs).toEqual([]);
    holdDataFolder(folder, 'browser').release();
  });

  it('never writes a password down', async () => {
    const { call, started } = start();
    await started;
    const outcomes = [
      await call('account:practice', {}, never),
      await call('account:list', {}, never),
      await call('account:connect', { address: 'http://127.0.0.1:9/api', username: 'u', password: PASSWORD }, never),
    ];
    expect(JSON.stringify({ outcomes, events })).not.toContain(PASSWORD);
    await core?.close();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(join(file.parentPath, file.name)).includes(PASSWORD)).toBe(false);
  });
});
