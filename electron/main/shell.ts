// Why: decision 0186.
import { join } from 'node:path';
import { openDataFolder } from '../host/data-folder.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { HostTrouble, whyNotStarted } from '../host/host-trouble.ts';
import { batchArguments, runBatchProgram } from './batch.ts';
import { readDesktopOptions } from './desktop-options.ts';
import { startDesktop } from './desktop.ts';
import { appScheme } from './guards/app-scheme.ts';
import type { ElectronParts, SettingsFile } from './guards/electron-parts.ts';
import { guardContents, guardSession } from './guards/guards.ts';
import { filesOf, OpenedFiles } from './system/opened-files.ts';
import { startTaskOf } from './system/start-tasks.ts';

/** From the installer: the program that runs parks its jobs and ends, and nobody is asked. */
const CLOSE_FOR_UPDATE = '--close-for-update';

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
  app.on('session-created', (session) => guardSession(session));
  const opened = hearOpening(app);
  const isClosing = args.includes(CLOSE_FOR_UPDATE);
  const batch = batchArguments(args);
  try {
    if (batch !== null) {
      const program = join(builtFolder, 'core', 'batch.js');
      const streams = { out: process.stdout, error: process.stderr };
      await runBatchProgram({ electron, args: batch, workingFolder, program, streams });
      return;
    }
    refuseWithoutSandbox(app);
    const options = readDesktopOptions(args, workingFolder, app.getAppPath());
    const dataFolder = openDataFolder(options.dataFolder);
    app.setPath('userData', dataFolder);
    // Keeps Chromium's files apart from ours.
    app.setPath('sessionData', join(dataFolder, 'window'));
    // One instance for each data folder: the one that is open shows its window and opens the file.
    if (!app.requestSingleInstanceLock({ files: options.files, task: options.task, isClosing }) || isClosing) {
      app.quit();
      return;
    }
    await app.whenReady();
    if (options.files.length > 0 || options.task !== null) opened.add(options.files, options.task);
    await startDesktop({ ...options, ownFolder: options.dataFolder, opened, electron, Store, dataFolder, builtFolder });
  } catch (error) {
    await app.whenReady();
    stopWith(electron, error, isClosing || batch !== null);
  }
}

/** The packed program is what people trust with their files. A start from the source may need it, as in a container. */
function refuseWithoutSandbox({ isPackaged, commandLine }: ElectronParts['app']): void {
  if (isPackaged && commandLine.hasSwitch('no-sandbox'))
    throw new HostTrouble(
      "Lead Console does not start with --no-sandbox: Chromium's sandbox keeps its page apart from your files. Where an AppImage starts only without it, install the .deb or the .rpm instead.",
    );
}

/** Listens from the first moment on: a file may be what the program was started for. */
function hearOpening(app: ElectronParts['app']): OpenedFiles {
  const opened = new OpenedFiles(systemClock);
  app.on('second-instance', (_event, _args, _folder, data) => {
    if (Object(data).isClosing === true) opened.close();
    else opened.add(filesOf(data), startTaskOf(Object(data).task));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    opened.add([path]);
  });
  return opened;
}

/** @param isAlone an installer or a scheduler waits for the end, and there may be nobody who closes a dialog */
function stopWith({ app, dialog }: ElectronParts, error: unknown, isAlone: boolean): void {
  const text = whyNotStarted(error);
  process.stderr.write(`${text}\n`);
  if (!isAlone) dialog.showErrorBox('Lead Console', text);
  app.exit(2);
}
