import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import type { EventName } from '../../shared/contract/channels.ts';
import type { ChosenFile } from '../../shared/contract/host/files.ts';
import { createFileLog } from '../core/system/file-log.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { hearUnforeseen } from '../core/system/unforeseen-errors.ts';
import { toOutcome } from '../core/foundation/failure.ts';
import type { Log, SecretStore, SettingsStore } from '../core/foundation/ports.ts';
import { backgroundWork, type StartWork } from '../host/background-work.ts';
import { createGate } from '../host/gate.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { productVersion } from '../host/version.ts';
import { ACCEPT_FILE, FILE_DROPPED } from '../preload/bridge.ts';
import { answerAppRequest } from './guards/app-scheme.ts';
import type { ElectronParts, SettingsFile } from './guards/electron-parts.ts';
import { createBackgroundIcon } from './system/background.ts';
import { openCredentialVault } from './system/credential-vault.ts';
import { DesktopCore } from './core/desktop-core.ts';
import type { DesktopOptions } from './desktop-options.ts';
import { createDialogs } from './system/dialogs.ts';
import { externalLinks } from './guards/external-links.ts';
import { guardSession } from './guards/guards.ts';
import { DroppedFiles } from './system/dropped-files.ts';
import { chosenFile, createDesktopHandlers } from './system/host-handlers.ts';
import { createLoginStart } from './system/login-start.ts';
import { createLifecycle, type Lifecycle, type LifecycleOptions } from './system/lifecycle.ts';
import { hide, MainWindow, putAway } from './window/main-window.ts';
import { answerPageCalls } from './window/page-calls.ts';
import { APP_SCHEME, helpAddresses } from './guards/policies.ts';
import { agreedInvitation, type ConsentOptions, withConsent } from './system/page-consent.ts';
import { type OpenedFiles, othersLeft } from './system/opened-files.ts';
import { applyColorScheme, openSettings } from './system/settings.ts';
import { followSystem } from './system/system-events.ts';
import { offerTasks, type StartTask } from './system/start-tasks.ts';
import { createTaskbar } from './system/taskbar.ts';
import { stillWords } from './work/running-work.ts';
import { type ShownJob, ShownWork } from './system/shown-work.ts';
import { builtKey, DesktopUpdates } from './updates/desktop-updates.ts';
import { thisSystem } from './updates/policy.ts';
import { showNotification, type ShownPlace, SystemNotifications } from './system/system-notifications.ts';

/** The setting that says whether the person was told that the program continues without its window. */
const EXPLAINED = 'explainedBackground';

/** Events of the core after which the program may work on something else. */
const WORK_EVENTS: ReadonlySet<string> = new Set<EventName>([
  'job:progress',
  'job:removed',
  'export:working',
  'segment:working',
  'account:changed',
]);

/** Seconds without a key or a move of the mouse, anywhere on the computer, after which nobody is taken to work in the window. */
const LEFT_ALONE = 10 * 60;

export interface DesktopSetup extends Pick<DesktopOptions, 'practice' | 'hidden'> {
  readonly opened: OpenedFiles;
  readonly electron: ElectronParts;
  /** electron-store's class. */
  readonly Store: SettingsFile;
  readonly dataFolder: string;
  /** The data folder that the start named; null for the usual one. */
  readonly ownFolder: string | null;
  /** `out`, with the folders of the page, the preload and the core. */
  readonly builtFolder: string;
}

/** Starts the desktop host. @throws HostTrouble when the data folder is open elsewhere. */
export async function startDesktop(setup: DesktopSetup): Promise<void> {
  const { electron, Store, dataFolder, builtFolder } = setup;
  const { protocol, safeStorage, session } = electron;
  const log = createFileLog(join(dataFolder, 'logs'), 'desktop', systemClock);
  // The main process holds no data that could be lost, and its end would end a running import. So it continues.
  hearUnforeseen(process, (error) => log.bug('main process', error));
  const settings = openSettings(electron, Store, dataFolder, systemClock.wallNow());
  const secrets = openCredentialVault({
    safeStorage,
    platform: process.platform,
    path: join(dataFolder, 'credentials.json'),
    log,
    clock: systemClock,
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
  readonly #dialogs: ReturnType<typeof createDialogs>;
  readonly #background: ReturnType<typeof createBackgroundIcon>;
  readonly #taskbar: ReturnType<typeof createTaskbar>;
  readonly #work: ShownWork;
  readonly #notifications: SystemNotifications;
  readonly #loginStart: ReturnType<typeof createLoginStart>;
  readonly #openExternal: (address: string) => Promise<void>;
  readonly #lifecycle: Lifecycle;
  readonly #updates: DesktopUpdates;
  readonly #abandonCalls: () => void;

  constructor(setup: DesktopSetup, kept: Kept) {
    const { electron, dataFolder, builtFolder } = setup;
    const { app, shell } = electron;
    const { log, settings } = kept;
    this.#setup = setup;
    this.#kept = kept;
    this.#inBackground = backgroundWork(log);
    this.#dialogs = createDialogs(electron, () => this.#window.current);
    this.#background = createBackgroundIcon(electron, {
      open: () => this.#inBackground('showing the window', () => this.#showWindow()),
      pause: (jobs) => this.#inBackground('pausing imports', () => this.#tellJobs('job:pause', jobs)),
      resume: (jobs) => this.#inBackground('resuming imports', () => this.#tellJobs('job:resume', jobs)),
      quit: () => app.quit(),
    });
    this.#taskbar = createTaskbar({ electron, window: () => this.#window.current, platform: process.platform });
    this.#work = new ShownWork(systemClock, (figures) => {
      this.#background.update(figures);
      this.#taskbar.show(figures);
    });
    this.#notifications = new SystemNotifications({
      isWatched: () => this.#window.current?.isFocused() ?? false,
      show: (text, onClick) => showNotification(electron, text, onClick, log),
      openWindow: (place) => this.#inBackground('showing the window', () => this.#showPlace(place)),
    });
    this.#loginStart = createLoginStart({
      app,
      platform: process.platform,
      env: process.env,
      home: homedir(),
      program: process.execPath,
      dataFolder: setup.ownFolder,
    });
    this.#openExternal = externalLinks((address) => shell.openExternal(address), log);
    this.#window = new MainWindow({
      electron,
      preloadFolder: join(builtFolder, 'preload'),
      settings,
      hasDevTools: !app.isPackaged,
      log,
      clock: systemClock,
      askToReload: () => this.#dialogs.askToReload(),
      onClose: (event) => this.#lifecycle.onWindowClose(event),
      onSessionEnd: () => this.#lifecycle.quitUnasked(),
      onPageGone: () => this.#abandonCalls(),
    });
    this.#core = new DesktopCore({
      ...kept,
      electron,
      dataFolder,
      programFolder: join(builtFolder, 'core'),
      inBackground: this.#inBackground,
      onEvent: (event) => {
        if (event.name === 'preferences:changed') applyColorScheme(electron, event.payload.colorScheme);
        this.#notifications.see(event);
        this.#work.see(event);
        this.#window.send(event.name, event.payload);
        if (WORK_EVENTS.has(event.name)) this.#toldOfWork();
      },
      onState: (state) => {
        if (state.state !== 'running') this.#work.forget();
        this.#window.send('core:state', state);
      },
      onJobs: (jobs) => {
        this.#work.learn(jobs);
        this.#toldOfWork();
      },
      onSaves: () => this.#toldOfWork(),
    });
    this.#lifecycle = createLifecycle(this.#lifecycleOptions());
    this.#updates = new DesktopUpdates({
      electron,
      version: productVersion,
      system: thisSystem,
      key: builtKey,
      dataFolder,
      ownFolder: setup.ownFolder,
      log,
      running: () => this.#core.running,
      isWorkedIn: () =>
        this.#window.current?.isFocused() === true && electron.powerMonitor.getSystemIdleTime() < LEFT_ALONE,
      closeFirst: (last) => this.#lifecycle.closeFirst(last),
      onState: (state) => this.#window.send('host:updatesChanged', state),
    });
    this.#abandonCalls = this.#answerPage();
  }

  /** Resolves when the page is loaded and the core runs. */
  async open(): Promise<void> {
    const { supervisor } = this.#core;
    const { electron } = this.#setup;
    followSystem(electron, {
      hasDevTools: !electron.app.isPackaged,
      lifecycle: this.#lifecycle,
      inBackground: this.#inBackground,
      showWindow: () => this.#showWindow(),
      openGuide: () => this.#openExternal(helpAddresses.guide),
      chooseFile: () => this.#chooseFile(),
      openLicences: () => this.#openLicences(),
      log: this.#kept.log,
      onSuspend: () => supervisor.suspend(),
      onResume: () => supervisor.resume(),
    });
    offerTasks({
      electron,
      platform: process.platform,
      program: process.execPath,
      dataFolder: this.#setup.ownFolder,
      begin: (task) => this.#inBackground('a task of the Dock', () => this.#begin([], task)),
    });
    const opened = this.#isHidden() ? this.#openAway() : this.#showWindow();
    const obstacle = await supervisor.started;
    if (obstacle !== null) throw new HostTrouble(obstacle);
    await opened;
    await this.#core.learnJobs();
    this.#inBackground('updates', () => this.#updates.open());
    if (this.#setup.practice) await supervisor.ask('account:practice', {});
    this.#setup.opened.takeWith(
      (files, task) => this.#inBackground('opening a file', () => this.#begin(files, task)),
      () => this.#lifecycle.quitUnasked(),
    );
  }

  /** Files that come with the start are shown all the same: a person opened them. */
  #isHidden(): boolean {
    return this.#setup.hidden || this.#loginStart.wasOpenedAtLogin();
  }

  /** There is a window, because Windows tells only windows that the person logs off. */
  async #openAway(): Promise<void> {
    this.#background.show(stillWords(this.#core.running));
    await this.#window.openAway();
  }

  #toldOfWork(): void {
    this.#background.tell(stillWords(this.#core.running));
    this.#inBackground('updates', () => this.#updates.workChanged());
  }

  async #showWindow(): Promise<void> {
    this.#background.hide();
    await this.#window.show();
    // A window that is made anew has no bar yet.
    this.#taskbar.show(this.#work.figures);
  }

  /** For the icon beside the clock: failures are shown in a dialog, because there may be no page. */
  async #tellJobs(channel: 'job:pause' | 'job:resume', jobs: readonly ShownJob[]): Promise<void> {
    for (const job of jobs) {
      const outcome = await this.#core.supervisor.ask(channel, job);
      if (!outcome.ok) await this.#dialogs.tell(outcome.error.message);
    }
  }

  async #showPlace(place: ShownPlace): Promise<void> {
    await this.#showWindow();
    this.#window.send('host:show', place);
  }

  async #begin(files: readonly string[], task: StartTask | null): Promise<void> {
    if (task === 'quota') await this.#showPlace({ page: 'quota', accountId: null, id: null });
    else await this.#showWindow();
    await this.#openFiles(files);
    if (task === 'open') await this.#chooseFile();
  }

  async #openFiles([first, ...others]: readonly string[]): Promise<void> {
    if (first !== undefined) await this.#openFile(first);
    if (others.length > 0) await this.#dialogs.tell(othersLeft(others.map((path) => basename(path))));
  }

  /** In the package it lies beside the archive, where other programs can open it. */
  async #openLicences(): Promise<void> {
    const { electron, builtFolder } = this.#setup;
    const folder = electron.app.isPackaged ? process.resourcesPath : join(builtFolder, 'renderer');
    const trouble = await electron.shell.openPath(join(folder, 'third-party-licences.txt'));
    if (trouble !== '') await this.#dialogs.tell(`The licences could not be opened: ${trouble}`);
  }

  /** The menu's "Open…". */
  async #chooseFile(): Promise<void> {
    await this.#showWindow();
    const path = await this.#dialogs.chooseFile('spreadsheet');
    if (path !== null) await this.#openFile(path);
  }

  async #openFile(path: string): Promise<void> {
    const outcome = await toOutcome(
      () => this.#chosen(path),
      (error) => this.#kept.log.bug('opening a file', error),
    );
    if (outcome.ok) this.#window.send('host:fileOpened', outcome.value);
    else await this.#dialogs.tell(outcome.error.message);
  }

  /** A file of leads that a person opened, however: the system lists it among the recent ones. */
  async #chosen(path: string): Promise<ChosenFile> {
    const file = await chosenFile(this.#core.tokens, path);
    this.#setup.electron.app.addRecentDocument(path);
    return file;
  }

  #answerPage(): () => void {
    const { tokens, supervisor } = this.#core;
    const { log, secrets } = this.#kept;
    const consent: ConsentOptions = {
      callCore: this.#core.call,
      ask: (name, args) => supervisor.ask(name, args),
      confirm: (question) => this.#dialogs.confirm(question),
    };
    const handlers = createDesktopHandlers({
      version: productVersion,
      platform: process.platform,
      protection: secrets.protection,
      tokens,
      saveFolder: this.#setup.electron.app.getPath('downloads'),
      dialogs: this.#dialogs,
      openLeads: (path) => this.#chosen(path),
      loginStart: this.#loginStart,
      updates: this.#updates,
      copyText: async (text) => this.#setup.electron.clipboard.writeText(text),
      invitation: () => agreedInvitation(consent),
      printPdf: () => this.#window.printPdf(),
    });
    const callCore = withConsent(consent);
    const gate = createGate({ handlers, callCore, log });
    const dropped = new DroppedFiles(systemClock);
    const chosen = (path: string) => this.#chosen(path);
    return answerPageCalls({
      electron: this.#setup.electron,
      ownContents: () => this.#window.current?.webContents ?? null,
      async answer(channel, args, signal) {
        if (channel === FILE_DROPPED) {
          dropped.announce(args);
          return { ok: true, value: {} };
        }
        if (channel !== ACCEPT_FILE) return gate(channel, args, signal);
        return toOutcome(
          async () => chosen(dropped.take(args)),
          (error) => log.bug(channel, error),
        );
      },
    });
  }

  #lifecycleOptions(): LifecycleOptions {
    const { settings } = this.#kept;
    return {
      inBackground: this.#inBackground,
      running: () => this.#core.running,
      hideWindow: () => {
        putAway(this.#window.current, process.platform);
        this.#background.show(stillWords(this.#core.running));
      },
      hasExplained: async () => (await settings.read(EXPLAINED)) === true,
      explainHiding: async () => {
        await settings.write(EXPLAINED, true);
        await this.#dialogs.explainHiding(this.#core.running);
      },
      askToQuit: (work) => this.#dialogs.askToQuit(work),
      shutDown: async () => {
        hide(this.#window.current, process.platform);
        this.#background.hide();
        await this.#core.close();
        this.#notifications.closeAll();
      },
      tellParked: (work) => this.#notifications.tellParked(work),
      clock: systemClock,
      quit: () => this.#setup.electron.app.quit(),
    };
  }
}
