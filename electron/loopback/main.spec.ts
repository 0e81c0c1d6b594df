import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';

const folder = specFolder('browser-host-program');

// No signal arrives on Windows but those of its console, which a spec has none of.
it.skipIf(process.platform === 'win32')(
  'ends cleanly when the console it was started in is closed (not on Windows)',
  async () => {
    const args = [join(import.meta.dirname, 'main.ts'), '--no-open', '--data-dir', folder];
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(program.stdout, 'data');
    expect(existsSync(join(folder, 'open-host.txt'))).toBe(true);
    const ended = once(program, 'exit');
    program.kill('SIGHUP');
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, 'open-host.txt'))).toBe(false);
  },
  60_000,
);
