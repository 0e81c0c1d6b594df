import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channelNames } from '../../shared/contract/channels.ts';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { ACCEPT_FILE, FILE_DROPPED } from '../preload/bridge.ts';
import { appScheme } from './guards/app-scheme.ts';
import { helpAddresses } from './guards/policies.ts';
import { RecordingElectron, type RecordingOptions } from './recording-electron-fixture.ts';
import { startShell } from './shell.ts';

const root = specFolder('shell');
const builtFolder = join(root, 'out');
mkdirSync(join(builtFolder, 'renderer'), { recursive: true });
writeFileSync(join(builtFolder, 'renderer/index.html'), '<script nonce="__CSP_NONCE__">');

/** Clicks an entry of the menu. */
function choose(electron: RecordingElectron, label: string): void {
  const [menu] = electron.argsOf('Menu.setApplicationMenu')[0] as [{ submenu?: { label: string; click(): void }[] }[]];
  for (const item of menu.flatMap(({ submenu = [] }) => submenu)) if (item.label === label) item.click();
}

const others: RecordingElectron[] = [];
let started = 0;

/** @param beforeReady happens between the start of the program and that of Electron */
async function start(
  options: RecordingOptions = {},
  files: readonly string[] = [],
  beforeReady: (electron: RecordingElectron) => void = () => undefined,
): Promise<RecordingElectron> {
  const electron = new RecordingElectron(options);
  others.push(electron);
  started += 1;
  const args = ['--data-dir', join(root, `data-${started}`), ...files];
  const opened = startShell({
    electron: electron.parts,
    Store: electron.Store,
    args,
    workingFolder: root,
    builtFolder,
  });
  beforeReady(electron);
  await opened;
  return electron;
}

/** Signals that the shell listens to are taken back, so that vitest can be ended. */
function forgetSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
}

/** Whether a listener kept Electron from doing what it was about to do. */
function isPrevented(emitter: { emit(name: string, ...args: unknown[]): boolean }, name: string, url: string): boolean {
  let prevented = false;
  emitter.emit(name, { url, preventDefault: () => (prevented = true) });
  return prevented;
}

describe('the shell', () => {
  let shell: RecordingElectron;
  beforeAll(async () => {
    shell = await start({ isPackaged: true, answers: [0, 1], savePath: join(root, 'receipt.pdf') });
  });
  afterAll(async () => {
    await shell[Symbol.asyncDispose]();
    forgetSignals();
  });
  const preferences = () => shell.windows[0]?.options.webPreferences ?? {};

  it('puts every process into the sandbox and names its scheme before Electron is ready', () => {
    const early = shell.order.slice(0, shell.order.indexOf('app.whenReady'));
    expect(early).toContain('app.enableSandbox');
    expect(early).toContain('protocol.registerSchemesAsPrivileged');
    expect(early).toContain('app.requestSingleInstanceLock');
    expect(shell.argsOf('protocol.registerSchemesAsPrivileged')).toEqual([[[appScheme]]]);
  });

  it('opens one window, sandboxed, isolated, without Node, with the security of the web and without tools', () => {
    expect(shell.windows).toHaveLength(1);
    expect(preferences()).toEqual({
      preload: join(builtFolder, 'preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
      additionalArguments: [expect.stringMatching(/^--lead-console-contract=/)],
    });
  });

  it('loads its own page and nothing else, with the policy', async () => {
    expect(shell.windows[0]?.loaded).toEqual(['app://lead-console/']);
    const answer = await shell.schemes.get('app')?.({ method: 'GET', url: 'app://lead-console/' });
    expect(answer?.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect([...shell.schemes.keys()]).toEqual(['app']);
  });

  it('keeps every page where it is, whatever created it', () => {
    for (const contents of [shell.windows[0]?.webContents, shell.createContents()]) {
      if (contents === undefined) throw new Error('there is no window');
      for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'])
        expect([event, isPrevented(contents, event, 'https://example.com/')]).toEqual([event, true]);
      expect(isPrevented(contents, 'will-attach-webview', 'app://lead-console/')).toBe(true);
      expect(contents.openHandler?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    }
  });

  it('denies permissions, devices, downloads and the network in the session of the window', () => {
    let granted: unknown;
    const request = shell.sessionHandlers.get('permissionRequest');
    request?.(
      ...([
        null,
        'media',
        (answer: unknown) => (granted = answer),
        { requestingUrl: 'app://lead-console/' },
      ] as never[]),
    );
    expect(granted).toBe(false);
    const check = shell.sessionHandlers.get('permissionCheck');
    expect(check?.(...([null, 'geolocation', 'app://lead-console/'] as never[]))).toBe(false);
    expect(shell.sessionHandlers.get('devicePermission')?.()).toBe(false);
    let decision: unknown;
    const before = shell.sessionHandlers.get('beforeRequest');
    before?.(...([{ url: 'https://example.com/' }, (answer: unknown) => (decision = answer)] as never[]));
    expect(decision).toEqual({ cancel: true });
    expect(isPrevented(shell.sessionEvents, 'will-download', '')).toBe(true);
  });

  it('denies the same in every other session that is made', () => {
    const before = shell.order.filter((what) => what === 'session.permissionRequest').length;
    shell.app.emit('session-created', shell.parts.session.defaultSession);
    expect(shell.order.filter((what) => what === 'session.permissionRequest')).toHaveLength(before + 1);
  });

  it('writes down why a process of Chromium ended', () => {
    shell.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 139 });
    shell.app.emit('child-process-gone', {}, { type: 'Utility', name: 'Network', reason: 'clean-exit', exitCode: 0 });
    const folder = join(String(shell.argsOf('app.setPath')[0]?.[1]), 'logs');
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('');
    expect(text).toContain('the process GPU ended: crashed (139)');
    expect(text).not.toContain('Network');
  });

  it('answers only the main frame of its own window at its own address, on every channel', async () => {
    expect([...shell.handlers.keys()].sort()).toEqual([...channelNames, ACCEPT_FILE, FILE_DROPPED].sort());
    const own = { url: 'app://lead-console/', parent: null };
    const strangers = [
      { sender: { id: 999 } },
      { senderFrame: null },
      { senderFrame: { url: 'app://lead-console.evil/', parent: null } },
      { senderFrame: { url: 'https://lead-console/', parent: null } },
      { senderFrame: { ...own, parent: own } },
    ];
    for (const channel of shell.handlers.keys())
      for (const from of strangers)
        expect([channel, await shell.invoke(channel, {}, from)]).toMatchObject([
          channel,
          { ok: false, error: { code: 'forbidden' } },
        ]);
    expect(await shell.invoke('account:list', {})).toEqual({ ok: true, value: { accounts: [], activeId: null } });
  });

  it('takes away the listener of electron-store, which would tell a page the path of its file', () => {
    expect(shell.ipc.eventNames()).toEqual([]);
  });

  it('opens the guide in the browser', async () => {
    choose(shell, 'Guide');
    await expect.poll(() => shell.argsOf('shell.openExternal')).toEqual([[helpAddresses.guide]]);
  });

  it('saves the page on the paper of its styles, where its own dialog says', async () => {
    const saved = { ok: true, value: { name: 'receipt.pdf' } };
    expect(await shell.invoke('host:savePdf', { suggestedName: 'x.pdf' })).toEqual(saved);
    expect(readFileSync(join(root, 'receipt.pdf'), 'utf8')).toBe('%PDF of the page');
  });

  it('takes a file that was dropped, once, and none that the page names', async () => {
    const path = join(root, 'leads.csv');
    writeFileSync(path, 'a;b\n');
    const token = '00000000-0000-4000-8000-000000000001';
    for (const args of [{ path }, { token }, { token, path }])
      expect(await shell.invoke(ACCEPT_FILE, args)).toMatchObject({ ok: false, error: { code: 'validation' } });
    await shell.invoke(FILE_DROPPED, { token, path });
    expect(await shell.invoke(ACCEPT_FILE, { token })).toMatchObject({
      ok: true,
      value: { name: 'leads.csv', size: 4 },
    });
    expect(shell.argsOf('app.addRecentDocument')).toEqual([[path]]);
    expect(await shell.invoke(ACCEPT_FILE, { token })).toMatchObject({ ok: false });
    await shell.invoke(FILE_DROPPED, { token, path: '/etc/passwd' });
    expect(await shell.invoke(ACCEPT_FILE, { token })).toMatchObject({ ok: false, error: { code: 'file' } });
  });

  it('asks in a dialog of its own before an account is connected at a host that it does not know', async () => {
    const connect = { callId: 'c', address: 'http://127.0.0.1:9/api', username: 'kim', password: 'secret' };
    const asked = () => shell.argsOf('dialog.showMessageBox').map(([, options]) => options);
    expect(await shell.invoke('account:connect', connect)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(asked()).toEqual([
      expect.objectContaining({
        message: 'Connect to 127.0.0.1:9?',
        buttons: ['Cancel', 'Connect'],
        defaultId: 0,
        cancelId: 0,
      }),
    ]);
    // With the person's word it goes on, and finds nobody there.
    expect(await shell.invoke('account:connect', connect)).toMatchObject({ ok: true, value: { account: null } });
    expect(asked()).toHaveLength(2);
    expect(JSON.stringify(asked())).not.toContain('secret');
  });

  it('opens the licences from the disk, beside its archive', async () => {
    Object.assign(process, { resourcesPath: root });
    choose(shell, 'Licences of other programs');
    await expect.poll(() => shell.argsOf('shell.openPath')).toEqual([[join(root, 'third-party-licences.txt')]]);
    Reflect.deleteProperty(process, 'resourcesPath');
  });

  it('keeps its own files apart from those of Chromium', () => {
    const paths = Object.fromEntries(shell.argsOf('app.setPath').map(([name, path]) => [name, path]));
    expect(paths['sessionData']).toBe(join(String(paths['userData']), 'window'));
  });
});

describe('another start', () => {
  afterEach(async () => {
    for (const electron of others.splice(1)) await electron[Symbol.asyncDispose]();
    forgetSignals();
  });

  it('leaves the program to the instance that has the folder', async () => {
    const second = await start({ isFirst: false });
    expect(second.order).toContain('app.quit');
    expect(second.windows).toEqual([]);
  });

  it('by the system, when the person logs in, keeps its window away until somebody wants it', async () => {
    const hidden = await start({}, ['--hidden']);
    const window = hidden.windows[0];
    (window as unknown as NodeJS.EventEmitter).emit('ready-to-show');
    expect(hidden.order).not.toContain('window.show');
    expect(hidden.argsOf('tray.setToolTip')).toEqual([['Lead Console runs without its window']]);
    // Somebody starts it by a click.
    hidden.app.emit('second-instance', {}, [], root, { files: [] });
    await expect.poll(() => hidden.order).toContain('window.show');
    expect(hidden.order).toContain('tray.destroy');
    // On macOS by its icon in the Dock.
    hidden.app.emit('activate');
    await expect.poll(() => hidden.order.filter((name) => name === 'window.show')).toHaveLength(2);
  });

  it('opens a file that came before Electron was ready, as a double click on it does, and names the others', async () => {
    const paths = ['fair 1.csv', 'Käufer.csv', 'c.csv'].map((name) => join(root, name));
    for (const path of paths) writeFileSync(path, 'Phone\n1\n');
    let prevented = 0;
    const cold = await start({}, [], ({ app }) => {
      for (const path of paths.slice(0, 2)) app.emit('open-file', { preventDefault: () => (prevented += 1) }, path);
      app.emit('second-instance', {}, [], root, { files: paths.slice(2) });
    });
    await expect.poll(() => cold.argsOf('dialog.showMessageBox')).toHaveLength(1);
    expect(prevented).toBe(2);
    expect(cold.windows[0]?.webContents.sent.filter(([name]) => name === 'host:fileOpened')).toEqual([
      ['host:fileOpened', expect.objectContaining({ name: 'fair 1.csv' })],
    ]);
    expect(JSON.stringify(cold.argsOf('dialog.showMessageBox'))).toMatch(/Not opened: \\"Käufer\.csv\\", \\"c\.csv\\"/);
    // A second start while the program runs.
    cold.app.emit('second-instance', {}, [], root, { files: [paths[2]] });
    await expect
      .poll(() => cold.windows[0]?.webContents.sent.at(-1))
      .toEqual(['host:fileOpened', expect.objectContaining({ name: 'c.csv' })]);
  });

  it('opens the file that it was started for, also by its address, and hands all of them to one that runs', async () => {
    const path = join(root, 'leads fair.csv');
    writeFileSync(path, 'Phone\n1\n');
    const address = `file://${root}/leads%20fair.csv`;
    const fresh = await start({}, [address]);
    await expect
      .poll(() => fresh.windows[0]?.webContents.sent.at(-1))
      .toEqual(['host:fileOpened', expect.objectContaining({ name: 'leads fair.csv' })]);
    const second = await start({ isFirst: false }, [address, 'b.csv']);
    expect(second.argsOf('app.requestSingleInstanceLock')).toEqual([
      [{ files: [path, join(root, 'b.csv')], task: null, isClosing: false }],
    ]);
  });

  it('begins the task that a person chose at the icon, at a start and while it runs', async () => {
    const started = await start({}, ['--task=quota']);
    await expect
      .poll(() => started.windows[0]?.webContents.sent)
      .toContainEqual(['host:show', { page: 'quota', accountId: null, id: null }]);
    expect(started.argsOf('dialog.showOpenDialog')).toEqual([]);
    started.app.emit('second-instance', {}, [], root, { files: [], task: 'open' });
    await expect.poll(() => started.argsOf('dialog.showOpenDialog')).toHaveLength(1);
    // From another program, which can hand over anything.
    const before = started.windows[0]?.webContents.sent.length;
    started.app.emit('second-instance', {}, [], root, { files: [], task: 'delete everything' });
    await expect.poll(() => started.order.filter((name) => name === 'window.show').length).toBeGreaterThan(2);
    expect(started.windows[0]?.webContents.sent.length).toBe(before);
  });

  it('keeps its window while it saves a file, and lets it close afterwards', async () => {
    const electron = await start();
    const window = electron.windows[0] as unknown as NodeJS.EventEmitter;
    const isKept = () => isPrevented(window, 'close', '');
    const saving = electron.invoke('export:save', {});
    // The core cannot have answered before the next turn of the event loop.
    for (let steps = 0; steps < 50; steps += 1) await Promise.resolve();
    expect(isKept()).toBe(true);
    expect(electron.argsOf('tray.setToolTip')).toEqual([['Lead Console is still saving']]);
    expect(await saving).toMatchObject({ ok: false, error: { code: 'validation' } });
    expect(isKept()).toBe(false);
    expect(electron.argsOf('tray.setToolTip').at(-1)).toEqual(['Lead Console runs without its window']);
  });

  it('ends with the session of Windows, and with that of macOS and Linux, which it holds up', async () => {
    for (const end of ['query-session-end', 'session-end']) {
      const windows = await start();
      (windows.windows[0] as unknown as NodeJS.EventEmitter).emit(end, {});
      await expect.poll(() => windows.order).toContain('app.quit');
    }
    const unix = await start();
    let isPrevented = false;
    unix.powerMonitor.emit('shutdown', { preventDefault: () => (isPrevented = true) });
    expect(isPrevented).toBe(true);
    await expect.poll(() => unix.order).toContain('app.quit');
  });

  it('ends for the installer, which starts it once more to say so, and is not started by that', async () => {
    const asking = await start({}, ['--close-for-update']);
    expect([asking.windows, asking.order.includes('app.quit')]).toEqual([[], true]);
    const running = await start();
    running.app.emit('second-instance', {}, [], root, { files: [], isClosing: true });
    await expect.poll(() => running.order).toContain('app.quit');
  });

  it("does not run packed without Chromium's sandbox", async () => {
    const bare = await start({ isPackaged: true, switches: ['no-sandbox'] });
    expect(bare.argsOf('dialog.showErrorBox')).toEqual([
      ['Lead Console', expect.stringMatching(/--no-sandbox.*\.deb/)],
    ]);
    expect([bare.windows, bare.argsOf('app.exit')]).toEqual([[], [[2]]]);
  });

  it('lets the window become as small as the screen, also later, and gives the core one memory for its threads', async () => {
    const electron = await start();
    const sizes = () => electron.argsOf('window.setMinimumSize');
    expect(sizes()).toEqual([[900, 600]]);
    electron.screen.area.height = 480;
    electron.screen.emit('display-metrics-changed');
    expect(sizes().at(-1)).toEqual([900, 480]);
    electron.screen.area.height = 450;
    electron.screen.emit('display-added');
    expect(sizes().at(-1)).toEqual([900, 450]);
    expect(electron.argsOf('utilityProcess.fork')[0]?.[1]).toMatchObject({ env: { MALLOC_ARENA_MAX: '1' } });
  });

  it('loads a page that ended three times, then asks', async () => {
    const electron = await start({ answers: [1, 0] });
    const contents = electron.windows[0]?.webContents;
    const crash = () => contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    for (let times = 0; times < 3; times += 1) crash();
    expect([contents?.reloads, electron.argsOf('dialog.showMessageBox')]).toEqual([3, []]);
    crash();
    await expect.poll(() => contents?.reloads).toBe(4);
    for (let times = 0; times < 4; times += 1) crash();
    await expect.poll(() => electron.argsOf('window.close')).toHaveLength(1);
    expect(electron.argsOf('dialog.showMessageBox')).toHaveLength(2);
  });

  it('goes on when its window is closed, or the process of its page ends, while the page loads', async () => {
    const failing = (code: string) => (electron: RecordingElectron) => {
      electron.load = () => Promise.reject(Object.assign(new Error(code), { code }));
    };
    for (const code of ['ERR_FAILED', 'ERR_ABORTED']) {
      const electron = await start({}, [], failing(code));
      expect([electron.argsOf('dialog.showErrorBox'), electron.argsOf('app.exit')]).toEqual([[], []]);
    }
    const broken = await start({}, [], failing('ERR_UNEXPECTED'));
    expect(broken.argsOf('dialog.showErrorBox')).toEqual([['Lead Console', expect.stringMatching(/ERR_UNEXPECTED/)]]);
  });

  it('has tools for developers only when it is not packaged', async () => {
    const open = await start({ isPackaged: false });
    expect(open.windows[0]?.options.webPreferences).toMatchObject({ devTools: true });
    // What other programs may open, it opens from the disk.
    choose(open, 'Licences of other programs');
    const licences = join(builtFolder, 'renderer', 'third-party-licences.txt');
    await expect.poll(() => open.argsOf('shell.openPath')).toEqual([[licences]]);
  });

  it('says why it cannot start', async () => {
    const electron = new RecordingElectron();
    const args = ['--data-dir', join(builtFolder, 'renderer/index.html')];
    await startShell({ electron: electron.parts, Store: electron.Store, args, workingFolder: root, builtFolder });
    expect(electron.argsOf('dialog.showErrorBox')).toEqual([
      ['Lead Console', expect.stringMatching(/a file with that name/)],
    ]);
    expect(electron.argsOf('app.exit')).toEqual([[2]]);
  });

  it('keeps no installer waiting for an answer when it cannot start', async () => {
    const electron = new RecordingElectron();
    const args = ['--data-dir', join(builtFolder, 'renderer/index.html'), '--close-for-update'];
    await startShell({ electron: electron.parts, Store: electron.Store, args, workingFolder: root, builtFolder });
    expect([electron.argsOf('dialog.showErrorBox'), electron.argsOf('app.exit')]).toEqual([[], [[2]]]);
  });
});
