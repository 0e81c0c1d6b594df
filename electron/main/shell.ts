// Why: decision 0186.
import { join } from 'node:path';
import { openDataFolder } from '../host/data-folder.ts';
import { whyNotStarted } from '../host/host-trouble.ts';
import { readDesktopOptions } from './desktop-options.ts';
import { startDesktop } from './desktop.ts';
import { appScheme } from './guards/app-scheme.ts';
import type { ElectronParts, SettingsFile } from './guards/electron-parts.ts';
import { guardContents } from './guards/guards.ts';

export interface ShellStart {
  readonly electron: ElectronParts;
  /** electron-store's class. */
  readonly Store: SettingsFile;
  /** Without the program itself. */
  readonly args: readonly string[];
  readonly workingFolder: string;
  /** `out`, with the folders of the page, the preload and the core. */
  readonly builtFolder: string;
}

/**
 * Starts the desktop host. The direct calls here must happen before Electron is ready. Resolves when the page is
 * loaded, or when it was said why there is none.
 */
export async function startShell({ electron, Store, args, workingFolder, builtFolder }: ShellStart): Promise<void> {
  const { app, protocol } = electron;
  app.enableSandbox();
  // `appId` of electron-builder.yml: Windows shows notifications only of a program that has the id of its shortcut.
  app.setAppUserModelId('example.lead-console.desktop');
  protocol.registerSchemesAsPrivileged([appScheme]);
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  try {
    const options = readDesktopOptions(args, workingFolder, app.getAppPath());
    const dataFolder = openDataFolder(options.dataFolder);
    app.setPath('userData', dataFolder);
    // Keeps Chromium's files apart from ours.
    app.setPath('sessionData', join(dataFolder, 'window'));
    // One instance for each data folder: the one that is open shows its window and opens the file.
    if (!app.requestSingleInstanceLock({ file: options.file })) {
      app.quit();
      return;
    }
    await app.whenReady();
    await startDesktop({ ...options, electron, Store, dataFolder, builtFolder });
  } catch (error) {
    await app.whenReady();
    stopWith(electron, error);
  }
}

function stopWith({ app, dialog }: ElectronParts, error: unknown): void {
  const text = whyNotStarted(error);
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Lead Console', text);
  app.exit(2);
}
