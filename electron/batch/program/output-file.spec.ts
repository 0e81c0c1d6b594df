import { linkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { onWindows } from '../../core/foundation/held-files-fixture.ts';
import { checkOutput } from './output-file.ts';
import { canLink } from '../../core/foundation/this-system-fixture.ts';

const folder = specFolder('output');

it('never takes the original for its output, by whatever name it goes', () => {
  const original = join(folder, 'leads.csv');
  writeFileSync(original, 'Phone\n1\n');
  writeFileSync(join(folder, 'other.csv'), 'Phone\n1\n');
  // A second name in the directory is to this computer what LEADS.CSV is to Windows and macOS: another path, one file.
  linkSync(original, join(folder, 'LEADS-2.csv'));
  const links = canLink() ? ['link.csv'] : [];
  for (const link of links) symlinkSync(original, join(folder, link));
  for (const name of ['leads.csv', './leads.csv', 'LEADS-2.csv', ...links])
    expect(() => checkOutput(join(folder, name), '--result', true, original)).toThrow(/original is never changed/);
  expect(() => checkOutput(join(folder, 'other.csv'), '--result', true, original)).not.toThrow();
  expect(() => checkOutput(join(folder, 'fresh.csv'), '--result', false, original)).not.toThrow();
});

it.skipIf(process.platform === 'win32')('refuses a name that has no room for its ending while it is written', () => {
  const check = (name: string) => checkOutput(join(folder, name), '--result', true, join(folder, 'leads.csv'));
  expect(() => check(`${'a'.repeat(220)}.csv`)).not.toThrow();
  for (const name of [`${'a'.repeat(221)}.csv`, `${'ø'.repeat(111)}.csv`, `${'a'.repeat(5000)}.csv`])
    expect(() => check(name)).toThrow(/The file name for --result is too long: it may have 224 letters/);
});

it.runIf(canLink())('leaves it to whoever reads the original to say that it is a link to itself', () => {
  const loop = join(folder, 'loop.csv');
  symlinkSync(loop, loop);
  for (const input of [loop, join(folder, 'a'.repeat(300))])
    expect(() => checkOutput(join(folder, 'fresh.csv'), '--result', false, input)).not.toThrow();
});

it.skipIf(process.platform === 'win32')('replaces neither a device nor a pipe, whatever --force says', () => {
  expect(() => checkOutput('/dev/null', '--result', true)).toThrow(
    '--result "null" is not an ordinary file. Name another one. Nothing was done.',
  );
  expect(() => checkOutput('/dev/null', '--result', false)).toThrow(/not an ordinary file/);
});

it('writes no file on Windows that no program there can open', () => {
  const check = (name: string) => checkOutput(join(folder, name), '--result', true);
  const names = [
    ...['CON.csv', 'nul', 'Aux .csv', 'lpt1.xlsx', 'leads.csv.', 'leads.csv ', 'leads:today.csv', 'leads?.csv'],
  ];
  const elsewhere = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  for (const name of names) expect(() => check(name)).not.toThrow();
  elsewhere.mockRestore();
  using _windows = onWindows();
  for (const name of names) expect(() => check(name)).toThrow(`Windows cannot open a file with the name "${name}"`);
  for (const name of ['control.csv', 'my leads.csv', '.csv', `${'l'.repeat(240)}.csv`])
    expect(() => check(name)).not.toThrow();
});
