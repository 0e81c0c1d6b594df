import { expect, test } from 'vitest';
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
