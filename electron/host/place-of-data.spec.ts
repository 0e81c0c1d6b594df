import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refusePlace, whyUnfit } from './place-of-data.ts';

const on = (platform: NodeJS.Platform, folder: string, real = folder, fileSystem = 0xef53) =>
  whyUnfit({ platform, folder, real, fileSystem });

it.each([
  ['\\\\server\\kim\\Lead Console', undefined],
  ['\\\\?\\UNC\\server\\kim', undefined],
  ['Z:\\Lead Console', '\\\\server\\kim'],
])('a share of Windows is refused: %s', (folder, real) => {
  expect(on('win32', folder, real)).toMatch(/network drive.*--data-dir/);
});

it.each([0x6969, 0x517b, 0xff534d42, 0xfe534d42])('a share of Linux is refused: %d', (fileSystem) => {
  expect(on('linux', '/home/kim', '/home/kim', fileSystem)).toMatch(/network drive/);
});

it('a path that leaves SQLite no room is refused on Windows, with its length', () => {
  expect(on('win32', `C:\\${'a'.repeat(118)}`)).toMatch(/has 121 characters.*up to 120/);
  expect(on('linux', `/${'a'.repeat(200)}`)).toBeNull();
});

it('a disk of this computer is taken', () => {
  for (const folder of ['C:\\Users\\kim\\Lead Console', '\\\\?\\C:\\leads', '\\\\.\\C:\\leads'])
    expect(on('win32', folder)).toBeNull();
  expect(on('darwin', '/Users/kim')).toBeNull();
  expect(() => refusePlace(join(tmpdir(), 'is not there'), process.platform)).not.toThrow();
});
