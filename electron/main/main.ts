import { app, dialog, protocol } from 'electron';
import { join } from 'node:path';
import { openDataFolder } from '../host/data-folder.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { appScheme } from './guards/app-scheme.ts';
import { type DesktopOptions, readDesktopOptions } from './desktop-options.ts';
import { startDesktop } from './desktop.ts';
import { guardContents } from './guards/guards.ts';

/** Starts the desktop host. What is called here directly must happen before Electron is ready. */
function main(): void {
  app.enableSandbox();
  // `appId` of electron-builder.yml: Windows shows notifications only of a program that has the id of its shortcut.
  app.setAppUserModelId('example.lead-console.desktop');
  protocol.registerSchemesAsPrivileged([appScheme]);
  app.on('web-contents-created', (_event, contents) => guardContents(contents));

  const options = readDesktopOptions(process.argv.slice(1), process.cwd(), app.getAppPath());
  const dataFolder = findDataFolder(options);
  if (dataFolder === null) return;
  app.setPath('userData', dataFolder);
  // Keeps Chromium's files apart from ours.
  app.setPath('sessionData', join(dataFolder, 'window'));
  // One instance for each data folder: the one that is open shows its window and opens the file.
  if (!app.requestSingleInstanceLock({ file: options.file })) {
    app.quit();
    return;
  }
  app
    .whenReady()
    .then(() => startDesktop({ ...options, dataFolder, builtFolder: join(import.meta.dirname, '..') }))
    .catch(stopWith);
}

function findDataFolder(options: DesktopOptions): string | null {
  try {
    return openDataFolder(options.dataFolder);
  } catch (error) {
    app.whenReady().then(() => stopWith(error), stopWith);
    return null;
  }
}

function stopWith(error: unknown): void {
  const text = error instanceof HostTrouble ? error.message : `Lead Console could not start. ${String(error)}`;
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Lead Console', text);
  app.exit(2);
}

main();
