import type { Mend } from '../protections.ts';

const MAIN = 'electron/main';
const SHELL = [`${MAIN}/shell.spec.ts`];
const WINDOW = `${MAIN}/window/main-window.ts`;
const PACKAGE = ['scripts/lib/package-check.spec.ts'];
const RULES = { file: 'scripts/boundaries/rules.ts', specs: ['scripts/boundaries/boundaries.spec.ts'] };

/** What broke on macOS (M) and on Linux (L). */
export const mendsOfOthers: readonly Mend[] = [
  {
    id: 'M9',
    name: 'a notification that the system does not show',
    file: `${MAIN}/system/system-notifications.ts`,
    line: "  notification.once('failed', (_event, error) => log.note(`a notification was not shown: ${error}`));",
  },
  {
    id: 'M1',
    name: 'what was paused is told',
    file: `${MAIN}/system/lifecycle.ts`,
    line: '      if (isAtWork(work)) options.tellParked(work);\n',
  },
  {
    id: 'M2',
    name: 'no quit that stops the log-off of a Mac',
    file: `${MAIN}/system/lifecycle.ts`,
    line: "if (stage === 'closed' || isSessionEnding) return;",
    removed: "if (stage === 'closed') return;",
  },
  {
    id: 'M3',
    name: 'macOS told that a file is opened here',
    file: `${MAIN}/shell.ts`,
    line: '    event.preventDefault();\n',
  },
  {
    id: 'M4',
    name: "the system's certificates, waited for up to a limit",
    file: 'electron/core/api/transport/system-certificates.ts',
    line: '  await Promise.race([reading, promise]);',
    removed: '  await Promise.all([reading, promise]);',
  },
  {
    id: 'M5',
    name: 'a menu that closes the window',
    file: `${MAIN}/system/menu.ts`,
    line: "        { role: 'close' },\n",
  },
  {
    id: 'M6',
    name: 'the icon in the Dock shows a hidden window',
    file: `${MAIN}/system/system-events.ts`,
    line: "  app.on('activate', () => inBackground('showing the window', () => options.showWindow()));",
    specs: SHELL,
  },
  {
    id: 'M7',
    name: 'an icon that a dark menu bar shows',
    file: `${MAIN}/system/background.ts`,
    line: '    if (isMac) image.setTemplateImage(true);',
  },
  {
    id: 'M8',
    name: 'keys by the name they have here',
    ...RULES,
    line: "!file.isSpec ? used(file, 'Ctrl+') : []",
    removed: '!file.isSpec ? [] : []',
  },
  {
    id: 'L1',
    name: 'the addresses that file managers give',
    file: `${MAIN}/desktop-options.ts`,
    line: 'return /^file:/i.test(argument) ? fileURLToPath(argument) : argument;',
    removed: 'return argument;',
  },
  {
    id: 'L1',
    name: 'paths for installed programs',
    file: 'electron-builder.yml',
    line: "deb:\n  executableArgs: ['%F']\n",
    specs: PACKAGE,
  },
  {
    id: 'L2',
    name: 'an AppImage that starts with the sandbox',
    file: 'electron-builder.yml',
    line: '  appimage: 1.0.3\n',
    specs: PACKAGE,
  },
  {
    id: 'L3',
    name: 'a folder without a blank',
    file: 'scripts/lib/packed-program.ts',
    line: "...(system === 'linux' ? ['-c.productName=lead-console'] : [])",
    specs: PACKAGE,
  },
  {
    id: 'L4',
    name: 'the window and its menu entry',
    file: 'package.json',
    line: '  "desktopName": "lead-console.desktop",\n',
    specs: PACKAGE,
  },
  {
    id: 'L4',
    name: 'the menu entry by the name of the window',
    file: 'electron-builder.yml',
    line: '  syncDesktopName: true\n',
    specs: PACKAGE,
  },
  {
    id: 'L5',
    name: 'no window that nobody finds again',
    file: WINDOW,
    line: "  if (platform === 'linux') window?.minimize();",
    removed: "  if (platform === 'aix') window?.minimize();",
    specs: [`${MAIN}/window/window-state.spec.ts`],
  },
  {
    id: 'L5',
    name: 'no dialog of a window that is minimised',
    file: `${MAIN}/system/dialogs.ts`,
    line: ' && !parent.isMinimized()',
  },
  {
    id: 'L7',
    name: 'the imports in the menu of the icon',
    file: `${MAIN}/system/background.ts`,
    line: "const text = work.text === '' ? why : work.text;",
    removed: 'const text = why;',
  },
];
