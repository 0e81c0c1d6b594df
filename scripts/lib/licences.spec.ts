import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from './licences.ts';
import { root } from './project.ts';

const modules = join(root, 'node_modules');

test('a file belongs to the package it lies in, however deep', () => {
  expect(packageFolder(join(modules, 'zod/v4/core/api.js'))).toBe(join(modules, 'zod'));
  expect(packageFolder(join(modules, '@mantine/core/esm/index.mjs'))).toBe(join(modules, '@mantine/core'));
});

test('a file of our own belongs to none, nor does one of a package that is not there', () => {
  expect(packageFolder(join(root, 'shared/domain/quota/quota.ts'))).toBeUndefined();
  expect(packageFolder(join(modules, 'no-such-package/index.js'))).toBeUndefined();
});
