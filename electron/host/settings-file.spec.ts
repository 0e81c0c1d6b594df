import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { onWindows } from '../core/foundation/held-files-fixture.ts';
import { openConfSettings } from './conf-settings.ts';
import { settingsStore } from './settings-file.ts';
import { hasSignals, isForOwnerOnly } from '../core/foundation/this-system-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = specFolder('settings');
});

describe('settings of the hosts without Electron', () => {
  it('keeps values, also under names with dots, for the next program and its owner only', async () => {
    const store = openConfSettings(folder, 1);
    await store.write('a.b', { c: [1, 'ø'] });
    await store.write('gone', 1);
    await store.write('gone', undefined);
    const next = openConfSettings(folder, 2);
    expect(await next.read('a.b')).toEqual({ c: [1, 'ø'] });
    expect(await next.read('a')).toBeUndefined();
    expect(await next.read('gone')).toBeUndefined();
    expect(isForOwnerOnly(join(folder, 'settings.json'))).toBe(true);
  });

  it('sees what another host has written meanwhile', async () => {
    const one = openConfSettings(folder, 1);
    const other = openConfSettings(folder, 1);
    await one.write('a', 1);
    await other.write('b', 2);
    expect(await one.read('b')).toBe(2);
    expect(await other.read('a')).toBe(1);
  });

  it.each(['{"half": ', '[]', '7', ''])('sets a file aside that holds %j', async (text) => {
    writeFileSync(join(folder, 'settings.json'), text);
    const store = openConfSettings(folder, 42);
    expect(await store.read('a')).toBeUndefined();
    await store.write('a', 1);
    const aside = readdirSync(folder).find((name) => name.includes('unreadable'));
    expect(aside).toBe('settings.json.unreadable-42');
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text);
    expect(existsSync(join(folder, 'settings.json'))).toBe(true);
  });
});

it('waits while another program holds the file for a moment, as a virus scanner of Windows does', async () => {
  using _windows = onWindows();
  const values = new Map<string, unknown>();
  let calls = 0;
  const everySecond = <Value>(call: () => Value): Value => {
    calls += 1;
    if (calls % 2 === 1) throw Object.assign(new Error('EBUSY: held, open'), { code: 'EBUSY' });
    return call();
  };
  const store = settingsStore({
    get: (key) => everySecond(() => values.get(key)),
    set: (key, value) => everySecond(() => void values.set(key, value)),
    delete: (key) => everySecond(() => void values.delete(key)),
  });
  await store.write('a', 1);
  expect(await store.read('a')).toBe(1);
  await store.write('a', undefined);
  expect([await store.read('a'), calls]).toEqual([undefined, 8]);
});

it('keeps the later of two values, also when the file was held while the first one was to be written', async () => {
  using _windows = onWindows();
  const values = new Map<string, unknown>();
  let isHeld = true;
  const store = settingsStore({
    get: (key) => values.get(key),
    set(key, value) {
      if (!isHeld) return void values.set(key, value);
      isHeld = false;
      throw Object.assign(new Error('EBUSY: held, open'), { code: 'EBUSY' });
    },
    delete: (key) => void values.delete(key),
  });
  await Promise.all([store.write('a', 'earlier'), store.write('a', 'later')]);
  expect(await store.read('a')).toBe('later');
});

it.runIf(hasSignals)('leaves signals to the host: one sent is one heard (where there are signals)', async () => {
  const script = `
    await import(${JSON.stringify(new URL('./conf-settings.ts', import.meta.url).href)});
    let heard = 0;
    process.on('SIGTERM', () => { heard += 1; setImmediate(() => setImmediate(() => { console.log(heard); process.exit(0); })); });
    process.kill(process.pid, 'SIGTERM');
    setInterval(() => undefined, 1000);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout.trim()).toBe('1');
});
