import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { specFolder } from './folder-fixture.ts';
import { onWindows } from './held-files-fixture.ts';
import {
  isHeld,
  moveFile,
  moveFileBeside,
  patiently,
  removeFile,
  removeFileBeside,
  removeFolder,
} from './patient-files.ts';

let folder: string;
beforeEach(() => {
  folder = specFolder('patient');
  writeFileSync(join(folder, 'a'), 'text');
});

it('tries again while a scanner holds the file, and does it then', async () => {
  using files = onWindows();
  files.hold(/[abc]$/, ['EPERM', 'EBUSY', 'EACCES'], 3);
  moveFile(join(folder, 'a'), join(folder, 'b'));
  expect(files.refused).toHaveLength(3);
  files.hold(/[abc]$/, ['EBUSY'], 2);
  await moveFileBeside(join(folder, 'b'), join(folder, 'c'));
  expect(readFileSync(join(folder, 'c'), 'utf8')).toBe('text');
  files.hold(/c$/, ['EPERM'], 4);
  await removeFileBeside(join(folder, 'c'));
  expect(existsSync(join(folder, 'c'))).toBe(false);
  files.hold(/patient-[^/]+$/, ['ENOTEMPTY'], 2);
  removeFolder(folder);
  expect([files.refused.length, existsSync(folder)]).toEqual([11, false]);
});

it('gives up with the error that came, and changes nothing', () => {
  using files = onWindows();
  files.hold(/a$/, ['EBUSY'], 100);
  expect(() => removeFile(join(folder, 'a'))).toThrow(/EBUSY/);
  expect(files.refused).toHaveLength(9);
  expect(existsSync(join(folder, 'a'))).toBe(true);
});

it('waits for nothing else, and on no other system', () => {
  let calls = 0;
  const failing = (code: string) => () => {
    calls += 1;
    throw Object.assign(new Error(code), { code });
  };
  const real = vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  expect(() => patiently(failing('EPERM'))).toThrow('EPERM');
  real.mockRestore();
  using files = onWindows();
  expect(() => patiently(failing('ENOSPC'))).toThrow('ENOSPC');
  expect(calls).toBe(2);
  expect([isHeld(Object.assign(new Error('x'), { code: 'EBUSY' })), isHeld('EBUSY')]).toEqual([true, false]);
  expect(files.refused).toEqual([]);
});

it('removes no folder where a file was meant', () => {
  expect(() => removeFile(folder)).toThrow(/EISDIR|directory/);
  expect(existsSync(folder)).toBe(true);
});
