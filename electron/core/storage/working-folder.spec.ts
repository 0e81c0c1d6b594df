import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { claimFolder, makeWorkingFolder, removeAbandoned } from './working-folder.ts';

let parent = '';
beforeEach(() => void (parent = join(specFolder('working-folder'), 'reading')));

test('what is needed for a while is in a folder of its own, and goes', () => {
  {
    using folder = makeWorkingFolder(parent);
    writeFileSync(join(folder.path, 'rows'), 'Anna');
    removeAbandoned(parent);
    expect(existsSync(join(folder.path, 'rows'))).toBe(true);
  }
  expect(readdirSync(parent)).toEqual([]);
});

test('what another program uses stays while it lives, and goes with the next start once it was killed', async () => {
  const module = new URL('./working-folder.ts', import.meta.url).href;
  const program = `
    import { writeFileSync } from 'node:fs';
    import { makeWorkingFolder } from ${JSON.stringify(module)};
    const folder = makeWorkingFolder(${JSON.stringify(parent)});
    writeFileSync(folder.path + '/rows', 'Anna');
    process.stdout.write(folder.path);
    // Named here, so that it is not taken for unused: its lock would be let go.
    setInterval(() => folder, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const left = join(said.toString(), 'rows');
  removeAbandoned(parent);
  expect(existsSync(left)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(left)).toBe(true);
  removeAbandoned(parent);
  expect(readdirSync(parent)).toEqual([]);
});

test('a folder is safe from before it is made until it is known', () => {
  const known = new Set<string>();
  const folder = join(parent, 'draft');
  const claim = claimFolder(folder);
  removeAbandoned(parent, (name) => known.has(name));
  mkdirSync(folder);
  removeAbandoned(parent, (name) => known.has(name));
  expect(existsSync(folder)).toBe(true);
  known.add('draft');
  claim[Symbol.dispose]();
  removeAbandoned(parent, (name) => known.has(name));
  expect(readdirSync(parent)).toEqual(['draft']);
  known.clear();
  removeAbandoned(parent, (name) => known.has(name));
  expect(readdirSync(parent)).toEqual([]);
});

test('locks without a folder go, too', () => {
  mkdirSync(parent);
  for (const name of ['one.lock', 'two.lock-journal']) writeFileSync(join(parent, name), '');
  removeAbandoned(parent);
  expect(readdirSync(parent)).toEqual([]);
});

test.each(['...lock', '..lock', '.lock', '...lock-journal'])(
  'the lock %s names no folder, and nothing goes',
  (lock) => {
    mkdirSync(parent);
    writeFileSync(join(parent, lock), '');
    const beside = join(parent, '..', 'beside');
    writeFileSync(beside, 'Anna');
    removeAbandoned(parent);
    expect(readdirSync(parent)).toEqual([lock]);
    expect(existsSync(beside)).toBe(true);
  },
);

test('a place that is not there has nothing left', () => {
  expect(() => removeAbandoned(join(parent, 'none'))).not.toThrow();
});
