import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { setup } from './spec-folder.ts';

test('the specs of a run have a folder of their own', () => {
  expect(basename(tmpdir())).toMatch(/^lead-console-specs-/);
});

test('the folder is gone when the run is over, and the old one is back', () => {
  const before = tmpdir();
  const takeBack = setup();
  const own = tmpdir();
  expect(own).not.toBe(before);
  takeBack();
  expect(existsSync(own)).toBe(false);
  expect(tmpdir()).toBe(before);
});
