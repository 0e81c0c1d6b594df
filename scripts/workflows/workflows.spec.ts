import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { isCallable, type Known, pinsOf, workflowProblems } from './workflows.ts';

const texts = new Map(
  globSync('.github/workflows/*', { cwd: root }).map((path) => [
    basename(path, '.yml'),
    readFileSync(join(root, path), 'utf8'),
  ]),
);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
const known: Known = {
  workflows: new Map([...texts].map(([name, text]) => [name, isCallable(text)])),
  commands: new Set(Object.keys(scripts)),
  isThere: (path) => existsSync(join(root, path)),
};
const problemsOf = (name: string, change: (text: string) => string = (text) => text) => {
  const text = texts.get(name) ?? '';
  const changed = change(text);
  if (change.length > 0 && changed === text) throw new Error('nothing was changed');
  return workflowProblems(name, changed, known);
};

test('the workflows are there', () => {
  expect([...texts.keys()].sort()).toEqual(['check', 'codeql', 'package', 'packed', 'release', 'test']);
});

test.each([...texts])('%s keeps every rule', (name, text) => {
  expect(workflowProblems(name, text, known)).toEqual([]);
});

test('an action is the same commit everywhere', () => {
  const pins = new Map<string, Set<string>>();
  for (const text of texts.values())
    for (const [action, pin] of pinsOf(text)) pins.set(action, (pins.get(action) ?? new Set()).add(pin));
  expect([...pins].filter(([, commits]) => commits.size > 1)).toEqual([]);
  expect(pins.size).toBeGreaterThan(5);
});

describe('a break is named', () => {
  test.each<[name: string, broken: string, workflow: string, from: string | RegExp, to: string]>([
    ['a tag for a commit', 'is no whole commit', 'check', /checkout@\S+ # v[\d.]+/, 'checkout@v7'],
    ['a short commit', 'is no whole commit', 'check', /checkout@(\w{7})\w+/, 'checkout@$1'],
    ['a commit without its version', 'is no whole commit', 'check', / # v7\.0\.0/, ''],
    ['a command that is not there', 'is no command of package.json', 'check', 'npm run lint', 'npm run lynt'],
    ['a command of the shell', 'is no command of package.json', 'check', 'npm run lint', 'npm run lint && whoami'],
    ['a value in a command', 'is no command of package.json', 'test', 'npm test', 'npm run specs -- ${{ github.ref }}'],
    ['specs that are not there', 'which is not there', 'check', 'scripts/docs', 'scripts/dogs'],
    ['more rights for all', 'permissions', 'check', 'contents: read', 'contents: write'],
    ['no rights named', 'permissions', 'check', 'permissions:\n  contents: read\n', ''],
    [
      'rights of one job',
      'has rights of its own',
      'test',
      '    timeout',
      '    permissions: { contents: write }\n    timeout',
    ],
    ['no limit of time', 'jobs.', 'check', /\n {4}timeout-minutes: 30/, ''],
    ['a group of another', 'does not begin with its name', 'packed', 'group: packed-', 'group: package-'],
    ['a key that is not known', 'jobs.', 'test', '    timeout', '    timeouts'],
    ['a system that is not known', 'jobs.', 'test', 'windows-2025', 'windows-1999'],
    ['a job that is not there', 'which is not there', 'package', 'needs: package', 'needs: packages'],
    ['a workflow that cannot be called', 'can be called', 'release', 'workflows/test.yml', 'workflows/check.yml'],
    ['secrets for everybody', 'secrets without', 'release', '    environment: release\n', ''],
    ['a cache where something is signed', 'are kept', 'release', 'package-manager-cache: false', 'cache: npm'],
    ['no cache elsewhere', 'are kept', 'test', '          cache: npm\n', ''],
    ['a token that stays', 'token', 'test', 'persist-credentials: false', 'persist-credentials: true'],
    ['an address', 'address', 'test', '# Everything', '# https://example.com Everything'],
    ['a step that does nothing', 'runs one command', 'test', '- run: npm test', '- if: always()'],
    ['no YAML', 'at line', 'test', 'jobs:', 'jobs: ['],
  ])('%s', (_name, broken, workflow, from, to) => {
    expect(problemsOf(workflow, (text) => text.replace(from, to)).join('\n')).toContain(broken);
  });
});

test('only the draft of a release is written, by a job that runs nothing of ours', () => {
  const release = texts.get('release') ?? '';
  expect(release.match(/: write/g)).toHaveLength(3);
  expect(release.split('\n  release:\n')[1]).not.toContain('run:');
  expect(release).toContain('draft: true');
});
