import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const template = (isMac: boolean, hasDevTools = false) =>
  menuTemplate({
    isMac,
    hasDevTools,
    openGuide: () => undefined,
    chooseFile: () => undefined,
    openLicences: () => undefined,
  });
const rolesOf = (isMac: boolean, hasDevTools = false) =>
  template(isMac, hasDevTools).flatMap(({ role, submenu }) => [
    role,
    ...(Array.isArray(submenu) ? submenu.map((item) => item.role ?? item.label) : []),
  ]);

it("has on macOS what every program there has: File with Open and Close, and the program's own menu", () => {
  expect(rolesOf(true)).toEqual(expect.arrayContaining(['appMenu', 'Open…', 'close', 'editMenu', 'windowMenu']));
  expect(rolesOf(true)).not.toContain('quit');
  expect(rolesOf(false)).toEqual(expect.arrayContaining(['Open…', 'close', 'quit']));
  expect(rolesOf(false)).not.toContain('appMenu');
});

it('reloads for developers only', () => {
  expect(rolesOf(false)).not.toContain('reload');
  expect(rolesOf(false, true)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']));
});
