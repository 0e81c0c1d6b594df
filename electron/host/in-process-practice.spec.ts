import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { createInProcessPractice } from './in-process-practice.ts';

let folder = '';
beforeEach(() => void (folder = specFolder('practice')));

it.each([
  [
    'a folder in the place of its database',
    () => void mkdirSync(join(folder, 'practice', 'practice.sqlite'), { recursive: true }),
  ],
  ['a file in the place of its folder', () => writeFileSync(join(folder, 'practice'), '')],
])('says in a sentence that it cannot start beside %s, and starts when that is gone', async (_, put) => {
  put();
  const practice = createInProcessPractice(folder);
  await expect(practice.start()).rejects.toMatchObject({
    error: {
      code: 'file',
      message: expect.stringMatching(/^The practice service did not start\. .*practice/) as string,
    },
  });
  rmSync(join(folder, 'practice'), { recursive: true, maxRetries: 10 });
  await expect(practice.start()).resolves.toMatchObject({ username: 'practice' });
  await practice.close();
});
