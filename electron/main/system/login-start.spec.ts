import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { createLoginStart } from './login-start.ts';

const home = specFolder('login-start');
const file = join(home, '.config/autostart/lead-console.desktop');

interface Options {
  readonly isPackaged?: boolean;
  readonly env?: Record<string, string>;
  readonly dataFolder?: string;
}

function start(platform: NodeJS.Platform, options: Options = {}) {
  const asked: unknown[] = [];
  let openAtLogin = false;
  const loginStart = createLoginStart({
    app: {
      isPackaged: options.isPackaged ?? true,
      getLoginItemSettings: (wanted) => {
        asked.push(wanted);
        return { openAtLogin, wasOpenedAtLogin: true } as Electron.LoginItemSettings;
      },
      setLoginItemSettings: (wanted) => {
        asked.push(wanted);
        openAtLogin = wanted.openAtLogin ?? false;
      },
    },
    platform,
    env: options.env ?? {},
    home,
    program: '/opt/Lead "Console"/100%/$x',
    dataFolder: options.dataFolder ?? null,
  });
  return { loginStart, asked };
}

describe('the start at login', () => {
  it('is an entry of the system on Windows and macOS, known by its argument', () => {
    const { loginStart, asked } = start('win32');
    expect(loginStart.state()).toEqual({ isOffered: true, isSet: false });
    expect(loginStart.set(true)).toEqual({ isOffered: true, isSet: true });
    expect(asked).toContainEqual({ args: ['--hidden'], openAtLogin: true });
    expect(asked.filter((wanted) => !JSON.stringify(wanted).includes('--hidden'))).toEqual([]);
    expect(loginStart.set(false).isSet).toBe(false);
    expect(loginStart.wasOpenedAtLogin()).toBe(false);
    expect(start('darwin').loginStart.wasOpenedAtLogin()).toBe(true);
  });

  it('is a file on Linux that quotes the program, and goes when it is not wanted', () => {
    // Empty means unset there.
    const { loginStart } = start('linux', { env: { XDG_CONFIG_HOME: '' } });
    expect(loginStart.set(true).isSet).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(String.raw`Exec="/opt/Lead \\"Console\\"/100%%/\\$x" --hidden` + '\n');
    expect(loginStart.set(false).isSet).toBe(false);
    expect(loginStart.set(false).isSet).toBe(false);
  });

  it('is not set where the desktop’s settings switched the file off, and names the AppImage', () => {
    const { loginStart } = start('linux', { env: { APPIMAGE: '/home/kim/Lead Console.AppImage' } });
    loginStart.set(true);
    const content = readFileSync(file, 'utf8');
    expect(content).toContain('Exec="/home/kim/Lead Console.AppImage" --hidden\n');
    const off = [`${content}Hidden=true\n`, content.replace('Autostart-enabled=true', 'Autostart-enabled=false')];
    for (const switched of off) {
      writeFileSync(file, switched);
      expect(loginStart.state().isSet).toBe(false);
    }
  });

  it('is one with the data folder that is open, and not offered on macOS, which passes none', () => {
    const windows = start('win32', { dataFolder: 'D:\\My leads' });
    windows.loginStart.set(true);
    expect(windows.asked).toContainEqual({ args: ['--hidden', '"--data-dir=D:\\My leads"'], openAtLogin: true });
    // Or the quotation mark would be one of the name.
    const disk = start('win32', { dataFolder: 'D:\\' });
    disk.loginStart.set(true);
    expect(disk.asked).toContainEqual({ args: ['--hidden', '"--data-dir=D:\\\\"'], openAtLogin: true });
    const linux = start('linux', { dataFolder: '/data/100 %' }).loginStart;
    expect(linux.set(true).isSet).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(' --hidden "--data-dir=/data/100 %%"\n');
    const mac = start('darwin', { dataFolder: '/data' });
    expect([mac.loginStart.set(true), mac.asked]).toEqual([{ isOffered: false, isSet: false }, []]);
  });

  it('is not set by a file on Linux that starts another program, or with another data folder', () => {
    start('linux', { dataFolder: '/data' }).loginStart.set(true);
    for (const options of [{}, { dataFolder: '/other' }, { env: { APPIMAGE: '/home/kim/newer.AppImage' } }])
      expect(start('linux', options).loginStart.state().isSet).toBe(false);
    expect(start('linux', { dataFolder: '/data' }).loginStart.state().isSet).toBe(true);
  });

  it('says in words when the file cannot be written, and is not set by a folder in its place', () => {
    const blocked = mkdtempSync(join(home, 'blocked-'));
    writeFileSync(join(blocked, 'autostart'), '');
    const { loginStart } = start('linux', { env: { XDG_CONFIG_HOME: blocked } });
    expect(() => loginStart.set(true)).toThrow(/"lead-console.desktop"/);
    const odd = mkdtempSync(join(home, 'odd-'));
    mkdirSync(join(odd, 'autostart/lead-console.desktop'), { recursive: true });
    expect(start('linux', { env: { XDG_CONFIG_HOME: odd } }).loginStart.state().isSet).toBe(false);
  });

  it('is not offered in a start from the source, and changes nothing there', () => {
    const { loginStart, asked } = start('win32', { isPackaged: false });
    expect(loginStart.set(true)).toEqual({ isOffered: false, isSet: false });
    expect(asked).toEqual([]);
  });
});
