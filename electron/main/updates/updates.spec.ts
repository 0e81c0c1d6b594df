import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import type { UpdateState } from '../../../shared/contract/host/updates.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { mountSmallDisk } from '../../core/storage/small-disk-fixture.ts';
import type { Installation } from './installation.ts';
import { FEED_NAME, type Release, UpdateTrouble } from './release.ts';
import { Stage } from './stage.ts';
import { feedOf, IMAGE, imageBytes, makersKey, otherKey, releaseOf, UpdateServer } from './update-server-fixture.ts';
import { Updates, type UpdatesOptions } from './updates.ts';

const root = specFolder('updates');
const small = mountSmallDisk(join(root, 'small'), '1m');
if (small === null) process.stderr.write('No small disk can be mounted here: the spec of a full disk is left out.\n');
afterAll(() => small?.[Symbol.dispose]());
let folders = 0;
let server: UpdateServer;

eachTime(async () => (server = await UpdateServer.start()));

/** A program with its updates, in a folder of its own unless one is given. */
function program(options: Partial<UpdatesOptions> & { readonly folder?: string } = {}) {
  const folder = options.folder ?? join(root, `update-${(folders += 1)}`);
  const did: string[] = [];
  const shown: UpdateState[] = [];
  const bugs: unknown[] = [];
  const clock = new VirtualClock();
  const jobs = { running: 0, exports: 0, changes: 0, saves: 0 };
  const installation: Installation = {
    way: 'install',
    fileOf: (release: Release) => release.files.find(({ name }) => name.endsWith('.AppImage')) ?? null,
    run: async (path) => void did.push(`install ${readFileSync(path).toString('latin1').slice(0, 20)}`),
  };
  const closed = Promise.withResolvers<void>();
  const updates = new Updates({
    current: '1.0.0',
    feed: server.address,
    key: makersKey,
    stage: new Stage(folder, makersKey),
    installation,
    fetch: server.fetch,
    clock,
    random: () => 0,
    log: {
      bug: (_where, error) => `log ${bugs.push(error)}`,
      note: () => undefined,
    },
    running: () => ({ imports: jobs.running, exports: jobs.exports, changes: jobs.changes, saves: jobs.saves }),
    isWorkedIn: () => false,
    isUsedElsewhere: async () => false,
    checkSystemSignature: async () => undefined,
    closeFirst(last) {
      did.push('close');
      jobs.running = 0;
      closed.resolve(last());
    },
    startAgain: async () => void did.push('start again'),
    onState: (state) => void shown.push(state),
    ...options,
  });
  const left = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  return { updates, folder, did, shown, bugs, clock, jobs, left, closed: closed.promise };
}

/** As `program`, with the newer version loaded. */
async function loaded(options: Parameters<typeof program>[0] = {}) {
  const made = program(options);
  await made.updates.look();
  expect(await made.updates.load()).toMatchObject({ state: 'ready', trouble: '' });
  return made;
}

describe('looking for a newer version', () => {
  it('finds it, and loads nothing before a person says so', async () => {
    const { updates, left, clock } = program();
    expect(await updates.look()).toMatchObject({
      state: 'found',
      version: '1.1.0',
      bytesTotal: imageBytes.length,
      lookedAt: clock.wallNow(),
      trouble: '',
    });
    expect(server.asked).toEqual([FEED_NAME]);
    expect(left()).toEqual([]);
  });

  it('says that this is the newest one', async () => {
    expect(await program({ current: '1.1.0' }).updates.look()).toMatchObject({
      state: 'newest',
      version: null,
      trouble: '',
    });
  });

  it('never goes back to an older one, and says what is offered', async () => {
    const state = await program({ current: '1.10.0' }).updates.look();
    expect(state).toMatchObject({ state: 'newest', version: null });
    expect(state.trouble).toContain('offers version 1.1.0, which is older than this one (1.10.0)');
  });

  it.each([
    ['a key of somebody else', () => feedOf(releaseOf(), otherKey), 'is not signed by the makers'],
    [
      'a text that was changed afterwards',
      () => feedOf(releaseOf()).replace('1.1.0', '9.1.0'),
      'is not signed by the makers',
    ],
    ['no signature at all', () => JSON.stringify({ release: '{}', signature: '' }), 'is not signed by the makers'],
    ['a page of a proxy', () => '<html>Sign in</html>', 'is not a list of versions'],
    ['a list without end', () => '{'.repeat(300_000), 'answered with more than a list of versions'],
    ['a name that leaves the folder', () => feedOf(releaseOf('1.1.0', '../../start.AppImage')), 'does not know'],
    ['a version that is not one', () => feedOf(releaseOf('1.1')), 'does not know'],
  ])('refuses %s', async (_what, feed, words) => {
    server.files.set(FEED_NAME, feed());
    const { updates, left, bugs } = program();
    const state = await updates.look();
    expect(state).toMatchObject({ state: 'unknown', version: null });
    expect(state.trouble).toContain(words);
    expect(await updates.load()).toEqual(state);
    expect(server.asked).toEqual([FEED_NAME]);
    expect(left()).toEqual([]);
    expect(bugs).toEqual([]);
  });

  it('says that the place answers something else', async () => {
    server.files.set(FEED_NAME, 503);
    expect((await program().updates.look()).trouble).toContain('answered 503. Nothing was loaded.');
  });

  it('says that there is no network', async () => {
    const gone = await UpdateServer.start();
    const { address } = gone;
    await gone[Symbol.asyncDispose]();
    const { trouble } = await program({ feed: address }).updates.look();
    expect(trouble).toMatch(/localhost:\d+, cannot be reached: .*ECONNREFUSED.*Nothing was loaded\. Check the network/);
  });

  it('trusts no server whose certificate the system does not know', async () => {
    const { trouble } = await program({ fetch: (address, init) => fetch(address, init) }).updates.look();
    expect(trouble).toContain('cannot be reached');
    expect(server.asked).toEqual([]);
  });

  it('gives up a server that falls silent', async () => {
    const clock = new VirtualClock();
    const asked = Promise.withResolvers<void>();
    const silent: UpdatesOptions['fetch'] = (_address, { signal }) => {
      asked.resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    };
    const looked = program({ clock, fetch: silent }).updates.look();
    await asked.promise;
    clock.run(2 * MINUTE);
    expect((await looked).trouble).toContain('cannot be reached: nothing came for a minute');
  });

  it('says that there is no file for this kind of computer', async () => {
    server.files.set(FEED_NAME, feedOf(releaseOf('1.1.0', 'lead-console-1.1.0-win-x64.exe')));
    const { updates } = program();
    expect((await updates.look()).trouble).toContain('Version 1.1.0 has no file for this kind of computer');
    await updates.load();
    expect(server.asked).toEqual([FEED_NAME]);
  });

  it('looks by itself a minute after the start, then every six hours', async () => {
    const { updates, clock, shown } = program();
    await updates.start();
    const found = () => vi.waitFor(() => expect(shown.at(-1)).toMatchObject({ state: 'found' }));
    clock.run(MINUTE);
    await found();
    clock.run(MINUTE + 5 * HOUR);
    expect(server.asked).toHaveLength(1);
    clock.run(MINUTE + 6 * HOUR);
    await vi.waitFor(() => expect(server.asked).toHaveLength(2));
    await found();
  });
});

describe('loading', () => {
  it('keeps what was signed, byte for byte, and tells how far it is', async () => {
    const { left, folder, shown } = await loaded();
    expect(left()).toEqual(['kept.json', IMAGE].sort());
    expect(readFileSync(join(folder, IMAGE)).equals(imageBytes)).toBe(true);
    const bytes = shown.filter(({ state }) => state === 'loading').map((state) => state.bytes);
    expect(bytes.at(-1)).toBe(imageBytes.length);
    expect(bytes).toEqual([...bytes].sort((one, other) => one - other));
  });

  it.each([
    ['other bytes of the same length', () => Buffer.alloc(imageBytes.length, 'x'), 'is not the one that was signed'],
    ['more bytes', () => Buffer.concat([imageBytes, imageBytes]), 'is not the one that was signed'],
    ['half of them', () => imageBytes.subarray(0, imageBytes.length / 2), 'ended when 50 % of the update had come'],
    ['none', () => 404, 'answered 404'],
  ])('keeps nothing when the file has %s', async (_what, sent, words) => {
    server.files.set(IMAGE, sent());
    const { updates, left } = program();
    await updates.look();
    const state = await updates.load();
    expect(state).toMatchObject({ state: 'found', version: '1.1.0' });
    expect(state.trouble).toContain(words);
    expect(left()).toEqual([]);
    expect(await updates.install('now')).toEqual(state);
  });

  it('keeps nothing of a connection that breaks off, and loads it again', async () => {
    server.cutAfter = 100_000;
    const { updates, left } = program();
    await updates.look();
    expect((await updates.load()).trouble).toMatch(/broke off before everything had come: .*nothing was installed/);
    expect(left()).toEqual([]);
    server.cutAfter = null;
    expect(await updates.load()).toMatchObject({ state: 'ready', trouble: '' });
  });

  it.runIf(small !== null)('says that the disk is full, and leaves the room as it was', async () => {
    if (small === null) return;
    small.fill(100_000);
    const { updates, left } = program({ folder: join(small.path, 'update') });
    await updates.look();
    expect((await updates.load()).trouble).toContain('was not written: the disk is full.');
    expect(left()).toEqual([]);
    small.heal();
    expect(await updates.load()).toMatchObject({ state: 'ready', trouble: '' });
  });

  it('is found by the next start, and not loaded again', async () => {
    const { folder } = await loaded();
    const next = program({ folder });
    await next.updates.start();
    expect(next.updates.state).toMatchObject({ state: 'ready', version: '1.1.0', trouble: '' });
    await next.updates.look();
    expect(next.updates.state).toMatchObject({ state: 'ready' });
    expect(server.asked.filter((name) => name === IMAGE)).toHaveLength(1);
  });

  it('is removed by the program that it became', async () => {
    const { folder } = await loaded();
    const { updates, left } = program({ folder, current: '1.1.0' });
    await updates.start();
    expect(updates.state).toMatchObject({ state: 'unknown', version: null });
    expect(left()).toEqual([]);
  });

  it('is removed when the makers take the version back', async () => {
    const { updates, left } = await loaded();
    server.files.set(FEED_NAME, feedOf(releaseOf('1.0.0')));
    expect(await updates.look()).toMatchObject({ state: 'newest', version: null });
    expect(left()).toEqual([]);
  });

  it('gives way to a still newer version', async () => {
    const { updates } = await loaded();
    const name = 'lead-console-1.2.0-linux-x86_64.AppImage';
    server.files.set(FEED_NAME, feedOf(releaseOf('1.2.0', name)));
    server.files.set(name, imageBytes);
    expect(await updates.look()).toMatchObject({ state: 'found', version: '1.2.0' });
    expect(await updates.load()).toMatchObject({ state: 'ready', version: '1.2.0' });
  });
});

describe('installing', () => {
  it('closes everything first, then begins with the file that was signed', async () => {
    const { updates, did, closed, jobs } = await loaded();
    jobs.running = 2;
    expect(updates.state.imports).toBe(2);
    expect(await updates.install('now')).toMatchObject({ state: 'installing' });
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it('waits for the end of the imports when a person wants that', async () => {
    const { updates, did, closed, jobs } = await loaded();
    jobs.running = 1;
    expect(await updates.install('whenIdle')).toMatchObject({ state: 'due', imports: 1 });
    await updates.workChanged();
    expect(did).toEqual([]);
    jobs.running = 0;
    await updates.workChanged();
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it.each(['exports', 'changes', 'saves'] as const)('waits for the end of the %s, too', async (kind) => {
    const { updates, did, shown, closed, jobs } = await loaded();
    expect(await updates.install('notYet')).toMatchObject({ imports: 0, [kind]: 0 });
    jobs[kind] = 1;
    await updates.workChanged();
    expect(shown.at(-1)).toMatchObject({ [kind]: 1 });
    expect(await updates.install('whenIdle')).toMatchObject({ state: 'due', imports: 0, [kind]: 1 });
    expect(did).toEqual([]);
    jobs[kind] = 0;
    await updates.workChanged();
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it('waits for an export that is begun while the file is looked at once more', async () => {
    let begin = () => undefined as void;
    const { updates, did, closed, jobs } = await loaded({ checkSystemSignature: async () => begin() });
    begin = () => void (jobs.exports = 1);
    expect(await updates.install('whenIdle')).toMatchObject({ state: 'due', exports: 1 });
    expect(did).toEqual([]);
    begin = () => undefined;
    jobs.exports = 0;
    await updates.workChanged();
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it('is taken back', async () => {
    const { updates, did, jobs } = await loaded();
    jobs.running = 1;
    await updates.install('whenIdle');
    expect(await updates.install('notYet')).toMatchObject({ state: 'ready' });
    jobs.running = 0;
    await updates.workChanged();
    expect(did).toEqual([]);
  });

  it('waits for other programs on the data folder, too', async () => {
    let isUsed = true;
    const { updates, did, closed, clock } = await loaded({ isUsedElsewhere: async () => isUsed });
    expect(await updates.install('whenIdle')).toMatchObject({ state: 'due' });
    expect(did).toEqual([]);
    isUsed = false;
    clock.run(clock.monotonicNow() + MINUTE);
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it('waits until nobody works in the window, where something may be half filled in', async () => {
    let isWorkedIn = true;
    const { updates, did, closed, clock } = await loaded({ isWorkedIn: () => isWorkedIn });
    expect(await updates.install('whenIdle')).toMatchObject({ state: 'due' });
    clock.run(clock.monotonicNow() + MINUTE);
    expect(did).toEqual([]);
    isWorkedIn = false;
    clock.run(clock.monotonicNow() + MINUTE);
    await closed;
    expect(did).toEqual(['close', 'install a newer Lead Console']);
  });

  it('ends no other program in the middle: it starts again and says why', async () => {
    const { updates, did, closed, folder } = await loaded({ isUsedElsewhere: async () => true });
    await updates.install('now');
    await closed;
    expect(did).toEqual(['close', 'start again']);
    const next = program({ folder });
    await next.updates.start();
    expect(next.updates.state).toMatchObject({ state: 'ready' });
    expect(next.updates.state.trouble).toContain('another Lead Console works with the same data');
    // Also when it has looked again by itself.
    await next.updates.look();
    expect(next.updates.state.trouble).toContain('another Lead Console works with the same data');
  });

  it('says at the next start that the installer did not finish', async () => {
    const { updates, closed, folder } = await loaded();
    await updates.install('now');
    await closed;
    const next = program({ folder });
    await next.updates.start();
    expect(next.updates.state.trouble).toContain('this is still the old version');
  });

  it('says that it could not start', async () => {
    const installation: Installation = {
      way: 'install',
      fileOf: (release) => release.files[0] ?? null,
      run: () => Promise.reject(new Error('spawn EACCES')),
    };
    const { updates, did, closed, folder, bugs } = await loaded({ installation });
    await updates.install('now');
    await closed;
    expect(did).toEqual(['close', 'start again']);
    expect(bugs).toHaveLength(1);
    const next = program({ folder });
    await next.updates.start();
    expect(next.updates.state.trouble).toContain('could not start: spawn EACCES');
  });

  it.each([
    ['was changed', (folder: string) => writeFileSync(join(folder, IMAGE), Buffer.alloc(imageBytes.length, 'x'))],
    ['was cut', (folder: string) => writeFileSync(join(folder, IMAGE), 'x')],
    [
      'belongs to a list that somebody else signed',
      (folder: string) => {
        const kept = JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8')) as object;
        writeFileSync(join(folder, 'kept.json'), JSON.stringify({ ...kept, feed: feedOf(releaseOf(), otherKey) }));
      },
    ],
  ])('does not happen with a file that %s since it was loaded', async (_what, change) => {
    const { updates, folder, did, left } = await loaded();
    change(folder);
    const state = await updates.install('now');
    expect(state).toMatchObject({ state: 'found' });
    expect(state.trouble).toContain('has changed since, or is gone');
    expect(did).toEqual([]);
    expect(left()).toEqual([]);
  });

  it('does not happen when the system finds no signature on it', async () => {
    const { updates, did, left } = await loaded({
      checkSystemSignature: () => Promise.reject(new UpdateTrouble('Windows does not find the signature.')),
    });
    expect(await updates.install('now')).toMatchObject({
      state: 'found',
      trouble: 'Windows does not find the signature.',
    });
    expect(did).toEqual([]);
    expect(left()).toEqual([]);
  });

  it('does nothing while nothing is loaded', async () => {
    const { updates, did } = program();
    await updates.look();
    expect(await updates.install('now')).toMatchObject({ state: 'found' });
    expect(did).toEqual([]);
  });
});
