import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { DroppedFiles, tablePath } from './dropped-files.ts';
import { canLink } from '../../core/foundation/this-system-fixture.ts';

const root = specFolder('dropped');
const file = join(root, 'leads.csv');
writeFileSync(file, 'a;b\n');

const token = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

function setUp() {
  let now = 0;
  const dropped = new DroppedFiles({ monotonicNow: () => now });
  return { dropped, pass: (milliseconds: number) => (now += milliseconds) };
}

describe('a dropped file', () => {
  it('is taken once, right after the drop', () => {
    const { dropped, pass } = setUp();
    dropped.announce({ token: token(1), path: file });
    pass(10_000);
    expect(dropped.take({ token: token(1) })).toBe(file);
    expect(() => dropped.take({ token: token(1) })).toThrow(/Drop the file once more/);
    dropped.announce({ token: token(2), path: file });
    pass(10_001);
    expect(() => dropped.take({ token: token(2) })).toThrow(/Drop the file once more/);
  });

  it.each([null, {}, { path: file }, { token: token(3) }, { token: 'x' }, { token: 1 }, 'text'])(
    'is not %j',
    (args) => {
      expect(() => setUp().dropped.take(args)).toThrow(/Drop the file once more/);
    },
  );

  it.each([null, {}, { token: 'x', path: file }, { token: token(4), path: 4 }])('is not announced by %j', (args) => {
    const { dropped } = setUp();
    dropped.announce(args);
    expect(() => dropped.take({ token: token(4) })).toThrow(/Drop the file once more/);
  });

  it('counts: one drop has at most twenty files', () => {
    const { dropped } = setUp();
    const many = Array.from({ length: 21 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`);
    for (const one of many) dropped.announce({ token: one, path: file });
    expect(many.filter((one) => attempt(() => dropped.take({ token: one })))).toHaveLength(20);
  });
});

function attempt(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

describe('its place', () => {
  it.each([
    ['linux', '/home/kim/leads.csv'],
    ['linux', '/home/kim/Documents/Fair 2026.XLSX'],
    ['linux', '/media/kim/stick/leads.ods'],
    ['linux', '/run/media/kim/stick/leads.ods'],
    ['linux', '/tmp/leads.txt'],
    ['linux', '/usrdata/leads.tsv'],
    ['darwin', '/Volumes/Share/leads.xls'],
    ['win32', 'C:\\Users\\kim\\Documents\\leads.xlsx'],
    ['win32', 'Z:\\campaigns\\leads.csv'],
  ] as const)('%s: takes %s', (platform, path) => {
    expect(tablePath(path, platform, platform === 'win32' ? 'C:\\Users\\kim' : '/home/kim')).toBe(path);
  });

  it('of an administrator is at home below a folder of the system', () => {
    expect(tablePath('/root/leads.csv', 'linux', '/root')).toBe('/root/leads.csv');
  });

  it.each([
    ['linux', '/etc/passwd', /no spreadsheet/],
    ['linux', '/home/kim/id_rsa', /no spreadsheet/],
    ['linux', '/home/kim/.csv', /no spreadsheet/],
    ['linux', '/home/kim/keys.pem', /no spreadsheet/],
    ['linux', '/home/kim/leads.json', /no spreadsheet/],
    ['linux', '/home/kim/.ssh/notes.txt', /hidden folder/],
    ['linux', '/home/kim/.secret.csv', /hidden folder/],
    ['linux', '/home/kim/Documents/../.aws/keys.txt', /hidden folder/],
    ['linux', '/etc/hosts.txt', /folder of the system/],
    ['linux', '/home/kim/../../etc/hosts.txt', /folder of the system/],
    ['linux', '/proc/1/environ.txt', /folder of the system/],
    ['linux', '/root/leads.csv', /folder of the system/],
    ['linux', '/var/log/messages.txt', /folder of the system/],
    ['linux', '/run/user/1000/keys.txt', /folder of the system/],
    ['linux', '/run/media/../credentials/keys.txt', /folder of the system/],
    ['darwin', '/System/a.csv', /folder of the system/],
    ['win32', 'C:\\Users\\kim\\AppData\\Local\\keys.txt', /hidden folder/],
    ['win32', 'c:\\users\\anna\\appdata\\roaming\\keys.txt', /hidden folder/],
    ['win32', 'C:\\Users\\kim\\APPDAT~1\\Local\\keys.txt', /hidden folder/],
    ['win32', '\\\\server\\share\\leads.csv', /from a share by its name/],
    ['win32', '\\\\?\\C:\\Windows\\a.txt', /from a share by its name/],
    ['win32', 'C:\\Windows\\a.txt', /folder of the system/],
    ['linux', 'leads.csv', /not a file on this computer/],
    ['linux', '/home/kim/a\0b.csv', /not a file on this computer/],
    ['linux', `/${'a'.repeat(5000)}.csv`, /not a file on this computer/],
  ] as const)('%s: refuses %s', (platform, path, words) => {
    expect(() => tablePath(path, platform, platform === 'win32' ? 'C:\\Users\\kim' : '/home/kim')).toThrow(words);
  });

  it.runIf(canLink())('is where a link leads (where links can be made)', () => {
    const link = join(root, 'innocent.csv');
    const secret = join(root, 'secret');
    writeFileSync(secret, '');
    symlinkSync(secret, link);
    expect(() => tablePath(link, process.platform, '/home/kim')).toThrow(/no spreadsheet/);
  });
});
