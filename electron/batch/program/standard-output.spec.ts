import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = JSON.stringify(new URL('./standard-output.ts', import.meta.url).href);

it('loses no line of more than a pipe lets wait', async () => {
  const lines = 1_100_000;
  const program = `
    import { standardOutput } from ${MODULE};
    const out = standardOutput(() => undefined, () => undefined);
    for (let line = 0; line < ${lines}; line += 1) out('x\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  for await (const piece of child.stdout) bytes += (piece as Buffer).length;
  expect(bytes).toBe(2 * lines);
}, 60_000);
