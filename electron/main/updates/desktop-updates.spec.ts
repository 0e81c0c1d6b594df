import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { UpdateState } from '../../../shared/contract/host/updates.ts';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { hasModes } from '../../core/foundation/this-system-fixture.ts';
import { takeLease } from '../../core/storage/lease.ts';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { NOTHING_RUNS } from '../work/running-work.ts';
import { DesktopUpdates } from './desktop-updates.ts';
import { type PolicySystem, updateFeed } from './policy.ts';
import { FEED_NAME } from './release.ts';
import { feedOf, IMAGE, makersKeyText, releaseOf, UpdateServer } from './update-server-fixture.ts';

const root = specFolder('desktop-updates');
let folders = 0;

const missing = () => Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }));

/** A computer of Linux. @param policy the file of the administrator; left out: there is none */
function linux(policy?: string): PolicySystem {
  return {
    platform: 'linux',
    env: { APPIMAGE: '/opt/lead-console.AppImage' },
    readText: policy === undefined ? missing : async () => policy,
    run: () => Promise.reject(new Error('nothing is run here')),
  };
}

/** @param answer what the registry's program says; null: it ends with 1 */
function windows(answer: string | null, asked: unknown[] = []): PolicySystem {
  return {
    platform: 'win32',
    env: { SystemRoot: String.raw`C:\Windows` },
    readText: missing,
    run: async (program, args) => {
      asked.push([program.replaceAll('/', '\\'), ...args]);
      if (answer === null) throw new Error('ended with 1');
      return answer;
    },
  };
}

const FOUND =
  '\r\nHKEY_LOCAL_MACHINE\\Software\\Policies\\Lead Console\r\n    UpdateFeed    REG_SZ    https://updates.example/lead console\r\n\r\n';

async function open(options: Partial<ConstructorParameters<typeof DesktopUpdates>[0]> = {}, server?: UpdateServer) {
  const electron = new RecordingElectron({ isPackaged: true, ...(server && { fetch: server.fetch }) });
  const dataFolder = join(root, `data-${(folders += 1)}`);
  const shown: UpdateState[] = [];
  const closing: (() => Promise<void>)[] = [];
  const updates = new DesktopUpdates({
    electron: electron.parts,
    version: '1.0.0',
    system: linux(server && JSON.stringify({ updateFeed: server.address.href })),
    key: makersKeyText,
    dataFolder,
    ownFolder: null,
    log: { bug: () => 'log', note: () => undefined },
    running: () => NOTHING_RUNS,
    isWorkedIn: () => false,
    closeFirst: (last) => void closing.push(last),
    onState: (state) => void shown.push(state),
    ...options,
  });
  await updates.open();
  return { updates, electron, dataFolder, shown, closing };
}

it.runIf(hasModes)('put the newer image in the place of the one that runs, and start it', async () => {
  await using server = await UpdateServer.start();
  const { path, said } = image();
  const newer = Buffer.from(readFileSync(path, 'utf8').replace('old', 'newer'));
  server.files.set(FEED_NAME, feedOf(releaseOf('1.1.0', IMAGE, newer)));
  server.files.set(IMAGE, newer);
  const system = { ...linux(JSON.stringify({ updateFeed: server.address.href })), env: { APPIMAGE: path } };
  const { updates, closing } = await open({ system }, server);
  await updates.look();
  await updates.load();
  await updates.install('now');
  expect(existsSync(said)).toBe(false);
  await closing[0]?.();
  await vi.waitFor(() => expect(readFileSync(said, 'utf8')).toBe('newer \n'));
});

it.each([
  ['a file of the system', linux('{"updateFeed":"https://updates.example/lead"}'), 'https://updates.example/lead/'],
  ['a file that names none', linux('{}'), undefined],
  ['no file', linux(), undefined],
  ['the registry', windows(FOUND), 'https://updates.example/lead%20console/'],
  ['a registry without the value', windows(null), undefined],
])('reads where updates are from %s', async (_what, system, address) => {
  expect((await updateFeed(system))?.href).toBe(address);
});

it('asks the registry that an administrator writes, not the one of the person', async () => {
  const asked: unknown[] = [];
  await updateFeed(windows(FOUND, asked));
  expect(asked).toEqual([
    [
      String.raw`C:\Windows\System32\reg.exe`,
      'query',
      String.raw`HKLM\Software\Policies\Lead Console`,
      '/v',
      'UpdateFeed',
      '/reg:64',
    ],
  ]);
});

it('are not offered where nobody named a place, and ask nobody', async () => {
  const { updates, electron, shown } = await open();
  expect(updates.state).toMatchObject({ isOffered: false });
  expect(await updates.look()).toMatchObject({ isOffered: false });
  expect(electron.order).not.toContain('session.fromPartition');
  expect(shown).toEqual([]);
});

it.each([
  ['an address without https', 'http://updates.example/'],
  ['an address with a password', 'https://kim:secret@updates.example/'],
  ['a folder', '/srv/updates'],
])('say that the place is %s', async (_what, updateFeedText) => {
  const { updates } = await open({ system: linux(JSON.stringify({ updateFeed: updateFeedText })) });
  expect(updates.state).toMatchObject({ isOffered: true, state: 'unknown' });
  expect(updates.state.trouble).toContain('must begin with https://');
  expect(await updates.look()).toEqual(updates.state);
});

it('say that the settings of the administrator cannot be read', async () => {
  expect((await open({ system: linux('{') })).updates.state.trouble).toContain('must be JSON such as');
  const denied = () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }));
  const { updates } = await open({ system: { ...linux(), readText: denied } });
  expect(updates.state.trouble).toContain('cannot be read (EACCES)');
});

it('trust nothing in a build without a key', async () => {
  await using server = await UpdateServer.start();
  const { updates } = await open({ key: '' }, server);
  expect((await updates.look()).trouble).toContain('was built without the key');
  expect(server.asked).toEqual([]);
});

it('are not offered in a start from the source', async () => {
  await using server = await UpdateServer.start();
  expect((await open({ version: 'source' }, server)).updates.state).toMatchObject({ isOffered: false });
});

it('load through a session of their own, which lets only https through', async () => {
  await using server = await UpdateServer.start();
  const { updates, electron } = await open({}, server);
  await updates.look();
  expect(await updates.load()).toMatchObject({ state: 'ready', version: '1.1.0', trouble: '' });
  expect(server.asked).toEqual([FEED_NAME, IMAGE]);
  expect(electron.argsOf('session.fromPartition')).toEqual([['updates', { cache: false }]]);
  const decide = electron.sessionHandlers.get('updates beforeRequest');
  const answers: unknown[] = [];
  for (const url of ['https://updates.example/a', 'http://updates.example/a', 'file:///etc/passwd'])
    decide?.({ url } as never, ((answer: unknown) => answers.push(answer)) as never);
  expect(answers).toEqual([{ cancel: false }, { cancel: true }, { cancel: true }]);
});

/** An AppImage that says how it was started. @returns its path, and where it says that */
function image(): { readonly path: string; readonly said: string } {
  const said = join(root, `said-${(folders += 1)}.txt`);
  const path = join(root, `lead-${folders}.AppImage`);
  writeFileSync(path, `#!/bin/sh\necho "old $@" > '${said}.part'; mv '${said}.part' '${said}'\n`, { mode: 0o755 });
  return { path, said };
}

it.runIf(hasModes)(
  'end no command that works with the same data: the program starts again (a script stands for it)',
  async () => {
    await using server = await UpdateServer.start();
    const { path, said } = image();
    const system = { ...linux(JSON.stringify({ updateFeed: server.address.href })), env: { APPIMAGE: path } };
    const { updates, electron, dataFolder, closing } = await open({ ownFolder: '/data', system }, server);
    await updates.look();
    await updates.load();
    const locks = join(dataFolder, 'account', 'one', 'locks');
    mkdirSync(locks, { recursive: true });
    {
      // A lock holds everybody off who comes with another connection, as the other program does.
      using lease = takeLease(join(locks, 'import-1.sqlite'));
      expect(lease).not.toBeNull();
      await updates.install('now');
      await closing[0]?.();
    }
    await vi.waitFor(() => expect(readFileSync(said, 'utf8')).toBe('old --data-dir /data\n'));
    // Else the new one would take this one for the one that is open, and end.
    expect(electron.order).toContain('app.releaseSingleInstanceLock');
  },
);
