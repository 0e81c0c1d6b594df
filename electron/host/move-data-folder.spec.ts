import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { onWindows } from '../core/foundation/held-files-fixture.ts';
import { moveDataFolder } from './move-data-folder.ts';

let root: string;
let former: string;
let folder: string;
const journal = 'account/a/journal.sqlite';
const journalIn = (where: string) => readFileSync(join(where, journal), 'utf8');

beforeEach(() => {
  root = specFolder('move');
  former = join(root, 'Roaming', 'Lead Console');
  folder = join(root, 'Local', 'Lead Console');
  mkdirSync(join(former, 'account/a'), { recursive: true });
  writeFileSync(join(former, journal), 'rows');
});

function replaced<Name extends 'renameSync' | 'cpSync' | 'openSync' | 'fsyncSync' | 'rmSync'>(
  name: Name,
  call: (typeof fs)[Name],
): Disposable {
  const real = fs[name];
  fs[name] = call;
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]() {
      fs[name] = real;
      syncBuiltinESMExports();
    },
  };
}

/** The new place is on another disk. */
function onTwoDisks(): Disposable {
  const { renameSync } = fs;
  return replaced('renameSync', (from, to) => {
    if (String(from).includes('Roaming') !== String(to).includes('Roaming'))
      throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' });
    renameSync(from, to);
  });
}

it('moves the folder once, and what is in the new place stays', () => {
  moveDataFolder(former, folder);
  expect([journalIn(folder), existsSync(former)]).toEqual(['rows', false]);
  mkdirSync(join(former, 'account/a'), { recursive: true });
  writeFileSync(join(former, journal), 'of an older program');
  moveDataFolder(former, folder);
  expect([journalIn(folder), journalIn(former)]).toEqual(['rows', 'of an older program']);
});

it('takes the place of an empty folder, which would hide what was sent', () => {
  mkdirSync(folder, { recursive: true });
  moveDataFolder(former, folder);
  expect([journalIn(folder), existsSync(former)]).toEqual(['rows', false]);
});

it('moves nothing that is not ours, and drafts alone', () => {
  rmSync(join(former, 'account'), { recursive: true, maxRetries: 10 });
  mkdirSync(join(former, 'Crashpad'));
  moveDataFolder(former, folder);
  expect([existsSync(folder), existsSync(former)]).toEqual([false, true]);
  mkdirSync(join(former, 'drafts'));
  moveDataFolder(former, folder);
  expect([existsSync(join(folder, 'drafts')), existsSync(former)]).toEqual([true, false]);
});

it('copies it from another disk, and a program that was killed meanwhile begins again', () => {
  using _disks = onTwoDisks();
  // As a kill leaves it: half a copy.
  cpSync(former, `${former}.moving`, { recursive: true });
  rmSync(former, { recursive: true, maxRetries: 10 });
  mkdirSync(`${folder}.moving`, { recursive: true });
  writeFileSync(join(`${folder}.moving`, 'settings.json'), 'half');
  moveDataFolder(former, folder);
  expect([journalIn(folder), existsSync(join(folder, 'settings.json'))]).toEqual(['rows', false]);
  expect([`${former}.moving`, `${folder}.moving`, former].map((path) => existsSync(path))).toEqual([
    false,
    false,
    false,
  ]);
  // Killed when the copy was whole, before the original was removed.
  mkdirSync(`${former}.moving`);
  moveDataFolder(former, folder);
  expect(existsSync(`${former}.moving`)).toBe(false);
  rmSync(folder, { recursive: true, maxRetries: 10 });
  mkdirSync(join(former, 'account/a'), { recursive: true });
  writeFileSync(join(former, journal), 'again');
  moveDataFolder(former, folder);
  expect([journalIn(folder), existsSync(former)]).toEqual(['again', false]);
});

it('keeps the only copy of the data when a start with this folder came before the move was done', () => {
  using _disks = onTwoDisks();
  {
    using _kill = replaced('cpSync', () => {
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    });
    expect(() => moveDataFolder(former, folder)).toThrow(/could not move it there/);
  }
  mkdirSync(join(folder, 'account'), { recursive: true });
  expect(() => moveDataFolder(former, folder)).toThrow(/what was sent before is in .*Lead Console\.moving/);
  expect(journalIn(`${former}.moving`)).toBe('rows');
  rmSync(join(folder, 'account'), { recursive: true, maxRetries: 10 });
  moveDataFolder(former, folder);
  expect([journalIn(folder), existsSync(`${former}.moving`), existsSync(`${folder}.moving`)]).toEqual([
    'rows',
    false,
    false,
  ]);
});

it('is done by one program at a time: a copy takes minutes, and a person starts the program again', () => {
  using _disks = onTwoDisks();
  const { cpSync: copy } = fs;
  using _second = replaced('cpSync', (...args) => {
    copy(...args);
    expect(() => moveDataFolder(former, folder)).toThrow(/is moving its data to/);
  });
  moveDataFolder(former, folder);
  expect([journalIn(folder), readdirSync(join(folder, '..')), readdirSync(join(former, '..'))]).toEqual([
    'rows',
    ['Lead Console'],
    [],
  ]);
});

it('removes the original when the disk has the copy', () => {
  using _disks = onTwoDisks();
  const { openSync, fsyncSync, rmSync: remove } = fs;
  const paths = new Map<number, string>();
  const steps: string[] = [];
  using _open = replaced('openSync', (path, ...rest) => {
    const file = openSync(path, ...rest);
    paths.set(file, String(path));
    return file;
  });
  using _sync = replaced('fsyncSync', (file) => {
    fsyncSync(file);
    steps.push(`synced ${paths.get(file)}`);
  });
  using _remove = replaced('rmSync', (path, ...rest) => {
    if (existsSync(path)) steps.push(`removed ${String(path)}`);
    remove(path, ...rest);
  });
  moveDataFolder(former, folder);
  expect(steps.slice(0, 2)).toEqual([`synced ${join(`${folder}.moving`, journal)}`, `removed ${former}.moving`]);
});

it('starts with no empty journal while the share with the former one cannot be reached', () => {
  expect(() => moveDataFolder(String.raw`\\server\profiles\kim\Lead Console`, folder)).toThrow(/cannot be reached/);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), '{}');
  moveDataFolder(String.raw`\\server\profiles\kim\Lead Console`, folder);
});

it('says which folder another program has open, and leaves it whole', () => {
  using files = onWindows();
  files.hold(/Lead Console$/, ['EPERM'], 9);
  expect(() => moveDataFolder(former, folder)).toThrow(
    /could not move it there.*Nothing was lost.*End every other Lead Console/,
  );
  expect([journalIn(former), existsSync(folder)]).toEqual(['rows', false]);
});
