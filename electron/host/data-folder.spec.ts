import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { onWindows } from '../core/foundation/held-files-fixture.ts';
import { defaultDataFolder, openDataFolder } from './data-folder.ts';
import { HostTrouble } from './host-trouble.ts';
import { canLink, hasModes, isForOwnerOnly } from '../core/foundation/this-system-fixture.ts';

const root = specFolder('data-folder');

describe('defaultDataFolder', () => {
  it('is one of the person, on this computer', () => {
    const home = '/home/kim';
    expect(defaultDataFolder({ platform: 'linux', environment: {}, home })).toBe('/home/kim/.config/Lead Console');
    expect(defaultDataFolder({ platform: 'linux', environment: { XDG_CONFIG_HOME: '/x' }, home })).toBe(
      '/x/Lead Console',
    );
    expect(defaultDataFolder({ platform: 'darwin', environment: {}, home: '/Users/kim' })).toBe(
      '/Users/kim/Library/Application Support/Lead Console',
    );
    const local = 'C:\\Users\\kim\\AppData\\Local';
    expect(defaultDataFolder({ platform: 'win32', environment: { LOCALAPPDATA: local }, home })).toBe(
      'C:\\Users\\kim\\AppData\\Local\\Lead Console',
    );
    expect(defaultDataFolder({ platform: 'win32', environment: {}, home: 'C:\\Users\\kim' })).toBe(
      'C:\\Users\\kim\\AppData\\Local\\Lead Console',
    );
  });
});

describe('openDataFolder', () => {
  it('brings along what an earlier version kept on Windows, and makes nothing where no journal is safe', () => {
    const [local, roaming] = [join(root, 'Local'), join(root, 'Roaming')];
    const windows = { platform: 'win32', environment: { LOCALAPPDATA: local, APPDATA: roaming }, home: root } as const;
    const former = win32.join(roaming, 'Lead Console');
    mkdirSync(join(former, 'account'), { recursive: true });
    const folder = openDataFolder(null, windows);
    // Elsewhere than on Windows such a name is one below the working folder.
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect([existsSync(join(folder, 'account')), existsSync(former)]).toEqual([true, false]);
    const long = join(root, 'x'.repeat(120));
    expect(() => openDataFolder(long, windows)).toThrow(/up to 120/);
    expect(existsSync(long)).toBe(false);
  });

  it('is not made below the folder that the program was started in, where no home is known', () => {
    const nowhere = { platform: 'linux', environment: { HOME: '' }, home: '' } as const;
    expect(() => openDataFolder(null, nowhere)).toThrow(HostTrouble);
    expect(() => openDataFolder(null, nowhere)).toThrow(/home folder .* not known.*--data-dir/);
    const chosen = join(root, 'chosen');
    expect(openDataFolder(chosen, nowhere)).toBe(chosen);
    const named = { ...nowhere, environment: { XDG_CONFIG_HOME: chosen } };
    expect(openDataFolder(null, named)).toBe(join(chosen, 'Lead Console'));
  });

  it.each(['~', '~/data', '~\\data'])('is not made with the name %s, which stands for the home folder', (name) => {
    expect(() => openDataFolder(name)).toThrow(HostTrouble);
    expect(() => openDataFolder(name)).toThrow(/whole path/);
    expect(existsSync(name)).toBe(false);
    const inside = join(root, name.replaceAll('\\', '/'));
    expect(openDataFolder(inside)).toBe(inside);
  });

  it('is not the folder that the program was started in, because a variable in --data-dir was empty', () => {
    expect(() => openDataFolder('')).toThrow(/empty/);
    expect(() => openDataFolder('')).toThrow(HostTrouble);
  });

  it.runIf(process.platform === 'linux')('is refused where the system makes no folder, such as an automounter', () => {
    expect(() => openDataFolder('/proc/lead-console/data')).toThrow(HostTrouble);
    expect(() => openDataFolder('/proc/lead-console')).toThrow(/the system makes no folder there.*--data-dir/);
  });

  it('makes a folder for its owner only', () => {
    const folder = openDataFolder(join(root, 'deep', 'new'));
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(isForOwnerOnly(folder)).toBe(true);
  });

  it.runIf(hasModes)('opens while another program makes and removes folders in it', async () => {
    const folder = join(root, 'busy');
    const reading = join(folder, 'reading');
    mkdirSync(reading, { recursive: true });
    const other = new Worker(
      `const { mkdirSync, rmdirSync } = require('node:fs');
       const { parentPort, workerData: paths } = require('node:worker_threads');
       parentPort.postMessage('begun');
       for (;;) for (const change of [mkdirSync, rmdirSync]) paths.forEach((path) => change(path));`,
      { eval: true, workerData: Array.from({ length: 50 }, (_, index) => join(reading, String(index))) },
    );
    await once(other, 'message');
    try {
      for (let start = 0; start < 300; start += 1) expect(openDataFolder(folder)).toBe(folder);
    } finally {
      await other.terminate();
    }
  });

  it.runIf(hasModes && canLink())(
    'closes what was open to others before, and nothing that is not ours (where files have modes)',
    () => {
      const folder = join(root, 'open');
      const [journal, settings, strange] = ['account/a/journal.sqlite', 'settings.json', 'holiday.jpg'].map((name) =>
        join(folder, name),
      ) as [string, string, string];
      mkdirSync(join(folder, 'account/a'), { recursive: true });
      const update = join(folder, 'update');
      mkdirSync(update);
      const kept = [journal, settings, join(folder, 'certificates.pem'), join(update, 'kept.json')];
      for (const path of kept) writeFileSync(path, '');
      const elsewhere = join(root, 'elsewhere.txt');
      writeFileSync(elsewhere, '');
      symlinkSync(elsewhere, join(folder, 'account/link'));
      for (const path of [folder, ...kept, update, elsewhere, join(folder, 'account')]) chmodSync(path, 0o777);
      const modes = (...paths: string[]) => paths.map((path) => (statSync(path).mode & 0o777).toString(8));
      openDataFolder(folder);
      expect(modes(folder, join(folder, 'account'), update)).toEqual(['700', '700', '700']);
      expect(modes(...kept)).toEqual(['600', '600', '600', '600']);
      expect(modes(elsewhere)).toEqual(['777']);
      // A folder that somebody uses for other things, too.
      writeFileSync(strange, '');
      for (const path of [folder, journal, strange]) chmodSync(path, 0o755);
      openDataFolder(folder);
      expect(modes(folder, journal, strange)).toEqual(['755', '600', '755']);
    },
  );

  it('says in one sentence what is in the way, and how to go on', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')]) {
      expect(() => openDataFolder(path)).toThrow(HostTrouble);
      expect(() => openDataFolder(path)).toThrow(/there is a file with that name.*--data-dir/);
    }
    using _windows = onWindows();
    expect(() => openDataFolder(join(file, 'below'))).toThrow(/there is a file with that name.*--data-dir/);
  });

  it.each(['settings.json', 'credentials.json', 'certificates.pem'])(
    'is refused in words while a folder stands where %s belongs',
    (name) => {
      const data = join(root, `with ${name}`);
      mkdirSync(join(data, name), { recursive: true });
      expect(() => openDataFolder(data)).toThrow(HostTrouble);
      expect(() => openDataFolder(data)).toThrow(new RegExp(`folder named "${name}".*Move that folder`));
      expect(readdirSync(data)).toEqual([name]);
    },
  );

  it.each(['account', 'drafts', 'logs', 'update', 'window'])(
    'is refused in words while a file stands where the folder %s belongs',
    (name) => {
      const data = join(root, `with ${name}`);
      mkdirSync(data);
      writeFileSync(join(data, name), '');
      expect(() => openDataFolder(data)).toThrow(new RegExp(`file named "${name}".*Move that file`));
    },
  );
});
