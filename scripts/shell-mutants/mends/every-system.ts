import type { Mend } from '../protections.ts';

const MAIN = 'electron/main';
const SHELL = [`${MAIN}/shell.spec.ts`];
const WINDOW = `${MAIN}/window/main-window.ts`;

/** What broke on each of the three systems. */
export const mendsOfEvery: readonly Mend[] = [
  {
    id: 'E1',
    name: 'the original beside its result under another name',
    file: 'electron/batch/program/output-file.ts',
    line: 'return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;',
    removed: 'return one !== undefined && other !== undefined && target === input;',
  },
  {
    id: 'E2',
    name: 'each of several files that are opened at once',
    file: `${MAIN}/desktop-options.ts`,
    line: 'if (path !== resolve(appPath)) files.push(path);',
    removed: 'if (path !== resolve(appPath)) files.splice(0, 1, path);',
  },
  {
    id: 'E3',
    name: 'what a second start opens before the window is there',
    file: `${MAIN}/system/opened-files.ts`,
    line: '    if (this.#take === null || !this.#isAsked) return;',
    removed: '    if (this.#take === null) this.#waiting = [];\n    if (this.#take === null || !this.#isAsked) return;',
    specs: [`${MAIN}/system/opened-files.spec.ts`, ...SHELL],
  },
  {
    id: 'E3',
    name: 'a second start heard from the first moment on',
    file: `${MAIN}/shell.ts`,
    line: `    else opened.add(filesOf(data), startTaskOf(Object(data).task));`,
    removed: `    else if (app.isReady()) opened.add(filesOf(data), startTaskOf(Object(data).task));`,
  },
  {
    id: 'E4',
    name: 'TLS to a proxy that asks for it',
    file: 'electron/core/api/transport/probe-connection.ts',
    line: 'const opening = (isSecure ? requestSecure : request)({',
    removed: 'const opening = request({',
  },
  {
    id: 'E4',
    name: 'the port of such a proxy',
    file: 'electron/core/api/transport/probe-connection.ts',
    line: "(url.protocol === 'https:' ? 443 : 80)",
    removed: '80',
  },
  {
    id: 'E5',
    name: 'one memory for the threads of the core',
    file: `${MAIN}/core/utility-child.ts`,
    line: "{ serviceName: 'Lead Console core', env }",
    removed: "{ serviceName: 'Lead Console core' }",
    specs: SHELL,
  },
  {
    id: 'E6',
    name: 'why V8 ended the core',
    file: `${MAIN}/core/utility-child.ts`,
    line: "  child.on('error', (type, location) => log.note(`the core ended by a ${type} at ${location}`));",
  },
  {
    id: 'E7',
    name: 'a page that ended long ago counts no more',
    file: WINDOW,
    line: 'crashes = [...crashes.filter((at) => now - at < CRASH_MEMORY), now];',
    removed: 'crashes = [...crashes, now];',
  },
  {
    id: 'E7',
    name: 'a page that does not answer',
    file: WINDOW,
    line: "  window.on('unresponsive', () => log.note('the page does not answer'));",
  },
  {
    id: 'E8',
    name: 'no window larger than a small screen',
    file: WINDOW,
    line: "    screen.on('display-metrics-changed', fit);",
    specs: SHELL,
  },
  {
    id: 'E9',
    name: 'the command line of the installed program',
    file: `${MAIN}/shell.ts`,
    line: '  const batch = batchArguments(args);',
    removed: '  const batch = batchArguments([]);',
    specs: [`${MAIN}/batch.spec.ts`],
  },
  {
    id: 'E9',
    name: 'arguments of Windows that follow an address',
    file: 'build/lead-console.cmd',
    line: ' --batch -- %*',
    removed: ' --batch %*',
    specs: [`${MAIN}/batch.spec.ts`],
  },
  {
    id: 'E9',
    name: 'no folder of Chromium left behind by a command',
    file: `${MAIN}/batch.ts`,
    line: '      removeFolderNow(session);',
  },
  {
    id: 'E10',
    name: 'licences from the disk, beside the archive',
    file: `${MAIN}/desktop.ts`,
    line: "electron.app.isPackaged ? process.resourcesPath : join(builtFolder, 'renderer');",
    removed: "join(builtFolder, 'renderer');",
    specs: SHELL,
  },
  {
    id: 'E11',
    name: 'a log that cannot be set aside goes on',
    file: 'electron/core/system/file-log.ts',
    line: '    } catch {\n      // Somebody reads the file.',
    removed: '    } finally {\n      // Somebody reads the file.',
  },
  {
    id: 'E12',
    name: 'sleep while a job waits for hours',
    file: `${MAIN}/work/running-jobs.ts`,
    line: 'const SOON = 10 * MINUTE;',
    removed: 'const SOON = 10_000 * MINUTE;',
  },
  {
    id: 'E13',
    name: 'a keyring that hangs',
    file: `${MAIN}/system/credential-vault.ts`,
    line: 'const limit = clock.after(PATIENCE, () => resolve(false));',
    removed: 'const limit = clock.after(PATIENCE, () => undefined);',
  },
  {
    id: 'E14',
    name: 'a notification leads to its page',
    file: `${MAIN}/system/system-notifications.ts`,
    line: '      this.#options.openWindow(place);',
    removed: "      this.#options.openWindow({ page: 'quota', id: null });",
  },
];
