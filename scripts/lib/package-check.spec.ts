import { readFileSync } from 'node:fs';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, test } from 'vitest';
import {
  fileProblems,
  fuseProblems,
  fuseStates,
  integrityProblems,
  macProblems,
  sizeProblem,
} from './package-check.ts';
import { argumentsFor } from './packed-program.ts';

const settings = readFileSync('electron-builder.yml', 'utf8');
const { desktopName, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  desktopName: string;
  devDependencies: { electron: string };
};

const safe = {
  [FuseV1Options.RunAsNode]: fuseStates.off,
  [FuseV1Options.EnableCookieEncryption]: fuseStates.on,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuseStates.off,
  [FuseV1Options.EnableNodeCliInspectArguments]: fuseStates.off,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuseStates.on,
  [FuseV1Options.OnlyLoadAppFromAsar]: fuseStates.on,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: fuseStates.off,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuseStates.off,
};

describe('fuses', () => {
  test('all as wanted', () => {
    expect(fuseProblems(safe)).toEqual([]);
  });

  test('names one that is open', () => {
    expect(fuseProblems({ ...safe, [FuseV1Options.RunAsNode]: fuseStates.on })).toEqual([
      'The fuse RunAsNode must be off.',
    ]);
  });

  test('takes one that the binary no longer has for open', () => {
    expect(fuseProblems({ ...safe, [FuseV1Options.OnlyLoadAppFromAsar]: fuseStates.removed })).toHaveLength(1);
    expect(fuseProblems({})).toHaveLength(Object.keys(safe).length);
  });
});

test('the settings of the package name every fuse as it must be', () => {
  const [, own = ''] = /\nelectronFuses:\n([^]*?)\n {2}#/.exec(settings) ?? [];
  const set = [...own.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = '', isOn]) => [
    FuseV1Options[`${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options],
    isOn === 'true' ? fuseStates.on : fuseStates.off,
  ]);
  expect(Object.fromEntries(set)).toEqual(safe);
});

test('Electron is pinned, in the version that is packed', () => {
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(settings).toContain(`electronVersion: ${devDependencies.electron}\n`);
});

describe('files', () => {
  const wanted = ['package.json', 'out/main/main.js'];

  test('folders are no files', () => {
    expect(fileProblems(['/out', '/out/main', '/out/main/main.js', '/package.json'], wanted)).toEqual([]);
  });

  test('names what is too many and what is missing', () => {
    expect(
      fileProblems(['/package.json', '/node_modules', '/node_modules/conf', '/node_modules/conf/index.js'], wanted),
    ).toEqual([
      'The package holds node_modules/conf/index.js, which does not belong there.',
      'The package lacks out/main/main.js.',
    ]);
  });
});

describe('what the systems read', () => {
  const info = `<key>CFBundleDocumentTypes</key><array><dict><key>CFBundleTypeExtensions</key><array><string>csv</string>
    <string>tsv</string><string>xls</string><string>xlsx</string><string>ods</string></array><key>LSHandlerRank</key>
    <string>Alternate</string></dict></array><key>LSMinimumSystemVersion</key><string>13.0.0</string>`;

  test('macOS: offers itself for tables and takes none', () => {
    expect(macProblems(info)).toEqual([]);
    expect(macProblems(info.replace('Alternate', 'Owner'))).toHaveLength(1);
    expect(macProblems(info.replace('13.0.0', '12.0.0'))).toHaveLength(1);
  });

  test('an archive of another hash, and one that has grown', () => {
    expect(integrityProblems('a', 'a')).toEqual([]);
    expect(integrityProblems(null, 'a')).toEqual(['The hash of the archive is a, and the program was given none.']);
    expect([sizeProblem(12 * 1024 * 1024), sizeProblem(13 * 1024 * 1024)].map((found) => found.length)).toEqual([0, 1]);
  });
});

test('the installer of Windows takes no file type from another program', () => {
  const [, win = ''] = /\nwin:\n([^]*?)\nmac:/.exec(settings) ?? [];
  expect(win).not.toContain('fileAssociations:\n');
  expect(readFileSync('build/installer.nsh', 'utf8')).not.toMatch(/WriteRegStr HKCU "\$\{CLASSES\}\\\$\{TYPE\}" ""/);
});

test('the window of Linux has the name of its menu entry, by which Wayland finds its icon', () => {
  const [, name = ''] = /executableName: (\S+)/.exec(settings) ?? [];
  expect(desktopName).toBe(`${name}.desktop`);
  expect(settings).toContain('\n  syncDesktopName: true\n');
});

test('file managers give an installed program paths, and the AppImage addresses, which it reads as well', () => {
  for (const kind of ['deb', 'rpm']) expect(settings).toContain(`\n${kind}:\n  executableArgs: ['%F']\n`);
  expect(/\nlinux:\n([^]*?)\n\w/.exec(settings)?.[1]).not.toContain('executableArgs');
});

test('an AppImage that would start without the sandbox is not made', () => {
  expect(settings).toMatch(/toolsets:\n {2}appimage: 1\.0\.3\n/);
});

test('on Linux no folder of the program has a blank in its name', () => {
  expect(argumentsFor('linux')).toEqual(['--linux', '-c.productName=lead-console']);
  expect(argumentsFor('win')).toEqual(['--win']);
});
