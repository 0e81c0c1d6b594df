import { app, Notification, protocol, safeStorage, session, shell } from 'electron';
import { join } from 'node:path';
import { createFileLog } from '../core/system/file-log.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { hearUnforeseen } from '../core/system/unforeseen-errors.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import type { Log, SecretStore, SettingsStore } from '../core/foundation/ports.ts';
import { backgroundWork, type StartWork } from '../host/background-work.ts';
import { createGate } from '../host/gate.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { productVersion } from '../host/version.ts';
import { ACCEPT_FILE } from '../preload/bridge.ts';
import { answerAppRequest } from './guards/app-scheme.ts';
import { AlertNotifications } from './system/alert-notifications.ts';
import { createBackgroundIcon } from './system/background.ts';
import { openCredentialVault } from './system/credential-vault.ts';
import { DesktopCore } from './core/desktop-core.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { createDialogs } from './system/dialogs.ts';
import { externalLinks } from './guards/external-links.ts';
import { guardSession } from './guards/guards.ts';
import { chosenFile, createDesktopHandlers, droppedPath } from './system/host-handlers.ts';
import { createLifecycle, type Lifecycle, type LifecycleOptions } from './system/lifecycle.ts';
import { MainWindow } from './window/main-window.ts';
import { answerPageCalls, type PageCalls } from './window/page-calls.ts';
import { APP_SCHEME, helpAddresses } from './guards/policies.ts';
import { applyColorScheme, openSettings } from './system/settings.ts';
import { followSystem } from './system/system-events.ts';

/** The setting that says whether the person was told that the program continues without its window. */
const EXPLAINED = 'explainedBackground';

export interface DesktopSetup extends DesktopOptions {
  readonly dataFolder: string;
  /** `out`, with the folders of the page, the preload and the core. */
  readonly builtFolder: string;
}

/** Starts the desktop host. @throws HostTrouble when the data folder is open elsewhere. */
export async function startDesktop(setup: DesktopSetup): Promise<void> {
  const { dataFolder, builtFolder } = setup;
  const log = createFileLog(join(dataFolder, 'logs'), 'desktop', systemClock);
  // The main process holds no data that could be lost, and its end would end a running import. So it continues.
  hearUnforeseen(process, (error) => log.bug('main process', error));
  const settings = openSettings(dataFolder, systemClock.wallNow());
  const secrets = await openCredentialVault({
    safeStorage,
    platform: process.platform,
    path: join(dataFolder, 'credentials.json'),
    log,
  });
  guardSession(session.defaultSession);
  protocol.handle(APP_SCHEME, (request) => answerAppRequest(join(builtFolder, 'renderer'), request));
  await new Desktop(setup, { log, settings, secrets }).open();
}

interface Kept {
  readonly log: Log;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
}

/** Connects the window, the core and the operating system. */
class Desktop {
  readonly #setup: DesktopSetup;
  readonly #kept: Kept;
  readonly #inBackground: StartWork;
  readonly #window: MainWindow;
  readonly #core: DesktopCore;
  readonly #dialogs = createDialogs(() => this.#window.current);
  readonly #background = createBackgroundIcon({
    open: () => this.#inBackground('showing the window', () => this.#showWindow()),
    quit: () => app.quit(),
  });
  readonly #alerts = new AlertNotifications({
    isWatched: () => this.#window.current?.isFocused() ?? false,
    show: showNotification,
    openWindow: () => this.#inBackground('showing the window', () => this.#showWindow()),
  });
  readonly #openExternal: (address: string) => Promise<void>;
  readonly #lifecycle: Lifecycle;
  readonly #calls: PageCalls;

  constructor(setup: DesktopSetup, kept: Kept) {
    const { dataFolder, builtFolder } = setup;
    const { log, settings } = kept;
    this.#setup = setup;
    this.#kept = kept;
    this.#inBackground = backgroundWork(log);
    this.#openExternal = externalLinks((address) => shell.openExternal(address), log);
    this.#window = new MainWindow({
      preloadFolder: join(builtFolder, 'preload'),
      settings,
      hasDevTools: !app.isPackaged,
      log,
      onClose: (event) => this.#lifecycle.onWindowClose(event),
      onPageGone: () => this.#calls.abandon(),
    });
    this.#core = new DesktopCore({
      ...kept,
      dataFolder,
      programFolder: join(builtFolder, 'core'),
      inBackground: this.#inBackground,
      onEvent: (event) => {
        if (event.name === 'preferences:changed') applyColorScheme(event.payload.colorScheme);
        this.#alerts.see(event);
        this.#window.send(event.name, event.payload);
      },
      onState: (state) => this.#window.send('core:state', state),
    });
    this.#lifecycle = createLifecycle(this.#lifecycleOptions());
    this.#calls = this.#answerPage();
  }

  /** Resolves when the page is loaded and the core runs. */
  async open(): Promise<void> {
    const { supervisor } = this.#core;
    followSystem({
      hasDevTools: !app.isPackaged,
      lifecycle: this.#lifecycle,
      inBackground: this.#inBackground,
      showWindow: () => this.#showWindow(),
      openFile: (path) => this.#openFile(path),
      openGuide: () => this.#openExternal(helpAddresses.guide),
      onSuspend: () => supervisor.suspend(),
      onResume: () => supervisor.resume(),
    });
    const opened = this.#showWindow();
    const obstacle = await supervisor.started;
    if (obstacle !== null) throw new HostTrouble(obstacle);
    await opened;
    await this.#core.learnJobs();
    if (this.#setup.file !== null) await this.#openFile(this.#setup.file);
    if (this.#setup.practice) await supervisor.ask('account:practice', {});
  }

  async #showWindow(): Promise<void> {
    this.#background.hide();
    await this.#window.show();
  }

  async #openFile(path: string): Promise<void> {
    const outcome = await toOutcome(
      () => chosenFile(this.#core.tokens, path),
      (error) => this.#kept.log.bug('opening a file', error),
    );
    if (outcome.ok) this.#window.send('host:fileOpened', outcome.value);
    else await this.#dialogs.tell(outcome.error.message);
  }

  #answerPage(): PageCalls {
    const { tokens, supervisor } = this.#core;
    const { log, secrets } = this.#kept;
    const handlers = createDesktopHandlers({
      version: productVersion,
      platform: process.platform,
      protection: secrets.protection,
      tokens,
      saveFolder: app.getPath('downloads'),
      openDialog: (wanted) => this.#dialogs.chooseFile(wanted),
      saveDialog: (path) => this.#dialogs.chooseTarget(path),
      openExternal: this.#openExternal,
    });
    const gate = createGate({ handlers, callCore: supervisor.call, log });
    return answerPageCalls({
      ownContents: () => this.#window.current?.webContents ?? null,
      answer: (channel, args, signal) =>
        channel === ACCEPT_FILE
          ? toOutcome(
              () => chosenFile(tokens, droppedPath(args)),
              (error) => log.bug(channel, error),
            )
          : gate(channel, args, signal),
    });
  }

  #lifecycleOptions(): LifecycleOptions {
    const { settings } = this.#kept;
    return {
      inBackground: this.#inBackground,
      runningJobs: () => this.#core.jobs.count,
      hideWindow: () => {
        this.#window.current?.hide();
        this.#background.show('Lead Console is still importing');
      },
      hasExplained: async () => (await settings.read(EXPLAINED)) === true,
      explainHiding: async () => {
        await settings.write(EXPLAINED, true);
        await this.#dialogs.explainHiding();
      },
      askToQuit: (count) => this.#dialogs.askToQuit(count),
      shutDown: async () => {
        this.#window.current?.hide();
        this.#background.hide();
        await this.#core.close();
        this.#alerts.closeAll();
      },
      quit: () => app.quit(),
    };
  }
}

function showNotification(text: { readonly title: string; readonly body: string }, onClick: () => void) {
  if (!Notification.isSupported()) return null;
  const notification = new Notification(text);
  notification.on('click', onClick);
  notification.show();
  return notification;
}
