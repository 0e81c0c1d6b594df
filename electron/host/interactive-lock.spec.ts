import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { HostTrouble } from './host-trouble.ts';
import { holdDataFolder } from './interactive-lock.ts';
import { isForOwnerOnly } from '../core/foundation/this-system-fixture.ts';

const folder = specFolder('hold');

it('is held by one host, which the next one names, until it is released', () => {
  const hold = holdDataFolder(folder, 'browser');
  hold.describe('in a browser at http://127.0.0.1:1234/');
  expect(() => holdDataFolder(folder, 'desktop')).toThrow(HostTrouble);
  expect(() => holdDataFolder(folder, 'desktop')).toThrow(
    `in a browser at http://127.0.0.1:1234/, process ${process.pid}`,
  );
  writeFileSync(join(folder, 'open-host.txt'), 'red \u001b[31m');
  // oxlint-disable-next-line no-control-regex
  expect(() => holdDataFolder(folder, 'desktop')).toThrow(/^[^\u001b]+$/);
  expect(refusal(folder)).toMatchObject({ door: null });
  hold.tellDoor({ port: 1234, key: 'k' });
  expect(refusal(folder)).toMatchObject({ door: { port: 1234, key: 'k' } });
  expect(isForOwnerOnly(join(folder, 'open-host.key'))).toBe(true);
  writeFileSync(join(folder, 'open-host.key'), 'null');
  expect(refusal(folder)).toMatchObject({ door: null });
  hold.release();
  holdDataFolder(folder, 'desktop').release();
});

it('writes through no link that a data folder of somebody else has there', () => {
  const foreign = specFolder('foreign');
  const theirs = join(foreign, 'theirs.txt');
  const names = ['open-host.txt', 'open-host.key'];
  writeFileSync(theirs, 'a letter');
  symlinkSync(theirs, join(foreign, 'open-host.txt'));
  const hold = holdDataFolder(foreign, 'browser');
  symlinkSync(theirs, join(foreign, 'open-host.key'));
  hold.tellDoor({ port: 1234, key: 'k' });
  expect(readFileSync(theirs, 'utf8')).toBe('a letter');
  expect(names.map((name) => isForOwnerOnly(join(foreign, name)))).toEqual([true, true]);
  hold.release();
});

it('knows no door that a host which was killed has left', () => {
  writeFileSync(join(folder, 'open-host.key'), JSON.stringify({ port: 1, key: 'old' }));
  const hold = holdDataFolder(folder, 'desktop');
  expect(refusal(folder)).toMatchObject({ door: null });
  hold.release();
});

function refusal(held: string): unknown {
  try {
    holdDataFolder(held, 'browser').release();
  } catch (error) {
    return error;
  }
  return null;
}
