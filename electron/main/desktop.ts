import { app, Menu, powerMonitor, powerSaveBlocker, protocol, safeStorage, session, shell } from 'electron';
import { join } from 'node:path';
import { createFileLog } from '../core/system/file-log.ts';
import { hearUnforeseen } from '../core/system/last-resort.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import { createFileTokens } from '../host/file-tokens.ts';
import { createGate } from '../host/gate.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { proxyFromEnvironment, proxyFromRules } from '../host/proxy.ts';
import { productVersion } from '../host/version.ts';
import { ACCEPT_FILE } from '../preload/bridge.ts';
import { answerAppRequest } from './app-scheme.ts';
import { createBackgroundIcon } from './background.ts';
import { superviseCore } from './core-supervisor.ts';
import { openCredentialVault } from './credential-vault.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { createDialogs } from './dialogs.ts';
import { externalLinks } from './external-links.ts';
import { guardSession } from './guards.ts';
import { chosenFile, createDesktopHandlers, droppedPath } from './host-handlers.ts';
import { createLifecycle } from './lifecycle.ts';
import { createMainWindow } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { answerPageCalls } from './page-calls.ts';
import { APP_SCHEME, helpAddresses } from './policies.ts';
import { createPracticeProcess } from './practice-process.ts';
import { createRunningJobs } from './running-jobs.ts';
import { followColourScheme, openSettings } from './settings.ts';
import { forkCore, forkPractice } from './utility-child.ts';

export interface DesktopSetup extends DesktopOptions {
  readonly dataFolder: string;
  /** `out`, with the folders of page, preload and core. */
  readonly builtFolder: string;
}

const EXPLAINED = 'explainedBackground';

/** Puts the desktop host together. @throws HostTrouble when the data folder is open elsewhere. */
export async function startDesktop(setup: DesktopSetup): Promise<void> {
  const { dataFolder, builtFolder } = setup;
  const clock = systemClock;
  const log = createFileLog(join(dataFolder, 'logs'), 'desktop', clock);
  // Main holds nothing that could be lost, and its end would end a running import: the error is logged and it goes on.
  hearUnforeseen(process, (error, feature) => log.bug(`${feature}, main process`, error));
  const settings = openSettings(dataFolder, clock.wallNow());
  const secrets = await openCredentialVault({
    safeStorage,
    platform: process.platform,
    path: join(dataFolder, 'credentials.json'),
    log,
  });

  guardSession(session.defaultSession);
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(join(builtFolder, 'renderer'), request));

  const hasDevTools = !app.isPackaged;
  const window = createMainWindow({ preloadFolder: join(builtFolder, 'preload'), settings, hasDevTools, log });
  const dialogs = createDialogs(() => window.current());
  const openExternal = externalLinks((address) => shell.openExternal(address), log);
  const background = createBackgroundIcon({ open: () => void showWindow(), quit: () => app.quit() });

  const practice = createPracticeProcess({
    dataFolder,
    clock,
    fork: (args) => forkPractice(join(builtFolder, 'core', 'practice.js'), args),
  });
  let blocker: number | null = null;
  const jobs = createRunningJobs(keepAwake);
  const tokens = createFileTokens((file) => core.grant(file));
  const core = superviseCore({
    fork: () => forkCore(join(builtFolder, 'core', 'utility-process.js')),
    start: { dataFolder, protection: secrets.protection },
    answers: {
      'secrets:read': ({ accountId }) => secrets.read(accountId),
      'secrets:write': ({ accountId, password }) => secrets.write(accountId, password),
      'secrets:remove': ({ accountId }) => secrets.remove(accountId),
      'settings:read': ({ key }) => settings.read(key),
      'settings:write': ({ key, value }) => settings.write(key, value),
      // The environment wins, as it does for other programs; else what this computer is set to.
      'proxy:find': async ({ address }) =>
        (await proxyFromEnvironment(process.env)(address)) ??
        proxyFromRules(await session.defaultSession.resolveProxy(address)),
      'practice:start': () => practice.start(),
      'practice:samples': () => practice.samples(),
    },
    granted: () => tokens.all(),
    onEvent(name, payload) {
      jobs.see(name, payload);
      followColourScheme(name, payload);
      window.send(name, payload);
    },
    onState(state) {
      if (state.state !== 'running') jobs.forget();
      else void learnJobs();
      window.send('core:state', state);
    },
    clock,
    log,
  });

  const lifecycle = createLifecycle({
    runningJobs: () => jobs.count(),
    hideWindow() {
      window.current()?.hide();
      background.show('Lead Console goes on working');
    },
    hasExplained: async () => (await settings.read(EXPLAINED)) === true,
    async explainHiding() {
      await settings.write(EXPLAINED, true);
      await dialogs.explainHiding();
    },
    askToQuit: (count) => dialogs.askToQuit(count),
    async shutDown() {
      window.current()?.hide();
      background.hide();
      await core.close();
      practice.close();
    },
    quit: () => app.quit(),
  });

  const handlers = createDesktopHandlers({
    version: productVersion,
    platform: process.platform,
    protection: secrets.protection,
    tokens,
    saveFolder: app.getPath('downloads'),
    openDialog: (wanted) => dialogs.chooseFile(wanted),
    saveDialog: (path) => dialogs.chooseTarget(path),
    openExternal,
  });
  const gate = createGate({ handlers, callCore: core.call, log });
  const calls = answerPageCalls({
    ownContents: () => window.current()?.webContents ?? null,
    answer: (channel, args, signal) =>
      channel === ACCEPT_FILE
        ? toOutcome(
            () => chosenFile(tokens, droppedPath(args)),
            (error) => log.bug(channel, error),
          )
        : gate(channel, args, signal),
  });

  setUpSystem();
  const opened = showWindow();
  const obstacle = await core.started;
  if (obstacle !== null) throw new HostTrouble(obstacle);
  await opened;
  await learnJobs();
  if (setup.file !== null) await openFile(setup.file);
  if (setup.practice) await callCore('account:practice', {});

  function setUpSystem(): void {
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          isMac: process.platform === 'darwin',
          hasDevTools,
          openGuide: () => void openExternal(helpAddresses.guide).catch(() => undefined),
        }),
      ),
    );
    powerMonitor.on('suspend', () => core.suspend());
    powerMonitor.on('resume', () => core.resume());
    powerMonitor.on('shutdown', () => lifecycle.quitUnasked());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      // The settings library listens since it was loaded, and Electron has put its own handler over that one. Only a
      // first listener takes the signal back; Electron's handler would ask a person who is not there.
      process.removeAllListeners(signal);
      process.on(signal, () => lifecycle.quitUnasked());
    }
    app.on('before-quit', (event) => lifecycle.onQuit(event));
    app.on('window-all-closed', () => app.quit());
    app.on('activate', () => void showWindow());
    app.on('second-instance', (_event, _args, _folder, data) => {
      void showWindow();
      const file = typeof data === 'object' && data !== null && 'file' in data ? data.file : null;
      if (typeof file === 'string') void openFile(file);
    });
    app.on('open-file', (event, path) => {
      event.preventDefault();
      void showWindow().then(() => openFile(path));
    });
  }

  async function showWindow(): Promise<void> {
    background.hide();
    await window.show({
      onClose: (event) => lifecycle.onWindowClose(event),
      onPageGone: () => calls.abandon(),
    });
  }

  async function openFile(path: string): Promise<void> {
    const outcome = await toOutcome(
      () => chosenFile(tokens, path),
      (error) => log.bug('opening a file', error),
    );
    if (outcome.ok) window.send('host:fileOpened', outcome.value);
    else await dialogs.tell(outcome.error.message);
  }

  function callCore(channel: string, args: unknown) {
    return core.call(channel, args, new AbortController().signal);
  }

  async function learnJobs(): Promise<void> {
    const outcome = await callCore('job:list', {});
    if (outcome.ok) jobs.learn(outcome.value);
  }

  function keepAwake(isAnyRunning: boolean): void {
    if (isAnyRunning) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  }
}
