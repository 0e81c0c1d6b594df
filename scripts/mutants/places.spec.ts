import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { places } from './places.ts';
import { runsFor } from './runs.ts';

test.each(places)('$path and its specs are there', ({ path, specs }) => {
  expect(globSync([path, `${path}/**/*.ts`], { cwd: root }).filter((file) => file.endsWith('.ts'))).not.toEqual([]);
  for (const glob of specs) expect(globSync(glob, { cwd: root })).not.toEqual([]);
});

test('takes every place when none is named, and those with the same specs in one run', () => {
  expect(runsFor([])).toHaveLength(new Set(places.map(({ specs }) => specs)).size);
  const journal = 'electron/core/imports/jobs/journal';
  expect(runsFor([`${journal}/rows/verdicts.ts`, `${journal}/receipt-facts.ts`]).map(({ changed }) => changed)).toEqual(
    [[`${journal}/rows/verdicts.ts`, `${journal}/receipt-facts.ts`]],
  );
});

test('takes one folder or one file of a place', () => {
  const [broker] = runsFor(['electron/core/api/broker/']);
  expect(broker?.changed).toContain('electron/core/api/broker/broker.ts');
  expect(broker?.changed.filter((path) => !path.startsWith('electron/core/api/broker/'))).toEqual([]);
  expect(runsFor(['./electron/core/api/client.ts'])[0]?.changed).toEqual(['electron/core/api/client.ts']);
});

test('a file belongs to the longest path that holds it, and is changed once', () => {
  const runs = runsFor(['electron/core/api/outcomes', 'electron/core/exports/refresh']);
  expect(runs.map(({ changed }) => (changed.length === 1 ? changed[0] : dirname(changed[0] ?? '')))).toEqual([
    'electron/core/api/outcomes',
    'electron/core/exports/refresh/merge-leads.ts',
    'electron/core/exports/refresh',
  ]);
  const changed = runsFor(['electron/core/api', 'electron/core/api/client.ts']).flatMap((run) => run.changed);
  expect(new Set(changed).size).toBe(changed.length);
});

test('takes the places inside a folder', () => {
  const folders = runsFor(['shared/domain']).map(({ changed }) => dirname(changed[0] ?? ''));
  expect([...new Set(folders)]).toEqual([
    'shared/domain/service/answers',
    'shared/domain/pacing',
    'shared/domain/quota',
    'shared/domain/schedule',
    'shared/domain/jobs',
    'shared/domain/check',
  ]);
});

test('refuses a path without specs that are known to concern it', () => {
  expect(() => runsFor(['renderer/src/ui'])).toThrow('renderer/src/ui');
  expect(() => runsFor(['electron/core/api/nothing.ts'])).toThrow('does not exist');
});

test('changes no spec and no helper of specs', () => {
  const changed = runsFor([]).flatMap((run) => run.changed);
  expect(changed.filter((path) => /\.spec\.|simulation|-fixture/.test(path))).toEqual([]);
});
