import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { root } from './project.ts';
import { runToolQuietly } from './run-tool.ts';

test('a tool that is not heard is killed with whoever runs it', { skip: process.platform === 'win32' }, async () => {
  const folder = specFolder('run-tool');
  const idFile = join(folder, 'id');
  // Loaded before the tool, which then never begins.
  const endless = join(folder, 'endless.mjs');
  writeFileSync(
    endless,
    `import { renameSync, writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(`${idFile}.new`)}, String(process.pid));
     renameSync(${JSON.stringify(`${idFile}.new`)}, ${JSON.stringify(idFile)});
     setInterval(() => {}, 1000);
     await new Promise(() => {});`,
  );
  const outer = join(folder, 'outer.mjs');
  const options = { NODE_OPTIONS: `--import ${pathToFileURL(endless).href}` };
  writeFileSync(
    outer,
    `import { runToolQuietly } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/lib/run-tool.ts')).href)};
     await runToolQuietly('tsc', ['--version'], ${JSON.stringify(options)});`,
  );
  const runner = spawn(process.execPath, [outer], { stdio: 'inherit' });
  const ended = once(runner, 'exit');
  await vi.waitUntil(() => existsSync(idFile), { timeout: 30_000 });
  const toolId = Number(readFileSync(idFile, 'utf8'));
  try {
    runner.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    await vi.waitFor(() => expect(() => process.kill(toolId, 0)).toThrow('ESRCH'), { timeout: 10_000 });
  } finally {
    // Without this, a failure of the spec would leave it behind.
    try {
      process.kill(toolId, 'SIGKILL');
    } catch {
      // It is gone, as it should be.
    }
  }
});

test(
  'a tool that ends as one does without memory says why, and ends nobody',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = specFolder('run-tool-end');
    const ends = join(folder, 'ends.mjs');
    writeFileSync(
      ends,
      `import { writeSync } from 'node:fs';
     writeSync(2, 'heap out of memory');
     process.kill(process.pid, 'SIGKILL');`,
    );
    const outer = join(folder, 'outer.mjs');
    const options = { NODE_OPTIONS: `--import ${pathToFileURL(ends).href}` };
    writeFileSync(
      outer,
      `import { runToolQuietly } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/lib/run-tool.ts')).href)};
     console.log(JSON.stringify(await runToolQuietly('tsc', ['--version'], ${JSON.stringify(options)})));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [outer]);
    expect(JSON.parse(stdout)).toEqual({ code: 1, said: 'heap out of memory' });
  },
);

test('what a tool says, and with which code it ends, is for the caller alone', async () => {
  expect(await runToolQuietly('tsc', ['--version'])).toEqual({ code: 0, said: expect.stringMatching(/^Version \d/) });
  expect((await runToolQuietly('tsc', ['--none'])).code).toBe(1);
});
