import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { installationOf, type InstallationSystem } from './installation.ts';
import { checkSystemSignature } from './system-signature.ts';
import { hasModes } from '../../core/foundation/this-system-fixture.ts';

const folder = specFolder('installation');
const release = {
  version: '1.1.0',
  files: [
    'lead-console-1.1.0-win-x64.exe',
    'lead-console-1.1.0-win-arm64.exe',
    'lead-console-1.1.0-mac-arm64.dmg',
    'lead-console-1.1.0-linux-x86_64.AppImage',
    'lead-console-1.1.0-linux-amd64.deb',
  ].map((name) => ({ name, size: 1, sha512: '' })),
};

const on = (platform: NodeJS.Platform, arch: string, rest: Partial<InstallationSystem> = {}) =>
  installationOf({ platform, arch, env: {}, openPath: async () => '', startAgain: async () => undefined, ...rest });

it.each([
  ['win32', 'x64', {}, 'install', 'lead-console-1.1.0-win-x64.exe'],
  ['win32', 'arm64', {}, 'install', 'lead-console-1.1.0-win-arm64.exe'],
  ['darwin', 'arm64', {}, 'open', 'lead-console-1.1.0-mac-arm64.dmg'],
  ['darwin', 'x64', {}, 'open', undefined],
  ['linux', 'x64', { APPIMAGE: '/home/kim/lead.AppImage' }, 'install', 'lead-console-1.1.0-linux-x86_64.AppImage'],
  ['linux', 'x64', {}, 'system', undefined],
] as const)('on %s %s it takes the file for it', (platform, arch, env, way, name) => {
  const installation = on(platform, arch, { env });
  expect(installation.way).toBe(way);
  expect(installation.fileOf(release)?.name).toBe(name);
});

it('puts a new AppImage in the place of the old one, ready to start', async () => {
  const image = join(folder, 'Lead Console.AppImage');
  writeFileSync(image, 'old');
  chmodSync(image, 0o755);
  writeFileSync(join(folder, 'new.AppImage'), 'new', { mode: 0o600 });
  const started: string[] = [];
  const startAgain = async () => void started.push(readFileSync(image, 'utf8'));
  await on('linux', 'x64', { env: { APPIMAGE: image }, startAgain }).run(join(folder, 'new.AppImage'));
  expect(readFileSync(image, 'utf8')).toBe('new');
  if (hasModes) expect(statSync(image).mode & 0o777).toBe(0o755);
  expect(started).toEqual(['new']);
});

it('leaves the old AppImage as it is when the new one cannot be put beside it', async () => {
  const image = join(folder, 'kept.AppImage');
  writeFileSync(image, 'old');
  const run = on('linux', 'x64', { env: { APPIMAGE: image } }).run(join(folder, 'gone.AppImage'));
  await expect(run).rejects.toThrow('ENOENT');
  expect(readFileSync(image, 'utf8')).toBe('old');
  expect(existsSync(`${image}.part`)).toBe(false);
});

it.runIf(hasModes)(
  'starts the installer apart from itself, silent (a script stands for it, where there are such)',
  async () => {
    const said = join(folder, 'said.txt');
    const installer = join(folder, 'installer');
    writeFileSync(installer, `#!/bin/sh\necho "$@" > '${said}.part'; mv '${said}.part' '${said}'\n`, { mode: 0o755 });
    await on('win32', 'x64').run(installer);
    await vi.waitFor(() => expect(readFileSync(said, 'utf8')).toBe('--updated /S --force-run\n'));
    await expect(on('win32', 'x64').run(join(folder, 'no-installer'))).rejects.toThrow('ENOENT');
  },
);

it('opens the image of a Mac, and says when it cannot', async () => {
  const opened: string[] = [];
  await on('darwin', 'arm64', { openPath: async (path) => (opened.push(path), '') }).run('/data/update/lead.dmg');
  expect(opened).toEqual(['/data/update/lead.dmg']);
  const refusing = on('darwin', 'arm64', { openPath: async () => 'no program for it' });
  await expect(refusing.run('/data/update/lead.dmg')).rejects.toThrow('no program for it');
});

const signed = (status: string, signer: string) => ({ status, signer });
const makers = signed('Valid', 'CN=Lead Console maintainers');

it.each([
  ['the same makers', [makers, makers], true],
  [
    'a program that is not signed, such as a build for a test',
    [signed('NotSigned', ''), signed('NotSigned', '')],
    true,
  ],
  ['somebody else', [makers, signed('Valid', 'CN=Somebody')], false],
  ['nobody', [makers, signed('NotSigned', '')], false],
  ['the makers, and changed since', [makers, signed('HashMismatch', makers.signer)], false],
  ['no answer', [], false],
])('holds the signature that Windows finds against its own: %s', async (_what, answer, isTaken) => {
  const asked: (readonly string[])[] = [];
  const system = {
    platform: 'win32',
    env: { SystemRoot: String.raw`C:\Windows` },
    run: async (_program: string, args: readonly string[]) => (asked.push(args), JSON.stringify(answer)),
  } as const;
  const checked = checkSystemSignature(system, String.raw`C:\Kim's\update.exe`, String.raw`C:\Lead Console.exe`);
  if (isTaken) await checked;
  else await expect(checked).rejects.toThrow('does not find the signature of the makers');
  expect(asked[0]?.at(-1)).toMatch(/ 'C:\\Lead Console\.exe' 'C:\\Kim''s\\update\.exe'$/);
});

it('installs nothing when Windows cannot be asked', async () => {
  const system = { platform: 'win32', env: {}, run: () => Promise.reject(new Error('ENOENT')) } as const;
  await expect(checkSystemSignature(system, 'a', 'b')).rejects.toThrow(
    'Windows could not be asked who signed the update',
  );
});
