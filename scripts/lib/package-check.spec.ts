import { readFileSync } from 'node:fs';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, test } from 'vitest';
import { fileProblems, fuseProblems, fuseStates } from './package-check.ts';

const safe = {
  [FuseV1Options.RunAsNode]: fuseStates.off,
  [FuseV1Options.EnableCookieEncryption]: fuseStates.on,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuseStates.off,
  [FuseV1Options.EnableNodeCliInspectArguments]: fuseStates.off,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuseStates.on,
  [FuseV1Options.OnlyLoadAppFromAsar]: fuseStates.on,
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
  const settings = readFileSync('electron-builder.yml', 'utf8');
  const set = [...settings.matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name = '', isOn]) => [
    FuseV1Options[`${name[0]?.toUpperCase()}${name.slice(1)}` as keyof typeof FuseV1Options],
    isOn === 'true' ? fuseStates.on : fuseStates.off,
  ]);
  expect(Object.fromEntries(set)).toEqual(safe);
});

test('Electron is pinned, in the version that is packed', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { electron: string };
  };
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync('electron-builder.yml', 'utf8')).toContain(`electronVersion: ${devDependencies.electron}\n`);
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
