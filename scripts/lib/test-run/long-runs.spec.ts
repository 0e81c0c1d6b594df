import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../project.ts';
import { leftOutWords, LONG, longFiles, onlyLong, WITHOUT_LONG } from './long-runs.ts';

it('what npm test leaves out is what npm run long runs, and is said', () => {
  const { specs, walks } = longFiles();
  expect(specs).toContain('scripts/two-programs/campaign.spec.ts');
  // Specs about the tag are not long.
  expect(specs.filter((path) => path.startsWith('scripts/lib/'))).toEqual([]);
  expect(walks).toContain('e2e/specs/analyst.spec.ts');
  const [only, ...chosen] = onlyLong().specs;
  expect(WITHOUT_LONG.specs).toEqual([only?.replace('=', '=!')]);
  expect(chosen).toEqual(specs);
  const [grep, tag, ...chosenWalks] = onlyLong().walks;
  expect(WITHOUT_LONG.walks).toEqual([`${grep}-invert`, tag]);
  expect(chosenWalks).toEqual(walks);
  expect(leftOutWords()).toContain(`${specs.length} files and the long walks of ${walks.length};`);
});

it('the tags have one spelling, by which npm run long finds their files', () => {
  const misspelt = globSync(['{electron,shared,renderer,bench}/**/*.spec.{ts,tsx}', 'e2e/specs/**/*.spec.ts'], {
    cwd: root,
  })
    .filter((path) => !path.includes('node_modules'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(`tags: ['${LONG}']`, '').replaceAll("'@long'", '');
      return /\btags: .*\blong\b|@long/i.test(text);
    });
  expect(misspelt).toEqual([]);
});
