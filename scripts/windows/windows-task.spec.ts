import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { root } from '../lib/project.ts';

/** Without programs on PATH, and with an empty cache: nothing can be installed or run. */
function windows(args: readonly string[], wine: string) {
  const cache = specFolder('windows-cache');
  const env = { ...process.env, WINE64: wine, PATH: cache, XDG_CACHE_HOME: cache };
  return spawnSync(process.execPath, [join(root, 'scripts/tasks/windows.ts'), ...args], { env, encoding: 'utf8' });
}

it("ends with 2 for a wrong command, without Wine, and where Windows' Node cannot be had", () => {
  expect(windows(['spec'], process.execPath)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('specs [PATH]'),
  });
  for (const what of ['specs', 'e2e'])
    expect(windows([what], '/nowhere')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no Wine'),
    });
  const none = windows(['specs', 'electron/host'], process.execPath);
  expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('nothing was run') });
});
