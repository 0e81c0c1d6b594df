import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { roomRules } from './rooms.ts';
import { crowdedPlaces, fullFolders, MOST_ENTRIES, rules, singlePlaces, unusedFiles } from './rules.ts';
import { readSource } from './source-file.ts';
import { librariesForLater, loadedWith, startedPrograms } from './start-load.ts';

const files = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));

test.each(['shared/contract/', 'shared/domain/', 'electron/core/', 'electron/practice/', 'renderer/src/'])(
  'files of %s were read',
  (folder) => {
    expect(files.filter((file) => file.path.startsWith(folder)).length).toBeGreaterThan(0);
  },
);

describe.each([...rules, ...roomRules])('$says', ({ violations, planted }) => {
  test('holds', () => {
    const found = files.flatMap((file) => violations(file).map((violation) => `${file.path}: ${violation}`));
    expect(found).toEqual([]);
  });

  test('finds a planted break', () => {
    expect(violations(readSource(planted.path, planted.text))).toHaveLength(1);
  });
});

describe('a start waits for no library that is needed later', () => {
  test.each(startedPrograms)('%s', (entry) => {
    expect(loadedWith(entry, ['zod'], files)).not.toEqual([]);
    expect(loadedWith(entry, librariesForLater, files)).toEqual([]);
  });

  test('finds a planted one, but no type and no import()', () => {
    const planted = [
      readSource('shared/a.ts', `import { b } from './b.ts'; import type { Agent } from 'undici'; import('undici');`),
      readSource('shared/b.ts', `export { b } from 'undici/b'; export type { C } from './c.ts';`),
      readSource('shared/c.ts', `import 'undici';`),
    ];
    expect(loadedWith('shared/a.ts', ['undici'], planted)).toEqual(['shared/b.ts: undici/b']);
  });
});

describe('every file has a user beside its specs', () => {
  const { entry } = JSON.parse(readFileSync(join(root, 'knip.json'), 'utf8')) as { readonly entry: string[] };
  // `renderer/index.html` starts it.
  const entries = [...entry, 'renderer/src/main.tsx'];

  test('holds', () => {
    expect(unusedFiles(files, entries)).toEqual([]);
  });

  test('finds a file that only its spec imports, and no program', () => {
    const planted = [
      readSource('shared/a.ts', 'export const a = 1;'),
      readSource('shared/a.spec.ts', `import { a } from './a.ts';`),
      readSource('electron/main/main.ts', `import { b } from './b.ts';`),
      readSource('electron/main/b.ts', 'export const b = 1;'),
    ];
    expect(unusedFiles(planted, entries)).toEqual(['shared/a.ts']);
  });
});

describe('one file each for what crosses to the page', () => {
  test('holds', () => {
    expect(crowdedPlaces(files)).toEqual([]);
  });

  test.each(singlePlaces)('finds a second file that touches %s', (name) => {
    const touch = (path: string) => readSource(path, `import * as electron from 'electron';\nelectron.${name}('x');`);
    expect(crowdedPlaces([touch('electron/main/one.ts')])).toEqual([]);
    expect(crowdedPlaces([touch('electron/main/one.ts'), touch('electron/main/two.ts')])).toEqual([
      expect.stringContaining('electron/main/two.ts'),
    ]);
  });
});

describe(`no folder shows more than ${MOST_ENTRIES} entries`, () => {
  test('holds', () => {
    const paths = globSync('{shared,electron,renderer,scripts,bench,e2e,docs}/**/*', {
      cwd: root,
      exclude: (name) => name === 'node_modules',
    }).map((path) => path.replaceAll('\\', '/'));
    expect(paths.length).toBeGreaterThan(2_000);
    expect(fullFolders(paths)).toEqual([]);
  });

  test('finds a planted one, in which specs and folders count', () => {
    const planted = [...Array(MOST_ENTRIES - 1).keys()].map((n) => `shared/room/${n}.ts`);
    const room = [...planted, 'shared/room/below/a.ts', 'shared/room/below/b.ts'];
    expect(fullFolders(room)).toEqual([]);
    expect(fullFolders([...room, 'shared/room/0.spec.ts'])).toEqual([expect.stringContaining('shared/room shows 41')]);
  });
});

describe('reading imports', () => {
  test.each([
    `import { a } from './a.ts';`,
    `import type { A } from './a.ts';`,
    `import './a.ts';`,
    `export * from './a.ts';`,
    `export { a } from './a.ts';`,
    'export const load = () => import(`./a.ts`);',
  ])('sees %s', (text) => {
    expect(readSource('electron/core/files/b.ts', text).imports).toEqual([
      { specifier: './a.ts', target: 'electron/core/files/a.ts', isRelative: true },
    ]);
  });

  test('a file that is no TypeScript is an error, not a file without imports', () => {
    expect(() => readSource('shared/a.ts', 'import {')).toThrow('shared/a.ts');
  });
});
