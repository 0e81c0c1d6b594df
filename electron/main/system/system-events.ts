import type { Log } from '../../core/foundation/ports.ts';
import type { StartWork } from '../../host/background-work.ts';
import type { Lifecycle, Preventable } from './lifecycle.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { menuTemplate } from './menu.ts';

export interface SystemEventOptions {
  readonly hasDevTools: boolean;
  readonly lifecycle: Lifecycle;
  readonly inBackground: StartWork;
  readonly log: Pick<Log, 'note'>;
  showWindow(): Promise<void>;
  openGuide(): Promise<void>;
  chooseFile(): Promise<void>;
  openLicences(): Promise<void>;
  onSuspend(): void;
  onResume(): void;
}

/** Follows the events of the operating system and of other instances of the program. */
export function followSystem(
  { app, Menu, powerMonitor }: Pick<ElectronParts, 'app' | 'Menu' | 'powerMonitor'>,
  options: SystemEventOptions,
): void {
  const { lifecycle, inBackground } = options;
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        hasDevTools: options.hasDevTools,
        openGuide: () => inBackground('opening the guide', () => options.openGuide()),
        openLicences: () => inBackground('opening the licences', () => options.openLicences()),
        chooseFile: () => inBackground('opening a file', () => options.chooseFile()),
        clearRecent: () => app.clearRecentDocuments(),
      }),
    ),
  );
  powerMonitor.on('suspend', () => options.onSuspend());
  powerMonitor.on('resume', () => options.onResume());
  // The listener gets an event that its type lacks; Electron delays the end of the session only if it is prevented.
  powerMonitor.on('shutdown', ((event: Preventable) => lifecycle.onSessionEnd(event)) as () => void);
  quitOnSignals(lifecycle);
  // The page and the core say of themselves why they ended; this is for Chromium's own processes.
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') options.log.note(`the process ${name ?? type} ended: ${reason} (${exitCode})`);
  });
  app.on('before-quit', (event) => lifecycle.onQuit(event));
  app.on('window-all-closed', () => app.quit());
  // macOS: the icon in the Dock, while the window is hidden because a job runs. Without a job a closed window is the end.
  app.on('activate', () => inBackground('showing the window', () => options.showWindow()));
}

function quitOnSignals(lifecycle: Lifecycle): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The settings library added a listener when it was loaded, and Electron then replaced the signal's handler with its
    // own, which would ask a person who is not there. Node takes the signal back only for a first listener.
    process.removeAllListeners(signal);
    process.on(signal, () => lifecycle.quitUnasked());
  }
}
