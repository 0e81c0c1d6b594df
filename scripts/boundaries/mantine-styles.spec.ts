import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { namesFromMantine, styleSheetsOf } from './mantine-styles.ts';

const core = join(root, 'node_modules/@mantine/core');
/** What Mantine asks for beside the sheets of components. */
const BESIDE = ['baseline', 'default-css-variables', 'global'];

test('the page loads the style sheets of the components that it has, in the order of Mantine, and no others', () => {
  const styles = readFileSync(join(root, 'renderer/src/app/styles.ts'), 'utf8');
  const loaded = [...styles.matchAll(/@mantine\/core\/styles\/([\w-]+)\.layer\.css/g)].map(([, name = '']) => name);
  const sources = globSync(
    ['renderer/src/**/*.{ts,tsx}', 'node_modules/@mantine/{dropzone,notifications,spotlight}/esm/**/*.mjs'],
    {
      cwd: root,
    },
  ).filter((path) => !/\.spec\.|\/testing\//.test(path));
  const names = sources.flatMap((path) => namesFromMantine(readFileSync(join(root, path), 'utf8')));
  const whole = readFileSync(join(core, 'styles.layer.css'), 'utf8');
  const placeOf = (sheet: string) => {
    const [rule] = /\.m_[0-9a-f]+/.exec(readFileSync(join(core, `styles/${sheet}.layer.css`), 'utf8')) ?? [''];
    return whole.indexOf(rule);
  };
  const needed = [...styleSheetsOf(names, core)].sort((one, other) => placeOf(one) - placeOf(other));
  expect(loaded).toEqual([...BESIDE, ...needed]);
});

test('a component needs the sheets of those that it is made of', () => {
  expect(namesFromMantine(`import { Button, type ButtonProps, Menu as M } from '@mantine/core';`)).toEqual([
    'Button',
    'Menu',
  ]);
  expect([...styleSheetsOf(['Button'], core)].sort()).toEqual(['Button', 'Loader', 'UnstyledButton']);
});
