import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { root } from '../lib/project.ts';
import { runToolQuietly } from '../lib/run-tool.ts';

// The whole contract is compiled: seconds, and minutes on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let folder = '';

beforeAll(() => {
  // Inside the project, because packages and their types are looked up from here upwards.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'boundaries-'));
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10, force: true }));

/** Compiles lines as if they stood in that folder; resolves with what the compiler says, empty when nothing. */
async function compileIn(settings: string, lines: string): Promise<string> {
  const config = join(folder, 'tsconfig.json');
  const options = { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: root };
  writeFileSync(join(folder, 'planted.ts'), `${lines}\n`);
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

test('the compiler refuses a channel that declares no cache effects, and effects that do not exist', async () => {
  const area = 'args: z.object({}), result: z.object({ jobId: z.string() })';
  const planted = [
    `import { z } from 'zod';`,
    `import { type AreaChannels, put, reread, sameAs } from '${root}/shared/contract/cache-effects.ts';`,
    `import { cachedChannels, channels } from '${root}/shared/contract/channels.ts';`,
    `export const none = { 'job:none': { ${area} } } satisfies AreaChannels;`,
    `export const channel: typeof cachedChannels = { ...channels, 'job:pause': { changes: [reread('job:lost')] } };`,
    `export const event: typeof cachedChannels = { ...channels, 'job:pause': { changes: [sameAs('job:lost')] } };`,
    `const answer = put('job:list', (job: { id: string }) => ({}));`,
    `export const other: typeof cachedChannels = { ...channels, 'job:pause': { changes: [answer] } };`,
    `export const right: typeof cachedChannels = { ...channels, 'job:pause': { changes: [reread('job:list')] } };`,
  ];
  const said = (await compileIn('shared', planted.join('\n'))).split(/^(?=\S*planted\.ts)/m);
  const refused = said.map((text) => [Number(/planted\.ts\((\d+),/.exec(text)?.[1]), text] as const);
  expect(refused).toEqual([
    [4, expect.stringContaining(`'changes' is missing`)],
    [5, expect.stringContaining(`"job:lost"`)],
    [6, expect.stringContaining(`"job:lost"`)],
    [8, expect.stringContaining(`Types of property 'answer' are incompatible`)],
  ]);
});
