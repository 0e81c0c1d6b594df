import type { StartWork } from '../../host/background-work.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { menuTemplate } from './menu.ts';

export interface SystemEventOptions {
  readonly hasDevTools: boolean;
  readonly lifecycle: Lifecycle;
  readonly inBackground: StartWork;
  showWindow(): Promise<void>;
  /** @param path of a file that the person opened outside the window */
  openFile(path: string): Promise<void>;
  openGuide(): Promise<void>;
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
        isMac: process.platform === 'darwin',
        hasDevTools: options.hasDevTools,
        openGuide: () => inBackground('opening the guide', () => options.openGuide()),
      }),
    ),
  );
  powerMonitor.on('suspend', () => options.onSuspend());
  powerMonitor.on('resume', () => options.onResume());
  powerMonitor.on('shutdown', () => lifecycle.quitUnasked());
  quitOnSignals(lifecycle);
  app.on('before-quit', (event) => lifecycle.onQuit(event));
  app.on('window-all-closed', () => app.quit());
  followOpening(app, options);
}

function quitOnSignals(lifecycle: Lifecycle): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The settings library added a listener when it was loaded, and Electron then replaced the signal's handler with its
    // own, which would ask a person who is not there. Node takes the signal back only for a first listener.
    process.removeAllListeners(signal);
    process.on(signal, () => lifecycle.quitUnasked());
  }
}

function followOpening(app: ElectronParts['app'], { inBackground, showWindow, openFile }: SystemEventOptions): void {
  const show = () => inBackground('showing the window', showWindow);
  const open = (path: string) =>
    inBackground('opening a file', async () => {
      await showWindow();
      await openFile(path);
    });
  app.on('activate', show);
  app.on('second-instance', (_event, _args, _folder, data) => {
    const file = typeof data === 'object' && data !== null && 'file' in data ? data.file : null;
    if (typeof file === 'string') open(file);
    else show();
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    open(path);
  });
}
