import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

let cleared = 0;
const template = (platform: NodeJS.Platform, hasDevTools = false) =>
  menuTemplate({
    platform,
    hasDevTools,
    openGuide: () => undefined,
    chooseFile: () => undefined,
    openLicences: () => undefined,
    clearRecent: () => void (cleared += 1),
  });
const rolesOf = (platform: NodeJS.Platform, hasDevTools = false) =>
  template(platform, hasDevTools).flatMap(({ role, submenu }) => [
    role,
    ...(Array.isArray(submenu) ? submenu.map((item) => item.role ?? item.label) : []),
  ]);

it("has on macOS what every program there has: File with Open and Close, and the program's own menu", () => {
  expect(rolesOf('darwin')).toEqual(expect.arrayContaining(['appMenu', 'Open…', 'close', 'editMenu', 'windowMenu']));
  expect(rolesOf('darwin')).not.toContain('quit');
  expect(rolesOf('linux')).toEqual(expect.arrayContaining(['Open…', 'close', 'quit']));
  expect(rolesOf('linux')).not.toContain('appMenu');
});

it('reloads for developers only', () => {
  expect(rolesOf('linux')).not.toContain('reload');
  expect(rolesOf('linux', true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
});

it('zooms in with and without Shift: which key has the plus differs between keyboards', () => {
  const view = template('win32').find(({ label }) => label === '&View')?.submenu;
  const keys = Array.isArray(view) ? view.filter(({ role }) => role === 'zoomIn').map((item) => item.accelerator) : [];
  expect(keys).toEqual([undefined, 'CmdOrCtrl+=']);
});

it('lists recent files where the system does, and forgets them', () => {
  expect(rolesOf('darwin')).toContain('recentDocuments');
  expect(rolesOf('linux')).not.toContain('Clear recent files');
  const file = template('win32')[0]?.submenu;
  const clear = Array.isArray(file) ? file.find(({ label }) => label === 'Clear recent files') : undefined;
  clear?.click?.(...([] as never as Parameters<NonNullable<typeof clear.click>>));
  expect(cleared).toBe(1);
});

it('says what the program is: on macOS in its own menu, elsewhere under Help', () => {
  expect(rolesOf('win32')).toContain('about');
  expect(rolesOf('linux')).toContain('about');
  expect(rolesOf('darwin')).not.toContain('about');
});
