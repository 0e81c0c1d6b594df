import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { chromiumCandidates, findChromium } from './chromium.ts';

let folder = '';

beforeEach(() => void (folder = specFolder('chromium')));

function plant(...parts: string[]): string {
  const file = join(folder, ...parts);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  chmodSync(file, 0o755);
  return file;
}

test('the named browser comes before all others', () => {
  const onPath = plant('bin', 'chromium');
  const named = plant('own', 'browser');
  expect(findChromium({ PATH: join(folder, 'bin') })).toBe(onPath);
  expect(chromiumCandidates({ PATH: join(folder, 'bin'), LEAD_CONSOLE_CHROMIUM: named })).toEqual([named]);
});

test('a named browser that is not there is said, not passed over', () => {
  expect(() => findChromium({ LEAD_CONSOLE_CHROMIUM: join(folder, 'none') })).toThrow(/LEAD_CONSOLE_CHROMIUM names/);
});

test('folders of PATH are searched in their order', () => {
  const second = plant('second', 'chromium');
  const first = plant('first', 'google-chrome');
  const path = ['', join(folder, 'empty'), join(folder, 'first'), join(folder, 'second')].join(delimiter);
  expect(chromiumCandidates({ PATH: path }).slice(0, 2)).toEqual([first, second]);
});

test('programs of Windows have an ending', () => {
  plant('bin', 'chrome');
  const program = plant('bin', 'msedge.exe');
  expect(chromiumCandidates({ PATH: join(folder, 'bin') }, 'win32')[0]).toBe(program);
});
