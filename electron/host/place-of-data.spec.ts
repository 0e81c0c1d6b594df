import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refusePlace, whyUnfit } from './place-of-data.ts';

const on = (platform: NodeJS.Platform, folder: string, real = folder, mounts = '') =>
  whyUnfit({ platform, folder, real, mounts });

it.each([
  ['\\\\server\\kim\\Lead Console', undefined],
  ['\\\\?\\UNC\\server\\kim', undefined],
  ['Z:\\Lead Console', '\\\\server\\kim'],
])('a share of Windows is refused: %s', (folder, real) => {
  expect(on('win32', folder, real)).toMatch(/network drive.*--data-dir/);
});

it.each(['nfs4', 'cifs', 'smb3', 'fuse.sshfs'])('a share of Linux is refused: %s', (kind) => {
  const mounts = `/dev/sda1 / ext4 rw 0 0\nserver:/home /home/kim\\040w ${kind} rw 0 0\ntmpfs /home/kim\\040w/tmp tmpfs rw 0 0\n`;
  const at = (folder: string) => on('linux', folder, folder, mounts);
  expect(at('/home/kim w/.config')).toMatch(/network drive/);
  for (const local of ['/home', '/home/kim wide', '/home/kim w/tmp/data']) expect(at(local)).toBeNull();
});

it('a path that leaves SQLite no room is refused on Windows, with its length', () => {
  expect(on('win32', `C:\\${'a'.repeat(118)}`)).toMatch(/has 121 characters.*up to 120/);
  expect(on('linux', `/${'a'.repeat(200)}`)).toBeNull();
});

it.each(['C:\\leads\\CON', 'C:/aux.d/leads', '\\\\?\\C:\\lpt1\\leads', 'C:\\leads. \\data'])(
  'a name that Windows cannot open is refused there: %s',
  (folder) => {
    expect(on('win32', folder)).toMatch(/opens nothing in a folder that is called “.*--data-dir/);
    expect(on('linux', folder)).toBeNull();
  },
);

it('a disk of this computer is taken', () => {
  for (const folder of ['C:\\Users\\kim\\Lead Console', '\\\\?\\C:\\leads', '\\\\.\\C:\\leads'])
    expect(on('win32', folder)).toBeNull();
  expect(on('darwin', '/Users/kim')).toBeNull();
  expect(() => refusePlace(join(tmpdir(), 'is not there'), process.platform)).not.toThrow();
});
