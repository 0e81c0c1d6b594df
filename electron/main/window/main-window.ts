import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { join } from 'node:path';
import { channelNames, type EventName, eventNames } from '../../../shared/contract/channels.ts';
import { notFound } from '../../core/foundation/failure.ts';
import { MINUTE, SECOND } from '../../../shared/domain/time/time.ts';
import type { Clock, Log, SettingsStore, Timer } from '../../core/foundation/ports.ts';
import { codeOf } from '../../host/host-trouble.ts';
import { namesArgument } from '../../preload/bridge.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { sendToPage } from './page-events.ts';
import { START_ADDRESS } from '../guards/policies.ts';
import { fitOnScreen, smallestOn, type WindowState } from './window-state.ts';

/** The setting with the place of the window. */
const SETTING = 'window';
/** The background of both colour schemes, until the page is painted. */
const ground = { light: '#F7F8FA', dark: '#0F1318' } as const;
/** Times within `CRASH_MEMORY` that the page is loaded again after its process ended. Then a person is asked: it would end again. */
const MOST_RELOADS = 3;
/** Milliseconds. */
const CRASH_MEMORY = 10 * MINUTE;
/** Milliseconds without a move of the window after which its place is kept. */
const PLACE_KEPT_AFTER = SECOND;
/** Electron's codes for a page whose window was closed while it was loaded, or whose process ended: then it is loaded again. */
const WENT: readonly string[] = ['ERR_FAILED', 'ERR_ABORTED'];
/** Events that may come while the page loads: the preload keeps the latest of them until the page listens. */
const patientEvents: readonly EventName[] = ['host:fileOpened', 'host:show'];

export interface MainWindowOptions {
  readonly electron: Pick<ElectronParts, 'BrowserWindow' | 'nativeTheme' | 'screen'>;
  readonly preloadFolder: string;
  readonly settings: SettingsStore;
  readonly hasDevTools: boolean;
  readonly log: Log;
  readonly clock: Pick<Clock, 'after' | 'monotonicNow'>;
  /** The page ends again and again. True: load it once more; false: close the window. */
  askToReload(): Promise<boolean>;
  onClose(event: { preventDefault(): void }): void;
  /** Windows logs the person off or shuts down: it says so to windows only, and never with `before-quit`. */
  onSessionEnd(): void;
  /** The page was reloaded or has ended: nobody waits for its calls any more. */
  onPageGone(): void;
}

/** The one window; it may be closed and opened again. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: BrowserWindow | null = null;
  #opening: Promise<void> | null = null;
  /** It was opened out of the way, and maximizing would have shown it. */
  #isToMaximize = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Null while it is closed. */
  get current(): BrowserWindow | null {
    return this.#window;
  }

  send(name: EventName, payload: unknown): void {
    sendToPage(this.#window?.webContents ?? null, name, payload);
  }

  /** The page as it prints, on the paper that its styles name. @throws Failure when the window was closed meanwhile */
  async printPdf(): Promise<Uint8Array> {
    if (this.#window === null) throw notFound('The window was closed. Nothing was saved.');
    return this.#window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
  }

  /** Opens the window where it is out of the way. Resolves when its page is loaded. */
  async openAway(): Promise<void> {
    if (this.#window !== null || this.#opening !== null) return;
    await this.#open(false);
  }

  /** Opens the window, or brings it to the front. Resolves when its page is loaded. */
  async show(): Promise<void> {
    if (this.#window === null) {
      this.#opening ??= this.#open(true).finally(() => {
        this.#opening = null;
      });
    } else {
      if (this.#window.isMinimized()) this.#window.restore();
      if (this.#isToMaximize) this.#window.maximize();
      this.#isToMaximize = false;
      this.#window.show();
      this.#window.focus();
    }
    await this.#opening;
  }

  async #open(isSeen: boolean): Promise<void> {
    const { electron, settings, log } = this.#options;
    const state = fitOnScreen(await settings.read(SETTING), workAreas(electron));
    const opened = new electron.BrowserWindow(windowOptions(state, this.#options));
    this.#window = opened;
    if (state.isMaximized && isSeen) opened.maximize();
    this.#isToMaximize = state.isMaximized && !isSeen;
    this.#followScreens(opened);
    this.#followPlace(opened);
    opened.once('ready-to-show', () => {
      if (isSeen) opened.show();
      // Unless a person asked for it meanwhile. Elsewhere it is hidden as it is.
      else if (process.platform === 'linux' && !opened.isVisible()) opened.minimize();
    });
    opened.on('close', (event) => {
      this.#remember(opened);
      this.#options.onClose(event);
    });
    opened.on('query-session-end', () => this.#options.onSessionEnd());
    opened.on('session-end', () => this.#options.onSessionEnd());
    opened.on('closed', () => {
      this.#window = null;
      this.#options.onPageGone();
    });
    watchPage(opened, this.#options);
    try {
      await opened.loadURL(START_ADDRESS);
    } catch (error) {
      if (!WENT.includes(codeOf(error))) throw error;
      log.note(`the page went while it was loaded: ${codeOf(error)}`);
    }
  }

  /** No window is forced beyond a screen, also not beyond one that becomes smaller while it is open. */
  #followScreens(opened: BrowserWindow): void {
    const { screen } = this.#options.electron;
    const fit = () => {
      const { width, height } = smallestOn(workAreas({ screen }));
      opened.setMinimumSize(width, height);
    };
    fit();
    screen.on('display-metrics-changed', fit);
    screen.on('display-added', fit);
    opened.once('closed', () => screen.off('display-metrics-changed', fit).off('display-added', fit));
  }

  /** Also when no close is heard of it, as when the system ends the session. */
  #followPlace(opened: BrowserWindow): void {
    let timer: Timer | null = null;
    const later = () => {
      timer?.cancel();
      timer = this.#options.clock.after(PLACE_KEPT_AFTER, () => this.#remember(opened));
    };
    // Each by its name, because the types know one name a listener.
    opened.on('move', later);
    opened.on('resize', later);
    opened.on('maximize', later);
    opened.on('unmaximize', later);
    opened.once('closed', () => timer?.cancel());
  }

  #remember(closing: BrowserWindow): void {
    const { settings, log } = this.#options;
    settings
      .write(SETTING, { bounds: closing.getNormalBounds(), isMaximized: closing.isMaximized() || this.#isToMaximize })
      .catch((error: unknown) => log.bug('window state', error));
  }
}

/** Many desktops of Linux show no icon beside a clock: a window that is hidden could not be found again. */
export function putAway(window: Hideable | null, platform: NodeJS.Platform): void {
  if (platform === 'linux') window?.minimize();
  else hide(window, platform);
}

type Hideable = Pick<BrowserWindow, 'hide' | 'minimize' | 'isFullScreen' | 'setFullScreen' | 'once'>;

/** On macOS a window that is hidden in full screen leaves a black screen behind: electron#39572. */
export function hide(window: Hideable | null, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || window?.isFullScreen() !== true) return window?.hide();
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

/** The screens without task bars and docks, the main one first. */
function workAreas({ screen }: Pick<MainWindowOptions['electron'], 'screen'>) {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
  return [main, ...others].map((display) => display.workArea);
}

function windowOptions(
  { bounds }: WindowState,
  { electron, preloadFolder, hasDevTools }: MainWindowOptions,
): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    title: 'Lead Console',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
    webPreferences: {
      preload: join(preloadFolder, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      // Chromium would download the dictionaries from a Google server.
      spellcheck: false,
      devTools: hasDevTools,
      additionalArguments: [namesArgument({ channels: channelNames, events: eventNames, patient: patientEvents })],
    },
  };
}

/** Loads the page again when its process ends, and reports every page that has gone. */
function watchPage(window: BrowserWindow, { onPageGone, askToReload, log, clock }: MainWindowOptions): void {
  const { webContents } = window;
  let crashes: number[] = [];
  webContents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) onPageGone();
  });
  // The person did not want it again, but an import kept the window: without a page it would stay empty.
  const revive = () => {
    if (webContents.isCrashed()) webContents.reload();
  };
  window.on('show', revive);
  window.on('restore', revive);
  window.on('unresponsive', () => log.note('the page does not answer'));
  window.on('responsive', () => log.note('the page answers again'));
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    onPageGone();
    if (reason === 'clean-exit') return;
    log.bug('page', new Error(`The page's process ended: ${reason} (${exitCode}).`));
    const now = clock.monotonicNow();
    crashes = [...crashes.filter((at) => now - at < CRASH_MEMORY), now];
    if (crashes.length <= MOST_RELOADS) {
      webContents.reload();
      return;
    }
    crashes = [];
    askToReload().then(
      (isWanted) => (isWanted ? webContents.reload() : window.close()),
      (error: unknown) => log.bug('page', error),
    );
  });
}
