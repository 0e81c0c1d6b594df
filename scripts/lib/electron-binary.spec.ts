import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { root } from './project.ts';
import { desktopObstacle, findElectron } from './electron-binary.ts';

test('wants a display on Linux, of either kind', () => {
  expect(desktopObstacle('linux', {}, 1000)).toMatch(/display/);
  expect(desktopObstacle('linux', { DISPLAY: '' }, 1000)).toMatch(/display/);
  expect(desktopObstacle('linux', { DISPLAY: ':0' }, 1000)).toBeUndefined();
  expect(desktopObstacle('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1000)).toBeUndefined();
});

test('never runs the desktop app as root', () => {
  expect(desktopObstacle('linux', { DISPLAY: ':0' }, 0)).toMatch(/root/);
});

test('asks nothing of Windows and macOS', () => {
  expect(desktopObstacle('win32', {}, undefined)).toBeUndefined();
  expect(desktopObstacle('darwin', {}, 501)).toBeUndefined();
});

test('takes no folder for Electron that does not hold it', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: import.meta.dirname })).toBeUndefined();
});

// Where Electron was installed, its own note names the program.
test.skipIf(existsSync(join(root, 'node_modules/electron/path.txt')))(
  'finds the program of each system in a folder of its own',
  () => {
    const folder = specFolder('electron');
    const environment = { ELECTRON_OVERRIDE_DIST_PATH: folder };
    for (const [platform, name] of [
      ['linux', 'electron'],
      ['win32', 'electron.exe'],
      ['darwin', 'Electron.app/Contents/MacOS/Electron'],
    ] as const) {
      expect(findElectron(environment, platform)).toBeUndefined();
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), '');
      expect(findElectron(environment, platform)).toBe(join(folder, name));
    }
  },
);
