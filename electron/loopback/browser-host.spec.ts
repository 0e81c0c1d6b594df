import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { type PracticeService, startPracticeService } from '../practice/practice-service.ts';
import { startBrowserHost } from './browser-host.ts';
import { SPEC_HOST, valueOf, visit } from './visitor-fixture.ts';

const PASSWORD = 'swordfish-in-no-file';
const root = specFolder('browser-host');
const dataFolder = join(root, 'data');
const pageFolder = join(root, 'page');
const options = { ...SPEC_HOST, dataFolder, pageFolder };
let service: PracticeService;
beforeAll(async () => {
  mkdirSync(pageFolder);
  writeFileSync(join(pageFolder, 'index.html'), 'page');
  service = await startPracticeService({ username: 'kim', password: PASSWORD, leads: 50 });
});
afterAll(async () => {
  await service.close();
});

const allFiles = () =>
  readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('browser host', { timeout: 30_000 }, () => {
  it('opens the practice account when asked, takes a file and keeps nothing of it lying about', async () => {
    mkdirSync(join(dataFolder, 'uploads'), { recursive: true });
    writeFileSync(join(dataFolder, 'uploads', 'left-by-a-crash.csv'), 'personal data');
    const host = await startBrowserHost({ ...options, practice: true });
    expect(existsSync(join(dataFolder, 'uploads'))).toBe(false);
    const browser = await visit(host);
    const list = await browser.call('account:list', {});
    expect(list).toMatchObject({
      ok: true,
      value: { activeId: 'practice', accounts: [{ kind: 'practice', signedIn: true }] },
    });
    const { token } = await browser.upload('leads.csv', 'Name;Telefon\nKim;+4512345678\n');
    expect(await browser.call('import:open', { token })).toMatchObject({
      ok: true,
      value: { rows: 1, fileName: 'leads.csv' },
    });
    const copies = () => readdirSync(join(dataFolder, 'uploads'));
    const draft = await browser.call('import:open', { token });
    expect(copies()).toHaveLength(1);
    const { drafts } = valueOf(await browser.call('import:drafts', {}));
    for (const { id } of drafts.filter((other) => other.id !== valueOf(draft).id))
      await browser.call('import:deleteDraft', { draftId: id });
    // The other draft is read from the same copy.
    expect(copies()).toHaveLength(1);
    await browser.call('import:deleteDraft', { draftId: valueOf(draft).id });
    expect(copies()).toEqual([]);
    expect(await browser.call('host:chooseFile', {})).toEqual({ ok: true, value: { file: null } });
    await browser.leave();
    await host.close();
    expect(existsSync(join(dataFolder, 'uploads'))).toBe(false);
    expect(existsSync(join(dataFolder, 'downloads'))).toBe(false);
  });

  it('takes files up to a total, and keeps nothing of the one that goes beyond', async () => {
    const host = await startBrowserHost({ ...options, uploadBytes: 40 });
    const browser = await visit(host);
    const content = 'Name\nKim, who has a file\n';
    await browser.upload('one.csv', content);
    await expect(browser.upload('two.csv', content)).rejects.toThrow(/together/);
    expect(readdirSync(join(dataFolder, 'uploads'))).toHaveLength(1);
    await browser.leave();
    await host.close();
  });

  it('lets a password in and never out: no answer, event, log or file has it', async () => {
    const host = await startBrowserHost(options);
    const browser = await visit(host);
    const connected = await browser.call('account:connect', {
      address: service.url,
      username: 'kim',
      password: PASSWORD,
    });
    expect(connected).toMatchObject({ ok: true, value: { account: { signedIn: true, protection: 'session' } } });
    const wrong = await browser.call('account:connect', {
      address: service.url,
      username: 'kim',
      password: `${PASSWORD}!`,
    });
    expect(wrong).toMatchObject({ ok: true, value: { account: null } });
    await browser.call('account:users', {});
    await browser.call('account:connect', { address: '', username: 'kim', password: PASSWORD });
    await browser.call('account:list', {});
    await browser.call('quota:log', { offset: 0, limit: 100 });
    await browser.leave();
    await host.close();
    const encoded = Buffer.from(`kim:${PASSWORD}`).toString('base64');
    const told = browser.heard.join('\n');
    expect(told).toContain('account:changed');
    for (const secret of [PASSWORD, encoded]) {
      expect(told).not.toContain(secret);
      for (const path of allFiles()) expect([path, readFileSync(path).includes(secret)]).toEqual([path, false]);
    }
    const next = await startBrowserHost(options);
    const later = await visit(next);
    const accounts = await later.call('account:list', {});
    expect(JSON.stringify(accounts)).toContain('"username":"kim"');
    expect(accounts).toMatchObject({
      value: { accounts: expect.arrayContaining([expect.objectContaining({ signedIn: false })]) },
    });
    await later.leave();
    await next.close();
  });

  it('is the only one on its data folder', async () => {
    const host = await startBrowserHost(options);
    const second = startBrowserHost(options);
    await expect(second).rejects.toThrow(HostTrouble);
    await expect(second).rejects.toThrow(`in a browser at http://127.0.0.1:${host.port}/`);
    await host.close();
    await (await startBrowserHost(options)).close();
  });

  it('leaves the data folder free when the port is taken', async () => {
    const host = await startBrowserHost(options);
    const other = { ...options, dataFolder: join(root, 'other'), port: host.port };
    await expect(startBrowserHost(other)).rejects.toThrow(/in use/);
    await (await startBrowserHost({ ...other, port: 0 })).close();
    await host.close();
  });

  it('takes the port of its last start, so that an open page finds it, and another one while that is taken', async () => {
    const any = { ...options, dataFolder: join(root, 'again'), port: null };
    const first = await startBrowserHost(any);
    await first.close();
    const second = await startBrowserHost(any);
    expect(second.port).toBe(first.port);
    await second.close();
    const stranger = await startBrowserHost({ ...options, port: first.port });
    const third = await startBrowserHost(any);
    expect(third.port).not.toBe(first.port);
    await third.close();
    await stranger.close();
  });

  it('says so when its page is not built', async () => {
    await expect(startBrowserHost({ ...options, pageFolder: root })).rejects.toThrow(/npm run build/);
  });
});

describe('its program', { timeout: 30_000 }, () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' });

  it('explains its options when they are wrong', () => {
    const { status, stdout, stderr } = run('--colour');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/--colour[\s\S]*Usage:/);
  });

  it('started again, prints a fresh address of the running host, which goes on', async () => {
    const host = await startBrowserHost(options);
    const browser = await visit(host);
    const again = promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'main.ts'),
      '--no-open',
      '--data-dir',
      dataFolder,
    ]);
    const { stdout } = await again;
    expect(stdout).toMatch(/^Lead Console is open already .*\n.*\n$/);
    const address = /http:\S+/.exec(stdout)?.[0] ?? '';
    const other = await visit({ port: host.port, freshAddress: () => address });
    for (const page of [browser, other]) {
      expect((await page.call('host:info', {})).ok).toBe(true);
      await page.leave();
    }
    await host.close();
    expect(readdirSync(dataFolder)).not.toContain('open-host.key');
  });

  it('says in one sentence that its data folder cannot be used', () => {
    const { status, stderr } = run('--no-open', '--data-dir', join(pageFolder, 'index.html'));
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Lead Console cannot use the data folder .*: there is a file with that name\. .*\n$/);
  });
});
