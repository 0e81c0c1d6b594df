import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { linuxProblems, packageGiven, plantPackager } from './linux-packages.ts';

const entry = `[Desktop Entry]
Name=Lead Console
Exec=/opt/lead-console/lead-console %F
MimeType=text/csv;text/tab-separated-values;application/vnd.ms-excel;application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;application/vnd.oasis.opendocument.spreadsheet;
`;
const icons = [16, 24, 32, 48, 64, 128, 256, 512].map(
  (size) => `build/${size}.png=/usr/share/icons/hicolor/${size}x${size}/apps/lead-console.png`,
);
const whole = {
  args: ['-t', 'deb', 'out/=/opt/lead-console', 'x.desktop=/usr/share/applications/lead-console.desktop', ...icons],
  entry,
  afterInstall: "APPARMOR_PROFILE_SOURCE='/opt/lead-console/resources/apparmor-profile'",
};

test('a package of Linux has its places, an entry that gives paths and keeps the sandbox, and its profile', () => {
  expect(linuxProblems(whole)).toEqual([]);
  expect(linuxProblems({ ...whole, args: whole.args.slice(0, -1) })).toEqual([
    'Nothing lies at /usr/share/icons/hicolor/512x512/apps/lead-console.png.',
  ]);
  for (const exec of ['%U', '--no-sandbox %F'])
    expect(linuxProblems({ ...whole, entry: entry.replace('%F', exec) })).toHaveLength(1);
  expect(linuxProblems({ ...whole, entry: entry.replace('Lead Console', 'lead-console') })).toHaveLength(1);
  expect(linuxProblems({ ...whole, afterInstall: '' })).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('the stand-in for fpm keeps what it is given (not on Windows)', () => {
  const folder = specFolder('packager ');
  const [desktop, script] = ['a.desktop', 'after install'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(desktop, 'entry');
  writeFileSync(script, 'script');
  const args = ['-s', 'dir', '-t', 'rpm', '--after-install', script, '--package', join(folder, 'x.rpm')];
  const all = [...args, `${desktop}=/usr/share/applications/a.desktop`];
  expect(spawnSync(plantPackager(join(folder, 'kept')), all).status).toBe(0);
  const given = packageGiven(join(folder, 'kept'), 'rpm');
  expect([given.entry, given.afterInstall]).toEqual(['entry', 'script']);
  expect(given.args).toEqual([...all, '']);
});
