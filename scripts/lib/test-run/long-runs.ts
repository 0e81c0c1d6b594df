// Why: decision 0645.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';

/** A spec with this tag is long: it repeats a promise with other data, or waits for minutes. */
export const LONG = 'long';

const SPEC_TAG = `tags: ['${LONG}']`;
const WALK_TAG = `'@${LONG}'`;

/** Arguments of the two tools with which the long ones are left out. */
export const WITHOUT_LONG = {
  specs: [`--tags-filter=!${LONG}`],
  walks: ['--grep-invert', `@${LONG}`],
} as const;

interface LongFiles {
  /** Paths in the project, with slashes. */
  readonly specs: readonly string[];
  readonly walks: readonly string[];
}

/** The files that have a long spec or a long walk. */
export function longFiles(): LongFiles {
  const having = (tag: string, pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
      .filter((path) => readFileSync(join(root, path), 'utf8').includes(tag))
      .map((path) => path.replaceAll('\\', '/'))
      .sort();
  return {
    specs: having(SPEC_TAG, '{electron,scripts,bench,shared,renderer}/**/*.spec.{ts,tsx}'),
    walks: having(WALK_TAG, 'e2e/specs/**/*.spec.ts'),
  };
}

/** Arguments of the two tools with which nothing but the long ones runs. */
export function onlyLong(): LongFiles {
  const { specs, walks } = longFiles();
  return { specs: [`--tags-filter=${LONG}`, ...specs], walks: ['--grep', `@${LONG}`, ...walks] };
}

/** For whoever reads the end of `npm test`. */
export function leftOutWords(): string {
  const { specs, walks } = longFiles();
  return `left out: the long specs of ${specs.length} files and the long walks of ${walks.length}; npm run long runs them`;
}
