import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { runToolQuietly } from '../lib/run-tool.ts';

let folder = '';

beforeAll(() => {
  // Inside the project, because packages and their types are looked up from here upwards.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'boundaries-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles one line as if it stood in that folder; resolves with what the compiler says, empty when nothing. */
async function compileIn(settings: string, line: string): Promise<string> {
  const config = join(folder, 'tsconfig.json');
  const options = { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: root };
  writeFileSync(join(folder, 'planted.ts'), `${line}\n`);
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, settings, 'tsconfig.json'),
      compilerOptions: options,
      include: ['planted.ts'],
      references: [],
    }),
  );
  return (await runToolQuietly('tsc', ['-p', config])).said;
}

test.each([
  ['shared', `export const folder = process.cwd();`, 'process'],
  ['shared', `import { readFileSync } from 'node:fs'; export const read = readFileSync;`, 'node:fs'],
  ['shared', `export const title = document.title;`, 'document'],
  ['renderer', `export const folder = process.cwd();`, 'process'],
  ['renderer', `import { readFileSync } from 'node:fs'; export const read = readFileSync;`, 'node:fs'],
  ['electron', `export const title = document.title;`, 'document'],
])('in %s the compiler refuses %s', async (settings, line, name) => {
  expect(await compileIn(settings, line)).toContain(`'${name}'`);
});

test.each([
  ['shared', `export const sum = (a: number, b: number): number => a + b;`],
  ['renderer', `export const title = document.title;`],
  ['electron', `export { cwd } from 'node:process';`],
])('in %s it takes %s', async (settings, line) => {
  expect(await compileIn(settings, line)).toBe('');
});
