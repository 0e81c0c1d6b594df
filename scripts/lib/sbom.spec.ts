import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './project.ts';
import { sbomOf, sbomProblems } from './sbom.ts';

/** On the disk of the project: on Windows no path leads from one disk to another. */
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'sbom-'));
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10, force: true }));

/** A built file, by the packages whose code it holds, as the archive names it. */
function built(name: string, ...packages: string[]): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  const sources = packages.map((own) => relative(folder, join(root, 'node_modules', own, 'index.js')));
  writeFileSync(`${file}.map`, JSON.stringify({ sources: [...sources, null, '../own.ts'] }));
  return relative(root, file);
}

const page = built('page.js', '@mantine/core', 'react');
const core = built('core.js', 'undici');

interface Told {
  readonly components: readonly { readonly name: string; readonly group?: string; readonly [key: string]: unknown }[];
}
const told = (text: string) => JSON.parse(text) as Told;

test('lists the packages of the files, and Electron, with version, licence and the hash of the lockfile', () => {
  const { components } = told(sbomOf([page, core]));
  expect(components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))).toEqual([
    '@mantine/core',
    'electron',
    'react',
    'undici',
  ]);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; license: string; integrity: string }>;
  };
  const { version, license, integrity } = packages['node_modules/@mantine/core'] ?? {};
  expect(components[0]).toMatchObject({
    version,
    purl: `pkg:npm/%40mantine/core@${version}`,
    licenses: [{ license: { id: license } }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from((integrity ?? '').slice(7), 'base64').toString('hex') }],
  });
});

test('is the same byte for byte, in whatever order the files come', () => {
  expect(sbomOf([page, core])).toBe(sbomOf([core, page]));
});

test('fits the archive that it was made for, and no other', () => {
  const text = sbomOf([page, core]);
  expect(sbomProblems(text, [core, page])).toEqual([]);
  expect(sbomProblems(text, [page])).toEqual([expect.stringMatching(/^The list of packages has .*undici.*not packed/)]);
  expect(sbomProblems(text, [page, core, built('more.js', 'zod')])).toEqual([
    expect.stringMatching(/^The list of packages lacks .*zod@/),
  ]);
});

test('a version other than the installed one is told', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/undici/package.json'), 'utf8')) as {
    version: string;
  };
  expect(sbomProblems(sbomOf([core]).replaceAll(version, '1.0.0'), [core])).toHaveLength(2);
});

test('a package without a licence is told, by the place in the list', () => {
  const text = sbomOf([core]).replace(/"licenses": \[[^]*?\n {6}\]/, '"licenses": []');
  expect(sbomProblems(text, [core])).toEqual([expect.stringContaining('components.0.licenses')]);
});

test('a package that the lockfile does not know stops the packing', () => {
  mkdirSync(join(folder, 'node_modules/unknown'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/unknown/package.json'), '{"name":"unknown","version":"1.0.0"}');
  writeFileSync(join(folder, 'odd.js'), '');
  writeFileSync(join(folder, 'odd.js.map'), JSON.stringify({ sources: ['node_modules/unknown/index.js'] }));
  expect(() => sbomOf([relative(root, join(folder, 'odd.js'))])).toThrow('unknown, which is packed');
});
