import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { root } from '../lib/project.ts';
import { SPECS_OF_RUN } from './vitest.config.ts';

const ITS_OWN = `import { expect, it } from 'vitest';
import { one } from './one.ts';
it('is a number', () => expect(typeof one).toBe('number'));`;
const ANOTHER = `import { expect, it } from 'vitest';
import { one } from './one.ts';
it('is one', () => expect(one).toBe(1));`;

it('judges each change by the specs that ran for it, not by what failed before', async () => {
  const folder = specFolder('resident-specs');
  const tools = join(folder, 'scripts', 'mutants');
  mkdirSync(tools, { recursive: true });
  for (const name of ['resident-specs.ts', 'vitest.config.ts'])
    cpSync(join(root, 'scripts', 'mutants', name), join(tools, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{"type":"module"}');
  write('one.spec.ts', ITS_OWN);
  write('other.spec.ts', ANOTHER);
  write('one.ts', 'export const one = 1;');
  const child = fork(join(tools, 'resident-specs.ts'), {
    cwd: folder,
    env: { ...process.env, [SPECS_OF_RUN]: '*.spec.ts' },
    stdio: 'ignore',
  });
  try {
    await once(child, 'message');
    const passes = async (text: string) => {
      write('one.ts', `export const one = ${text};`);
      child.send('one.ts');
      return (await once(child, 'message'))[0] as unknown;
    };
    const seen: unknown[] = [];
    for (const text of ['1', '2', '1', "'1'", '1']) seen.push(await passes(text));
    expect(seen).toEqual([true, false, true, false, true]);
  } finally {
    child.kill('SIGKILL');
  }
}, 60_000);
