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
