import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { HostTrouble } from './host-trouble.ts';
import { holdDataFolder } from './interactive-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'hold-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  hold.release();
  holdDataFolder(folder, 'desktop').release();
});
