import { BrowserWindow, nativeTheme, screen } from 'electron';
import { join } from 'node:path';
import { channelNames, type EventName, eventNames } from '../../shared/contract/channels.ts';
import type { Log, SettingsStore } from '../core/foundation/ports.ts';
import { namesArgument } from '../preload/bridge.ts';
import { sendToPage } from './page-events.ts';
import { START_ADDRESS } from './policies.ts';
import { fitOnScreen, SMALLEST } from './window-state.ts';

const SETTING = 'window';
/** The canvas of both colour schemes, until the page has painted its own. */
const ground = { light: '#F7F8FA', dark: '#0F1318' } as const;
/** A page that ends this often is not loaded again by itself. */
const MOST_RELOADS = 3;
/** An event that waits in the preload for its first listener instead of being missed by a page that still loads. */
const patientEvents: readonly EventName[] = ['host:fileOpened'];

export interface MainWindowOptions {
  readonly preloadFolder: string;
  readonly settings: SettingsStore;
  readonly hasDevTools: boolean;
  readonly log: Log;
}

export interface WindowWatch {
  onClose(event: { preventDefault(): void }): void;
  /** The page is loaded anew or has ended: nobody waits for its calls. */
  onPageGone(): void;
}

/** The one window; it may be closed and opened again. */
export function createMainWindow({ preloadFolder, settings, hasDevTools, log }: MainWindowOptions) {
  let window: BrowserWindow | null = null;
  let opening: Promise<void> | null = null;

  async function open(watch: WindowWatch): Promise<void> {
    const main = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter((display) => display.id !== main.id);
    const workAreas = [main, ...others].map((display) => display.workArea);
    const state = fitOnScreen(await settings.read(SETTING), workAreas);
    const opened = new BrowserWindow({
      ...state.bounds,
      minWidth: SMALLEST.width,
      minHeight: SMALLEST.height,
      title: 'Lead Console',
      show: false,
      autoHideMenuBar: true,
      backgroundColor: nativeTheme.shouldUseDarkColors ? ground.dark : ground.light,
      webPreferences: {
        preload: join(preloadFolder, 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webSecurity: true,
        webviewTag: false,
        // The dictionaries come from a server of somebody else's.
        spellcheck: false,
        devTools: hasDevTools,
        additionalArguments: [namesArgument({ channels: channelNames, events: eventNames, patient: patientEvents })],
      },
    });
    window = opened;
    if (state.isMaximized) opened.maximize();
    opened.once('ready-to-show', () => opened.show());
    opened.on('close', (event) => {
      remember(opened);
      watch.onClose(event);
    });
    opened.on('closed', () => {
      window = null;
      watch.onPageGone();
    });
    watchPage(opened, watch);
    await opened.loadURL(START_ADDRESS);
  }

  function watchPage(opened: BrowserWindow, watch: WindowWatch): void {
    let reloads = 0;
    const { webContents } = opened;
    webContents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) watch.onPageGone();
    });
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      watch.onPageGone();
      if (reason === 'clean-exit') return;
      log.bug('page', new Error(`The page's process ended: ${reason} (${exitCode}).`));
      reloads += 1;
      if (reloads <= MOST_RELOADS) webContents.reload();
    });
  }

  function remember(closing: BrowserWindow): void {
    settings
      .write(SETTING, { bounds: closing.getNormalBounds(), isMaximized: closing.isMaximized() })
      .catch((error: unknown) => log.bug('window state', error));
  }

  return {
    current: () => window,
    send: (name: EventName, payload: unknown) => sendToPage(window?.webContents ?? null, name, payload),
    /** Opens the window, or brings it to the front. Ends when its page is loaded. */
    async show(watch: WindowWatch): Promise<void> {
      if (window) {
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
      } else {
        opening ??= open(watch).finally(() => {
          opening = null;
        });
      }
      await opening;
    },
  };
}
