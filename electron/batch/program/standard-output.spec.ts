import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { hasSignals } from '../../core/foundation/this-system-fixture.ts';

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

it.runIf(hasSignals)('puts a line before what standard error says after it (where a shell joins them)', async () => {
  const program = `
    import { standardOutput } from ${MODULE};
    const out = standardOutput(() => undefined, () => undefined);
    out('1\\n');
    process.stderr.write('2\\n');
    out('3\\n');`;
  const joined = ['-c', '"$0" --input-type=module -e "$1" 2>&1', process.execPath, program];
  const child = spawn('sh', joined, { stdio: ['ignore', 'pipe', 'inherit'] });
  expect(await text(child.stdout)).toBe('1\n2\n3\n');
});
