import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultDataFolder, openDataFolder } from './data-folder.ts';
import { HostTrouble } from './host-trouble.ts';

const root = mkdtempSync(join(tmpdir(), 'data-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('defaultDataFolder', () => {
  it('is the folder that Electron calls userData', () => {
    const home = '/home/kim';
    expect(defaultDataFolder({ platform: 'linux', environment: {}, home })).toBe('/home/kim/.config/Lead Console');
    expect(defaultDataFolder({ platform: 'linux', environment: { XDG_CONFIG_HOME: '/x' }, home })).toBe(
      '/x/Lead Console',
    );
    expect(defaultDataFolder({ platform: 'darwin', environment: {}, home: '/Users/kim' })).toBe(
      '/Users/kim/Library/Application Support/Lead Console',
    );
    expect(
      defaultDataFolder({ platform: 'win32', environment: { APPDATA: 'C:\\Users\\kim\\AppData\\Roaming' }, home }),
    ).toBe('C:\\Users\\kim\\AppData\\Roaming\\Lead Console');
    expect(defaultDataFolder({ platform: 'win32', environment: {}, home: 'C:\\Users\\kim' })).toBe(
      'C:\\Users\\kim\\AppData\\Roaming\\Lead Console',
    );
  });
});

describe('openDataFolder', () => {
  it('makes a folder for its owner only', () => {
    const folder = openDataFolder(join(root, 'deep', 'new'));
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('says in one sentence what is in the way, and how to go on', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(() => openDataFolder(path)).toThrow(HostTrouble);
      expect(() => openDataFolder(path)).toThrow(/there is a file with that name.*--data-dir/);
    }
  });
});
